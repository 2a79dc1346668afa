import Synchronization

/// The user's steps that have begun and not yet ended in one process of the app.
final class OpenSteps: Sendable {
    private struct State {
        var count = 0
        var steps: [Int: String] = [:]
    }

    private let state = Mutex(State())

    /// The names of the open steps, in the order in which they began.
    var names: [String] { state.withLock { $0.steps.sorted { $0.key < $1.key }.map(\.value) } }

    /// Performs a step, which stays open until it has ended.
    func take(_ step: any PersonStep, _ body: (any PersonStep) async -> Void) async {
        let number = state.withLock { state in
            state.count += 1
            state.steps[state.count] = "\(step)"
            return state.count
        }
        await body(step)
        _ = state.withLock { $0.steps.removeValue(forKey: number) }
    }
}
