import CSystem

/// Keeps other processes from using a profile, until it is released or the process ends in any way.
package final class ProfileLock: Sendable {
    /// Nil in a read-only directory, where no lock is needed.
    private let descriptor: Int32?

    /// Locks the file at `path`, which is created if possible.
    ///
    /// Commands that only check the lock hold it for a moment, so locking is tried `attempts` times, ten milliseconds
    /// apart. Throws `StorageError`: `inUse` if another process holds it until then, `unusable` for any other reason.
    package init(path: String, in directory: String, attempts: Int) throws(StorageError) {
        guard let descriptor = try Self.openFile(path) else {
            self.descriptor = nil
            return
        }
        self.descriptor = descriptor
        for attempt in 1...attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            // Throwing here closes the file, since all properties are set.
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw .unusable(path: path, SystemError(call: "flock", code: errno).reason)
            }
            if attempt < attempts { _ = poll(nil, 0, 10) }
        }
        throw .inUse(path: directory)
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// Returns whether another process holds the lock; false if that is unknown. Checking holds a shared lock for a
    /// moment.
    package static func isHeld(at path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // A shared lock does not exclude other processes that check.
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    private static func openFile(_ path: String) throws(StorageError) -> Int32? {
        // Without O_NONBLOCK, opening a pipe of that name would wait forever.
        let flags = O_NONBLOCK | O_CLOEXEC
        var descriptor = open(path, O_RDWR | O_CREAT | flags, 0o600)
        if descriptor < 0, [EACCES, EPERM, EROFS].contains(errno) {
            // A file that is open for reading can be locked too.
            descriptor = open(path, O_RDONLY | flags)
            if descriptor < 0, errno == ENOENT { return nil }
        }
        guard descriptor >= 0 else { throw .unusable(path: path, SystemError(call: "open", code: errno).reason) }
        guard Descriptors.isPrivateFile(descriptor) else {
            close(descriptor)
            throw .unusable(path: path, "not a regular file")
        }
        return descriptor
    }
}
