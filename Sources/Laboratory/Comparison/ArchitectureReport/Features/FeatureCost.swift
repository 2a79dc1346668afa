import Foundation

/// The cost of a feature in one architecture: the changes of a commit, or a range of commits, to its sources and
/// tests.
package struct FeatureCost: Hashable, Codable, Sendable {
    package var version: String
    package var feature: String
    /// The full identifiers of the commits before and after.
    package var before: String
    package var after: String
    package var sources: Share
    package var tests: Share
    /// The changed layers of the architecture, in order.
    package var layers: [String]

    /// Files and code lines, as `cloc --diff` counts them.
    package struct Share: Hashable, Codable, Sendable {
        package var filesAdded = 0
        /// The files that were changed or deleted.
        package var filesTouched = 0
        package var linesAdded = 0
        package var linesModified = 0
        package var linesRemoved = 0
    }
}

extension FeatureCost {
    /// The file in the package that has the measured costs. A test measures them again from the commits.
    package static let path = "Sources/Laboratory/Comparison/Results/features.json"

    /// Reads the costs of a package; empty if there are none. Throws if the file has another format.
    package static func read(from package: String) throws -> [FeatureCost] {
        guard let data = FileManager.default.contents(atPath: package + "/" + path) else { return [] }
        return try JSONDecoder().decode([FeatureCost].self, from: data)
    }
}
