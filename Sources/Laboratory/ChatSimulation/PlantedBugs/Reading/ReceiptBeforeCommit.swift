import Chat
import ChatTypes
import Transport

extension PlantedBug {
    /// A read receipt is sent before the read marker is stored.
    public static let receiptBeforeCommit = PlantedBug(
        "receiptBeforeCommit",
        breaks: [.survivesDeath, .receipts],
        changes: .chat { HastyReceipts(inner: $0, service: $1) }
    )
}

/// A chat model that sends read receipts before it stores the read marker.
private struct HastyReceipts: ForwardingChatModel {
    let inner: any ChatModel
    let service: any ChatService

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool {
        try? await service.markRead(chat, upTo: message)
        return try await inner.markRead(chat, upTo: message)
    }
}
