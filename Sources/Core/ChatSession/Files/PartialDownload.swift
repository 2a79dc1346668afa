import ChatStore
import ChatTypes
import RuntimeKit
import Synchronization

/// A file that is downloaded, part by part, into the folder beside the history, up to its end or the limit of files.
///
/// The size that the sender stated decides nothing: it may be wrong, and a server may have more.
///
/// Each part of `Limits.filePartBytes` is synchronised before the next is written, so a power cut can only damage the last.
final class PartialDownload: Sendable {
    private let name: String
    private let folder: any FileFolder
    private let reached: Mutex<Int64>

    /// Continues after the bytes that are here. Throws a `FileError`.
    ///
    /// - Parameter reached: The number of bytes that this process has written. Nil for a file of an earlier process, whose last
    ///   part is downloaded again.
    init(_ file: RequestedDownload, into folder: any FileFolder, from reached: Int64?) throws {
        (name, self.folder) = (file.name, folder)
        let held = try Self.writing {
            let held = try folder.size(of: file.name) ?? 0
            // Creates the file now, so that an empty one exists as well.
            if held == 0 { try folder.write([], to: file.name, at: 0) }
            return held
        }
        if held > Limits.fileBytes { throw FileError.impossibleSize(limit: Limits.fileBytes) }
        self.reached = Mutex(min(held, reached ?? max(0, held - 1) / Self.span * Self.span))
    }

    var byteCount: Int64 { reached.withLock { $0 } }

    /// Appends the next bytes. One call at a time. Throws a `FileError`.
    func append(_ part: [UInt8]) throws {
        guard Int64(part.count) <= Limits.fileBytes - byteCount else {
            throw FileError.impossibleSize(limit: Limits.fileBytes)
        }
        var rest = part[...]
        while !rest.isEmpty {
            let start = byteCount
            let piece = rest.prefix(Int(Self.span - start % Self.span))
            try Self.writing {
                if start > 0, start.isMultiple(of: Self.span) { try folder.synchronize(name) }
                try folder.write(Array(piece), to: name, at: start)
            }
            reached.withLock { $0 = start + Int64(piece.count) }
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Returns when the complete file survives a power cut. Throws a `FileError`.
    func finish() throws {
        try Self.writing { try folder.synchronize(name) }
    }

    private static let span = Int64(Limits.filePartBytes)

    private static func writing<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw FileError.notStored(StorageProblem(error)) }
    }
}
