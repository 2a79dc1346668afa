import ChatStore
import Foundation
import Transport

extension SimulatedWorld {
    /// Which message carries a file that was asked for, by the name that this has on the way.
    func place(of file: FileID) -> FilePlace? {
        let file = onServer(file)
        return evidence.with { $0.filePlaces[file] }
    }

    /// All bytes of a file as the server has it; nil when it has none such.
    func bytes(of file: FileID) async -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            guard let part = try? await server.part(of: onServer(file), at: Int64(bytes.count)) else { return nil }
            bytes += part
            if part.count < Limits.filePartBytes { return bytes }
        }
    }

    private func onServer(_ file: FileID) -> FileID { matrix == nil ? file : MatrixEvents.file(at: file.rawValue) }

    /// Where the app's files lie.
    var fileFolder: DiskFolder { DiskFolder(history.path + ".files") }

    /// Where the server keeps what was brought to it.
    var uploads: DiskFolder { DiskFolder(Self.journal(in: folder).path + ".files") }

    /// The bytes of a file that the app keeps; nil for none, or one that others may read.
    func bytes(of file: StoredFile?) -> [UInt8]? {
        file?.name.flatMap { fileFolder.path(of: $0) }.flatMap { privateBytes(at: $0) }
    }

    /// The bytes of a file on the disk; nil for none, or one that others may read.
    func privateBytes(at path: String) -> [UInt8]? {
        let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        return mode == 0o600 ? try? OpenFile.bytes(at: path) : nil
    }
}

extension OpenFile {
    /// All that a file holds: Foundation leaks a page for each that is empty. Throws a `StorageProblem`.
    static func bytes(at path: String) throws -> [UInt8] {
        let file = try OpenFile(at: path, O_RDONLY)
        return try file.read(at: 0, count: Int(file.size() ?? 0))
    }
}
