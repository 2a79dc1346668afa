import ChatTypes
import Synchronization

/// A cache of server messages within the app's limits. The whole log is checked many times, and bounding a message is
/// costly.
final class BoundedMessages: Sendable {
    private let known = Mutex<[MessageID: (whole: Message, bounded: Message)]>([:])

    func message(_ message: Message) -> Message {
        if let known = known.withLock({ $0[message.id] }), known.whole == message { return known.bounded }
        let bounded = message.bounded() ?? message
        known.withLock { $0[message.id] = (message, bounded) }
        return bounded
    }
}
