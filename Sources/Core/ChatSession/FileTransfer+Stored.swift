import ChatStore
import ChatTypes
import RuntimeKit

extension Session {
    /// Whether all of a file lies in the folder.
    nonisolated func isWhole(_ file: StoredFile) -> Bool {
        FileTransfer(file, in: files, moves)?.isHere ?? false
    }
}

extension FileTransfer {
    /// Nil for what was never asked for, or is gone from the folder.
    init?(_ file: StoredFile, in folder: any FileFolder, _ moves: FileMoves) {
        let bytes = file.name.flatMap { moves[$0] }
        if let failure = file.failure {
            self = .failed(reason: failure)
        } else if let bytes {
            self = .moving(bytes: bytes, of: file.attachment.byteCount)
        } else if file.isOutgoing ? file.attachment.id.rawValue.isEmpty : file.name != nil && !file.isHere {
            self = .waiting
        } else if file.isHere, let name = file.name, (try? folder.size(of: name)) == file.attachment.byteCount {
            self = .here(path: folder.path(of: name))
        } else {
            return nil
        }
    }
}
