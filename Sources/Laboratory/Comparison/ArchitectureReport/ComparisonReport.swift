package import SourceMeasure

/// The measurements of all architectures.
///
/// The JSON can be decoded again without loss.
package struct ComparisonReport: Hashable, Codable, Sendable {
    package var provenance: Provenance
    /// The number of seeds under which each scenario was run.
    package var seeds: Int
    package var messagesPerChat: Int
    /// The modules that all architectures use, which count for none of them.
    package var shared: [SharedModule]
    /// The code lines of the session's queries among `shared`, used by architectures without queries of their own.
    package var queryLines: Int
    /// The shared files that at least one architecture reaches, and the architectures that reach them.
    package var sharedFiles: [SharedFile]
    package var versions: [VersionReport]
    /// The costs of features that were added to every architecture; empty if not measured.
    package var features: [FeatureCost]
    /// The origin of the sessions under faults; nil if no results are stored.
    package var faults: FaultsSurvived?
}

/// The measurements of one architecture.
package struct VersionReport: Hashable, Codable, Sendable {
    package var name: String
    /// The folders of its sources.
    package var folders: [String]
    package var code: SourceMeasurement
    /// The code lines of its own session queries.
    package var queryLines: Int
    /// The library that only this architecture uses, if any.
    package var kit: SharedModule?
    /// The part of its sources that would serve the screens of any app, if any.
    package var runtime: SharedModule?
    package var graph: TypeGraph
    package var strategyLines: StrategyLines
    package var testability: Testability
    /// The lines that its own unit tests execute; nil if unknown for its current sources.
    package var unitCoverage: LineCoverage?
    /// The mutations that its tests detect; nil if unknown for its current sources.
    package var mutation: MutationScore?
    package var behaviour: Behaviour
    /// The costs, one for each strategy.
    package var costs: [Cost]
    /// The events after a message for a chat that is not open, in the order in which they were observed.
    package var flow: [FlowEvent]
    /// Its sessions under faults; nil if unknown for its current sources.
    package var faults: FaultsSurvived.Entry?

    package func cost(_ strategy: StrategyChoice) -> Cost? { costs.first { $0.strategy == strategy } }
}
