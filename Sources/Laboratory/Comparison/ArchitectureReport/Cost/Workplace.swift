import Foundation

/// The folder for the histories of a run: in memory if possible, so that the disk does not affect the comparison.
package struct Workplace: ~Copyable {
    private let url: URL

    package init() throws {
        let hasMemory = FileManager.default.isWritableFile(atPath: "/dev/shm")
        let parent = hasMemory ? URL(filePath: "/dev/shm") : FileManager.default.temporaryDirectory
        url = try FileManager.default.url(
            for: .itemReplacementDirectory,
            in: .userDomainMask,
            appropriateFor: parent,
            create: true
        )
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package func path(of file: String) -> String { url.appending(path: file).path }

    /// Copies a history that is not open, and returns the path of the copy.
    package func copy(_ original: String, as name: String) throws -> String {
        let copy = path(of: name)
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + suffix) }
        try FileManager.default.copyItem(atPath: path(of: original), toPath: copy)
        return copy
    }
}
