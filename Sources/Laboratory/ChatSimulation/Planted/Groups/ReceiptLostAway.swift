import Transport

extension PlantedFault {
    /// That something was read in a group which we have left by then is never told.
    public static let receiptLostAway = PlantedFault(
        "receiptLostAway",
        breaks: [.receipts],
        firstSeed: 27,
        changes: .service { FinalRefusals(inner: $0) }
    )
}

/// What a group refuses because we are not in it is refused for ever.
private struct FinalRefusals: ForwardingService {
    let inner: SeverableTransport

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        do {
            try await inner.markRead(chat, upTo: message)
        } catch ServiceError.refused(.notMember, let text) {
            throw ServiceError.refused(RefusalCode(rawValue: "final"), text: text)
        }
    }
}
