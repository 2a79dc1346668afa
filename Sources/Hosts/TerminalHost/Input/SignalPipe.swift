import CSystem
import Foundation
import Synchronization

/// Turns the signals that ask a program to end into bytes of a pipe, where `poll` finds them beside the input.
///
/// It lives as long as the process: its ends are never closed, for a handler may write at any moment.
package struct SignalPipe: Sendable {
    package let readEnd: Int32
    /// Can be read for ever once a signal has come, though `take()` has long taken it: for `poll` wherever something is
    /// waited for that may never come.
    package let arrival: Int32
    private let writeEnd: Int32
    private let arrivalWriteEnd: Int32

    package init() throws(SystemError) {
        (readEnd, writeEnd) = try Descriptors.makePipe()
        (arrival, arrivalWriteEnd) = try Descriptors.makePipe()
    }

    /// Whether a signal has come at any time.
    var hasArrived: Bool { Descriptors.poll([arrival], waits: false)[0] }

    /// From now on these signals come through this pipe, and through no other.
    ///
    /// One that was ignored when the process started stays ignored, as `nohup` and background jobs expect.
    func install(for signals: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) {
        installedArrival.store(arrivalWriteEnd, ordering: .sequentiallyConsistent)
        installedWriteEnd.store(writeEnd, ordering: .sequentiallyConsistent)
        for number in signals {
            let earlier = signal(number) {
                writeSignal($0, to: installedArrival.load(ordering: .relaxed))
                writeSignal($0, to: installedWriteEnd.load(ordering: .relaxed))
            }
            // C functions cannot be compared, but addresses can.
            if unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }

    /// From now on these signals come through this pipe, too: they say that something has changed, and end nothing.
    package func installChanges(for signals: [Int32]) {
        installedWriteEnd.store(writeEnd, ordering: .sequentiallyConsistent)
        for number in signals {
            signal(number) { writeSignal($0, to: installedWriteEnd.load(ordering: .relaxed)) }
        }
    }

    /// Lets writing to a closed pipe, or beyond the size that a file may have, fail with an error, which can be told, where
    /// it would end the process.
    static func ignoreLostOutput() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// What the handler does.
    func post(_ number: Int32) {
        writeSignal(number, to: arrivalWriteEnd)
        writeSignal(number, to: writeEnd)
    }

    /// The first signal that waits, without waiting for one.
    package func take() -> Int32? {
        (try? Descriptors.read(readEnd, upTo: 1))?.first.map(Int32.init)
    }
}

/// A handler in C can carry nothing with it, so where it writes to has to be known to the whole process. An atomic
/// number is safe to read there; both are made when `install` stores into them, before any handler can look.
private let installedWriteEnd = Atomic<Int32>(-1)
private let installedArrival = Atomic<Int32>(-1)

/// Only what may be done in a handler: no lock, no memory taken, `errno` left as it was. A full pipe drops the signal, but
/// then more than enough of them wait.
private func writeSignal(_ number: Int32, to descriptor: Int32) {
    let earlier = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(descriptor, &byte, 1)
    errno = earlier
}

extension SignalPipe {
    /// Does `work`, and cancels it as soon as a signal comes. Throws what `work` throws, but `Interruption` in place of a
    /// `CancellationError`; or `SystemError`, before it is begun, when the system has no pipe left.
    func cancelling<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let (end, done) = try Descriptors.makePipe()
        let task = Task { try await work() }
        let arrival = arrival
        let thread = Thread {
            if Descriptors.poll([arrival], hangups: [end], waits: true)[0] { task.cancel() }
            close(end)
        }
        thread.name = "signals"
        thread.start()
        defer { close(done) }
        do { return try await task.value } catch is CancellationError { throw Interruption() }
    }
}
