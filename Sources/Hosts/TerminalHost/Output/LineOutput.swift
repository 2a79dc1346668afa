import CSystem
import Synchronization

/// Writes whole lines to a descriptor, from any thread, never one within another.
///
/// Waits while the descriptor takes nothing, but no longer than until a signal comes. What fails is remembered, and
/// everything after it dropped: no line has to be checked, and a closed pipe ends nothing by itself (where
/// `SignalPipe.ignoreLostOutput()` was called).
final class LineOutput: Sendable {
    private let descriptor: Int32
    private let signals: SignalPipe?
    private let isTerminal: Bool
    private let state = Mutex<SystemError?>(nil)

    /// - Parameter signals: where those come that end the wait for a descriptor; nil to wait for ever.
    init(descriptor: Int32, signals: SignalPipe? = nil) {
        (self.descriptor, self.signals) = (descriptor, signals)
        isTerminal = Descriptors.isTerminal(descriptor)
    }

    /// How wide the terminal is at this moment; nil where it is none.
    var columns: Int? { isTerminal ? Descriptors.columns(of: descriptor) : nil }

    /// Whether the reader has gone: what else is written will not be seen.
    var isClosed: Bool { failure?.code == EPIPE }

    /// Whether a signal came while the descriptor took nothing: what was to be written then is lost.
    var isInterrupted: Bool { failure?.code == EINTR }

    /// Why writing has failed, a closed pipe and a signal included; nil as long as it has not.
    var failure: SystemError? { state.withLock { $0 } }

    func write(_ line: String) {
        write([line])
    }

    func write(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        write(unfinished: lines.map { $0 + "\n" }.joined())
    }

    /// Text that more will follow on the same line, such as progress.
    func write(unfinished text: String) {
        let bytes = Array(text.utf8)
        state.withLock { failure in
            guard failure == nil else { return }
            failure = write(bytes)
        }
    }

    private func write(_ bytes: [UInt8]) -> SystemError? {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                guard Descriptors.waitUntilWritable(descriptor, orReadable: signals?.arrival) else {
                    return SystemError(call: "write", code: EINTR)
                }
                // What can be written to takes so much at once; of more, it may keep the thread waiting for room.
                let chunk = rest.prefix(Self.chunkSize)
                let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: chunk).baseAddress, chunk.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if ![EAGAIN, EWOULDBLOCK, EINTR].contains(errno) {
                    return SystemError(call: "write", code: errno)
                }
            }
            return nil
        }
    }

    /// POSIX promises room for so much in a pipe that can be written to.
    private static let chunkSize = Int(PIPE_BUF)
}

// The system's call, where a function of ours has the same name.
private let systemWrite = write
