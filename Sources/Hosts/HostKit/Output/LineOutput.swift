import CSystem
import Synchronization

/// Writes whole lines to a descriptor from any thread, without mixing them.
///
/// Waits while the descriptor cannot be written, until a signal comes. Stores the first failure and drops all later
/// text, so that callers need not check each line. A closed pipe does not end the process after
/// `SignalPipe.ignoreLostOutput()`.
package final class LineOutput: Sendable {
    private let descriptor: Int32
    private let signals: SignalPipe?
    private let isTerminal: Bool
    private let fixedColumns: Int?
    private let state = Mutex<SystemError?>(nil)

    /// - Parameters:
    ///   - signals: the signals that end waiting; nil to wait without limit.
    ///   - columns: the width of the terminal that will show the text; nil asks the descriptor.
    package init(descriptor: Int32, signals: SignalPipe? = nil, columns: Int? = nil) {
        (self.descriptor, self.signals, fixedColumns) = (descriptor, signals, columns)
        isTerminal = Descriptors.isTerminal(descriptor)
    }

    /// The current width of the terminal; nil if the output is not a terminal.
    package var columns: Int? { fixedColumns ?? (isTerminal ? Descriptors.columns(of: descriptor) : nil) }

    /// Whether the reader has closed the pipe.
    package var isClosed: Bool { failure?.code == EPIPE }

    /// Whether a signal ended waiting, so that output was lost.
    package var isInterrupted: Bool { failure?.code == EINTR }

    /// The first failure of writing, such as a closed pipe or a signal; nil if there is none.
    package var failure: SystemError? { state.withLock { $0 } }

    package func write(_ line: String) {
        write([line])
    }

    package func write(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        write(unfinished: lines.map { $0 + "\n" }.joined())
    }

    /// Writes text without a line break, such as progress.
    package func write(unfinished text: String) {
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
                // A write of more than this may block.
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

    /// POSIX guarantees room for this many bytes in a writable pipe.
    private static let chunkSize = Int(PIPE_BUF)
}

// The system's function, whose name a method above hides.
private let systemWrite = write
