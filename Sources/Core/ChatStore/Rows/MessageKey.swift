import ChatTypes
import Foundation

/// The keys of messages ascend with the server's time, so that a search finds the newest first without sorting.
///
/// A key is the time in milliseconds, then bits that are drawn from the ids of chat and message: equal histories have equal
/// keys, whichever way they came. Where a key is taken, others are tried, each drawn from a longer stretch of time than the one
/// before: any number of messages of one moment find a place in a few attempts, a little later than they were.
enum MessageKey {
    /// How many keys are tried; the last one is drawn from a quarter of an hour, which holds thousands of millions.
    static let attempts = 6

    static func of(_ message: MessageID, in chat: ChatID, at milliseconds: Int64, attempt: Int) -> Int64 {
        let drawn = mixed(hash(of: message, in: chat) &+ UInt64(attempt)) & (1 << UInt64(bits + 4 * attempt) - 1)
        // A time within reach leaves room for more bits than are ever drawn.
        return Date.withinReach(milliseconds) << bits + Int64(drawn)
    }

    private static let bits = 15

    /// FNV-1a: the same in every process, unlike Swift's own.
    private static func hash(of message: MessageID, in chat: ChatID) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in chat.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for byte in message.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }

    /// The last steps of SplitMix64: numbers that differ a little become ones that differ in every bit.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var number = number
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }
}
