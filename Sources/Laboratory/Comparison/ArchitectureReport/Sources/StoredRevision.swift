/// The revision that all stored results belong to, while names and files move without a change of behaviour.
///
/// With this file, the results of that revision stand for the sources as they are, and the page names the revision.
/// Without it, results count only for the very sources that they were measured on. Measuring everything again ends with
/// deleting the file.
package struct StoredRevision: Hashable, Codable, Sendable {
    /// The file's path in the package.
    package static let path = "Sources/Laboratory/Comparison/Results/revision.json"

    /// The commit, as git abbreviates it.
    package let revision: String

    /// Reads the revision that a package names, or returns nil if it names none.
    ///
    /// - Throws: `DecodingError` if the file names no revision.
    package static func stored(in package: String) throws -> StoredRevision? {
        try keptData(path, of: package)
    }
}
