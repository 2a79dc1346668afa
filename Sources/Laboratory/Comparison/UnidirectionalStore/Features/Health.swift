import ScreenKit
import Transport

/// How a screen stands with the server and the disk.
struct Health: Equatable {
    var connection = Connection()
    var alert: String?

    /// Returns what was read, unless it could not be.
    mutating func take<Content>(_ snapshot: Snapshot<Content>) -> Content? {
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
