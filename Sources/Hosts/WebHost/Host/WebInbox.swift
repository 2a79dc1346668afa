import CSystem
import HostKit
import RuntimeKit

/// The events of the server, for a task that waits, or in virtual time for a thread that does.
final class WebInbox: Sendable {
    let events = CoalescingQueue<WebEvent>()
    private let readEnd: Int32
    private let writeEnd: Int32

    /// Throws `SystemError` if the system has no pipe left.
    init() throws(SystemError) { (readEnd, writeEnd) = try Descriptors.makePipe() }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func post(_ event: WebEvent) {
        events.post(event)
        var byte: UInt8 = 0
        // A full pipe wakes the reader as well.
        _ = write(writeEnd, &byte, 1)
    }

    /// Blocks until there are events, or a signal has come; then there are none.
    func wait(for signals: SignalPipe) -> [WebEvent] {
        while true {
            let isReadable = Descriptors.poll([signals.arrival, readEnd], waits: true)
            if isReadable[0] { return [] }
            _ = try? Descriptors.read(readEnd, upTo: 1 << 16)
            let taken = events.drain()
            if !taken.isEmpty { return taken }
        }
    }
}
