import CSystem

/// A system call that failed.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    package let call: String
    package let code: Int32

    package init(call: String, code: Int32) {
        (self.call, self.code) = (call, code)
    }

    package var description: String { "\(call): \(reason)" }

    /// The reason without the name of the call, for the user.
    package var reason: String { String(cString: strerror(code)) }
}

/// The error of a process that may open too few files.
package struct DescriptorLimitError: Error, Equatable, CustomStringConvertible {
    package let found: Int

    package var description: String {
        "only \(found) open files are allowed, and \(Descriptors.neededCount) are needed; raise the limit with ulimit -n"
    }
}

/// The system calls of readers and writers, which handle interruptions by signals.
package enum Descriptors {
    /// Creates a pipe whose ends never block.
    package static func makePipe() throws(SystemError) -> (readEnd: Int32, writeEnd: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(call: "pipe", code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return (ends[0], ends[1])
    }

    /// Opens the descriptors 0 to 2 that are closed, so that no file opened later takes their numbers.
    ///
    /// They are opened for reading only: reading a closed input finds its end, and writing to a closed output fails.
    package static func fillStandard() {
        // The system assigns the lowest free number first. The last descriptor, beyond these, is not needed.
        var last: Int32 = -1
        repeat { last = open("/dev/null", O_RDONLY) } while 0...STDERR_FILENO ~= last
        if last > STDERR_FILENO { close(last) }
    }

    /// The maximum number of descriptors in use. System libraries end the process if no descriptor is free.
    static let neededCount: rlim_t = 24

    /// Raises the limit of open files if needed. Throws if the limit cannot be raised.
    package static func raiseLimit() throws(DescriptorLimitError) {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0, limit.rlim_cur < neededCount else { return }
        let found = limit.rlim_cur
        limit.rlim_cur = min(neededCount, limit.rlim_max)
        guard limit.rlim_cur == neededCount, setrlimit(openFiles, &limit) == 0 else {
            throw DescriptorLimitError(found: Int(found))
        }
    }

    /// Returns whether a descriptor is a regular file. Removes the access of other users to a file of this user.
    static func isPrivateFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        // This fails for a file of another user, and leaves it unchanged.
        if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
        return true
    }

    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns the current width of a terminal in columns; 80 if the terminal does not say.
    package static func columns(of terminal: Int32) -> Int {
        var size = winsize()
        let isKnown = ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    /// Returns for each descriptor whether reading it would find bytes, the end or an error.
    ///
    /// Returns at once unless `waits`. For descriptors in `hangups`, notices the end only.
    package static func poll(_ descriptors: [Int32], hangups: [Int32] = [], waits: Bool) -> [Bool] {
        poll(descriptors, hangups: hangups, forMilliseconds: waits ? -1 : 0)
    }

    /// Does the same, waiting for a time at most; without limit if the time is negative.
    package static func poll(
        _ descriptors: [Int32],
        hangups: [Int32] = [],
        forMilliseconds milliseconds: Int32
    ) -> [Bool] {
        var entries =
            descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            + hangups.map { pollfd(fd: $0, events: 0, revents: 0) }
        // Retries after an interruption, and after a lack of memory, the only other possible failure.
        while systemPoll(&entries, nfds_t(entries.count), milliseconds) < 0 {}
        return entries.map { $0.revents != 0 }
    }

    /// Waits until a descriptor can be written or has failed. Returns false if `other` becomes readable first.
    package static func waitUntilWritable(_ descriptor: Int32, orReadable other: Int32?) -> Bool {
        var entries = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
        if let other { entries.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
        while systemPoll(&entries, nfds_t(entries.count), -1) < 0 {}
        return entries[0].revents != 0
    }

    /// Reads up to `count` bytes. Returns no bytes at the end, and nil if no bytes are available yet.
    package static func read(_ descriptor: Int32, upTo count: Int) throws(SystemError) -> [UInt8]? {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var taken = systemRead(descriptor, buffer.baseAddress, count)
            while taken < 0, errno == EINTR { taken = systemRead(descriptor, buffer.baseAddress, count) }
            if taken < 0 { failure = errno }
            initialized = max(0, taken)
        }
        if failure == EAGAIN || failure == EWOULDBLOCK { return nil }
        guard failure == 0 else { throw SystemError(call: "read", code: failure) }
        return bytes
    }
}

/// On Linux, a limit's number belongs to an enumeration.
#if canImport(Glibc)
    private let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
    private let openFiles = RLIMIT_NOFILE
#endif

// The system's functions, whose names the functions above hide.
private let systemPoll = poll
private let systemRead = read
