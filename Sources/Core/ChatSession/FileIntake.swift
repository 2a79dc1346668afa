import ChatStore
import ChatTypes
import RuntimeKit
import Synchronization

/// A file that comes, part by part, into the folder beside the history: never more of it than was said.
///
/// Nothing is written behind a multiple of `Limits.filePartBytes` before what stands there is synchronised: so a power cut
/// leaves doubt about the last part alone.
final class FileIntake: Sendable {
    private let name: String
    private let expected: Int64
    private let folder: any FileFolder
    private let reached: Mutex<Int64>

    /// Goes on behind what came before. Throws a `FileError`.
    ///
    /// - Parameter reached: how far this process has come with it; nil for what an earlier one left, whose last part is taken
    ///   once more.
    init(_ file: WantedFile, into folder: any FileFolder, from reached: Int64?) throws {
        (name, expected, self.folder) = (file.name, file.attachment.byteCount, folder)
        let held = try Self.keeping {
            let held = try folder.size(of: file.name) ?? 0
            // Made at once, so that one without bytes is a file, too.
            if held == 0 { try folder.write([], to: file.name, at: 0) }
            return held
        }
        if held > expected { throw FileError.tooManyBytes(than: expected) }
        self.reached = Mutex(min(held, reached ?? max(0, held - 1) / Self.span * Self.span))
    }

    var byteCount: Int64 { reached.withLock { $0 } }

    /// Appends the next bytes; those of one file come one after the other. Throws a `FileError`.
    func append(_ part: [UInt8]) throws {
        guard Int64(part.count) <= expected - byteCount else { throw FileError.tooManyBytes(than: expected) }
        var rest = part[...]
        while !rest.isEmpty {
            let start = byteCount
            let piece = rest.prefix(Int(Self.span - start % Self.span))
            try Self.keeping {
                if start > 0, start.isMultiple(of: Self.span) { try folder.synchronize(name) }
                try folder.write(Array(piece), to: name, at: start)
            }
            reached.withLock { $0 = start + Int64(piece.count) }
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Returns when the file is whole and outlives a power cut. Throws a `FileError`.
    func finish() throws {
        guard byteCount == expected else { throw FileError.tooFewBytes(of: expected) }
        try Self.keeping { try folder.synchronize(name) }
    }

    private static let span = Int64(Limits.filePartBytes)

    private static func keeping<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw FileError.notKept(StorageProblem(error)) }
    }
}
