import ChatTypes
import SQLiteKit

/// The table `reaction`: each reaction is an event of its own, which its deletion removes.
///
/// A person has reacted with a text if any such event is left. The number of that state grows with each change.
struct ReactionTable {
    private let connection: SQLiteConnection
    private let user: ContactID

    init(_ connection: SQLiteConnection, user: ContactID) { (self.connection, self.user) = (connection, user) }

    /// The reactions of one sender of one event with one text.
    private struct Target {
        let room: Int64
        let event: MessageID
        let sender: ContactID
        let text: String
    }

    /// The number of reactions and deleted ones that are kept of a sender to one event, so that nobody can fill the disk.
    private static let kept = 5 * Limits.reactionsOfAuthor

    /// Stores the reactions among some events; returns those to messages that have a position. Others wait for theirs.
    func apply(_ events: [RoomEvent], room: Int64, isGroup: Bool) throws -> [Annotation] {
        try events.compactMap { event in
            guard let (message, text) = event.reaction else { return nil }
            let target = Target(room: room, event: message, sender: event.sender, text: text)
            guard try insert(event, target) else { return nil }
            return try annotation(of: target, isGroup: isGroup)
        }
    }

    /// Deletes a reaction; returns nil if the event is none. The annotation is nil if its message has no position.
    func delete(_ id: MessageID, number: Int64, room: Int64, isGroup: Bool) throws -> Annotation?? {
        let target = try connection.first(
            "SELECT event, sender, text FROM reaction WHERE room = ? AND id = ?",
            room,
            id.rawValue
        ) { Target(room: room, event: MessageID($0.text(0)), sender: ContactID($0.text(1)), text: $0.text(2)) }
        guard let target else { return .none }
        try connection.run("UPDATE reaction SET is_set = 0 WHERE room = ? AND id = ?", room, id.rawValue)
        let state = try state(of: target)
        if !state.isSet {
            try connection.run(
                "UPDATE reaction SET number = ? WHERE room = ? AND id = ? AND number <= ?",
                max(number, state.number + 1),
                room,
                id.rawValue,
                state.number
            )
        }
        return .some(try annotation(of: target, isGroup: isGroup))
    }

    /// Returns the state of all reactions to an event that has a position.
    func annotations(to event: MessageID, room: Int64, isGroup: Bool) throws -> [Annotation] {
        let targets = try connection.rows(
            "SELECT DISTINCT sender, text FROM reaction WHERE room = ? AND event = ? ORDER BY sender, text",
            room,
            event.rawValue
        ) { Target(room: room, event: event, sender: ContactID($0.text(0)), text: $0.text(1)) }
        return try targets.compactMap { try annotation(of: $0, isGroup: isGroup) }
    }

    /// Returns the user's own reaction events to an event, which set a text.
    func own(_ text: String, to event: MessageID, room: Int64) throws -> [MessageID] {
        try connection.rows(
            "SELECT id FROM reaction WHERE room = ? AND event = ? AND sender = ? AND text = ? AND is_set = 1 ORDER BY key",
            room,
            event.rawValue,
            user.rawValue,
            text
        ) { MessageID($0.text(0)) }
    }

    /// Whether the user has reacted to an event with a text, and the number of that state, which is 0 if nothing is known.
    func ownState(of text: String, to event: MessageID, room: Int64) throws -> (isSet: Bool, number: Int64) {
        try state(of: Target(room: room, event: event, sender: user, text: text))
    }

    /// Notes that the user has removed a reaction of which no event is known, so that the next one gets a higher number.
    ///
    /// - Parameter id: The id of the removal, which no event has.
    func noteOwnRemoval(of text: String, from event: MessageID, as id: MessageID, number: Int64, room: Int64) throws {
        try connection.run(
            "INSERT OR IGNORE INTO reaction(room, id, event, sender, text, is_set, number) VALUES (?, ?, ?, ?, ?, 0, ?)",
            room,
            id.rawValue,
            event.rawValue,
            user.rawValue,
            text,
            number
        )
    }

    /// Forgets the reactions to an event that was deleted.
    func forget(to event: MessageID, room: Int64) throws {
        try connection.run("DELETE FROM reaction WHERE room = ? AND event = ?", room, event.rawValue)
    }

    /// Stores a reaction; returns false if there are too many.
    private func insert(_ event: RoomEvent, _ target: Target) throws -> Bool {
        let isKnown = try connection.first(
            "SELECT 1 FROM reaction WHERE room = ? AND id = ?",
            target.room,
            event.id.rawValue
        ) { _ in true }
        if isKnown == true { return true }
        guard try event.sender == user || hasRoom(target) else { return false }
        let state = try state(of: target)
        try connection.run(
            "INSERT INTO reaction(room, id, event, sender, text, is_set, number) VALUES (?, ?, ?, ?, ?, 1, ?)",
            target.room,
            event.id.rawValue,
            target.event.rawValue,
            target.sender.rawValue,
            target.text,
            state.isSet ? event.reactionNumber : max(event.reactionNumber, state.number + 1)
        )
        return true
    }

    private func hasRoom(_ target: Target) throws -> Bool {
        let counts = try connection.first(
            "SELECT count(*), count(*) FILTER (WHERE sender = ?) FROM reaction WHERE room = ? AND event = ?",
            target.sender.rawValue,
            target.room,
            target.event.rawValue
        ) { (all: $0.count(0), own: $0.count(1)) }
        return counts.map { $0.all < 2 * Limits.reactions && $0.own < Self.kept } ?? true
    }

    private func state(of target: Target) throws -> (isSet: Bool, number: Int64) {
        try connection.first(
            """
            SELECT coalesce(max(is_set), 0), coalesce(max(number), 0) FROM reaction
            WHERE room = ? AND event = ? AND sender = ? AND text = ?
            """,
            target.room,
            target.event.rawValue,
            target.sender.rawValue,
            target.text
        ) { ($0.flag(0), $0.integer(1)) } ?? (false, 0)
    }

    private func annotation(of target: Target, isGroup: Bool) throws -> Annotation? {
        let message = try connection.first(
            "SELECT coalesce(message, id) FROM event WHERE room = ? AND id = ?",
            target.room,
            target.event.rawValue
        ) { MessageID($0.text(0)) }
        guard let message else { return nil }
        let state = try state(of: target)
        return Annotation(
            author: Author(target.sender, user: user, isGroup: isGroup),
            message: message,
            kind: .reaction(text: target.text, isSet: state.isSet),
            number: state.number
        )
    }
}
