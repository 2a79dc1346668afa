import RuntimeKit
import Synchronization

/// The moves that wait for the screen on top, in the order in which they were posted.
///
/// Those from outside of all screens are never lost: what comes before the first screen or while screens change waits for the next
/// one on top. A screen's own count only while it is on top: what is tapped twice does not open twice.
final class NavigationQueue: Sendable {
    private struct State {
        var waiting: [(move: NavigationRequest, isFromOutside: Bool)] = []
        /// Of the screen on top; of no other that runs, since what takes a screen's place begins when that has ended.
        var depth = 0
    }

    private let state = Mutex(State())
    private let changes = CoalescingQueue<Void>()

    /// From outside of all screens.
    func post(_ move: NavigationRequest) {
        state.withLock { $0.waiting.append((move, isFromOutside: true)) }
        changes.post(())
    }

    /// From a screen; dropped when that is not on top.
    func post(_ move: NavigationRequest, fromDepth depth: Int) {
        state.withLock { if $0.depth == depth { $0.waiting.append((move, isFromOutside: false)) } }
        changes.post(())
    }

    /// Says which screen is on top from now on; what screens wanted before is dropped.
    func setTop(depth: Int) {
        state.withLock { state in
            state.depth = depth
            state.waiting.removeAll { !$0.isFromOutside }
        }
    }

    /// Waits for one, and takes it. Returns nil when the caller's task is cancelled. For one reader at a time.
    func next() async -> NavigationRequest? {
        while !Task.isCancelled {
            if let first = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) { return first.move }
            _ = await changes.takeAll()
        }
        return nil
    }
}

/// The moves of one screen.
struct ScreenNavigation: Sendable {
    let depth: Int
    let moves: NavigationQueue

    func post(_ move: NavigationRequest) { moves.post(move, fromDepth: depth) }
}
