import Synchronization

/// What a query is asked for, and how far it has been answered.
final class LiveQueryState<Request: Sendable>: Invalidatable {
    struct Reading {
        let request: Request
        fileprivate let asks: Int
        fileprivate let changes: Int
    }

    /// A task that waits until so many changes are known to an answer that was taken.
    private struct Settling {
        let changes: Int
        let completion: Completion
    }

    private struct State {
        var request: Request
        /// How often something else was asked for.
        var asks = 0
        /// How many changes there were, the query's beginning included.
        var changes = 1
        /// How many of them the last answer that was taken knows of.
        var answered = 0
        var settling: [Settling] = []
    }

    let changed = CoalescingQueue<Void>()
    let asked = CoalescingQueue<Void>()
    private let state: Mutex<State>

    init(_ request: Request) {
        state = Mutex(State(request: request))
        changed.post(())
    }

    var request: Request { state.withLock { $0.request } }

    func ask(_ request: Request) {
        state.withLock { state in
            state.request = request
            state.asks += 1
            state.changes += 1
        }
        // First the reading that goes on is ended: the one that follows must not be.
        asked.post(())
        changed.post(())
    }

    func invalidate() {
        state.withLock { $0.changes += 1 }
        changed.post(())
    }

    func beginReading() -> Reading {
        asked.takeWaiting()
        return state.withLock { Reading(request: $0.request, asks: $0.asks, changes: $0.changes) }
    }

    /// Whether nothing else has been asked for since.
    func isWanted(_ reading: Reading) -> Bool {
        state.withLock { $0.asks == reading.asks }
    }

    /// Settles nothing when something else was asked for as the answer was taken: the one that follows will.
    func endReading(_ reading: Reading) {
        let settled = state.withLock { state -> [Settling] in
            guard state.asks == reading.asks else { return [] }
            state.answered = max(state.answered, reading.changes)
            let settled = state.settling.filter { $0.changes <= state.answered }
            state.settling.removeAll { $0.changes <= state.answered }
            return settled
        }
        for waiting in settled { waiting.completion.finish() }
    }

    func settle() async {
        await Completion.wait { completion in
            state.withLock { state in
                if state.answered < state.changes {
                    state.settling.append(Settling(changes: state.changes, completion: completion))
                }
            }
        }
    }

    /// No further answer comes: tasks that wait for one go on.
    func stopSettling() {
        let settling = state.withLock { state in
            defer { state.settling = [] }
            return state.settling
        }
        for waiting in settling { waiting.completion.finish() }
    }
}
