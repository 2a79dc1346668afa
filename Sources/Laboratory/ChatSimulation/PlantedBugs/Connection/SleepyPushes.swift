import SimulationKit
import Transport

extension PlantedBug {
    /// The push connection keeps waiting after the server is back.
    public static let sleepyPushes = PlantedBug(
        "sleepyPushes",
        breaks: [.complete, .modelAlone],
        changes: .pushes { SleepyPushes(inner: $0, executor: $1.executor) }
    )
}

/// A push source that waits after every ended connection, whatever the server's state.
private final class SleepyPushes: PushSource {
    private let inner: SeverableTransport
    private let executor: SimulationExecutor

    init(inner: SeverableTransport, executor: SimulationExecutor) {
        (self.inner, self.executor) = (inner, executor)
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        do { try await inner.receive(body) } catch {
            try await executor.clock.sleep(for: .seconds(25))
            throw error
        }
    }
}
