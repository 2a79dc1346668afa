import Chat
import ChatTypes
import RuntimeKit
import Transport

extension PlantedBug {
    /// A chat is marked as read although another screen covers it or the app has no focus.
    public static let readUnseen = PlantedBug(
        "readUnseen",
        breaks: [.receipts],
        firstSeed: 8,
        changes: .chat { UnseenReceipts(inner: $0, service: $1) }
    )
}

/// A chat model that sends read receipts for everything shown, whether or not the user is looking.
private struct UnseenReceipts: ForwardingChatModel {
    let inner: any ChatModel
    let service: any ChatService

    func messages(of chat: ChatID, _ window: MessageWindow) async -> LiveQuery<MessageWindow, QueryResult<ChatWindow?>>
    {
        await inner.messages(of: chat, window).map { snapshot in
            snapshot.map { $0.map { $0.lookedAt } }
        }
    }

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool {
        let isRead = try await inner.markRead(chat, upTo: message)
        try? await service.markRead(chat, upTo: message)
        return isRead
    }
}

extension ChatWindow {
    fileprivate var lookedAt: ChatWindow {
        ChatWindow(
            contact: contact,
            group: group,
            messages: messages,
            hasStoredEarlier: hasStoredEarlier,
            hasEarlier: hasEarlier,
            hasLater: hasLater,
            firstUnread: firstUnread,
            draft: draft,
            notifications: notifications,
            typingAuthors: typingAuthors
        )
    }
}
