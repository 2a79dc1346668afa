import ChatTypes
import Synchronization

/// The uploaded files that the server has lost, until each is uploaded again.
final class LostFiles: Sendable {
    /// The number of messages with each file that were refused for it.
    private let refusals = Mutex<[FileID: Int]>([:])

    func lose(_ file: FileID) {
        refusals.withLock { $0[file] = 0 }
    }

    func noteUploaded(_ file: FileID) {
        refusals.withLock { $0[file] = nil }
    }

    /// Counts a message with a file that was lost, unless the app cannot note that. Returns the number of refusals so far; nil if the server
    /// has the file.
    func refuse(_ file: FileID, isNoted: Bool) -> Int? {
        refusals.withLock { refusals in
            guard let count = refusals[file] else { return nil }
            refusals[file] = isNoted ? count + 1 : count
            return refusals[file]
        }
    }
}
