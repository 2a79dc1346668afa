import Transport

extension PlantedBug {
    /// Live events are reported as missed messages.
    public static let liveAsBacklog = PlantedBug(
        "liveAsBacklog",
        breaks: [.notifiedOnce],
        firstSeed: 3,
        server: .matrix,
        changes: .pushes { pushes, _ in BelatedPushes(inner: pushes) }
    )
}

/// A push source that makes the session sync for messages that arrived live, as for missed ones.
private struct BelatedPushes: PushSource {
    let inner: SeverableTransport

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await inner.receive { _ in await body(.opened) }
    }
}
