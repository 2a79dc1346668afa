import ChatTypes
import SQLiteKit

extension MatrixLedger {
    /// What edits make of the messages that have a place. Those of events that have none yet are kept for them.
    func edits(in events: [RoomEvent], room: Int64) throws -> [Edit] {
        let events = events.filter { $0.replaced != nil }
        guard !events.isEmpty else { return [] }
        let isGroup = try isGroup(room)
        return try events.compactMap { try edit(by: $0, in: room, isGroup: isGroup) }
    }

    /// Only the author may edit. Of an event that was placed before senders were kept, only this is known: whether it is ours.
    private func edit(by event: RoomEvent, in room: Int64, isGroup: Bool) throws -> Edit? {
        guard let replaced = event.replaced, let text = event.newText else { return nil }
        let isMine = event.sender == user
        let known = try connection.first(
            """
            SELECT coalesce(message, id),
                coalesce(sender = ?1, coalesce(mine, message IS NOT NULL) = ?2 AND (?2 OR NOT ?3))
            FROM event WHERE room = ?4 AND id = ?5
            """,
            event.sender.rawValue,
            isMine,
            isGroup,
            room,
            replaced.rawValue
        ) { (message: MessageID($0.text(0)), isItsSender: $0.flag(1)) }
        guard let known else {
            try keep(event, of: replaced, text: text, in: room)
            return nil
        }
        guard known.isItsSender else { return nil }
        return Edit(
            author: author(event.sender, isGroup: isGroup),
            message: known.message,
            text: text,
            number: event.editNumber
        )
    }

    /// What was made of an event, by itself or by an edit that came before it; nil where it says what it said first.
    func newestEdit(of event: RoomEvent, in room: Int64) throws -> (text: String, number: Int64)? {
        guard !event.isRemoved else { return nil }
        let kept = try connection.first(
            "SELECT text, number FROM stray_edit WHERE room = ? AND event = ? AND sender = ?",
            room,
            event.id.rawValue,
            event.sender.rawValue
        ) { (text: $0.text(0), number: $0.integer(1)) }
        guard let edit = event.newestEdit, let text = edit.newText, edit.editNumber > kept?.number ?? 0
        else { return kept }
        return (text, edit.editNumber)
    }

    /// Keeps an edit of an event that has no place, and may never have one: the newest of each sender, and not too many.
    private func keep(_ edit: RoomEvent, of event: MessageID, text: String, in room: Int64) throws {
        try connection.run(
            """
            INSERT INTO stray_edit(room, event, sender, text, number) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET text = excluded.text, number = excluded.number WHERE number < excluded.number
            """,
            room,
            event.rawValue,
            edit.sender.rawValue,
            text,
            edit.editNumber
        )
        try connection.run(
            """
            DELETE FROM stray_edit WHERE key IN
                (SELECT key FROM stray_edit WHERE room = ? ORDER BY key DESC LIMIT -1 OFFSET 100)
            """,
            room
        )
    }
}
