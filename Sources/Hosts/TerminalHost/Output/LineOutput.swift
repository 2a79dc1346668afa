import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Writes whole lines to a descriptor, from any thread, never one within another.
///
/// Waits while the descriptor takes nothing. What fails is remembered, and everything after it dropped: nobody has to
/// check each line, and a closed pipe ends nothing by itself (where `SignalPipe.ignoreBrokenPipes()` was called).
final class LineOutput: Sendable {
    private let descriptor: Int32
    private let isTerminal: Bool
    private let state = Mutex<SystemError?>(nil)

    init(descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = Descriptors.isTerminal(descriptor)
    }

    /// How wide the terminal is at this moment; nil where it is none.
    var columns: Int? { isTerminal ? Descriptors.columns(of: descriptor) : nil }

    /// Whether the reader has gone: nobody will see what else is written.
    var isClosed: Bool { failure?.code == EPIPE }

    /// Why writing has failed, a closed pipe included; nil as long as it has not.
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
                let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN || errno == EWOULDBLOCK {
                    waitUntilWritable()
                } else if errno != EINTR {
                    return SystemError(call: "write", code: errno)
                }
            }
            return nil
        }
    }

    private func waitUntilWritable() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // Interrupted or not, writing is tried again.
        _ = poll(&entry, 1, -1)
    }
}

// The system's call, where a function of ours has the same name.
private let systemWrite = write
