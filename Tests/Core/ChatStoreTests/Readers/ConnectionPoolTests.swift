import SQLiteKit
import SimulationKit
import Synchronization
import Testing

@testable import ChatStore

@Suite final class ConnectionPoolTests: Sendable {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let pool = ConnectionPool(
        (0..<2).map { _ in ReadingConnection(to: .newMemory(), onCorruption: nil) }
    )
    private let log = Mutex<[String]>([])

    /// Acquires a connection and records it; returns a function that releases it.
    private func acquire(_ name: String) -> Task<Void, Never> {
        let task = Task(executorPreference: executor) {
            do {
                let connection = try await self.pool.acquire()
                self.log.withLock { $0.append(name) }
                try? await self.executor.clock.sleep(for: .seconds(1))
                self.pool.release(connection)
            } catch {
                self.log.withLock { $0.append("\(name) left") }
            }
        }
        executor.run(for: .zero)
        return task
    }

    /// Ends all work, because a task that never ends is never freed.
    private func end() { executor.run(for: .seconds(5)) }

    private var events: [String] { log.withLock { $0 } }

    @Test func `readers without a connection are served in the order of arrival`() {
        defer { end() }
        for name in ["a", "b", "c", "d", "e"] { _ = acquire(name) }
        #expect(events == ["a", "b"])
        executor.run(for: .seconds(1))
        #expect(events == ["a", "b", "c", "d"])
        executor.run(for: .seconds(1))
        #expect(events == ["a", "b", "c", "d", "e"])
    }

    @Test func `a cancelled waiting reader leaves without a connection`() {
        defer { end() }
        let tasks = ["a", "b", "c", "d"].map(acquire)
        tasks[2].cancel()
        executor.run(for: .zero)
        #expect(events == ["a", "b", "c left"])
        executor.run(for: .seconds(1))
        #expect(events == ["a", "b", "c left", "d"])
        executor.run(for: .seconds(1))
        for name in ["e", "f"] { _ = acquire(name) }
        #expect(events.suffix(2) == ["e", "f"])
    }

    @Test func `a reader that is already cancelled does not wait`() {
        defer { end() }
        let tasks = ["a", "b"].map(acquire)
        let late = Task(executorPreference: executor) {
            withUnsafeCurrentTask { $0?.cancel() }
            do { _ = try await self.pool.acquire() } catch { self.log.withLock { $0.append("left") } }
        }
        executor.run(for: .zero)
        #expect(events == ["a", "b", "left"])
        withExtendedLifetime((tasks, late)) {}
    }
}
