import CSystem
import Foundation
import SQLiteKit

extension HistoryFile {
    /// A pipe or a device would hold up whatever opens it, for ever. Throws `ChatDatabaseError.noFile`.
    func refuseOthersThanFiles() throws {
        for path in paths {
            guard let mode = Self.mode(of: path) else { continue }
            let kind: String? =
                switch mode & S_IFMT {
                case S_IFREG: nil
                case S_IFDIR: "a directory"
                case S_IFIFO: "a named pipe"
                case S_IFSOCK: "a socket"
                default: "a device"
                }
            if let kind { throw ChatDatabaseError.noFile(path: path, kind: kind) }
        }
    }

    /// Lets none but the owner read the history and its files, be they there already or about to be made.
    ///
    /// By name: to close a file that SQLite has open in this process would release SQLite's locks on it.
    func makePrivate() {
        if Self.mode(of: url.path) == nil { makeFile(at: url.path) }
        for path in paths {
            if let mode = Self.mode(of: path), mode & 0o077 != 0 { chmod(path, mode & 0o700) }
        }
        let folder = url.path + SQLiteConnection.Place.filesSuffix
        var status = stat()
        // A link's folder is another's.
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        if status.st_mode & 0o077 != 0 { chmod(folder, status.st_mode & 0o700) }
    }

    /// The history, and what SQLite keeps beside it.
    private var paths: [String] { ["", "-wal", "-shm"].map { url.path + $0 } }

    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }
}

/// Makes an empty file for its owner alone, unless there is one; what stands in the way, SQLite will say.
private func makeFile(at path: String) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
}
