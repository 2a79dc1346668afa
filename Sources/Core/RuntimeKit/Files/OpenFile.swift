import CSystem
package import Foundation

/// An open file, closed when the value goes out of scope.
package struct OpenFile: ~Copyable {
    private let descriptor: Int32

    /// Opens a file; a new one is readable by its owner only. Never waits, not even for the other end of a pipe.
    package init(at path: String, _ flags: Int32) throws(StorageProblem) {
        descriptor = openFile(path, flags | O_NONBLOCK | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw StorageProblem(errno: errno) }
    }

    deinit { _ = closeFile(descriptor) }

    /// Returns the size in bytes, or nil if it is not a regular file.
    package func size() throws(StorageProblem) -> Int64? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StorageProblem(errno: errno) }
        return status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }

    /// Reads at most `count` bytes from `offset`; returns fewer only at the end of the file.
    package func read(at offset: Int64, count: Int) throws(StorageProblem) -> [UInt8] {
        var (bytes, filled) = ([UInt8](repeating: 0, count: max(0, count)), 0)
        while filled < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + filled },
                    buffer.count - filled,
                    off_t(offset) + off_t(filled)
                )
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw StorageProblem(errno: errno) }
            guard read > 0 else { break }
            filled += read
        }
        return Array(bytes.prefix(filled))
    }

    /// Writes bytes at an offset. An error may leave a part of them written.
    package func write(_ bytes: [UInt8], at offset: Int64) throws(StorageProblem) {
        let isWritten = bytes.withUnsafeBytes { writeAll($0, to: descriptor, at: off_t(offset)) }
        if !isWritten { throw StorageProblem(errno: errno) }
    }

    /// Returns once everything written survives a power failure.
    package func synchronize() throws(StorageProblem) {
        if fsync(descriptor) != 0 { throw StorageProblem(errno: errno) }
    }
}

/// Writes all bytes, in as many calls as it takes. Returns false if it fails, with the reason in `errno`; then a part may be
/// written.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: off_t) -> Bool {
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

// System calls whose names are also methods above.

private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
