public import Chat
public import ChatSession
import ChatStore
public import Transport

extension Session: ChatModel {
    public nonisolated func chatChanges(in chat: ChatID) -> AsyncStream<Void> {
        changes(of: .chat(chat))
    }

    public func content(of chat: ChatID, limit: Int) throws -> ChatContent? {
        guard let timeline = try read({ try $0.timeline(of: chat, in: .newest(limit)) }) else { return nil }
        return ChatContent(
            contact: timeline.contact,
            messages: timeline.messages.map { ChatMessage($0, marker: timeline.marker) },
            hasStoredEarlier: timeline.hasStoredEarlier,
            hasEarlier: timeline.hasEarlier,
            draft: timeline.draft,
            status: status,
            isFocused: isFocused
        )
    }
}

extension ChatMessage {
    fileprivate init(_ message: StoredMessage, marker: Position?) {
        self.init(
            id: message.id,
            author: message.author,
            text: message.text,
            imageCount: message.imageCount,
            time: message.time,
            delivery: message.delivery,
            followsGap: message.followsGap,
            isUnread: message.author == .contact
                && message.position.map { position in marker.map { $0 < position } ?? true } ?? false
        )
    }
}
