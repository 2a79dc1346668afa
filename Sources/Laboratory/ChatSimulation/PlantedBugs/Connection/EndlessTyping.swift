import SimulationKit
import Synchronization
import Transport

extension PlantedBug {
    /// Typing notices are renewed forever.
    public static let endlessTyping = PlantedBug(
        "endlessTyping",
        breaks: [.typing],
        changes: .pushes { EndlessTyping(inner: $0, executor: $1.executor) }
    )
}

/// A push source that repeats every typing notice again and again.
private final class EndlessTyping: PushSource {
    private let inner: SeverableTransport
    private let executor: SimulationExecutor
    private let notices = Mutex<Set<LiveEvent>>([])

    init(inner: SeverableTransport, executor: SimulationExecutor) {
        (self.inner, self.executor) = (inner, executor)
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await withoutActuallyEscaping(body) { body in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.inner.receive { await self.note($0, body) } }
                group.addTask { try await self.repeatNotices(body) }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    private func note(_ event: LiveEvent, _ body: @Sendable (LiveEvent) async -> Void) async {
        if case .typing(true, _, _) = event { notices.withLock { _ = $0.insert(event) } }
        await body(event)
    }

    private func repeatNotices(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        while true {
            try await executor.clock.sleep(for: .seconds(3))
            for notice in notices.withLock({ $0 }) { await body(notice) }
        }
    }
}
