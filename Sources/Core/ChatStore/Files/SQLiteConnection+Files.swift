import RuntimeKit
import SQLiteKit

extension SQLiteConnection.Place {
    /// What the name of a history's folder of files adds to that of the history.
    static let filesSuffix = ".files"

    /// Where the files of a history lie that lives here.
    var files: any FileFolder {
        switch self {
        case .file(let path), .immutableFile(let path): DiskFolder(path + Self.filesSuffix)
        case .memory: MemoryFolder()
        }
    }
}
