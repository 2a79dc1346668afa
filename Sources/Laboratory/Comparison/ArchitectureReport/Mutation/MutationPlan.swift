import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceMeasure
import SourceMutation

/// The numbered places in the architectures' sources at which an operator can change the program.
///
/// A number identifies a place only in one state of the sources. Architectures are in the order of the table, files
/// in the order of their folders and paths.
struct MutationPlan {
    /// A place, and the architecture that it belongs to.
    struct Mutant: Hashable, Sendable {
        let number: Int
        let version: String
        /// The test target of its module; nil for a module without tests.
        let tests: String?
        /// The path inside the package.
        let file: String
        let point: MutationPoint

        /// A description that does not depend on the position in the file.
        var words: String { "\(file): \(point.kind.rawValue): \(point.text)" }
    }

    /// The sources that architectures call but that count for none of them.
    private static let shared = [
        "Sources/Core", "Sources/Screens", "Sources/Laboratory/Comparison/BindingKit",
        "Sources/Laboratory/Comparison/OneThread", "Sources/Laboratory/Comparison/PhoneKit",
    ]

    private(set) var mutants: [Mutant] = []
    /// The folders of the architectures, in the order of the architectures.
    private(set) var folders: [String] = []
    /// The test targets of the folders that have tests, in order.
    private(set) var tests: [String] = []
    /// The sentences about files that could not be read.
    private(set) var problems: [String] = []

    private var files: [String: SourceFile] = [:]

    /// Reads the sources of `versions` in a package.
    init(reading package: String, versions: [Architecture] = Architecture.all) {
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

    /// Returns the test target of a module, or nil.
    private static func tests(of folder: String, in package: String) -> String? {
        let path = "Tests" + folder.dropFirst("Sources".count) + "Tests"
        guard FileManager.default.fileExists(atPath: package + "/" + path) else { return nil }
        return path.split(separator: "/").last.map(String.init)
    }

    /// Writes every file with its mutants, except those in `dropped`, into a copy of the package.
    ///
    /// Leaves files with the right contents unchanged, so that only changes are built again. Throws the errors of the
    /// disk.
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

    /// Returns the numbers of the mutants that a compiler's errors blame; paths begin with `copy`, an absolute path.
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
