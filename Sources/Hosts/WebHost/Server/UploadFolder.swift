import CSystem
import ChatTypes
import Foundation
import RuntimeKit
import Synchronization

/// The folder for files on their way between the page and this program, accessible to this user only.
///
/// It is created, and emptied of what a crash left, when the first file needs it, and removed at the end: what is sent has been copied into
/// the history by then.
final class UploadFolder: Sendable {
    let directory: URL
    private let count = Mutex(0)

    init(_ directory: URL) { self.directory = directory }

    /// Removes a file with the folder of its own.
    func remove(_ path: String) {
        try? FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent())
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Returns a path in a folder of its own, so that equal names do not meet; nil if that folder cannot be created.
    func path(forFileNamed name: String) -> String? {
        let number = count.withLock { count in
            if count == 0 { try? FileManager.default.removeItem(at: directory) }
            count += 1
            return count
        }
        let folder = directory.appending(path: "\(number)")
        let created: Void? = try? FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return created == nil ? nil : folder.appending(path: FileName.harmless(name)).path
    }
}
