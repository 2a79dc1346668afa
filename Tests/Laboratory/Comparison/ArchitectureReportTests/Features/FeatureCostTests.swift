import ArchitectureVersions
import BehaviourSuite
import Foundation
import SimulationKit
import SourceChange
import SourceMeasure
import SourceTesting
import Testing

@testable import ArchitectureReport

@Suite struct FeatureCostTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../../../..").standardized.path

    /// Measures every eighth feature again, each with VIPERCHAT_SEEDS=all, as `.ci/run` does. Skips commits that a clone lacks.
    @Test func `stored feature costs equal those of their commits`() throws {
        let repository = GitRepository(folder: Self.package)
        for (index, kept) in try FeatureCost.read(from: Self.package).enumerated() {
            guard Seeds.playsAll || index.isMultiple(of: 8) else { continue }
            let version = try #require(
                Architecture.all.first { $0.name == kept.version },
                "\(kept.version) is no version"
            )
            let sources = try #require(version.sources)
            guard (try? repository.commit(at: kept.before)) != nil else { continue }
            let again = try kept.again(of: sources, in: repository)
            #expect(again == kept, "\(kept.feature) in \(kept.version)")
        }
    }

    @Test func `feature costs are empty without a file and throw for invalid data`() throws {
        try TemporaryFolder.with { folder in
            #expect(try FeatureCost.read(from: folder.path) == [])
            try folder.write(FeatureCost.path, "{}")
            #expect(throws: DecodingError.self) { try FeatureCost.read(from: folder.path) }
        }
    }
}

extension FeatureCost {
    /// Measures the same commits again, in folders of the architecture and its tests that no other uses.
    fileprivate func again(of architecture: Architecture.Sources, in repository: GitRepository) throws -> Self {
        let (folders, shared) = (architecture.allFolders, architecture.shared)
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
        let changed = try change(folders, leavingOut: shared, LayerRules(parsing: architecture.layers))
        let tests = try change(folders.map(ArchitectureSources.tests), leavingOut: sharedTests, .byName)
        var again = self
        (again.sources, again.tests) = (Share(changed.total), Share(tests.total))
        again.layers = changed.layers.map(\.name)
        return again
    }
}

extension FeatureCost.Share {
    fileprivate init(_ layer: TreeChange.Layer) {
        self.init(
            filesAdded: layer.files.added,
            filesTouched: layer.files.touched + layer.files.removed,
            linesAdded: layer.lines.added,
            linesModified: layer.lines.modified,
            linesRemoved: layer.lines.removed
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
