package import SourceMeasure

/// The stored lines that the architectures' own unit tests execute, by module, from the toolchain's profile.
///
/// The behaviour suite does not count, because it runs whole apps. The data are valid only for the code that they
/// were measured on. This command creates them:
///
/// ```sh
/// .ci/coverage
/// ```
package struct UnitCoverage: Sendable {
    /// The file's path in the package.
    package static let path = "Sources/Laboratory/Comparison/Results/unit-coverage.json"

    private let modules: [String: SourceCoverage]

    package init(_ modules: [String: SourceCoverage]) { self.modules = modules }

    /// Reads the stored data of a package; empty if there are none. Throws if the file does not have the command's
    /// format.
    package init(reading package: String) throws {
        self.init(try keptData(Self.path, of: package) ?? [:])
    }

    /// Returns the coverage of an architecture, or nil if one of its modules was not measured or has changed since.
    package func lines(of sources: ArchitectureSources) -> LineCoverage? {
        var lines = LineCoverage()
        for (name, files) in sources.modules {
            guard let known = modules[name], sources.isMeasured(known.fingerprint, files) else {
                return nil
            }
            let uncounted = Set(sources.shared.map(\.path))
            for file in known.files where !uncounted.contains(name + "/" + file.path) { lines += file.lines }
        }
        return lines
    }

    /// Returns the measured modules of an architecture that have changed since.
    package func outdated(in sources: ArchitectureSources) -> [String] {
        sources.modules.filter { name, files in
            modules[name].map { !sources.isMeasured($0.fingerprint, files) } ?? false
        }.map(\.name)
    }
}
