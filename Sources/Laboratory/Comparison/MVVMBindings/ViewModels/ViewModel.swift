import BindingKit
import ChatSession
import ChatTypes
import OneThread
import RuntimeKit
import ScreenKit

/// A mapping from the user's actions to the content shown, both as observables.
protocol ViewModel<Input, Output> {
    associatedtype Input
    associatedtype Output

    /// Returns the content for the user's actions. Called once, when the view is loaded. The content is updated as
    /// long as the view model is retained.
    func transform(_ input: Input) -> Output
}

/// The objects on which view models depend.
struct Dependencies {
    let session: Session
    let queue: MainQueue
    let environment: ChatEnvironment
    /// The number of changes to the day or the clock. After each, all time texts are created again.
    let timeChanges: Observable<Int>
    let pageSize: Int
}

extension QueryResult {
    /// The alert about a disk error, if any.
    var alertText: String? {
        if case .failure(let error) = content { return "Cannot read the history: \(errorText(error))" }
        return status.storageProblem.map { "Cannot save: \(errorText($0))" }
    }
}

extension Result {
    /// The text of the error, if any.
    var alertText: String? { if case .failure(let error) = self { errorText(error) } else { nil } }
}
