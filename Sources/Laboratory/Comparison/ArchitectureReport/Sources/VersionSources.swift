package import BehaviourSuite
package import SourceMeasure

/// A version's own sources, read from the package's folder.
package struct VersionSources: Sendable {
    package let folders: [String]
    package let files: [SourceFile]
    /// The unit tests of the modules that the folders hold: `Tests/Floor/XTests` for `Sources/Floor/X`.
    package let tests: [SourceFile]
    package let rules: LayerRules
    package let screens: [String]
    package let problems: [String]

    /// Reads what `sources` name below `package`; what cannot be read is a problem, and the rest is there.
    package init(reading sources: Version.Sources, in package: String) throws(LayerRules.Mistake) {
        var (files, tests, problems): ([SourceFile], [SourceFile], [String]) = ([], [], [])
        for folder in sources.folders {
            let module = folder.split(separator: "/").last.map(String.init) ?? folder
            let tree = SourceTree(reading: package + "/" + folder)
            problems += tree.problems
            files += tree.files.map { SourceFile(path: module + "/" + $0.path, bytes: $0.bytes) }
            let floors = folder.split(separator: "/").dropFirst().joined(separator: "/")
            let testTree = SourceTree(reading: "\(package)/Tests/\(floors)Tests")
            if testTree.isReadable { tests += testTree.files }
        }
        self.init(
            folders: sources.folders,
            files: files,
            tests: tests,
            rules: sources.layers.isEmpty ? .byName : try LayerRules(parsing: sources.layers),
            screens: sources.screens,
            problems: problems
        )
    }

    package init(
        folders: [String] = [],
        files: [SourceFile],
        tests: [SourceFile] = [],
        rules: LayerRules = .byName,
        screens: [String] = [],
        problems: [String] = []
    ) {
        self.folders = folders
        self.files = files
        self.tests = tests
        self.rules = rules
        self.screens = screens
        self.problems = problems
    }

    /// Per layer, the code lines of its largest file.
    package var largestByLayer: [String: Int] {
        Dictionary(files.map { (rules.layer(of: $0.path), LineCount.asCloc($0.bytes).code) }, uniquingKeysWith: max)
    }
}
