import SourceMeasure

/// The stored number of sessions with faults that each architecture survived.
///
/// A session operates an architecture only through its views (module ChatSimulation). The data are valid only for the
/// sources that they were measured on. This command creates them:
///
/// ```sh
/// swift run -c release architecture-comparison faults --seeds 1...40 --revision "$(git describe --always --dirty)" \
///     --output Sources/Laboratory/Comparison/Results/faults-survived.json
/// ```
package struct FaultsSurvived: Hashable, Codable, Sendable {
    /// The results of an architecture's sessions.
    package struct Entry: Hashable, Codable, Sendable {
        package var name: String
        /// The fingerprint of the architecture's own sources.
        package var fingerprint: String
        package var sessions: Int
        /// The number of times each kind of fault occurred.
        package var faults: [String: Int]
        /// The number of times a guarantee was checked.
        package var checks: Int
        /// The number of sessions in which each guarantee was the first to fail, by the guarantee's number.
        package var broken: [String: Int]

        /// The sessions without a failed guarantee.
        package var survived: Int { sessions - broken.values.reduce(0, +) }
    }

    /// The file's path in the package.
    package static let path = "Sources/Laboratory/Comparison/Results/faults-survived.json"

    /// The revision of the whole package, as git names it, because architectures depend on modules outside their own.
    package var revision: String
    package var firstSeed: UInt64
    package var lastSeed: UInt64
    package var entries: [Entry]

    /// Reads the stored results of a package, or returns nil if there are none.
    ///
    /// Throws if the file does not have the command's format.
    package static func kept(in package: String) throws -> FaultsSurvived? {
        try keptData(path, of: package)
    }

    /// Returns the results of an architecture, or nil if it was not run or has changed since.
    package func entry(for name: String, _ sources: ArchitectureSources) -> Entry? {
        entries.first { $0.name == name && sources.isMeasured($0.fingerprint, sources.files) }
    }
}
