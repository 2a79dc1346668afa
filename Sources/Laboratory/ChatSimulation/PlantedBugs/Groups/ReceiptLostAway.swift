import ChatTypes

extension PlantedBug {
    /// A read receipt in a group that the user has left meanwhile is never sent.
    public static let receiptLostAway = PlantedBug(
        "receiptLostAway",
        breaks: [.receipts],
        firstSeed: 9,
        changes: .service { FinalRefusals(inner: $0) }
    )
}

/// A service that turns a refusal for lack of membership into a permanent one.
private struct FinalRefusals: ForwardingService {
    let inner: SeverableTransport

    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {
        do {
            try await inner.markRead(chat, upTo: message, in: scope)
        } catch ServiceError.refused(.notMember, let text) {
            throw ServiceError.refused(RefusalCode(rawValue: "final"), text: text)
        }
    }
}
