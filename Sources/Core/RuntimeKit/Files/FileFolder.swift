import Synchronization

/// A folder of files of any length, each under a harmless name, on disk or in memory.
///
/// Safe to use from any thread, as long as each file has one writer at a time. Every method throws a `StorageProblem`.
package protocol FileFolder: Sendable {
    /// Returns the path of a file, for other programs; nil in memory.
    func path(of name: String) -> String?

    /// Returns the size of a file in bytes, or nil if it does not exist.
    func size(of name: String) throws -> Int64?

    /// Reads at most `count` bytes from `offset`; returns fewer only at the end of the file. Throws if the file does not exist.
    func read(_ name: String, at offset: Int64, count: Int) throws -> [UInt8]

    /// Writes bytes at an offset; creates the file if it does not exist, readable by its owner only. An error may leave a part
    /// of the bytes written.
    func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws

    /// Returns once everything written to the file survives a power failure.
    func synchronize(_ name: String) throws

    /// Removes a file; ignores one that does not exist.
    func remove(_ name: String) throws

    /// Returns the names of all files, sorted.
    func names() throws -> [String]
}

/// A folder in memory, lost when the process ends.
package final class MemoryFolder: FileFolder {
    private let files = Mutex<[String: [UInt8]]>([:])

    package init() {}

    package func path(of name: String) -> String? { nil }

    package func size(of name: String) -> Int64? { files.withLock { $0[name].map { Int64($0.count) } } }

    package func read(_ name: String, at offset: Int64, count: Int) throws -> [UInt8] {
        guard let bytes = files.withLock({ $0[name] }) else {
            throw StorageProblem.other(detail: "there is no such file")
        }
        let start = Int(min(max(0, offset), Int64(bytes.count)))
        return Array(bytes[start...].prefix(max(0, count)))
    }

    package func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws {
        try files.withLock { files in
            let (start, size) = (Int(offset), files[name]?.count ?? 0)
            // A file has no holes.
            guard (0...size).contains(start) else {
                throw StorageProblem.other(detail: "the offset is beyond the end of the file")
            }
            files[name, default: []].replaceSubrange(start..<min(size, start + bytes.count), with: bytes)
        }
    }

    package func synchronize(_ name: String) {}

    package func remove(_ name: String) { files.withLock { $0[name] = nil } }

    package func names() -> [String] { files.withLock { $0.keys.sorted() } }
}
