import ScreenTesting

@testable import UnidirectionalStore

extension Effect {
    /// What is to be done, in order, without doing it.
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

    /// Does everything, one after the other, and returns what came of it.
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
