import Chat
import ChatTypes
import RuntimeKit
import Synchronization

extension PlantedBug {
    /// All messages are marked as read, however far up the user has scrolled.
    public static let readBelow = PlantedBug(
        "readBelow",
        breaks: [.receipts, .unread],
        firstSeed: 6,
        changes: .chat { model, _ in ReadBelow(inner: model) }
    )
}

/// A chat model that marks a chat as read up to the newest message ever shown, visible or not.
private final class ReadBelow: ForwardingChatModel {
    let inner: any ChatModel
    private let newest = Mutex<[ChatID: MessageID]>([:])

    init(inner: any ChatModel) { self.inner = inner }

    func messages(of chat: ChatID, _ window: MessageWindow) async -> LiveQuery<MessageWindow, QueryResult<ChatWindow?>>
    {
        await inner.messages(of: chat, window).map { [weak self] snapshot in
            let window = (try? snapshot.content.get()) ?? nil
            if let message = window?.messages.last(where: { $0.author != .me }) {
                self?.newest.withLock { $0[chat] = message.id }
            }
            return snapshot
        }
    }

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool {
        let below = newest.withLock { $0[chat] }
        return try await inner.markRead(chat, upTo: below ?? message)
    }
}
