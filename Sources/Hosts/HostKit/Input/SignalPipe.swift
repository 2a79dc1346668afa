import CSystem
import Foundation
import Synchronization

/// Turns the signals that end a program into bytes of a pipe, which `poll` watches beside the input.
///
/// Lives as long as the process. The ends are never closed, since a handler may write at any moment.
package struct SignalPipe: Sendable {
    package let readEnd: Int32
    /// Stays readable once a signal has come, even after `take()`: for a `poll` that waits for something else.
    package let arrival: Int32
    private let writeEnd: Int32
    private let arrivalWriteEnd: Int32

    package init() throws(SystemError) {
        (readEnd, writeEnd) = try Descriptors.makePipe()
        (arrival, arrivalWriteEnd) = try Descriptors.makePipe()
    }

    /// Whether any signal has come since the start.
    package var hasArrived: Bool { Descriptors.poll([arrival], waits: false)[0] }

    /// Sends these signals through this pipe, and through no other.
    ///
    /// A signal that was ignored when the process started stays ignored, as `nohup` and background jobs expect.
    package func install(for signals: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) {
        installedArrival.store(arrivalWriteEnd, ordering: .sequentiallyConsistent)
        installedWriteEnd.store(writeEnd, ordering: .sequentiallyConsistent)
        for number in signals {
            let earlier = signal(number) {
                writeSignal($0, to: installedArrival.load(ordering: .relaxed))
                writeSignal($0, to: installedWriteEnd.load(ordering: .relaxed))
            }
            // C functions cannot be compared, but their addresses can.
            if unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }

    /// Also sends these signals through this pipe. They report a change and do not end the program.
    package func installChanges(for signals: [Int32]) {
        installedWriteEnd.store(writeEnd, ordering: .sequentiallyConsistent)
        for number in signals {
            signal(number) { writeSignal($0, to: installedWriteEnd.load(ordering: .relaxed)) }
        }
    }

    /// Makes a write to a closed pipe, or beyond the maximum file size, fail with an error in place of ending the
    /// process.
    package static func ignoreLostOutput() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Does what the signal handler does.
    package func post(_ number: Int32) {
        writeSignal(number, to: arrivalWriteEnd)
        writeSignal(number, to: writeEnd)
    }

    /// Returns the first waiting signal without waiting for one.
    package func take() -> Int32? {
        (try? Descriptors.read(readEnd, upTo: 1))?.first.map(Int32.init)
    }
}

/// A C handler has no context, so its pipe is global. An atomic number is safe to read in a handler. `install` writes
/// both before any handler can read them.
private let installedWriteEnd = Atomic<Int32>(-1)
private let installedArrival = Atomic<Int32>(-1)

/// Does only what a handler may do: no lock, no allocation, `errno` unchanged. A full pipe drops the signal; enough
/// others wait then.
private func writeSignal(_ number: Int32, to descriptor: Int32) {
    let earlier = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(descriptor, &byte, 1)
    errno = earlier
}

extension SignalPipe {
    /// Runs `work` and cancels it when a signal comes.
    ///
    /// Throws the errors of `work`, with `InterruptionError` in place of `CancellationError`. Throws `SystemError` before
    /// starting if the system has no pipe left.
    package func cancelling<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws
        -> Result
    {
        do { return try await HostKit.cancelling(when: arrival, work) } catch is CancellationError {
            throw InterruptionError()
        }
    }
}

/// Runs `work` and cancels it when a descriptor can be read or is closed at its other end, or with the caller's task.
///
/// Throws the errors of `work`, and `SystemError` before starting if the system has no pipe left.
package func cancelling<Result: Sendable>(
    when descriptor: Int32,
    _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let (end, done) = try Descriptors.makePipe()
    let task = Task { try await work() }
    let thread = Thread {
        if Descriptors.poll([descriptor], hangups: [end], waits: true)[0] { task.cancel() }
        close(end)
    }
    thread.name = "cancelling"
    thread.start()
    defer { close(done) }
    return try await withTaskCancellationHandler {
        try await task.value
    } onCancel: {
        task.cancel()
    }
}
