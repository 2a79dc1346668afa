public import ChatSession
public import ChatStore
public import ChatTypes
public import RuntimeKit

extension Session {
    /// Returns a live query of a chat's newest messages, updated after each change. Its content is `nil` if there is
    /// no such chat.
    public nonisolated func timeline(of chat: ChatID, limit: Int) -> LiveQuery<Int, QueryResult<Timeline?>> {
        query(limit, dependingOn: .chat(chat)) { try $1.timeline(of: chat, in: .newest($0)) }
    }
}

extension Timeline {
    /// The newest undeleted message by others, if it is unread.
    public var newestUnread: MessageID? {
        guard let message = messages.last(where: { $0.author != .me && !$0.isDeleted }),
            let position = message.position,
            marker.map({ $0 < position }) ?? true
        else { return nil }
        return message.id
    }
}

extension ChatMessage {
    /// Whether sending failed, so that the message can be resent.
    public var hasFailed: Bool { if case .failed = delivery { true } else { false } }
}

/// Returns the line above a reply: the answered message's author, if that is not clear, and its text in 100 characters.
public func answeredText(author: Author?, sender: String?, text: String) -> String {
    guard let author else { return "a message that is not here" }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let shown = line.count > 100 ? line.prefix(100) + "…" : line
    return (author == .me ? "You" : sender).map { "\($0): \(shown)" } ?? shown
}

/// Returns the line above a reply for the message that it answers.
public func answeredText(of message: AnsweredMessage) -> String {
    answeredText(author: message.author, sender: message.senderName, text: message.text)
}
