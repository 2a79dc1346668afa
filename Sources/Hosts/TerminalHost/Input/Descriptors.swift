#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A call of the system that failed.
struct SystemError: Error, Equatable, CustomStringConvertible {
    let call: String
    let code: Int32

    var description: String { "\(call): \(reason)" }

    /// For people, who know nothing of calls.
    var reason: String { String(cString: strerror(code)) }
}

/// What the readers need of the system's calls, with interruptions by signals taken care of.
enum Descriptors {
    /// A pipe at which nobody ever waits: an empty one reads as nothing, a full one takes nothing.
    static func makePipe() throws(SystemError) -> (readEnd: Int32, writeEnd: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(call: "pipe", code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return (ends[0], ends[1])
    }

    /// Puts something at those of the numbers 0 to 2 that are closed, lest a descriptor of somebody else come to be there.
    ///
    /// It is open for reading only: a closed input is one that has ended, and to a closed output nothing can be written.
    static func fillStandard() {
        // The lowest number that is free is taken first; what is made beyond them was not needed.
        var last: Int32 = -1
        repeat { last = open("/dev/null", O_RDONLY) } while 0...STDERR_FILENO ~= last
        if last > STDERR_FILENO { close(last) }
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

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
        var entries =
            descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            + hangups.map { pollfd(fd: $0, events: 0, revents: 0) }
        // An interruption is tried again, as is the only other way to fail, a system short of memory.
        while systemPoll(&entries, nfds_t(entries.count), waits ? -1 : 0) < 0 {}
        return entries.map { $0.revents != 0 }
    }

    /// Up to `count` bytes: none at the end, nil when there is nothing yet.
    static func read(_ descriptor: Int32, upTo count: Int) throws(SystemError) -> [UInt8]? {
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

// The system's calls, where a function of ours has the same name.
private let systemPoll = poll
private let systemRead = read
