import Synchronization

/// Wakes all that wait for it at the moment when it is given.
public final class Signal: Sendable {
    private struct State {
        var waiting: [Int: Completion] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// Lets every task that waits now go on.
    public func give() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.sorted { $0.key < $1.key }
        }
        for (_, completion) in waiting { completion.finish() }
    }

    /// Returns when the signal is next given, or the caller's task is cancelled.
    public func wait() async {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        await Completion.wait { completion in state.withLock { $0.waiting[number] = completion } }
        _ = state.withLock { $0.waiting.removeValue(forKey: number) }
    }
}
