import ChatTypes
import RuntimeKit
import ScreenKit

/// A screen's connection state and last error.
struct Health: Equatable {
    var connection = Connection()
    var alert: String?

    /// Takes a query result. Returns its content, or `nil` if the history could not be read.
    mutating func take<Content>(_ snapshot: QueryResult<Content>) -> Content? {
        connection = snapshot.status.connection
        if let problem = snapshot.status.storageProblem { alert = "Cannot save: \(errorText(problem))" }
        switch snapshot.content {
        case .success(let content): return content
        case .failure(let problem):
            alert = "Cannot read the history: \(errorText(problem))"
            return nil
        }
    }
}
