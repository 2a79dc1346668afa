/// What features cost, as it is kept in the package.
///
/// The data name the commits that they were made from, so a test can make them again. They are made by
///
/// ```sh
/// swift run architecture-comparison features LIST --output Sources/Laboratory/Comparison/Results/features.json
/// ```
package enum FeatureCosts {
    /// Where the data are kept in the package.
    package static let path = "Sources/Laboratory/Comparison/Results/features.json"

    /// Reads what is kept in a package, and none where nothing is. Throws where it is not what the command writes.
    package static func read(from package: String) throws -> [FeatureCost] {
        try keptData(path, of: package) ?? []
    }
}
