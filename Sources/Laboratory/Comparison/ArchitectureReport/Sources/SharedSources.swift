package import SourceMeasure

/// What every version may stand on, read from the package's folder; counted in none of them.
package struct SharedSources: Sendable {
    package static let folders = [
        "Sources/Core/Transport", "Sources/Core/ChatStore", "Sources/Core/ChatSession",
        "Sources/Screens/ScreenKit/Words",
        "Sources/Laboratory/Comparison/OneThread", "Sources/Laboratory/Comparison/PhoneKit",
    ]

    package let modules: [SharedModule]
    /// Of these, the code lines of the session's queries, for versions that have none of their own.
    package let queryLines: Int
    /// Their paths begin in the package's folder.
    package let files: [SourceFile]
    package let problems: [String]

    /// What cannot be read is a problem, and the rest is there.
    package init(reading package: String) {
        let trees = Self.folders.map { ($0, SourceTree(reading: package + "/" + $0)) }
        modules = trees.map { folder, tree in
            SharedModule(
                folder.split(separator: "/").suffix(folder.hasSuffix("/Words") ? 2 : 1).joined(separator: "/"),
                tree.files
            )
        }
        files = trees.flatMap { folder, tree in
            tree.files.map { SourceFile(path: folder + "/" + $0.path, bytes: $0.bytes) }
        }
        queryLines = files.filter { $0.path.contains("/PhoneKit/Engine/") }.reduce(0) {
            $0 + LineCount.asCloc($1.bytes).code
        }
        problems = trees.flatMap(\.1.problems)
    }
}

extension SharedModule {
    package init(_ name: String, _ files: [SourceFile]) {
        let measurement = SourceMeasurement(of: files)
        self.init(name: name, files: measurement.files, code: measurement.code)
    }
}
