import ChatTypes
import Foundation
import SQLiteKit

/// The tables `vote` and `ballot`: events that vote in polls or end them, and the vote of each sender that counts.
///
/// Of a sender's votes the newest by time counts, up to the end of the poll. Its number grows with each change, also if a deletion or a late
/// end brings an older vote back.
struct VoteTable {
    private let connection: SQLiteConnection
    private let user: ContactID

    init(_ connection: SQLiteConnection, user: ContactID) { (self.connection, self.user) = (connection, user) }

    /// A poll that has a position.
    struct PlacedPoll {
        let room: Int64
        let event: MessageID
        /// The message in the history, and its author.
        let message: MessageID
        let author: ContactID
        /// Whether it came encrypted: then votes and ends in the clear, which the homeserver could have made, do not count.
        let isSealed: Bool
    }

    /// The votes of one sender in one poll that are kept.
    private static let keptVotes = 20

    /// Stores a vote or an end, unless it is known, or too many of others are. Of a sender's ends only the first by time stays. One that the
    /// homeserver could have made is replaced if it comes again and is proved.
    ///
    /// Those in the clear and encrypted ones are counted apart: the homeserver could make those in the clear.
    ///
    /// - Parameters:
    ///   - answers: the IDs of the chosen answers; nil for an end.
    ///   - isVain: whether it is an end that does not end the poll. Any other end is stored, however many are known.
    func insert(
        _ event: RoomEvent,
        in poll: MessageID,
        answers: [String]?,
        room: Int64,
        isClear: Bool,
        isVain: Bool = false
    ) throws {
        let text = try answers.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        let counts = try connection.first(
            "SELECT count(*), count(*) FILTER (WHERE sender = ?3) FROM vote WHERE room = ?1 AND event = ?2",
            room,
            poll.rawValue,
            event.sender.rawValue
        ) { (all: $0.count(0), own: $0.count(1)) }
        let mayBeDropped = event.sender != user && (text != nil || isVain)
        if mayBeDropped, let counts, counts.own == 0, counts.all >= 2 * Limits.votes { return }
        try connection.run(
            """
            INSERT INTO vote(room, id, event, sender, answers, time, clear) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (room, id) DO UPDATE SET answers = excluded.answers, sender = excluded.sender, time = excluded.time, clear = 0
                WHERE clear = 1 AND excluded.clear = 0 AND time > 0
            """,
            room,
            event.id.rawValue,
            poll.rawValue,
            event.sender.rawValue,
            text,
            event.editNumber,
            isClear
        )
        let kept = text == nil ? 1 : Self.keptVotes
        guard let counts, counts.own >= kept else { return }
        try connection.run(
            """
            DELETE FROM vote WHERE key IN (SELECT key FROM vote
                WHERE room = ? AND event = ? AND sender = ? AND clear = ? AND (answers IS NULL) = ?
                ORDER BY iif(answers IS NULL, time, -time) LIMIT -1 OFFSET ?)
            """,
            room,
            poll.rawValue,
            event.sender.rawValue,
            isClear,
            text == nil,
            kept
        )
    }

    /// Makes a vote count no more; returns its poll and sender, nil if the event is none. Its row stays, without a time, for a deletion that
    /// is delivered again. An end stays: the votes that were counted then are known.
    func delete(_ id: MessageID, room: Int64) throws -> (poll: MessageID, sender: ContactID)? {
        try connection.rows(
            """
            UPDATE vote SET answers = '[]', time = 0 WHERE room = ? AND id = ? AND answers IS NOT NULL
            RETURNING event, sender
            """,
            room,
            id.rawValue
        ) { (poll: MessageID($0.text(0)), sender: ContactID($0.text(1))) }.first
    }

    /// Forgets the votes in a poll that was deleted.
    func forget(in poll: MessageID, room: Int64) throws {
        try connection.run("DELETE FROM vote WHERE room = ? AND event = ?", room, poll.rawValue)
        try connection.run("DELETE FROM ballot WHERE room = ? AND event = ?", room, poll.rawValue)
    }

    /// Whether there is a vote in a poll, or an end of it.
    func isKnown(_ poll: MessageID, room: Int64) throws -> Bool {
        try connection.first("SELECT 1 FROM vote WHERE room = ? AND event = ? LIMIT 1", room, poll.rawValue) { _ in true
        }
            ?? false
    }

    /// Returns those who have voted in a poll, in the order of their ids.
    func voters(in poll: MessageID, room: Int64) throws -> [ContactID] {
        try connection.rows(
            "SELECT DISTINCT sender FROM vote WHERE room = ? AND event = ? AND answers IS NOT NULL ORDER BY sender",
            room,
            poll.rawValue
        ) { ContactID($0.text(0)) }
    }

    /// Returns the time of the first end of a poll, in milliseconds, by somebody who may end it; nil while it goes on.
    func end(of poll: PlacedPoll, mayEnd: (ContactID) -> Bool) throws -> Int64? {
        try connection.rows(
            "SELECT sender, time FROM vote WHERE room = ? AND event = ? AND answers IS NULL AND (clear = 0 OR ?) ORDER BY time",
            poll.room,
            poll.event.rawValue,
            !poll.isSealed
        ) { (sender: ContactID($0.text(0)), time: $0.integer(1) >> 20) }.first { mayEnd($0.sender) }?.time
    }

    /// Returns the vote of a sender that counts, under a new number if it has changed; nil if none ever did.
    func ballot(of sender: ContactID, in poll: PlacedPoll, end: Int64?) throws -> (answers: [String], number: Int64)? {
        let newest = try connection.first(
            """
            SELECT answers, time FROM vote
            WHERE room = ? AND event = ? AND sender = ? AND answers IS NOT NULL AND time > 0 AND time >> 20 <= ?
                AND (clear = 0 OR ?)
            ORDER BY time DESC LIMIT 1
            """,
            poll.room,
            poll.event.rawValue,
            sender.rawValue,
            end ?? .max,
            !poll.isSealed
        ) { (answers: $0.text(0), time: $0.integer(1)) }
        let known = try connection.first(
            "SELECT answers, number FROM ballot WHERE room = ? AND event = ? AND sender = ?",
            poll.room,
            poll.event.rawValue,
            sender.rawValue
        ) { (answers: $0.text(0), number: $0.integer(1)) }
        if newest == nil, known == nil { return nil }
        let text = newest?.answers ?? "[]"
        var number = known?.number ?? 0
        if known?.answers.hasBytes(of: text) != true {
            number = max(newest?.time ?? 1, number + 1)
            try connection.run(
                "INSERT OR REPLACE INTO ballot(room, event, sender, answers, number) VALUES (?, ?, ?, ?, ?)",
                poll.room,
                poll.event.rawValue,
                sender.rawValue,
                text,
                number
            )
        }
        return ((try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? [], number)
    }
}
