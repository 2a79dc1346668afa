import Synchronization

/// State behind a lock, between whose sections other work may come in as another thread's would.
///
/// As `Mutex`, with a call of `Interleaving.letOthersIn()` behind each section.
package struct InterleavingMutex<Value: Sendable>: ~Copyable, Sendable {
    private let state: Mutex<Value>

    package init(_ value: Value) {
        state = Mutex(value)
    }

    /// Lends the state to `body`, which must not wait, nor use another lock of this kind.
    package borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let result = state.withLock { value in body(&value) }
        Interleaving.letOthersIn()
        return result
    }
}
