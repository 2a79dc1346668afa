public import ChatSession
public import ChatStore
public import Transport

extension Session {
    /// The newest messages of a chat, as many as are asked for, after each change; nil when there is no such chat.
    public nonisolated func timeline(of chat: ChatID, limit: Int) -> LiveQuery<Int, Snapshot<Timeline?>> {
        query(limit, dependingOn: .chat(chat)) { try $1.timeline(of: chat, in: .newest($0)) }
    }
}

extension Timeline {
    /// The newest message of others that was not taken back, when it has not been read.
    public var newestUnread: MessageID? {
        guard let message = messages.last(where: { $0.author != .me && !$0.isRemoved }),
            let position = message.position,
            marker.map({ $0 < position }) ?? true
        else { return nil }
        return message.id
    }
}

extension StoredMessage {
    /// Whether it may be sent once more.
    public var hasFailed: Bool { if case .failed = delivery { true } else { false } }
}
