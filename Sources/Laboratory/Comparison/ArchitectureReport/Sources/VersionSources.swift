package import BehaviourSuite
package import SourceMeasure

/// A version's own sources, read from the package's folder.
package struct VersionSources: Sendable {
    package let folders: [String]
    package let files: [SourceFile]
    package let rules: LayerRules
    package let screens: [String]
    package let problems: [String]

    /// Reads what `sources` name below `package`; what cannot be read is a problem, and the rest is there.
    package init(reading sources: Version.Sources, in package: String) throws(LayerRules.Mistake) {
        var (files, problems): ([SourceFile], [String]) = ([], [])
        for folder in sources.folders {
            let module = Self.module(in: folder)
            let tree = SourceTree(reading: package + "/" + folder)
            problems += tree.problems
            files += tree.files.map { SourceFile(path: module + "/" + $0.path, bytes: $0.bytes) }
        }
        self.init(
            folders: sources.folders,
            files: files,
            rules: sources.layers.isEmpty ? .byName : try LayerRules(parsing: sources.layers),
            screens: sources.screens,
            problems: problems
        )
    }

    package init(
        folders: [String] = [],
        files: [SourceFile],
        rules: LayerRules = .byName,
        screens: [String] = [],
        problems: [String] = []
    ) {
        self.folders = folders
        self.files = files
        self.rules = rules
        self.screens = screens
        self.problems = problems
    }

    /// The module that a folder holds.
    private static func module(in folder: String) -> String {
        folder.split(separator: "/").last.map(String.init) ?? folder
    }

    /// The files of each module, in the order of the folders.
    package var modules: [(name: String, files: [SourceFile])] {
        folders.map(Self.module).map { module in (module, files.filter { $0.path.hasPrefix(module + "/") }) }
    }

    /// Per layer, the code lines of its largest file.
    package var largestByLayer: [String: Int] {
        Dictionary(files.map { (rules.layer(of: $0.path), LineCount.asCloc($0.bytes).code) }, uniquingKeysWith: max)
    }
}
