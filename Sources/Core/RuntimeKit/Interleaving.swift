import Synchronization

/// Runs other work at points where another thread could run: between two critical sections, and after posting to a queue.
///
/// Tests and simulated sessions run on one thread, where this never happens by itself, so no seed would find two critical
/// sections that should be one. Only debug builds and builds with the condition `INTERLEAVED` contain it.
package struct Interleaving: Sendable {
    private let work: @Sendable () -> Void

    /// Creates an interleaving that calls `work` at each point.
    package init(_ work: @escaping @Sendable () -> Void) {
        self.work = work
    }

    #if DEBUG || INTERLEAVED
        /// The interleaving of the current task.
        ///
        /// A struct and not a function: a program with a static runtime does not find the metadata of a function type.
        @TaskLocal package static var current: Interleaving?
    #endif

    /// Runs the other work of the current task, if there is any.
    ///
    /// Must not be called while a lock is held, nor in a cancellation handler: the other work may use the same lock.
    package static func runOtherWork() {
        #if DEBUG || INTERLEAVED
            current?.work()
        #endif
    }
}

/// A `Mutex` that calls `Interleaving.runOtherWork()` after each critical section.
package struct InterleavingMutex<Value: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    /// Creates a mutex that protects `value`.
    package init(_ value: Value) {
        mutex = Mutex(value)
    }

    /// Calls `body` with the protected value. `body` must not wait, nor use another interleaving mutex.
    package borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let result = mutex.withLock { value in body(&value) }
        Interleaving.runOtherWork()
        return result
    }
}
