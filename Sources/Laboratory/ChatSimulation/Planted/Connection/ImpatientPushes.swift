import SimulationKit
import Transport

extension PlantedFault {
    /// A push connection that was refused is tried again at once, again and again.
    public static let impatientPushes = PlantedFault(
        "impatientPushes",
        breaks: [.modestRequests],
        changes: .pushes { ImpatientPushes(inner: $0, executor: $1.executor) }
    )

    /// Once a push connection has ended, something goes on without a pause, and time never passes.
    public static let spinningPushes = PlantedFault(
        "spinningPushes",
        breaks: [.modestRequests],
        changes: .pushes { pushes, _ in SpinningPushes(inner: pushes) }
    )
}

/// Tries again after the same short pause, whatever the server says.
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

/// Waits for something by asking for it.
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
