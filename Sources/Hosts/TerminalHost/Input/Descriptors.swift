import CSystem

/// A call of the system that failed.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    package let call: String
    package let code: Int32

    package init(call: String, code: Int32) {
        (self.call, self.code) = (call, code)
    }

    package var description: String { "\(call): \(reason)" }

    /// For people, who know nothing of calls.
    var reason: String { String(cString: strerror(code)) }
}

/// The process may open too few files to run at all.
struct DescriptorShortage: Error, Equatable, CustomStringConvertible {
    let found: Int

    var description: String {
        "only \(found) open files are allowed, and \(Descriptors.neededCount) are needed; raise the limit with ulimit -n"
    }
}

/// What the readers need of the system's calls, with interruptions by signals taken care of.
package enum Descriptors {
    /// A pipe whose ends never block: an empty one reads as nothing, a full one takes nothing.
    package static func makePipe() throws(SystemError) -> (readEnd: Int32, writeEnd: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(call: "pipe", code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return (ends[0], ends[1])
    }

    /// Puts something at those of the numbers 0 to 2 that are closed, lest a file opened later come to be there.
    ///
    /// It is open for reading only: a closed input is one that has ended, and to a closed output nothing can be written.
    static func fillStandard() {
        // The lowest number that is free is taken first; what is made beyond them was not needed.
        var last: Int32 = -1
        repeat { last = open("/dev/null", O_RDONLY) } while 0...STDERR_FILENO ~= last
        if last > STDERR_FILENO { close(last) }
    }

    /// How many descriptors are needed at most; the system's own libraries end the process where they find none free.
    static let neededCount: rlim_t = 24

    /// Asks for as many descriptors as are needed. Throws when the process may not have them.
    static func makeRoom() throws(DescriptorShortage) {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0, limit.rlim_cur < neededCount else { return }
        let found = limit.rlim_cur
        limit.rlim_cur = min(neededCount, limit.rlim_max)
        guard limit.rlim_cur == neededCount, setrlimit(openFiles, &limit) == 0 else {
            throw DescriptorShortage(found: Int(found))
        }
    }

    /// Whether it is a regular file; one that others may read or write is then its owner's alone.
    static func isPrivateFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        // Another user's file stays as it is.
        if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
        return true
    }

    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// How wide a terminal is, in columns, at this moment; 80 for one that does not say.
    static func columns(of terminal: Int32) -> Int {
        var size = winsize()
        let isKnown = ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    /// Says of each descriptor whether reading it would find something: bytes, its end or an error.
    ///
    /// Returns at once unless `waits`. Of those in `hangups` only the end is noticed, not bytes.
    static func poll(_ descriptors: [Int32], hangups: [Int32] = [], waits: Bool) -> [Bool] {
        poll(descriptors, hangups: hangups, forMilliseconds: waits ? -1 : 0)
    }

    /// The same, waiting for so long at most; for ever where that is negative.
    package static func poll(
        _ descriptors: [Int32],
        hangups: [Int32] = [],
        forMilliseconds milliseconds: Int32
    ) -> [Bool] {
        var entries =
            descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            + hangups.map { pollfd(fd: $0, events: 0, revents: 0) }
        // An interruption is tried again, as is the only other way to fail, a system short of memory.
        while systemPoll(&entries, nfds_t(entries.count), milliseconds) < 0 {}
        return entries.map { $0.revents != 0 }
    }

    /// Waits until a descriptor takes bytes, or an error of it can be met; false when something can be read from `other`
    /// first.
    package static func waitUntilWritable(_ descriptor: Int32, orReadable other: Int32?) -> Bool {
        var entries = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
        if let other { entries.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
        while systemPoll(&entries, nfds_t(entries.count), -1) < 0 {}
        return entries[0].revents != 0
    }

    /// Up to `count` bytes: none at the end, nil when there is nothing yet.
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

/// The number of a limit is of an enumeration on Linux.
#if canImport(Glibc)
    private let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
    private let openFiles = RLIMIT_NOFILE
#endif

// The system's calls, where a function of ours has the same name.
private let systemPoll = poll
private let systemRead = read
