import CommandLineKit
internal import Foundation

/// The Swift files below a folder, ordered by path, and a sentence for each file that could not be read.
///
/// Hidden files and folders such as `.build`, and symbolic links to folders, are skipped; links to files are
/// followed.
public struct SourceTree: Sendable {
    /// The files that could be read, ordered by the bytes of their paths.
    public let files: [SourceFile]
    /// A sentence for each file or folder that could not be read, with its path and the reason.
    public let problems: [String]
    /// Whether the folder itself could be listed.
    public let isReadable: Bool

    public init(files: [SourceFile], problems: [String] = [], isReadable: Bool = true) {
        self.files = files
        self.problems = problems
        self.isReadable = isReadable
    }

    /// Reads all `.swift` files below `folder`; files longer than `sizeLimit` bytes are reported in `problems`.
    public init(reading folder: String, sizeLimit: Int = 16 << 20) {
        var walk = TreeWalk(root: folder, sizeLimit: sizeLimit)
        isReadable = walk.run()
        files = walk.files
        problems = walk.problems
    }
}

private struct TreeWalk {
    let root: String
    let sizeLimit: Int
    var files: [SourceFile] = []
    var problems: [String] = []

    init(root: String, sizeLimit: Int) {
        self.root = root
        self.sizeLimit = sizeLimit
    }

    mutating func run() -> Bool {
        guard FileStatus.isFolder(root) else {
            problems.append("\(printable(root)) is not a folder that can be read")
            return false
        }
        var found: [String] = []
        var waiting = [""]
        var isRoot = true
        while let folder = waiting.popLast() {
            guard let names = names(in: folder) else {
                problems.append("\(printable(root + folder)) cannot be listed")
                if isRoot { return false }
                continue
            }
            isRoot = false
            for name in names where !name.hasPrefix(".") {
                let path = folder + "/" + name
                if FileStatus.isFolder(root + path) {
                    if !FileStatus.isLink(root + path) { waiting.append(path) }
                } else if name.hasSuffix(".swift") {
                    found.append(path)
                }
            }
        }
        found.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for path in found { read(path) }
        return true
    }

    private func names(in folder: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: root + folder)
    }

    private mutating func read(_ path: String) {
        do {
            let bytes = try FileStatus.contents(of: root + path, limit: sizeLimit)
            files.append(SourceFile(path: String(path.dropFirst()), bytes: bytes))
        } catch {
            problems.append("\(printable(root + path)) \(error.reason)")
        }
    }
}
