package import JSONKit

/// When a room's key is replaced by a new one, beside when somebody who has it leaves.
package struct Rotation: Hashable, Sendable {
    /// The number of messages that one key encrypts.
    package let messages: UInt32
    /// The time for which one key encrypts, in seconds.
    package let seconds: Int64

    /// 100 messages or a week, for rooms that demand nothing else.
    package static let standard = Rotation(messages: 100, seconds: 7 * 24 * 3600)

    /// Reads what a room demands in the content of `m.room.encryption`.
    ///
    /// Bounded: at most 10,000 messages and 30 days, so that a stolen key is of limited use, and at least an hour.
    package init(_ settings: JSONValue?) {
        let count = settings?["rotation_period_msgs"]?.integer ?? Int64(Self.standard.messages)
        let milliseconds = settings?["rotation_period_ms"]?.integer ?? 1000 * Self.standard.seconds
        messages = UInt32(min(max(count, 1), 10_000))
        seconds = min(max(milliseconds / 1000, 3600), 30 * 24 * 3600)
    }

    private init(messages: UInt32, seconds: Int64) { (self.messages, self.seconds) = (messages, seconds) }
}
