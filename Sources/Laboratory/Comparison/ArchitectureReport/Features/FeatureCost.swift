import Foundation
package import SourceChange
package import SourceMeasure

/// The cost of a feature in one architecture: the changes of a commit, or a range of commits, to its sources and
/// tests.
package struct FeatureCost: Hashable, Codable, Sendable {
    package var version: String
    package var feature: String
    /// The full identifiers of the commits before and after.
    package var before: String
    package var after: String
    package var sources: Share
    package var tests: Share
    /// The changed layers of the architecture, in order.
    package var layers: [String]

    /// Files and code lines, as `cloc --diff` counts them.
    package struct Share: Hashable, Codable, Sendable {
        package var filesAdded = 0
        /// The files that were changed or deleted.
        package var filesTouched = 0
        package var linesAdded = 0
        package var linesModified = 0
        package var linesRemoved = 0
    }
}

extension FeatureCost {
    /// The file in the package that has the measured costs, made by the command `features`. A test repeats the measurements.
    package static let path = "Sources/Laboratory/Comparison/Results/features.json"

    /// Reads the costs of a package; empty if there are none. Throws if the file does not have the command's format.
    package static func read(from package: String) throws -> [FeatureCost] {
        guard let data = FileManager.default.contents(atPath: package + "/" + path) else { return [] }
        return try JSONDecoder().decode([FeatureCost].self, from: data)
    }
}

extension FeatureCost.Share {
    init(_ layer: TreeChange.Layer) {
        self.init(
            filesAdded: layer.files.added,
            filesTouched: layer.files.touched + layer.files.removed,
            linesAdded: layer.lines.added,
            linesModified: layer.lines.modified,
            linesRemoved: layer.lines.removed
        )
    }
}

extension FeatureCost {
    /// Compares `revision` with the commit before it, or the two ends of a range (`FROM..TO`).
    ///
    /// Includes the folders of an architecture's sources and tests, except `shared`: folders below them that other
    /// architectures also use. Throws a `GitRepository.Failure` if the repository does not contain the revision.
    package init(
        of feature: String,
        in version: String,
        folders: [String],
        leavingOut shared: [String] = [],
        rules: LayerRules,
        at revision: String,
        of repository: GitRepository
    ) throws {
        let ends = revision.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
        let (from, to) = ends.count == 2 ? (ends[0], ends[1]) : (revision + "^", revision)
        let (before, after) = (try repository.commit(at: from), try repository.commit(at: to))
        func change(_ folders: [String], leavingOut shared: [String], _ rules: LayerRules) throws -> TreeChange {
            func files(at commit: String) throws -> [SourceFile] {
                try repository.tree(at: commit, folders: folders).files
                    .filter { file in !shared.contains { file.path.hasPrefix($0 + "/") } }
                    .map { $0.inModule(of: folders) }
            }
            return TreeChange(from: try files(at: before), to: try files(at: after), rules: rules)
        }
        let sharedTests = folders.flatMap { folder in
            let tests = ArchitectureSources.tests(of: folder)
            return shared.filter { $0.hasPrefix(folder + "/") }.map { tests + $0.dropFirst(folder.count) }
        }
        let sources = try change(folders, leavingOut: shared, rules)
        let tests = try change(folders.map(ArchitectureSources.tests), leavingOut: sharedTests, .byName)
        self.init(
            version: version,
            feature: feature,
            before: before,
            after: after,
            sources: Share(sources.total),
            tests: Share(tests.total),
            layers: sources.layers.map(\.name)
        )
    }
}

extension SourceFile {
    /// Returns the file with a path that begins with its module's name, as layer rules expect it.
    fileprivate func inModule(of folders: [String]) -> SourceFile {
        guard let folder = folders.first(where: { path.hasPrefix($0 + "/") }) else { return self }
        let parents = folder.split(separator: "/").dropLast().reduce(0) { $0 + $1.utf8.count + 1 }
        return SourceFile(path: String(path.dropFirst(parents)), bytes: bytes)
    }
}
