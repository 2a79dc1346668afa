internal import Foundation

/// An error for a file that was not read, as the end of a sentence that begins with its path.
package struct UnreadableFile: Error {
    package let reason: String
}

/// The files of a disk, as far as reading sources needs them.
package enum FileStatus {
    /// Whether there is a folder at a path, or a link to one.
    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path)[.type]) as? FileAttributeType == .typeSymbolicLink
    }

    /// Returns the contents of a regular file.
    ///
    /// Never blocks on other kinds of file, such as a pipe with the name of a source file.
    package static func contents(of path: String, limit: Int) throws(UnreadableFile) -> [UInt8] {
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        guard FileManager.default.fileExists(atPath: path),
            let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        else { throw UnreadableFile(reason: "is not there, or its folder cannot be read") }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw UnreadableFile(reason: "is not a regular file")
        }
        guard let size = attributes[.size] as? Int, size <= limit else {
            throw UnreadableFile(reason: "is longer than \(limit) bytes, which is more than is read")
        }
        guard let data = FileManager.default.contents(atPath: target) else {
            throw UnreadableFile(reason: "cannot be read")
        }
        return Array(data)
    }
}
