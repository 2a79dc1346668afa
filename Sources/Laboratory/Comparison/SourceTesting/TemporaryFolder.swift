import Foundation

/// A folder that is deleted at the end of the test.
package struct TemporaryFolder {
    package let path: String

    /// Passes a new folder to `body`, and deletes it afterwards.
    package static func with(_ body: (Self) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("sources-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        try body(Self(path: url.path))
    }

    /// Writes a file, and creates the folders it needs.
    package func write(_ name: String, _ text: String) throws {
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Creates a symbolic link.
    package func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }
}
