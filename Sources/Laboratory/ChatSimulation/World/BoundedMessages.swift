import Synchronization
import Transport

/// Messages of the server within the limits that the app keeps, worked out once for each: the whole log is looked at many times.
final class BoundedMessages: Sendable {
    private let known = Mutex<[MessageID: (whole: Message, bounded: Message)]>([:])

    func message(_ message: Message) -> Message {
        if let known = known.withLock({ $0[message.id] }), known.whole == message { return known.bounded }
        let bounded = message.bounded() ?? message
        known.withLock { $0[message.id] = (message, bounded) }
        return bounded
    }
}
