import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceChange
import SourceMeasure
import SourceTesting
import Testing

@testable import ArchitectureReport

@Suite struct FeatureCostTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../../../..").standardized.path

    @Test(.enabled(if: Git.isInstalled, "git is not installed here"))
    func `a feature's cost includes the commit's changes to the architecture's folder and tests`() throws {
        try TemporaryFolder.with { folder in
            try folder.write("Sources/App/MVP/Views/ListView.swift", "class ListView {\n    let a = 1\n}\n")
            try folder.write("Sources/App/MVP/Models/ListModel.swift", "class ListModel {\n}\n")
            try folder.write("Sources/App/Other/Other.swift", "class Other {\n}\n")
            try folder.write("Tests/App/MVPTests/ListTests.swift", "@Test func one() {\n    a()\n}\n")
            try Git.make(in: folder)
            try Git.commit("before", in: folder)
            try folder.write(
                "Sources/App/MVP/Views/ListView.swift",
                "class ListView {\n    let a = 2\n    let b = 3\n}\n"
            )
            try folder.write("Sources/App/MVP/Views/MuteView.swift", "class MuteView {\n}\n")
            try folder.write("Sources/App/Other/Other.swift", "class Other {\n    let c = 4\n}\n")
            try folder.write(
                "Tests/App/MVPTests/ListTests.swift",
                "@Test func one() {\n    b()\n}\n@Test func two() {\n}\n"
            )
            try Git.commit("mute", in: folder)
            let repository = GitRepository(folder: folder.path)
            let cost = try FeatureCost(
                of: "mute",
                in: "MVP",
                folders: ["Sources/App/MVP"],
                rules: LayerRules(parsing: "Screen: MVP/Views\nModel: MVP/Models"),
                at: "HEAD",
                of: repository
            )
            #expect(cost.sources == .init(filesAdded: 1, filesTouched: 1, linesAdded: 3, linesModified: 1))
            #expect(cost.tests == .init(filesTouched: 1, linesAdded: 2, linesModified: 1))
            #expect(cost.layers == ["Screen"])
            #expect(try cost.after == repository.commit(at: "HEAD") && cost.after.count == 40)
            #expect(try cost.before == repository.commit(at: "HEAD~1"))
        }
    }

    @Test(.enabled(if: Git.isInstalled, "git is not installed here"))
    func `folders shared with other architectures are excluded from a feature's cost`() throws {
        try TemporaryFolder.with { folder in
            try Git.make(in: folder)
            for (subject, text) in [("before", "let a = 1"), ("typing", "let a = 2\nlet b = 3")] {
                for file in ["Sources/Kit/Words/Text.swift", "Tests/KitTests/Words/TextTests.swift"] {
                    try folder.write(file, text + "\n")
                }
                try folder.write("Sources/Kit/Screen.swift", text + "\n")
                try Git.commit(subject, in: folder)
            }
            let cost = try FeatureCost(
                of: "typing",
                in: "VIPER",
                folders: ["Sources/Kit"],
                leavingOut: ["Sources/Kit/Words"],
                rules: .byName,
                at: "HEAD",
                of: GitRepository(folder: folder.path)
            )
            #expect(cost.sources == .init(filesTouched: 1, linesAdded: 1, linesModified: 1))
            #expect(cost.tests == .init())
        }
    }

    @Test(.enabled(if: Git.isInstalled, "git is not installed here"))
    func `a feature with several commits costs their combined changes`() throws {
        try TemporaryFolder.with { folder in
            try Git.make(in: folder)
            for (subject, text) in [("before", "let a = 1"), ("one", "let a = 2"), ("two", "let a = 2\nlet b = 3")] {
                try folder.write("Sources/App/MVP/List.swift", text + "\n")
                try Git.commit(subject, in: folder)
            }
            let repository = GitRepository(folder: folder.path)
            func cost(_ revision: String) throws -> FeatureCost {
                try FeatureCost(
                    of: "mute",
                    in: "MVP",
                    folders: ["Sources/App/MVP"],
                    rules: .byName,
                    at: revision,
                    of: repository
                )
            }
            let both = try cost("HEAD~2..HEAD")
            #expect(both.sources == .init(filesTouched: 1, linesAdded: 1, linesModified: 1))
            #expect(try both.before == repository.commit(at: "HEAD~2") && both.after == repository.commit(at: "HEAD"))
            #expect(try cost("HEAD~1..HEAD") == cost("HEAD") && cost("HEAD") != both)
            for half in ["HEAD~1..", "..HEAD"] { #expect(throws: GitRepository.Failure.self) { try cost(half) } }
        }
    }

    @Test(.enabled(if: Git.isInstalled, "git is not installed here"))
    func `an unknown revision throws a failure`() throws {
        try TemporaryFolder.with { folder in
            try Git.make(in: folder)
            let repository = GitRepository(folder: folder.path)
            #expect(throws: GitRepository.Failure.self) {
                try FeatureCost(of: "mute", in: "MVP", folders: ["A"], rules: .byName, at: "abc", of: repository)
            }
        }
    }

    /// Skips commits that a clone lacks; all others must reproduce the stored data.
    @Test func `stored feature costs equal those of their commits`() throws {
        let repository = GitRepository(folder: Self.package)
        for kept in try FeatureCost.read(from: Self.package) {
            let version = try #require(
                Architecture.all.first { $0.name == kept.version },
                "\(kept.version) is no version"
            )
            let sources = try #require(version.sources)
            guard (try? repository.commit(at: kept.before)) != nil else { continue }
            let again = try FeatureCost(
                of: kept.feature,
                in: kept.version,
                folders: sources.allFolders,
                leavingOut: sources.shared,
                rules: sources.layers.isEmpty ? .byName : try LayerRules(parsing: sources.layers),
                at: "\(kept.before)..\(kept.after)",
                of: repository
            )
            #expect(again == kept, "The costs says how to measure it again")
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
