import SourceMeasure
import SourceMutation

/// What became of each mutant that was tried, as `.ci/mutate` has kept it.
///
/// The data hold for the code that they were made from alone: each module's fingerprint is with them, and the revision
/// whose scenarios and tests were run.
struct MutationResults: Hashable, Codable, Sendable {
    /// Where the data are kept in the package.
    static let path = "Sources/Laboratory/Comparison/Results/mutation.json"

    /// One mutant.
    struct Outcome: Hashable, Codable, Sendable {
        var kind: MutationOperator
        var file: String
        var line: Int
        /// What stands there in the source.
        var text: String
        /// The scenario that failed first, or how the run ended otherwise; nil where all held.
        var scenario: String?
        /// How its version's own tests ended; nil where all held.
        var tests: String?

        var isFound: Bool { scenario != nil || tests != nil }
    }

    /// One version's.
    struct Part: Hashable, Codable, Sendable {
        /// What `SourceCoverage.fingerprint(of:)` gave for each module.
        var modules: [String: String]
        var revision: String
        /// Names the draw of those that were tried.
        var seed: UInt64
        /// The seeds that each scenario was played under, and how many scenarios there were.
        var scenarioSeeds: [UInt64]
        var scenarios: Int
        /// How many places there are, and how many of them do not compile.
        var places: Int
        var uncompiled: Int
        var outcomes: [Outcome]
    }

    var versions: [String: Part]

    init(_ versions: [String: Part] = [:]) { self.versions = versions }

    /// Reads what is kept in a package, and none where nothing is. Throws where it is not what the command writes.
    init(reading package: String) throws {
        self = try keptData(Self.path, of: package) ?? Self()
    }

    /// A version's score; nil where it was not measured, or a module of it has changed since.
    func score(of version: String, _ sources: VersionSources) -> MutationScore? {
        guard let part = versions[version], outdated(in: sources, of: version).isEmpty else { return nil }
        let names = zip(sources.modules.map(\.name), sources.folders)
        return MutationScore(part, modules: Dictionary(names) { first, _ in first })
    }

    /// The modules of a version that was measured that are not as they were then.
    func outdated(in sources: VersionSources, of version: String) -> [String] {
        guard let part = versions[version] else { return [] }
        return sources.modules.filter { name, files in
            part.modules[name] != SourceCoverage.fingerprint(of: files)
        }.map(\.name)
    }
}
