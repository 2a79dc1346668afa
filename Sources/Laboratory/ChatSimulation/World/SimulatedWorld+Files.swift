import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import SimulatedServer
import Transport

extension SimulatedWorld {
    /// Returns the message to which a requested file belongs, by the file's ID in transit.
    func place(of file: FileID) -> FilePlace? {
        let file = onServer(file)
        return evidence.with { $0.filePlaces[file] }
    }

    /// Returns all bytes of a file on the server; `nil` if the server does not have it.
    func bytes(of file: FileID) async -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            guard let part = try? await server.part(of: onServer(file), at: Int64(bytes.count)) else { return nil }
            bytes += part
            if part.count < Limits.filePartBytes { return bytes }
        }
    }

    private func onServer(_ file: FileID) -> FileID { matrix?.file(file) ?? file }

    /// The folder with the app's files.
    var fileFolder: DiskFolder { DiskFolder(history.path + ".files") }

    /// The folder with the server's uploaded files.
    var uploads: DiskFolder { DiskFolder(Self.journal(in: folder).path + ".files") }

    /// Returns the bytes of a file stored by the app; `nil` if there is none or if other users can read it.
    func bytes(of file: StoredFile?) -> [UInt8]? {
        file?.name.flatMap { fileFolder.path(of: $0) }.flatMap { privateBytes(at: $0) }
    }

    /// Returns the bytes of a file on the disk; `nil` if there is none or if other users can read it.
    func privateBytes(at path: String) -> [UInt8]? {
        let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        return mode == 0o600 ? try? OpenFile.bytes(at: path) : nil
    }
}

extension OpenFile {
    /// Returns all bytes of a file. Does not use Foundation, which leaks a page for each empty file. Throws a
    /// `StorageProblem`.
    static func bytes(at path: String) throws -> [UInt8] {
        let file = try OpenFile(at: path, O_RDONLY)
        return try file.read(at: 0, count: Int(file.size() ?? 0))
    }
}
