import ScreenTesting

@testable import UnidirectionalStore

extension Effect {
    /// The effect's operations in order, without performing them.
    var plan: [String] {
        operations.map { operation in
            switch operation {
            case .perform: "perform"
            case .run(let id, _): "run \(id)"
            case .enqueue(let id, _): "enqueue \(id)"
            case .cancel(let id): "cancel \(id)"
            }
        }
    }

    /// Performs all operations one after another, and returns the resulting actions.
    func actions() async -> [Action] {
        let sent = Recorder<Action>()
        for operation in operations {
            switch operation {
            case .perform(let body): body()
            case .run(_, let body): await body { sent.record($0) }
            case .enqueue(_, let body): if let action = await body() { sent.record(action) }
            case .cancel: break
            }
        }
        return sent.values
    }
}
