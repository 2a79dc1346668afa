package import SourceMeasure

/// Which lines the versions' own unit tests execute, by module, as the toolchain's profile had it when it was kept.
///
/// The behaviour suite is none of these tests, for it runs whole apps. The data hold for the code that they were made
/// from alone, and are made by
///
/// ```sh
/// .ci/coverage
/// ```
package struct UnitCoverage: Sendable {
    /// Where the data are kept in the package.
    package static let path = "Sources/Laboratory/Comparison/Results/unit-coverage.json"

    private let modules: [String: SourceCoverage]

    package init(_ modules: [String: SourceCoverage]) { self.modules = modules }

    /// Reads what is kept in a package, and none where nothing is. Throws where it is not what the command writes.
    package init(reading package: String) throws {
        self.init(try keptData(Self.path, of: package) ?? [:])
    }

    /// The lines of a version, nil where a module of it was not measured, or has changed since.
    package func lines(of sources: VersionSources) -> LineCoverage? {
        var lines = LineCoverage()
        for (name, files) in sources.modules {
            guard let known = modules[name], known.fingerprint == SourceCoverage.fingerprint(of: files) else {
                return nil
            }
            let uncounted = Set(sources.shared.map(\.path))
            for file in known.files where !uncounted.contains(name + "/" + file.path) { lines += file.lines }
        }
        return lines
    }

    /// Modules of a version that were measured and have changed since.
    package func outdated(in sources: VersionSources) -> [String] {
        sources.modules.filter { name, files in
            modules[name].map { $0.fingerprint != SourceCoverage.fingerprint(of: files) } ?? false
        }.map(\.name)
    }
}
