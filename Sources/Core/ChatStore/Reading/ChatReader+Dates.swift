public import ChatTypes
public import Foundation
import SQLiteKit

/// Messages by their time.
extension ChatReader {
    /// Returns the first stored message of a part of a chat from a time on; nil if there is none.
    ///
    /// Messages are in the server's order. If their times are not, it follows a message that is older. Throws `SQLiteError`. Cost: logarithmic
    /// in the length of the history.
    public func firstMessage(since time: Date, of part: TimelinePart, in chat: ChatID) throws -> MessageID? {
        guard let place = try firstPlace(since: time, in: chat) else { return nil }
        return try connection.first(
            """
            SELECT id FROM message INDEXED BY message_by_thread
            WHERE chat = (SELECT key FROM chat WHERE id = ?) AND thread IS ? AND waits = 0 AND place >= ?
            ORDER BY place LIMIT 1
            """,
            chat.stored,
            part.thread?.stored,
            place
        ) { $0.identifier(0) }
    }

    /// Returns the gap that may hide earlier messages of a chat from a time on: the one right before the first that is stored; nil if there
    /// is none. Throws `SQLiteError`. Cost: as `firstMessage(since:of:in:)`.
    public func gap(hidingMessagesSince time: Date, in chat: ChatID) throws -> Gap? {
        try firstPlace(since: time, in: chat).flatMap { try gap(endingAt: Position($0), in: chat) }
    }

    /// Returns the place of the first message from a time on, of any part: halves the places between the oldest message and the newest.
    private func firstPlace(since time: Date, in chat: ChatID) throws -> Int64? {
        let time = time.milliseconds
        guard let newest = try message(of: chat, upTo: .max), newest.time >= time,
            let oldest = try connection.first(
                """
                SELECT place, time FROM message WHERE chat = (SELECT key FROM chat WHERE id = ?) AND waits = 0
                ORDER BY place LIMIT 1
                """,
                chat.stored,
                read: { (place: $0.integer(0), time: $0.integer(1)) }
            )
        else { return nil }
        if oldest.time >= time { return oldest.place }
        // The last message up to the lower place is older, the message at the upper one is not.
        var (lower, upper) = (oldest.place, newest.place)
        while lower < upper - 1 {
            let middle = lower + Int64(UInt64(bitPattern: upper &- lower) / 2)
            if let found = try message(of: chat, upTo: middle), found.time >= time {
                upper = found.place
            } else {
                lower = middle
            }
        }
        return upper
    }

    private func message(of chat: ChatID, upTo place: Int64) throws -> (place: Int64, time: Int64)? {
        try connection.first(
            """
            SELECT place, time FROM message WHERE chat = (SELECT key FROM chat WHERE id = ?) AND waits = 0 AND place <= ?
            ORDER BY place DESC LIMIT 1
            """,
            chat.stored,
            place
        ) { ($0.integer(0), $0.integer(1)) }
    }
}
