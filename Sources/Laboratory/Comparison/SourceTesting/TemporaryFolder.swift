import Foundation

/// A folder that is gone when the test is done.
package struct TemporaryFolder {
    package let path: String

    /// Lends a folder to `body`, and removes it afterwards.
    package static func with(_ body: (Self) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("sources-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        try body(Self(path: url.path))
    }

    /// Writes a file, with the folders it needs.
    package func write(_ name: String, _ text: String) throws {
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Writes a symbolic link.
    package func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }
}
