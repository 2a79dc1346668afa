import Transport

extension PlantedFault {
    /// What happens while one listens is told as what was missed.
    public static let liveAsBacklog = PlantedFault(
        "liveAsBacklog",
        breaks: [.notifiedOnce],
        server: .matrix,
        changes: .pushes { pushes, _ in BelatedPushes(inner: pushes) }
    )
}

/// Has the session ask for what came live, as for what was missed.
private struct BelatedPushes: PushSource {
    let inner: SeverableTransport

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await inner.receive { _ in await body(.opened) }
    }
}
