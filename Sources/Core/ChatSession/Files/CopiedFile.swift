import CSystem
import ChatTypes
import Foundation
import RuntimeKit

/// A copy of a file that the user sends, in the folder beside the history. The original may go away.
struct CopiedFile: Sendable {
    /// The name in the folder.
    let name: String
    let byteCount: Int64
    /// The SHA-256 digest of the bytes.
    let digest: String
    /// The width and height of a picture, read from its first bytes; nil for any other file.
    let pixels: PixelSize?

    /// Copies and hashes a file, part by part, and returns when the copy survives a power cut.
    ///
    /// A failure leaves no copy. Throws a `FileError` if the file cannot be sent, a `StorageProblem` if the copy cannot be
    /// written, or `CancellationError`.
    init(of path: String, as name: String, in folder: any FileFolder) async throws {
        let original = try Self.open(path)
        try await self.init(as: name, in: folder) { offset in try Self.read(original, at: offset) }
    }

    /// Copies another file of the folder likewise.
    init(ofCopy copy: String, as name: String, in folder: any FileFolder) async throws {
        try await self.init(as: name, in: folder) { offset in
            do { return try folder.read(copy, at: offset, count: Limits.filePartBytes) } catch {
                throw (error as? StorageProblem).map(FileError.unreadable) ?? .lost
            }
        }
    }

    private init(as name: String, in folder: any FileFolder, reading read: (Int64) throws -> [UInt8]) async throws {
        self.name = name
        do {
            var (count, hash, pixels): (Int64, SHA256, PixelSize?) = (0, SHA256(), nil)
            while true {
                try Task.checkCancellation()
                let part = try read(count)
                // An empty file needs one write as well.
                if part.isEmpty, count > 0 { break }
                try folder.write(part, to: name, at: count)
                if part.isEmpty { break }
                if count == 0 { pixels = RasterPicture(head: part)?.pixels }
                hash.add(part)
                count += Int64(part.count)
                // The original may grow during the copy.
                guard count <= Limits.fileBytes else { throw FileError.impossibleSize(limit: Limits.fileBytes) }
                await Task.yield()
            }
            try folder.synchronize(name)
            (byteCount, digest, self.pixels) = (count, hash.digest, pixels)
        } catch {
            try? folder.remove(name)
            throw error
        }
    }

    private static func open(_ path: String) throws(FileError) -> OpenFile {
        do {
            let file = try OpenFile(at: path, O_RDONLY)
            guard let count = try file.size() else { throw FileError.notAFile }
            guard count <= Limits.fileBytes else { throw FileError.impossibleSize(limit: Limits.fileBytes) }
            return file
        } catch let error as FileError {
            throw error
        } catch {
            throw (error as? StorageProblem).map(FileError.unreadable) ?? .unreadable(reason: "\(error)")
        }
    }

    /// Reads the original. An error is the file's, not the history's.
    private static func read(_ file: borrowing OpenFile, at offset: Int64) throws(FileError) -> [UInt8] {
        do { return try file.read(at: offset, count: Limits.filePartBytes) } catch { throw .unreadable(error) }
    }
}

extension FileError {
    /// Makes the error for a file to send, or its copy, that cannot be read.
    static func unreadable(_ problem: StorageProblem) -> Self {
        switch problem {
        case .notWritable: .unreadable(reason: "it is not ours to read")
        case .failing(let detail), .other(let detail): .unreadable(reason: detail)
        default: .unreadable(reason: "the disk fails")
        }
    }
}
