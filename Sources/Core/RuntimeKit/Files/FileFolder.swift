/// Files of any length in one folder, each under a harmless name: on a disk, or in memory.
///
/// Safe to use from any thread; who writes one file writes it alone. Everything throws a `StorageProblem`.
package protocol FileFolder: Sendable {
    /// Where a file lies, for other programs; nil in memory.
    func path(of name: String) -> String?

    /// How many bytes a file has; nil when there is none.
    func size(of name: String) throws -> Int64?

    /// At most `count` bytes from `offset` on; fewer only at the end. Throws when there is no such file.
    func read(_ name: String, at offset: Int64, count: Int) throws -> [UInt8]

    /// Puts bytes where they belong, and makes the file if there is none, for its owner alone. What fails may leave a part.
    func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws

    /// Returns when what was written is there even after a power cut.
    func synchronize(_ name: String) throws

    /// One that is not there is passed over.
    func remove(_ name: String) throws

    /// Of all files, sorted.
    func names() throws -> [String]
}
