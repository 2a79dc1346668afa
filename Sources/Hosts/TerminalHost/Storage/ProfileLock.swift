import CSystem

/// Keeps other processes from chatting on a profile: until it is released, or the process ends in whatever way.
final class ProfileLock: Sendable {
    /// Nil in a place that takes no changes, where there is nothing to lock out.
    private let descriptor: Int32?

    /// Claims the file at `path`, and makes it where it can be made.
    ///
    /// Commands that only look hold it for a moment, so one that is held is asked for again, `attempts` times in all, ten
    /// milliseconds apart. Throws `StorageError`: `inUse` when another process has it until then, `unusable` when it
    /// cannot be had for any other reason.
    init(path: String, in directory: String, attempts: Int) throws(StorageError) {
        guard let descriptor = try Self.openFile(path) else {
            self.descriptor = nil
            return
        }
        self.descriptor = descriptor
        for attempt in 1...attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            // What throws here closes the file: all that is stored has been set.
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

    /// Whether another process holds the file; false where that cannot be found out. Asking holds it for a moment, in a way
    /// that lets others ask, too.
    static func isHeld(at path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Those who look do not keep each other out.
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    private static func openFile(_ path: String) throws(StorageError) -> Int32? {
        // Without O_NONBLOCK, a pipe in the file's place would be waited at for ever.
        let flags = O_NONBLOCK | O_CLOEXEC
        var descriptor = open(path, O_RDWR | O_CREAT | flags, 0o600)
        if descriptor < 0, [EACCES, EPERM, EROFS].contains(errno) {
            // A file that can only be read can be locked as well.
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
