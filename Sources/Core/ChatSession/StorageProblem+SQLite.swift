import ChatStore
package import ChatTypes
import SQLiteKit

extension StorageProblem {
    /// What the history's error means for people; one that is known already stays.
    package init(_ error: any Error) {
        self =
            switch error {
            case let error as StorageProblem: error
            case let error as SQLiteError: error.problem
            default: .other(detail: "\(error)")
            }
    }
}
