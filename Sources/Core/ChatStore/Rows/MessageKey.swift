import ChatTypes
import Foundation

/// The keys of messages, which ascend with the server's time, so that a search finds the newest first without
/// sorting.
///
/// A key is the time in milliseconds, followed by bits from a hash of the IDs of chat and message: equal histories
/// have equal keys, however they arrived. If a key is taken, others are tried, each from a longer range of time than
/// the one before. So any number of messages of one moment find a key in a few attempts, a little later than their
/// time.
enum MessageKey {
    /// The number of keys that are tried. The last one comes from a quarter of an hour, which holds billions.
    static let attempts = 6

    static func of(_ message: MessageID, in chat: ChatID, at milliseconds: Int64, attempt: Int) -> Int64 {
        let drawn = mixed(hash(of: message, in: chat) &+ UInt64(attempt)) & (1 << UInt64(bits + 4 * attempt) - 1)
        // A possible time leaves room for more bits than are ever used.
        return Date.withinReach(milliseconds) << bits + Int64(drawn)
    }

    private static let bits = 15

    /// Returns the FNV-1a hash, which is the same in every process, unlike Swift's own.
    private static func hash(of message: MessageID, in chat: ChatID) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in chat.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for byte in message.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }

    /// Applies the last steps of SplitMix64: numbers that differ a little become ones that differ in every bit.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var number = number
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }
}
