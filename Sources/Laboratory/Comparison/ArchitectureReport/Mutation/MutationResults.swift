import SourceMeasure
import SourceMutation

/// The outcomes of all mutants that were tried, as `.ci/mutate` stored them.
///
/// The data are valid only for the code that they were measured on. They contain the fingerprint of each module, and
/// the revision whose scenarios and tests were run.
struct MutationResults: Hashable, Codable, Sendable {
    /// The file's path in the package.
    static let path = "Sources/Laboratory/Comparison/Results/mutation.json"

    /// The outcome of one mutant.
    struct Outcome: Hashable, Codable, Sendable {
        var kind: MutationOperator
        var file: String
        var line: Int
        /// The source text of the place.
        var text: String
        /// The first scenario that failed, or another end of the run; nil if all passed.
        var scenario: String?
        /// The way in which the architecture's own tests ended; nil if all passed.
        var tests: String?

        var isFound: Bool { scenario != nil || tests != nil }
    }

    /// The outcomes of one architecture.
    struct Part: Hashable, Codable, Sendable {
        /// The results of `SourceCoverage.fingerprint(of:)` by module.
        var modules: [String: String]
        var revision: String
        /// The seed of the draw.
        var seed: UInt64
        /// The seeds of each scenario.
        var scenarioSeeds: [UInt64]
        var scenarios: Int
        /// The number of places; `uncompiled` counts those that do not compile.
        var places: Int
        var uncompiled: Int
        var outcomes: [Outcome]
    }

    var versions: [String: Part]

    init(_ versions: [String: Part] = [:]) { self.versions = versions }

    /// Reads the stored results of a package; empty if there are none. Throws if the file does not have the command's
    /// format.
    init(reading package: String) throws {
        self = try keptData(Self.path, of: package) ?? Self()
    }

    /// Returns the score of an architecture, or nil if it was not measured or one of its modules has changed since.
    func score(of version: String, _ sources: ArchitectureSources) -> MutationScore? {
        guard let part = versions[version], outdated(in: sources, of: version).isEmpty else { return nil }
        let names = zip(sources.modules.map(\.name), sources.folders)
        return MutationScore(part, modules: Dictionary(names) { first, _ in first })
    }

    /// Returns the modules of a measured architecture that have changed since.
    func outdated(in sources: ArchitectureSources, of version: String) -> [String] {
        guard let part = versions[version] else { return [] }
        return sources.modules.filter { name, files in
            !sources.isMeasured(part.modules[name], files)
        }.map(\.name)
    }
}
