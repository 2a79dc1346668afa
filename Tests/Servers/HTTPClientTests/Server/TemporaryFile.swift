import Foundation

/// A file in a folder of its own, removed when this goes.
final class TemporaryFile: Sendable {
    let path: String
    private let folder: URL

    /// - Parameter bytes: what is in the file; with nil there is none yet.
    init(_ bytes: [UInt8]? = []) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "http-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        path = folder.appending(path: "file").path
        if let bytes { try Data(bytes).write(to: URL(filePath: path)) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Nil where there is no file.
    var bytes: [UInt8]? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        return [UInt8]((try? handle.readToEnd()) ?? Data())
    }

    var mode: Int? {
        get throws { try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int }
    }

    /// Makes the file that long, with zeros that take no room.
    func grow(to count: UInt64) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: count)
        try handle.close()
    }
}
