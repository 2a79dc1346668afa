public import ChatTypes
import SQLiteKit

extension ChatWriter {
    /// In place of an edit's number: the text is ours, and the server does not know of it yet. Above all of the server's.
    static let unsentEdit = Int64.max

    /// Changes the text of one of our own messages, and remembers that the server is to be told.
    ///
    /// One that waits to be sent is changed where it waits. Of several edits of a message that wait, the last is sent. False when
    /// there is no such message of ours, when it was taken back, or, unless `thoughSame`, has that very text: another change may be on
    /// its way. Throws `SQLiteError`.
    public func edit(_ edit: OutgoingEdit, thoughSame: Bool = false) throws -> Bool {
        guard let record = try EditedChat.find(edit.chat, in: connection),
            let known = try KnownMessage.find(edit.message, in: record.key, connection), known.isMine, !known.isRemoved,
            let text = try text(of: known), thoughSame || text != edit.text
        else { return false }
        try connection.run(
            """
            INSERT INTO edit(chat, message, mine, sender, text, number, id, place) VALUES (?1, ?2, 1, '', ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET id = ?5, place = ?6
            """,
            record.key,
            edit.message.stored,
            text,
            known.editNumber == Self.unsentEdit ? 0 : known.editNumber,
            edit.id.stored,
            known.isInOutbox ? nil : try nextOutboxNumber(in: record.key)
        )
        try setText(edit.text, of: known, number: Self.unsentEdit)
        return true
    }

    /// Takes over what the server has made of an edit of ours, unless it was edited once more meanwhile. Throws `SQLiteError`.
    public func settleEdit(_ edit: OutgoingEdit, as accepted: Edit) throws {
        guard let (waiting, known, chat) = try waiting(edit) else { return }
        if waiting.number < accepted.number {
            try connection.run(
                "UPDATE edit SET text = ?, number = ? WHERE key = ?",
                accepted.text,
                accepted.number,
                waiting.key
            )
        }
        if waiting.id == edit.id { try endEdit(of: edit.message, known, in: chat) }
    }

    /// Gives a message back the text that the server has, and keeps the reason why. Throws `SQLiteError`.
    public func refuseEdit(_ edit: OutgoingEdit, reason: String) throws {
        guard let (waiting, known, chat) = try waiting(edit), waiting.id == edit.id else { return }
        try endEdit(of: edit.message, known, in: chat)
        try connection.run("UPDATE message SET failure = ? WHERE key = ?", reason, known.key)
    }

    func apply(_ edit: Edit, into record: inout EditedChat, _ applied: inout AppliedUpdate) throws {
        let known = try KnownMessage.find(edit.message, in: record.key, connection)
        guard let known, !known.isInOutbox else { return try hold(edit, in: &record) }
        try apply(edit, known, in: record, &applied)
    }

    func apply(_ edit: Edit, _ known: KnownMessage, in record: EditedChat, _ applied: inout AppliedUpdate) throws {
        guard known.author == record.author(edit.author), !known.isRemoved else { return }
        if known.editNumber == Self.unsentEdit {
            try connection.run(
                """
                UPDATE edit SET text = ?1, number = ?2 WHERE chat = ?3 AND message = ?4 AND mine = 1 AND number < ?2
                """,
                edit.text,
                edit.number,
                record.key,
                edit.message.stored
            )
        } else if known.editNumber < edit.number {
            try setText(edit.text, of: known, number: edit.number)
            applied.isChange = true
            applied.changed.append(edit.message)
            applied.announced = applied.announced.map { $0.id == edit.message ? $0.edited(by: edit) : $0 }
        }
    }

    /// Acts on an edit that came before its message.
    func applyAwaitedEdit(of message: Message, in record: EditedChat, _ applied: inout AppliedUpdate) throws {
        let awaited = try connection.first(
            "SELECT text, number FROM edit WHERE chat = ? AND message = ? AND mine = ? AND sender = ? AND id IS NULL",
            record.key,
            message.id.stored,
            message.author == .me,
            record.author(message.author).senderKey
        ) { Edit(author: message.author, message: message.id, text: $0.text(0), number: $0.integer(1)) }
        guard let awaited, let known = try KnownMessage.find(message.id, in: record.key, connection) else { return }
        try apply(awaited, known, in: record, &applied)
        try forgetEdit(of: message.id, known, in: record.key)
    }

