package import SourceMeasure

/// The measurements of all architectures.
///
/// The JSON can be decoded again without loss.
package struct ComparisonReport: Hashable, Codable, Sendable {
    package var provenance: Provenance
    /// The number of seeds under which each scenario was run.
    package var seeds: Int
    /// The modules that all architectures use, which count for none of them.
    package var shared: [SharedModule]
    /// The code lines of the session's queries among `shared`, used by architectures without queries of their own.
    package var queryLines: Int
    package var versions: [VersionReport]
    /// The costs of features that were added to every architecture; empty if not measured.
    package var features: [FeatureCost]
    /// The changes of some of these features in each architecture; empty without a repository.
    package var diffs: [FeatureDiff]
}

/// The measurements of one architecture.
package struct VersionReport: Hashable, Codable, Sendable {
    package var name: String
    /// The folders of its sources.
    package var folders: [String]
    /// Where parts of them stood before, for what a change of then cost.
    package var formerFolders: [String] = []
    package var code: SourceMeasurement
    /// The code lines of its own session queries.
    package var queryLines: Int
    /// The library that only this architecture uses, if any.
    package var kit: SharedModule?
    /// The counts that single claims need.
    package var evidence = Evidence()
    package var behaviour: Behaviour
}
