import Chat
import Transport

extension PlantedFault {
    /// The server is told of a reading before it is stored.
    public static let receiptBeforeCommit = PlantedFault(
        "receiptBeforeCommit",
        breaks: [.survivesDeath, .receipts],
        firstSeed: 2,
        changes: .chat { HastyReceipts(inner: $0, service: $1) }
    )
}

/// Tells the server that a message was read before that is stored.
private struct HastyReceipts: ForwardingChatModel {
    let inner: any ChatModel
    let service: any ChatService

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool {
        try? await service.markRead(chat, upTo: message)
        return try await inner.markRead(chat, upTo: message)
    }
}
