import Synchronization

/// A handle that resumes a waiting task: when `finish()` is called, or when the last reference to it is released.
///
/// Work that is dropped on the way, because the user left its screen, therefore leaves no task waiting.
public final class Completion: Sendable {
    private let waiter: Waiter

    /// Passes a completion to `body` and returns once it has finished, or the caller's task is cancelled.
    public static func wait(_ body: (Completion) -> Void) async {
        let waiter = Waiter()
        body(Completion(waiter))
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter.wait($0) }
        } onCancel: {
            waiter.finish()
        }
    }

    private init(_ waiter: Waiter) {
        self.waiter = waiter
    }

    deinit { finish() }

    /// Resumes the waiting task; does nothing after the first call. Safe to call from any thread.
    public func finish() {
        waiter.finish()
    }

    /// The waiting task, which outlives the completion.
    private final class Waiter: Sendable {
        private let state = Mutex<(isFinished: Bool, continuation: CheckedContinuation<Void, Never>?)>((false, nil))

        func wait(_ continuation: CheckedContinuation<Void, Never>) {
            let isFinished = state.withLock { state in
                if !state.isFinished { state.continuation = continuation }
                return state.isFinished
            }
            if isFinished { continuation.resume() }
        }

        func finish() {
            state.withLock { state in
                defer { state = (true, nil) }
                return state.continuation
            }?.resume()
        }
    }
}

/// An event that resumes every task waiting for it at that moment; it is not remembered for later tasks.
public final class Signal: Sendable {
    private struct State {
        var waiting: [Int: Completion] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// Creates a signal without waiting tasks.
    public init() {}

    /// Resumes every waiting task, in the order in which they began to wait.
    public func wakeAll() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.sorted { $0.key < $1.key }
        }
        for (_, completion) in waiting { completion.finish() }
    }

    /// Returns at the next call of `give()`, or when the caller's task is cancelled.
    public func wait() async {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        await Completion.wait { completion in state.withLock { $0.waiting[number] = completion } }
        _ = state.withLock { $0.waiting.removeValue(forKey: number) }
    }
}
