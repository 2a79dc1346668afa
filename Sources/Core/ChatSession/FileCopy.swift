import CSystem
import ChatTypes
import Foundation
import RuntimeKit

/// A file that a person sends, copied into the folder beside the history: whatever becomes of the original.
struct FileCopy: Sendable {
    /// In the folder.
    let name: String
    let byteCount: Int64
    /// SHA-256 of its bytes.
    let digest: String

    /// Copies and hashes a file, part by part, and returns when the copy outlives a power cut.
    ///
    /// What fails leaves nothing behind. Throws a `FileError` for what cannot be sent, a `StorageProblem` when the copy cannot
    /// be kept, or `CancellationError`.
    init(of path: String, as name: String, in folder: any FileFolder) async throws {
        self.name = name
        do {
            let original = try Self.open(path)
            var (count, hash): (Int64, SHA256) = (0, SHA256())
            while true {
                try Task.checkCancellation()
                let part = try Self.read(original, at: count)
                // A file without bytes is one, too.
                if part.isEmpty, count > 0 { break }
                try folder.write(part, to: name, at: count)
                if part.isEmpty { break }
                hash.add(part)
                count += Int64(part.count)
                // It may grow while it is read.
                guard count <= Limits.fileBytes else { throw FileError.impossibleSize(limit: Limits.fileBytes) }
                await Task.yield()
            }
            try folder.synchronize(name)
            (byteCount, digest) = (count, hash.digest)
        } catch {
            try? folder.remove(name)
            throw error
        }
    }

    private static func open(_ path: String) throws(FileError) -> OpenFile {
        do {
            let file = try OpenFile(at: path, O_RDONLY)
            guard let count = try file.size() else { throw FileError.noFile }
            guard count <= Limits.fileBytes else { throw FileError.impossibleSize(limit: Limits.fileBytes) }
            return file
        } catch let fault as FileError {
            throw fault
        } catch {
            throw (error as? StorageProblem).map(FileError.unreadable) ?? .unreadable(reason: "\(error)")
        }
    }

    /// That the original cannot be read is no problem of ours.
    private static func read(_ file: borrowing OpenFile, at offset: Int64) throws(FileError) -> [UInt8] {
        do { return try file.read(at: offset, count: Limits.filePartBytes) } catch { throw .unreadable(error) }
    }
}

extension FileError {
    /// A file that is to be sent cannot be read, be it the original or our copy.
    static func unreadable(_ problem: StorageProblem) -> Self {
        switch problem {
        case .notWritable: .unreadable(reason: "it is not ours to read")
        case .failing(let detail), .other(let detail): .unreadable(reason: detail)
        default: .unreadable(reason: "the disk fails")
        }
    }
}
