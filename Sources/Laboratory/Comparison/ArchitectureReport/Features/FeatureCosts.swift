import Foundation

/// The costs of features, as stored in the package.
///
/// The data name the commits that they were computed from, so a test can repeat the computation. This command creates
/// them:
///
/// ```sh
/// swift run architecture-comparison features MVP mute REVISION --output Sources/Laboratory/Comparison/Results/features.json
/// ```
package enum FeatureCosts {
    /// The file's path in the package.
    package static let path = "Sources/Laboratory/Comparison/Results/features.json"

    /// Reads the stored costs of a package; empty if there are none. Throws if the file does not have the command's
    /// format.
    package static func read(from package: String) throws -> [FeatureCost] {
        guard let data = FileManager.default.contents(atPath: package + "/" + path) else { return [] }
        return try JSONDecoder().decode([FeatureCost].self, from: data)
    }
}
