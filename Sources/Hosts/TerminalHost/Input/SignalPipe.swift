import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Turns the signals that ask a program to end into bytes of a pipe, where `poll` finds them beside the input.
///
/// It lives as long as the process: its ends are never closed, for a handler may write at any moment.
struct SignalPipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(SystemError) {
        (readEnd, writeEnd) = try Descriptors.makePipe()
    }

    /// From now on these signals come through this pipe, and through no other.
    ///
    /// One that was ignored when the process started stays ignored, as `nohup` and background jobs expect.
    func install(for signals: [Int32] = [SIGINT, SIGTERM, SIGHUP]) {
        installedWriteEnd.store(writeEnd, ordering: .sequentiallyConsistent)
        for number in signals {
            let earlier = signal(number) { writeSignal($0, to: installedWriteEnd.load(ordering: .relaxed)) }
            // C functions cannot be compared, but addresses can.
            if unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }

    /// Lets writing to a closed pipe fail with an error, which can be told, where it would end the process.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// What the handler does.
    func post(_ number: Int32) {
        writeSignal(number, to: writeEnd)
    }

    /// The first signal that waits, without waiting for one.
    func take() -> Int32? {
        (try? Descriptors.read(readEnd, upTo: 1))?.first.map(Int32.init)
    }
}

/// A handler in C can carry nothing with it, so where it writes to has to be known to the whole process. An atomic
/// number is safe to read there; it is made when `install` stores into it, before any handler can look.
private let installedWriteEnd = Atomic<Int32>(-1)

/// Only what may be done in a handler: no lock, no memory taken, `errno` left as it was. A full pipe drops the signal, but
/// then more than enough of them wait.
private func writeSignal(_ number: Int32, to descriptor: Int32) {
    let earlier = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(descriptor, &byte, 1)
    errno = earlier
}
