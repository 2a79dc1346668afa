package import SourceChange

/// The lines that adding a feature changed in the sources of an architecture.
package struct FeatureDiff: Hashable, Codable, Sendable {
    package var version: String
    package var feature: String
    package var files: [File]

    package struct File: Hashable, Codable, Sendable {
        /// The path below the folder of all modules, without the parts that every file of the architecture has.
        package var path: String
        /// The lines; each begins with `+`, `-`, or a space for a line that stayed, and `@` is a gap.
        package var lines: [String]
    }
}

extension FeatureDiff {
    /// The features whose changes the page shows.
    package static let shown = ["mute", "typing"]

    /// Reads the change of a feature from a repository; nil if the repository does not have its commits.
    package init?(of cost: FeatureCost, folders: [String], in repository: GitRepository) {
        guard let patch = try? repository.patch(from: cost.before, to: cost.after, folders: folders) else { return nil }
        self.init(version: cost.version, feature: cost.feature, files: Self.files(in: patch))
    }

    /// Parses a patch in git's format.
    static func files(in patch: String) -> [File] {
        var files: [File] = []
        for line in patch.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("diff --git ") {
                files.append(File(path: "", lines: []))
            } else if files.isEmpty {
                continue
            } else if line.hasPrefix("+++ ") || line.hasPrefix("--- ") {
                // A deleted file has no name after it.
                if !line.hasSuffix("/dev/null") { files[files.count - 1].path = Self.name(line.dropFirst(6)) }
            } else if line.hasPrefix("@@") {
                if !files[files.count - 1].lines.isEmpty { files[files.count - 1].lines.append("@") }
            } else if let first = line.first, "+- ".contains(first), !files[files.count - 1].path.isEmpty {
                files[files.count - 1].lines.append(String(line))
            }
        }
        return files.filter { !$0.lines.isEmpty }
    }

    /// Returns the end of a path: its file and the folder of it.
    private static func name(_ path: Substring) -> String {
        path.split(separator: "/").suffix(2).joined(separator: "/")
    }
}
