import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceMeasure
import SourceMutation

/// All places in the versions' sources where an operator can change the program, numbered.
///
/// A number is a place's in one state of the sources: the versions stand in the order of the table, their files in the
/// order of their folders and paths.
struct MutationPlan {
    /// A place, and the version that counts it.
    struct Mutant: Hashable, Sendable {
        let number: Int
        let version: String
        /// The test target of the module that it is in; nil for a module without tests of its own.
        let tests: String?
        /// Inside of the package.
        let file: String
        let point: MutationPoint

        /// What it is, wherever it stands in its file.
        var words: String { "\(file): \(point.kind.rawValue): \(point.text)" }
    }

    /// The sources that no version counts, but calls.
    private static let shared = [
        "Sources/Core", "Sources/Screens", "Sources/Laboratory/Comparison/BindingKit",
        "Sources/Laboratory/Comparison/OneThread", "Sources/Laboratory/Comparison/PhoneKit",
    ]

    private(set) var mutants: [Mutant] = []
    /// Folders that the versions count, in the order of the versions.
    private(set) var folders: [String] = []
    /// The test targets of the folders that have any, in their order.
    private(set) var tests: [String] = []
    /// Sentences about what could not be read.
    private(set) var problems: [String] = []

    private var files: [String: SourceFile] = [:]

    /// Reads the sources of `versions` in a package.
    init(reading package: String, versions: [Version] = Version.all) {
        let shared = Signatures(of: Self.shared.flatMap { SourceTree(reading: package + "/" + $0).files })
        for version in versions {
            let folders = version.sources?.folders ?? []
            let trees = folders.map { SourceTree(reading: package + "/" + $0) }
            problems += trees.flatMap(\.problems)
            let signatures = shared.adding(trees.flatMap(\.files))
            for (folder, tree) in zip(folders, trees) {
                let tests = Self.tests(of: folder, in: package)
                let shared = version.sources?.shared ?? []
                for file in tree.files where !shared.contains(where: { (folder + "/" + file.path).hasPrefix($0 + "/") })
                {
                    add(file, in: folder, of: version.name, tests, signatures)
                }
                self.folders.append(folder)
                self.tests += [tests].compactMap(\.self)
            }
        }
    }

    private mutating func add(
        _ file: SourceFile,
        in folder: String,
        of version: String,
        _ tests: String?,
        _ signatures: Signatures
    ) {
        let path = folder + "/" + file.path
        files[path] = file
        for point in MutationPoints(of: file, signatures: signatures).points {
            let number = mutants.count + 1
            mutants.append(Mutant(number: number, version: version, tests: tests, file: path, point: point))
        }
    }

    /// The test target of a module, if it has one.
    private static func tests(of folder: String, in package: String) -> String? {
        let path = "Tests" + folder.dropFirst("Sources".count) + "Tests"
        guard FileManager.default.fileExists(atPath: package + "/" + path) else { return nil }
        return path.split(separator: "/").last.map(String.init)
    }

    /// Writes every file with its switches into a copy of the package, but for the mutants in `dropped`. A file that is
    /// written already is left as it is, so that only what has changed is built again. Throws what the disk says.
    func write(to copy: String, without dropped: Set<Int>) throws {
        let byFile = Dictionary(grouping: mutants.filter { !dropped.contains($0.number) }, by: \.file)
        for (path, file) in files.sorted(by: { $0.key < $1.key }) {
            let points = (byFile[path] ?? []).map { (number: $0.number, point: $0.point) }
            try write(MutatedSource.file(file, with: points), to: copy + "/" + path)
        }
        for folder in folders {
            try write(MutatedSource.switches, to: copy + "/" + folder + "/" + MutatedSource.switches.path)
        }
    }

    private func write(_ file: SourceFile, to path: String) throws {
        guard FileManager.default.contents(atPath: path) != Data(file.bytes) else { return }
        try Data(file.bytes).write(to: URL(filePath: path), options: .atomic)
    }

    /// The numbers of those that are to blame for a compiler's errors; paths begin with `copy`, which is absolute.
    func blamed(by log: BuildLog, in copy: String, among kept: Set<Int>) -> Set<Int> {
        var blamed: Set<Int> = []
        for error in log.errors where error.path.hasPrefix(copy + "/") {
            let path = String(error.path.dropFirst(copy.count + 1))
            let here = mutants.filter { $0.file == path && kept.contains($0.number) }
            for index in BuildLog.suspects(here.map(\.point), at: error.line) { blamed.insert(here[index].number) }
        }
        return blamed
    }
}
