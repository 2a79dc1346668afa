import Foundation
package import SourceMeasure

/// The sources that every architecture may use and that count for none, read from the package's folder.
package struct SharedSources: Sendable {
    package static let folders = [
        "Sources/Core/Transport", "Sources/Core/ChatStore", "Sources/Core/ChatSession",
        "Sources/Screens/ScreenKit/Words",
        "Sources/Laboratory/Comparison/OneThread", "Sources/Laboratory/Comparison/PhoneKit",
    ]

    package let modules: [SharedModule]
    /// The code lines of the session's queries among them, used by architectures without queries of their own.
    package let queryLines: Int
    /// The files, with paths relative to the package's folder.
    package let files: [SourceFile]
    package let problems: [String]
    /// The names of the package's modules.
    package let moduleNames: Set<String>

    /// Reads the sources in a package; files that cannot be read are listed in `problems`.
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
        moduleNames = Set(Self.folders(in: package + "/Sources", depth: 3))
    }

    /// Returns the names of the folders below a folder.
    private static func folders(in folder: String, depth: Int) -> [String] {
        guard depth > 0, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
        return names.filter { !$0.contains(".") }.flatMap { [$0] + folders(in: folder + "/" + $0, depth: depth - 1) }
    }
}

/// A module that every architecture may use, or a kit that only one uses.
package struct SharedModule: Hashable, Codable, Sendable {
    package var name: String
    package var files: Int
    package var code: Int
}

extension SharedModule {
    package init(_ name: String, _ files: [SourceFile]) {
        let measurement = SourceMeasurement(of: files)
        self.init(name: name, files: measurement.files, code: measurement.code)
    }
}
