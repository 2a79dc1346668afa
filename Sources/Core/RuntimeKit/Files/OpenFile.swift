import CSystem
package import ChatTypes
package import Foundation

/// A file that is open, and closed with it.
package struct OpenFile: ~Copyable {
    private let descriptor: Int32

    /// One that is made is its owner's alone; a pipe is not waited at. Throws a `StorageProblem`.
    package init(at path: String, _ flags: Int32) throws(StorageProblem) {
        descriptor = openFile(path, flags | O_NONBLOCK | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw StorageProblem(errno: errno) }
    }

    deinit { _ = closeFile(descriptor) }

    /// How many bytes it has; nil for what is no file. Throws a `StorageProblem`.
    package func size() throws(StorageProblem) -> Int64? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StorageProblem(errno: errno) }
        return status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }

    /// At most `count` bytes from `offset` on; fewer only at the end. Throws a `StorageProblem`.
    package func read(at offset: Int64, count: Int) throws(StorageProblem) -> [UInt8] {
        var (bytes, held) = ([UInt8](repeating: 0, count: max(0, count)), 0)
        while held < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + held },
                    buffer.count - held,
                    off_t(offset) + off_t(held)
                )
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw StorageProblem(errno: errno) }
            guard read > 0 else { break }
            held += read
        }
        return Array(bytes.prefix(held))
    }

    /// Throws a `StorageProblem`; then a part may be written.
    package func write(_ bytes: [UInt8], at offset: Int64) throws(StorageProblem) {
        let isWritten = bytes.withUnsafeBytes { writeWhole($0, to: descriptor, at: off_t(offset)) }
        if !isWritten { throw StorageProblem(errno: errno) }
    }

    /// Throws a `StorageProblem`.
    package func synchronize() throws(StorageProblem) {
        if fsync(descriptor) != 0 { throw StorageProblem(errno: errno) }
    }
}

extension StorageProblem {
    /// What the system says of a file.
    package init(errno code: Int32) {
        self =
            switch code {
            case ENOSPC, EDQUOT: .diskFull
            case EACCES, EPERM, EROFS: .notWritable
            case EIO: .failing(detail: String(cString: strerror(code)))
            default: .other(detail: String(cString: strerror(code)))
            }
    }
}

/// Writes all of the bytes, however many calls that takes. False where it cannot, for the reason in `errno`; then a part may be
/// written.
package func writeWhole(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: off_t) -> Bool {
    var written = 0
    while written < bytes.count {
        let count = pwrite(
            descriptor,
            bytes.baseAddress.map { $0 + written },
            bytes.count - written,
            offset + off_t(written)
        )
        if count < 0, errno == EINTR { continue }
        if count == 0 { errno = ENOSPC }
        guard count > 0 else { return false }
        written += count
    }
    return true
}

// The system's calls, where a method of ours has the same name.

private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
