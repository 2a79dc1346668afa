import ChatStore
import Synchronization
import Transport

/// A file that comes, part by part, into the folder beside the history: never more of it than was said.
final class FileIntake: Sendable {
    private let name: String
    private let expected: Int64
    private let folder: any FileFolder
    private let reached: Mutex<Int64>

    /// Goes on behind what came before. Throws a `FileFault`.
    init(_ file: WantedFile, into folder: any FileFolder) throws {
        (name, expected, self.folder) = (file.name, file.attachment.byteCount, folder)
        reached = Mutex(
            try Self.keeping {
                let held = try folder.size(of: file.name) ?? 0
                // Made at once, so that one without bytes is a file, too.
                if held == 0 { try folder.write([], to: file.name, at: 0) }
                return held
            }
        )
        if byteCount > expected { throw FileFault.tooManyBytes(than: expected) }
    }

    var byteCount: Int64 { reached.withLock { $0 } }

    /// Takes the next bytes; those of one file are taken one after the other. Throws a `FileFault`.
    func take(_ part: [UInt8]) throws {
        let start = byteCount
        guard Int64(part.count) <= expected - start else { throw FileFault.tooManyBytes(than: expected) }
        try Self.keeping { try folder.write(part, to: name, at: start) }
        reached.withLock { $0 = start + Int64(part.count) }
    }

    /// Returns when the file is whole and outlives a power cut. Throws a `FileFault`.
    func finish() throws {
        guard byteCount == expected else { throw FileFault.tooFewBytes(of: expected) }
        try Self.keeping { try folder.synchronize(name) }
    }

    private static func keeping<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw FileFault.notKept(StorageProblem(error)) }
    }
}
