import Synchronization

/// What the person is about in one life of the app: the steps that they began and that have not ended yet.
final class OpenSteps: Sendable {
    private struct State {
        var count = 0
        var steps: [Int: String] = [:]
    }

    private let state = Mutex(State())

    /// In the order in which they were begun.
    var names: [String] { state.withLock { $0.steps.sorted { $0.key < $1.key }.map(\.value) } }

    /// Does a step, which is open until it has ended.
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
