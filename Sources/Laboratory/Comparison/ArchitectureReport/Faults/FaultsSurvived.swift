import SourceMeasure

/// How many sessions under every fault the versions came through, as it was when that was kept.
///
/// A session plays a version through its views alone (module ChatSimulation). The data hold for the sources that they were
/// made from alone, and are made by
///
/// ```sh
/// swift run -c release architecture-comparison faults --seeds 1...40 --revision "$(git describe --always --dirty)" \
///     --output Sources/Laboratory/Comparison/Results/faults-survived.json
/// ```
package struct FaultsSurvived: Hashable, Codable, Sendable {
    /// What came of a version's sessions.
    package struct Entry: Hashable, Codable, Sendable {
        package var name: String
        /// Of the version's own sources.
        package var fingerprint: String
        package var sessions: Int
        /// How often each kind of fault was brought.
        package var faults: [String: Int]
        /// How often a promise was held against what was seen.
        package var checks: Int
        /// In how many sessions each promise was the first that did not hold, by its number.
        package var broken: [String: Int]

        /// Sessions in which every promise held.
        package var survived: Int { sessions - broken.values.reduce(0, +) }
    }

    /// Where the data are kept in the package.
    package static let path = "Sources/Laboratory/Comparison/Results/faults-survived.json"

    /// Of the whole package, as git names it: versions stand on modules that are none of theirs.
    package var revision: String
    package var firstSeed: UInt64
    package var lastSeed: UInt64
    package var entries: [Entry]

    /// Reads what is kept in a package; nil where nothing is. Throws where it is not what the command writes.
    package static func kept(in package: String) throws -> FaultsSurvived? {
        try keptData(path, of: package)
    }

    /// What is known of a version; nil where it was not played, or has changed since.
    package func entry(for name: String, _ sources: VersionSources) -> Entry? {
        entries.first { $0.name == name && $0.fingerprint == SourceCoverage.fingerprint(of: sources.files) }
    }
}
