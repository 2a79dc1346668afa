import ChatTypes

extension PlantedBug {
    /// Deletions are never sent to the server.
    public static let untoldRemoval = PlantedBug(
        "untoldRemoval",
        breaks: [.sentOnce, .samePath],
        firstSeed: 5,
        changes: .service { SilentRemovals(inner: $0) }
    )
}

/// A service that accepts deletions without sending them.
private struct SilentRemovals: ForwardingService {
    let inner: SeverableTransport

    func remove(_ message: MessageID, in chat: ChatID) async throws {}
}
