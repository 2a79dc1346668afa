package import SourceMeasure

/// What all versions measured, side by side.
///
/// As JSON it comes back as it went.
package struct ComparisonReport: Hashable, Codable, Sendable {
    package var provenance: Provenance
    /// Under how many seeds each scenario was played.
    package var seeds: Int
    package var messagesPerChat: Int
    /// What every version stands on, counted in none of them.
    package var shared: [SharedModule]
    /// Of these, the code lines of the session's queries, for versions that have none of their own.
    package var queryLines: Int
    /// Of the shared, the files that a version reaches, and by which versions.
    package var sharedFiles: [SharedFile]
    package var versions: [VersionReport]
    /// What features cost that were added to every version; empty where that was not measured.
    package var features: [FeatureCost]
    /// Where the versions' sessions under faults come from; nil where none are kept.
    package var faults: FaultsSurvived?
}

/// One version, measured.
package struct VersionReport: Hashable, Codable, Sendable {
    package var name: String
    /// Where its sources are.
    package var folders: [String]
    package var code: SourceMeasurement
    /// The code lines of the session's queries that it has of its own.
    package var queryLines: Int
    /// The library that it alone stands on, if there is one.
    package var kit: SharedModule?
    /// What of its own sources would serve any app's screens, if anything does.
    package var runtime: SharedModule?
    package var graph: TypeGraph
    package var strategyLines: StrategyLines
    package var testability: Testability
    /// What its own unit tests execute; nil where that is not known of its sources as they are.
    package var unitCoverage: LineCoverage?
    /// Which changes its tests find; nil where that is not known of its sources as they are.
    package var mutation: MutationScore?
    package var behaviour: Behaviour
    /// One for each strategy.
    package var costs: [Cost]
    /// One message for a chat that is not open, in the order in which the seams saw what came of it.
    package var flow: [FlowEvent]
    /// Its sessions under faults; nil where these are not known of its sources as they are.
    package var faults: FaultsSurvived.Entry?

    package func cost(_ strategy: StrategyChoice) -> Cost? { costs.first { $0.strategy == strategy } }
}
