import Chat
import Synchronization
import Transport

extension PlantedFault {
    /// All is read, however far up the person is.
    public static let readBelow = PlantedFault(
        "readBelow",
        breaks: [.receipts, .unread],
        firstSeed: 15,
        changes: .chat { model, _ in ReadBelow(inner: model) }
    )
}

/// Marks a chat as read up to the newest message that was shown of it at some time, in sight or not.
private final class ReadBelow: ForwardingChatModel {
    let inner: any ChatModel
    private let newest = Mutex<[ChatID: MessageID]>([:])

    init(inner: any ChatModel) { self.inner = inner }

    func messages(of chat: ChatID, _ window: MessageWindow) async -> LiveQuery<MessageWindow, Snapshot<ChatWindow?>> {
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
