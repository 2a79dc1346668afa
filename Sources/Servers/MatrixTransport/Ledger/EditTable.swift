import ChatTypes
import SQLiteKit

/// The table `stray_edit`: edits of events that have no position yet.
struct EditTable {
    private let connection: SQLiteConnection
    private let user: ContactID

    init(_ connection: SQLiteConnection, user: ContactID) { (self.connection, self.user) = (connection, user) }

    /// Returns the edits among some events whose messages have a position. Other edits are kept until theirs get one.
    ///
    /// - Parameter isMention: whether an edit mentions the user.
    func edits(
        in events: [RoomEvent],
        room: Int64,
        isGroup: Bool,
        isEncrypted: Bool,
        isMention: (RoomEvent) -> Bool
    ) throws -> [Annotation] {
        try events.compactMap { event in
            guard event.replaced != nil else { return nil }
            let doubt = isEncrypted ? event.doubt : nil
            return try edit(by: event, doubt: doubt, in: room, isGroup: isGroup, mentionsMe: isMention(event))
        }
    }

    /// Ignores an edit by anyone but the author, and one of another kind than the message. For events placed by version 2 and earlier only this is known: whether the
    /// user is the author.
    private func edit(
        by event: RoomEvent,
        doubt: SenderWarning?,
        in room: Int64,
        isGroup: Bool,
        mentionsMe: Bool
    ) throws -> Annotation? {
        guard let replaced = event.replaced, let text = event.newText else { return nil }
        let isMine = event.sender == user
        let known = try connection.first(
            """
            SELECT coalesce(message, id),
                coalesce(sender = ?1, coalesce(mine, message IS NOT NULL) = ?2 AND (?2 OR NOT ?3)), kind
            FROM event WHERE room = ?4 AND id = ?5
            """,
            event.sender.rawValue,
            isMine,
            isGroup,
            room,
            replaced.rawValue
        ) { (message: MessageID($0.text(0)), isItsSender: $0.flag(1), kind: Self.kind($0.optionalInteger(2))) }
        guard let known else {
            try store(event, of: replaced, text: text, doubt: doubt, in: room)
            return nil
        }
        guard known.isItsSender, MessageContent.Kind.areAlike(known.kind, event.kind) else { return nil }
        return Annotation(
            author: Author(event.sender, user: user, isGroup: isGroup),
            message: known.message,
            kind: .edit(text: text.text, spans: text.spans),
            number: event.editNumber,
            mentionsMe: mentionsMe,
            senderWarning: doubt
        )
    }

    /// Returns the newest edit of an event: the one that came with it, or a stored one. Nil if there is none.
    func newestEdit(of event: RoomEvent, in room: Int64, isEncrypted: Bool) throws -> KnownEdit? {
        guard !event.isDeleted else { return nil }
        let stored = try connection.first(
            """
            SELECT text, number, spans, doubt FROM stray_edit
            WHERE room = ?1 AND event = ?2 AND sender = ?3 AND (kind IS NULL OR ?4 IS NULL OR kind = ?4)
            """,
            room,
            event.id.rawValue,
            event.sender.rawValue,
            event.kind?.rawValue
        ) { row in
            KnownEdit(
                text: FormattedText(row.text(0), [TextSpan](stored: row.text(2))),
                number: row.integer(1),
                doubt: row.optionalText(3).flatMap(SenderWarning.init(rawValue:))
            )
        }
        guard let edit = event.newestEdit, let text = edit.newText, edit.editNumber > stored?.number ?? 0
        else { return stored }
        return KnownEdit(text: text, number: edit.editNumber, doubt: isEncrypted ? edit.doubt : nil)
    }

    /// Keeps the edit that came with an event until the event can be read.
    func keepEdit(of event: RoomEvent, in room: Int64) throws {
        guard let edit = event.newestEdit, let text = edit.newText else { return }
        try store(edit, of: event.id, text: text, doubt: edit.doubt, in: room)
    }

    /// Deletes the edits of an event that was deleted.
    func deleteEdits(of event: MessageID, in room: Int64) throws {
        try connection.run("DELETE FROM stray_edit WHERE room = ? AND event = ?", room, event.rawValue)
    }

    private static func kind(_ number: Int64?) -> MessageContent.Kind? { number.flatMap { .init(rawValue: $0) } }

    /// Stores an edit of an event that has no position, and may never get one: the newest of each sender, at most 100 in a room.
    private func store(
        _ edit: RoomEvent,
        of event: MessageID,
        text: FormattedText,
        doubt: SenderWarning?,
        in room: Int64
    ) throws {
        try connection.run(
            """
            INSERT INTO stray_edit(room, event, sender, text, number, spans, kind, doubt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET text = excluded.text, spans = excluded.spans, number = excluded.number,
                kind = excluded.kind, doubt = excluded.doubt WHERE number < excluded.number
            """,
            room,
            event.rawValue,
            edit.sender.rawValue,
            text.text,
            edit.editNumber,
            text.spans.stored,
            edit.kind?.rawValue,
            doubt?.rawValue
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

/// The newest text of an edited event.
struct KnownEdit {
    let text: FormattedText
    let number: Int64
    /// The reason why nothing proves who wrote it.
    let doubt: SenderWarning?
}

extension Author {
    /// The author that a user is in a chat.
    init(_ person: ContactID, user: ContactID, isGroup: Bool) {
        self = person == user ? .me : isGroup ? .member(person) : .contact
    }
}
