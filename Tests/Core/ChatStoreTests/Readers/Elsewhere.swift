import ChatStore
import Foundation
import SimulationKit
import Synchronization

/// Runs `body` on a thread of its own and waits for it, while the caller's thread is blocked.
///
/// One thread at a time uses `state`, because the caller waits.
func elsewhere<State, Value: Sendable>(
    with state: State,
    _ body: @escaping @Sendable (State) throws -> Value
) throws -> Value {
    nonisolated(unsafe) let state = state
    let result = Box<Value>()
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        let value = Result { try body(state) }
        result.value.withLock { $0 = value }
        isDone.signal()
    }
    isDone.wait()
    return try result.value.withLock { $0 ?? .failure(CancellationError()) }.get()
}

/// Runs `body` to its end on an executor of its own, on the calling thread.
func onOwnExecutor<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    let result = Box<Value>()
    Task(executorPreference: executor) {
        let value: Result<Value, any Error>
        do { value = .success(try await body()) } catch { value = .failure(error) }
        result.value.withLock { $0 = value }
    }
    guard executor.run(until: { result.value.withLock { $0 != nil } }) else { throw LeftExecutor() }
    return try result.value.withLock { $0 ?? .failure(LeftExecutor()) }.get()
}

/// Work ran elsewhere, and nothing is left that could resume its waiter.
struct LeftExecutor: Error {}

/// The result of work on another thread.
private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, any Error>?>(nil)
}
