package import BehaviourSuite
package import SourceMeasure

/// The sources of an architecture, read from the package's folder.
package struct ArchitectureSources: Sendable {
    package let folders: [String]
    /// The files that count.
    package let files: [SourceFile]
    /// The files in the same folders that other architectures also use.
    package let shared: [SourceFile]
    package let kit: (name: String, files: [SourceFile])?
    /// The files of the architecture's own tests.
    package let tests: [SourceFile]
    package let rules: LayerRules
    package let problems: [String]

    /// Reads the sources below `package` that `sources` name; files that cannot be read are listed in `problems`.
    package init(reading sources: Architecture.Sources, in package: String) {
        var (files, shared, problems): ([SourceFile], [SourceFile], [String]) = ([], [], [])
        for folder in sources.folders {
            let module = Self.module(in: folder)
            let tree = SourceTree(reading: package + "/" + folder)
            problems += tree.problems
            for file in tree.files {
                let isShared = sources.shared.contains { (folder + "/" + file.path).hasPrefix($0 + "/") }
                let file = SourceFile(path: module + "/" + file.path, bytes: file.bytes)
                if isShared { shared.append(file) } else { files.append(file) }
            }
        }
        let kit = sources.kit.map { (Self.module(in: $0), SourceTree(reading: package + "/" + $0)) }
        problems += kit?.1.problems ?? []
        // An architecture may have no tests of its own.
        let tests = sources.folders.flatMap { SourceTree(reading: package + "/" + Self.tests(of: $0)).files }
        self.init(
            folders: sources.folders,
            files: files,
            shared: shared,
            kit: kit.map { ($0, $1.files) },
            tests: tests,
            rules: LayerRules(parsing: sources.layers),
            problems: problems
        )
    }

    package init(
        folders: [String] = [],
        files: [SourceFile],
        shared: [SourceFile] = [],
        kit: (name: String, files: [SourceFile])? = nil,
        tests: [SourceFile] = [],
        rules: LayerRules = .byName,
        problems: [String] = []
    ) {
        self.folders = folders
        self.files = files
        self.shared = shared
        self.kit = kit
        self.tests = tests
        self.rules = rules
        self.problems = problems
    }

    /// Returns the folder of a module's tests: `Tests/Screens/ChatTests` for `Sources/Screens/Chat`.
    static func tests(of folder: String) -> String {
        "Tests/" + folder.split(separator: "/").dropFirst().joined(separator: "/") + "Tests"
    }

    /// Returns the module in a folder.
    private static func module(in folder: String) -> String {
        folder.split(separator: "/").last.map(String.init) ?? folder
    }

    /// The code lines of the files that extend the session: the architecture's own queries.
    package var queryLines: Int {
        files.filter { file in
            let code = CodeTokens(of: file.bytes)
            return code.tokens.indices.contains {
                code.text(at: $0) == "extension" && code.name(at: $0 + 1) == "Session"
            }
        }.reduce(0) { $0 + LineCount.asCloc($1.bytes).code }
    }
}