    /// The server has taken a message that was changed while it waited: with its new text, or with an earlier one; then it is
    /// to be told of the change.
    func settleChange(of message: Message, under key: Int64, in chat: Int64) throws {
        let isTaken = try connection.first("SELECT text = ? FROM message WHERE key = ?", message.text, key) {
            $0.flag(0)
        }
        if isTaken == true {
            try connection.run("UPDATE message SET edit = ? WHERE key = ?", message.editNumber, key)
            try connection.run(
                "DELETE FROM edit WHERE chat = ? AND message = ? AND mine = 1",
                chat,
                message.id.stored
            )
        } else {
            try connection.run(
                "UPDATE edit SET text = ?, number = ?, place = ? WHERE chat = ? AND message = ? AND mine = 1",
                message.text,
                message.editNumber,
                try nextOutboxNumber(in: chat),
                chat,
                message.id.stored
            )
        }
    }

    func forgetEdit(of message: MessageID, _ known: KnownMessage, in chat: Int64) throws {
        try connection.run(
            "DELETE FROM edit WHERE chat = ? AND message = ? AND mine = ? AND sender = ?",
            chat,
            message.stored,
            known.isMine,
            known.author.senderKey
        )
    }

    /// Gives a message the text and number that the server has.
    private func endEdit(of message: MessageID, _ known: KnownMessage, in chat: Int64) throws {
        let held = try connection.first(
            "SELECT text, number FROM edit WHERE chat = ? AND message = ? AND mine = 1",
            chat,
            message.stored
        ) { (text: $0.text(0), number: $0.integer(1)) }
        guard let held else { return }
        try setText(held.text, of: known, number: held.number)
        try forgetEdit(of: message, known, in: chat)
    }

    private func waiting(
        _ edit: OutgoingEdit
    ) throws -> (edit: (key: Int64, id: MessageID, number: Int64), KnownMessage, chat: Int64)? {
        guard let record = try EditedChat.find(edit.chat, in: connection),
            let known = try KnownMessage.find(edit.message, in: record.key, connection)
        else { return nil }
        let found = try connection.first(
            "SELECT key, id, number FROM edit WHERE chat = ? AND message = ? AND mine = 1 AND id IS NOT NULL",
            record.key,
            edit.message.stored
        ) { (key: $0.integer(0), id: MessageID($0.text(1)), number: $0.integer(2)) }
        return found.map { ($0, known, record.key) }
    }

    func text(of known: KnownMessage) throws -> String? {
        try connection.first("SELECT text FROM message WHERE key = ?", known.key) { $0.text(0) }
    }

    private func setText(_ text: String, of known: KnownMessage, number: Int64) throws {
        try texts.remove(known.key)
        // Why an earlier edit was refused is no matter any more; why the message was, still is.
        try connection.run(
            "UPDATE message SET text = ?, edit = ?, failure = CASE waits WHEN 2 THEN failure END WHERE key = ?",
            text,
            number,
            known.key
        )
        texts.add(known.key)
    }

    private func hold(_ edit: Edit, in record: inout EditedChat) throws {
        record.awaitsEdits = true
        let changes = try connection.run(
            """
            INSERT INTO edit(chat, message, mine, sender, text, number) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET text = excluded.text, number = excluded.number
                WHERE id IS NULL AND number < excluded.number
            """,
            record.key,
            edit.message.stored,
            edit.author == .me,
            record.author(edit.author).senderKey,
            edit.text,
            edit.number
        )
        // Of too many edits of nothing, the newest are kept: they do not fill the disk.
        guard changes == 1 else { return }
        try connection.run(
            """
            DELETE FROM edit WHERE key IN
                (SELECT key FROM edit WHERE chat = ? AND id IS NULL ORDER BY key DESC LIMIT -1 OFFSET 100)
            """,
            record.key
        )
    }
}
