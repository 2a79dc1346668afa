import Transport

extension PlantedFault {
    /// The server is never told that a message was taken back.
    public static let untoldRemoval = PlantedFault(
        "untoldRemoval",
        breaks: [.sentOnce, .samePath],
        firstSeed: 5,
        changes: .service { SilentRemovals(inner: $0) }
    )
}

/// Takes what is taken back, and tells nobody.
private struct SilentRemovals: ForwardingService {
    let inner: SeverableTransport

    func remove(_ message: MessageID, in chat: ChatID) async throws {}
}
