import CSystem
import Foundation

/// A folder on disk, created by the first write; only the owner may read the folder and its files.
///
/// Refuses names that could lead elsewhere, and follows no link: the files of a linked folder belong to someone else.
package struct DiskFolder: FileFolder {
    private let folder: String

    /// Creates a value for the folder at a path, without touching the disk.
    package init(_ path: String) {
        folder = path
    }

    package func path(of name: String) -> String? { Self.isHarmless(name) ? "\(folder)/\(name)" : nil }

    package func size(of name: String) throws -> Int64? {
        if isLink { return nil }
        var status = stat()
        guard lstat(try checkedPath(name), &status) == 0 else { return try nilIfMissing() }
        return status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }

    package func read(_ name: String, at offset: Int64, count: Int) throws -> [UInt8] {
        let file = try OpenFile(at: try checkedPath(name), O_RDONLY | O_NOFOLLOW)
        return try file.read(at: offset, count: count)
    }

    package func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws {
        let path = try checkedPath(name)
        if mkdir(folder, 0o700) == 0 {
            try synchronize(folder: folder + "/..")
        } else if errno != EEXIST {
            throw StorageProblem(errno: errno)
        }
        let file = try OpenFile(at: path, O_WRONLY | O_CREAT | O_NOFOLLOW)
        try file.write(bytes, at: offset)
    }

    package func synchronize(_ name: String) throws {
        try OpenFile(at: try checkedPath(name), O_RDONLY | O_NOFOLLOW).synchronize()
        try synchronize(folder: folder)
    }

    /// Makes the entries of a folder survive a power failure.
    private func synchronize(folder: String) throws(StorageProblem) {
        try OpenFile(at: folder, O_RDONLY | O_DIRECTORY).synchronize()
    }

    package func remove(_ name: String) throws {
        if unlink(try checkedPath(name)) != 0 { _ = try nilIfMissing() as Int64? }
    }

    package func names() throws -> [String] {
        try refuseLink()
        guard let stream = opendir(folder) else { return try nilIfMissing() ?? [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if Self.isHarmless(name) { names.append(name) }
        }
        return names.sorted()
    }

    /// Whether a name cannot leave the folder, and displays as it is.
    private static func isHarmless(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, let last = name.unicodeScalars.last else { return false }
        let isBare = first != "." && ![first, last].contains(where: \.properties.isWhitespace)
        return isBare && !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.isLayoutControl }
    }

    private func checkedPath(_ name: String) throws(StorageProblem) -> String {
        guard let path = path(of: name) else { throw .other(detail: "a file cannot have this name") }
        try refuseLink()
        return path
    }

    private func refuseLink() throws(StorageProblem) {
        if isLink { throw .other(detail: "the folder of files is a link") }
    }

    private var isLink: Bool {
        var status = stat()
        return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private func nilIfMissing<Value>() throws(StorageProblem) -> Value? {
        guard errno == ENOENT else { throw StorageProblem(errno: errno) }
        return nil
    }
}
