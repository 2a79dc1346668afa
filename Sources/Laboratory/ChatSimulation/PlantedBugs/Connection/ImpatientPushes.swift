import SimulationKit
import Transport

extension PlantedBug {
    /// A refused push connection is retried almost at once, again and again.
    public static let impatientPushes = PlantedBug(
        "impatientPushes",
        breaks: [.modestRequests],
        changes: .pushes { ImpatientPushes(inner: $0, executor: $1.executor) }
    )

    /// After a push connection has ended, a job repeats without a pause, and no time passes.
    public static let spinningPushes = PlantedBug(
        "spinningPushes",
        breaks: [.modestRequests],
        changes: .pushes { pushes, _ in SpinningPushes(inner: pushes) }
    )
}

/// A push source that retries after the same short pause, whatever the server answers.
private final class ImpatientPushes: PushSource {
    private let inner: SeverableTransport
    private let executor: SimulationExecutor

    init(inner: SeverableTransport, executor: SimulationExecutor) {
        (self.inner, self.executor) = (inner, executor)
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        while !Task.isCancelled {
            do { return try await inner.receive(body) } catch { try await executor.clock.sleep(for: .milliseconds(50)) }
        }
    }
}

/// A push source that waits by busy polling.
private final class SpinningPushes: PushSource {
    private let inner: SeverableTransport

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        do { try await inner.receive(body) } catch {
            while !Task.isCancelled { await Task.yield() }
            throw error
        }
    }
}
