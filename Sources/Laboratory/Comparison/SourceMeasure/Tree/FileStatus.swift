internal import CSystem

/// An error for a file that was not read, as the end of a sentence that begins with its path.
package struct UnreadableFile: Error {
    package let reason: String
}

/// The kind of file at a path.
package struct FileStatus {
    enum Kind { case folder, regular, link, other }

    let kind: Kind

    /// Reads the status of a path; nil if there is no file, or it is not accessible.
    init?(of path: String, followingLinks: Bool) {
        var status = stat()
        guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: .folder
            case S_IFREG: .regular
            case S_IFLNK: .link
            default: .other
            }
    }

    /// Returns the contents of a regular file.
    ///
    /// Never blocks on other kinds of file, such as a pipe with the name of a source file.
    package static func contents(of path: String, limit: Int) throws(UnreadableFile) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw UnreadableFile(reason: "cannot be opened: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, FileStatus(status).kind == .regular else {
            throw UnreadableFile(reason: "is not a regular file")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(0, min(Int(status.st_size), limit)) + 1)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw UnreadableFile(reason: "cannot be read: \(String(cString: strerror(errno)))")
            }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else {
                throw UnreadableFile(reason: "is longer than \(limit) bytes, which is more than is read")
            }
        }
    }
}
