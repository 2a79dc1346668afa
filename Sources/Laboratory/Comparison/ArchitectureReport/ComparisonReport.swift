package import SourceMeasure

/// All that was measured, ready to be rendered.
package struct ComparisonReport: Hashable, Codable, Sendable {
    /// Under how many seeds each scenario was played.
    package var seeds: Int
    /// How many messages lie in each chat of the histories that cost is measured on.
    package var messagesPerChat: Int
    /// What every version stands on, counted in none of them.
    package var shared: [SharedModule]
    package var versions: [VersionReport]
    /// Where the versions' sessions under faults come from; nil where none are kept.
    package var faults: FaultsSurvived?
}

/// A module that every version may use.
package struct SharedModule: Hashable, Codable, Sendable {
    package var name: String
    package var files: Int
    package var code: Int
}

/// One version, measured.
package struct VersionReport: Hashable, Codable, Sendable {
    package var name: String
    /// Where its sources are.
    package var folders: [String]
    package var code: SourceMeasurement
    /// The code lines of each layer's largest file.
    package var largestByLayer: [String: Int]
    package var sources: SourceKnowledge
    package var testability: Testability
    /// What its own unit tests execute; nil where that is not known of its sources as they are.
    package var unitCoverage: LineCoverage?
    package var behaviour: Behaviour
    package var cost: Cost
    /// One message for a chat that is not open, in the order in which the seams saw what came of it.
    package var flow: [FlowEvent]
    /// Its sessions under faults; nil where these are not known of its sources as they are.
    package var faults: FaultsSurvived.Entry?
}
