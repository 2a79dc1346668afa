import BindingKit
import ChatSession
import OneThread
import ScreenKit
import Transport

/// Maps what a person does to what is shown, both in time.
protocol ViewModel<Input, Output> {
    associatedtype Input
    associatedtype Output

    /// Called once, when the view is there. What is shown keeps up as long as the view model is held.
    func transform(_ input: Input) -> Output
}

/// What view models stand on.
struct Dependencies {
    let session: Session
    let queue: MainQueue
    let environment: ChatEnvironment
    /// How often what the texts of times stand on has changed: each time all of them are made anew.
    let timeChanges: Observable<Int>
    let pageSize: Int
}

extension Snapshot {
    /// What went wrong on the disk.
    var alertText: String? {
        if case .failure(let error) = content { return "Cannot read the history: \(errorText(error))" }
        return status.storageProblem.map { "Cannot save: \(errorText($0))" }
    }
}

extension Result {
    /// What went wrong.
    var alertText: String? { if case .failure(let error) = self { errorText(error) } else { nil } }
}
