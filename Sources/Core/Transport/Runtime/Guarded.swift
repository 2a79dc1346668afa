import Synchronization

/// State behind a lock, of which a test can interrupt its owner wherever other threads could.
///
/// As `Mutex`, but in a debug build whatever `Interleaving.afterSection` holds is called behind each section, as if another
/// thread had come in between: what two sections do in one's stead shows under every seed. A release build has nothing
/// of it.
package struct Guarded<Value: Sendable>: ~Copyable, Sendable {
    private let state: Mutex<Value>

    package init(_ value: Value) {
        state = Mutex(value)
    }

    /// Lends the state to `body`, which must not wait.
    package borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let result = state.withLock { value in body(&value) }
        #if DEBUG
            Interleaving.afterSection?()
        #endif
        return result
    }
}

#if DEBUG
    /// What comes between two sections under a lock, in the task that a test runs.
    package enum Interleaving {
        @TaskLocal package static var afterSection: (@Sendable () -> Void)?
    }
#endif
