/// One Swift file of a tree, as bytes: what is not UTF-8 is counted like anything else.
public struct SourceFile: Hashable, Sendable {
    /// The path inside the tree, with slashes between its parts.
    public let path: String
    /// All of the file, from the first byte to the last.
    public let bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}
