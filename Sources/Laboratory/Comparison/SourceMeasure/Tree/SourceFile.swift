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

extension [SourceFile] {
    /// Returns the files that `cloc` counts, and those that are identical to one of them. Both lists omit empty files.
    ///
    /// Of several identical files, the first counts. Both lists keep the order of the files.
    package func separatingIdentical() -> (counted: Self, identical: [(file: SourceFile, counted: SourceFile)]) {
        var seen: [[UInt8]: SourceFile] = [:]
        var counted: Self = []
        var identical: [(file: SourceFile, counted: SourceFile)] = []
        for file in self where !file.bytes.isEmpty {
            if let first = seen[file.bytes] {
                identical.append((file, first))
            } else {
                seen[file.bytes] = file
                counted.append(file)
            }
        }
        return (counted, identical)
    }
}
