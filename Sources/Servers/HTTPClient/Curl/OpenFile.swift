#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A regular file that is read or written at positions; closed when this goes.
final class OpenFile {
    private let path: String
    private let descriptor: Int32

    static func toRead(_ path: String) throws(HTTPFailure.Reason) -> OpenFile {
        try OpenFile(path, O_RDONLY)
    }

    /// Makes the file, for its owner alone, where there is none. Never through a symbolic link.
    static func toWrite(_ path: String) throws(HTTPFailure.Reason) -> OpenFile {
        try OpenFile(path, O_WRONLY | O_CREAT | O_NOFOLLOW)
    }

    private init(_ path: String, _ flags: Int32) throws(HTTPFailure.Reason) {
        // Without blocking: a pipe of that name would be waited for.
        let descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw Self.failed(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .fileFailed("\(path): Not a regular file")
        }
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit { close(descriptor) }

    func count() throws(HTTPFailure.Reason) -> Int64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failed(path) }
        return Int64(status.st_size)
    }

    /// Makes the file just as long; none of what follows is left.
    func cut(to count: Int64) throws(HTTPFailure.Reason) {
        guard ftruncate(descriptor, off_t(count)) == 0 else { throw Self.failed(path) }
    }

    /// Fills some of the buffer, at least one byte. Throws when there are none at the position.
    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(HTTPFailure.Reason) -> Int {
        var count: Int
        repeat {
            count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(position))
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw Self.failed(path) }
        guard count > 0 else { throw .fileFailed("\(path): Became shorter while it was read") }
        return count
    }

    /// Writes all of the bytes.
    func write(_ bytes: UnsafeRawBufferPointer, at position: Int64) throws(HTTPFailure.Reason) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(position) + off_t(written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failed(path) }
            written += count
        }
    }

    private static func failed(_ path: String) -> HTTPFailure.Reason {
        .fileFailed("\(path): \(String(cString: strerror(errno)))")
    }
}
