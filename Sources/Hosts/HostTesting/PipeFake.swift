import CSystem

/// A pipe that provides an input or collects an output.
package final class PipeFake: Sendable {
    package let readEnd: Int32
    package let writeEnd: Int32

    /// - Parameter byteCount: the capacity, if the system can set it; nil for the default.
    package init(byteCount: Int32? = nil) {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        (readEnd, writeEnd) = (ends[0], ends[1])
        #if canImport(Glibc)
            // F_SETPIPE_SZ, which Glibc does not export.
            if let byteCount { _ = fcntl(writeEnd, 1031, byteCount) }
        #endif
    }

    package func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = CSystem.write(writeEnd, bytes, bytes.count)
    }

    /// Writes until the pipe is full. Returns the number of bytes.
    package func fill(with line: String) -> Int {
        setWaiting(false)
        defer { setWaiting(true) }
        let bytes = Array(line.utf8)
        var count = 0
        while true {
            let taken = CSystem.write(writeEnd, bytes, bytes.count)
            if taken < 0 { return count }
            count += taken
        }
    }

    /// Whether the pipe is writable.
    package var hasRoom: Bool {
        var entry = pollfd(fd: writeEnd, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    /// Reads until the write end is closed.
    package func readAll() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            var bytes = [UInt8](repeating: 0, count: 1000)
            let count = CSystem.read(readEnd, &bytes, bytes.count)
            if count <= 0 { return all }
            all += bytes.prefix(count)
        }
    }

    package func closeWriteEnd() { close(writeEnd) }
    package func closeReadEnd() { close(readEnd) }

    /// Sets whether writing blocks.
    package func setWaiting(_ waits: Bool) {
        let flags = fcntl(writeEnd, F_GETFL)
        _ = fcntl(writeEnd, F_SETFL, waits ? flags & ~O_NONBLOCK : flags | O_NONBLOCK)
    }
}
