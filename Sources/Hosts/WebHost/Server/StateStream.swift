import CMicroHTTPD
import Synchronization

/// A connection of the library, which stays valid as long as its request.
///
/// Sendable without a check of the compiler: the library allows resuming from any thread, and a stream uses its connection only under
/// its own lock and before the library releases it.
struct ServedConnection: @unchecked Sendable {
    let pointer: OpaquePointer
}

/// The response that a page reads for as long as it is open: lines of JSON, one for each state.
///
/// The session writes, the library's thread reads. Nothing waits here: the page acknowledges states, and the session writes no more than
/// one beyond the last acknowledged one.
final class StateStream: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var offset = 0
        var isSuspended = false
        var isEnding = false
        var isReleased = false
    }

    /// The number of the stream, which its page names with what it has painted.
    let number: Int
    /// The name that the page gave itself, the same when it connects again.
    let page: String
    private let connection: ServedConnection
    private let state = Mutex(State())
    private let released: @Sendable () -> Void

    /// - Parameter released: called once on the library's thread, when nobody reads any more.
    init(number: Int, page: String, connection: ServedConnection, released: @escaping @Sendable () -> Void) {
        (self.number, self.page, self.connection, self.released) = (number, page, connection, released)
    }

    /// Adds a line; does nothing after the end.
    func write(_ line: [UInt8]) {
        state.withLock { state in
            guard !state.isReleased, !state.isEnding else { return }
            state.bytes += line
            state.bytes.append(UInt8(ascii: "\n"))
            wake(&state)
        }
    }

    /// Writes an empty line if nothing waits: a page that is gone is noticed only by writing to it.
    func probe() {
        state.withLock { state in
            guard !state.isReleased, !state.isEnding, state.bytes.isEmpty else { return }
            state.bytes = [UInt8(ascii: "\n")]
            wake(&state)
        }
    }

    /// Ends the response behind what was written.
    func end() {
        state.withLock { state in
            guard !state.isReleased else { return }
            state.isEnding = true
            wake(&state)
        }
    }

    private func wake(_ state: inout State) {
        guard state.isSuspended else { return }
        state.isSuspended = false
        MHD_resume_connection(connection.pointer)
    }

    /// Copies the next bytes on the library's thread, or suspends the connection until there are some.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            let count = min(buffer.count, state.bytes.count - state.offset)
            guard count > 0 else {
                if state.isEnding { return Int(MHD_CONTENT_READER_END_OF_STREAM) }
                state.isSuspended = true
                MHD_suspend_connection(connection.pointer)
                return 0
            }
            state.bytes.withUnsafeBytes { bytes in
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[state.offset..<state.offset + count]))
            }
            state.offset += count
            if state.offset == state.bytes.count { (state.bytes, state.offset) = ([], 0) }
            return count
        }
    }

    /// Notes that the library let the response go.
    func release() {
        state.withLock { $0.isReleased = true }
        released()
    }
}
