import Synchronization

/// The request of a live query, and which of its changes have been answered.
final class LiveQueryState<Request: Sendable>: Invalidatable {
    struct Reading {
        let request: Request
        fileprivate let replacements: Int
        fileprivate let changes: Int
    }

    /// A task that waits for an answer that includes a number of changes.
    private struct Settling {
        let changes: Int
        let completion: Completion
    }

    private struct State {
        var request: Request
        /// The number of times the request was replaced.
        var replacements = 0
        /// The number of changes, including the creation of the query.
        var changes = 1
        /// The number of changes that the last handled answer includes.
        var answered = 0
        var settling: [Settling] = []
        /// The query that reads this one among others.
        var joined: (any Invalidatable)?
    }

    let changed = CoalescingQueue<Void>()
    let replaced = CoalescingQueue<Void>()
    private let state: Mutex<State>

    init(_ request: Request) {
        state = Mutex(State(request: request))
        changed.post(())
    }

    var request: Request { state.withLock { $0.request } }

    func setRequest(_ request: Request) {
        state.withLock { state in
            state.request = request
            state.replacements += 1
            state.changes += 1
        }
        // Ends the current reading first; in the other order, this could end the reading that follows.
        replaced.post(())
        changed.post(())
    }

    func invalidate() {
        let joined = state.withLock { state in
            state.changes += 1
            return state.joined
        }
        // Nobody follows a query that another one reads.
        if let joined { joined.invalidate() } else { changed.post(()) }
    }

    /// Invalidates a query that reads this one among others, too, whenever this one is.
    func join(_ other: any Invalidatable) { state.withLock { $0.joined = other } }

    func beginReading() -> Reading {
        replaced.drain()
        return state.withLock { Reading(request: $0.request, replacements: $0.replacements, changes: $0.changes) }
    }

    /// Whether the request has not been replaced since the reading began.
    func isCurrent(_ reading: Reading) -> Bool {
        state.withLock { $0.replacements == reading.replacements }
    }

    /// Resumes the tasks whose changes the answer includes, unless the request was replaced while the answer was handled: the
    /// next answer resumes them.
    func endReading(_ reading: Reading) {
        let settled = state.withLock { state -> [Settling] in
            guard state.replacements == reading.replacements else { return [] }
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

    /// Resumes every task that waits for an answer, since none will come.
    func stopSettling() {
        let settling = state.withLock { state in
            defer { state.settling = [] }
            return state.settling
        }
        for waiting in settling { waiting.completion.finish() }
    }
}
