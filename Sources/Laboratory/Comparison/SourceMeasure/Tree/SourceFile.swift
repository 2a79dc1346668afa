/// A Swift file of a tree, as bytes; invalid UTF-8 is counted like any other text.
public struct SourceFile: Hashable, Sendable {
    /// The path inside the tree, with components separated by slashes.
    public let path: String
    /// The complete contents of the file.
    public let bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}
