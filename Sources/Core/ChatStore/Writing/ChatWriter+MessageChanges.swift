import ChatTypes
import SQLiteKit

/// The effects of an annotation on the message's own row.
extension ChatWriter {
    /// Confirms a message that was edited while it waited. If the server has an earlier text, the edit is queued.
    ///
    /// If the server's text cannot be read, or is doubtful, the one that was sent stays known as the earlier one.
    func confirmEdit(of message: Message, under key: Int64, in chat: Int64) throws {
        guard message.provesContent else {
            try connection.run(
                "UPDATE annotation SET place = ? WHERE chat = ? AND message = ? AND mine = 1 AND kind = 'edit'",
                try nextOutboxNumber(in: chat),
                chat,
                message.id.stored
            )
            return
        }
        let isTaken = try connection.first(
            "SELECT text = ? AND spans IS ? FROM message WHERE key = ?",
            message.text,
            message.spans.stored,
            key
        ) { $0.flag(0) }
        if isTaken == true {
            try connection.run("UPDATE message SET edit = ? WHERE key = ?", message.editNumber, key)
            try forgetEdit(of: message.id, by: .me, in: chat)
        } else {
            try connection.run(
                """
                UPDATE annotation SET text = ?, spans = ?, number = ?, place = ?
                WHERE chat = ? AND message = ? AND mine = 1 AND kind = 'edit'
                """,
                message.text,
                message.spans.stored,
                message.editNumber,
                try nextOutboxNumber(in: chat),
                chat,
                message.id.stored
            )
        }
    }

    func forgetEdit(of message: MessageID, by author: Author, in chat: Int64) throws {
        try connection.run(
            "DELETE FROM annotation WHERE chat = ? AND message = ? AND mine = ? AND sender = ? AND kind = 'edit'",
            chat,
            message.stored,
            author == .me,
            author.senderKey
        )
    }

    /// Removes text, images and attachment. The message no longer counts as unread, and is not announced.
    func leaveTombstone(
        of message: MessageID,
        _ known: MessageRow,
        in record: inout ChatRow,
        _ applied: inout AppliedUpdate
    ) throws {
        guard !known.isDeleted else { return }
        try texts.remove(known.key)
        // The reason for a refused edit goes with it; the reason for an unsent message stays.
        try connection.run(
            """
            UPDATE message SET text = '', spans = NULL, images = 0, removed = 1, edit = 0, answers = NULL, mention = 0, warning = NULL,
                poll = NULL, poll_end = 0,
                failure = CASE waits WHEN 2 THEN failure END
            WHERE key = ?
            """,
            known.key
        )
        texts.add(known.key)
        try clearAttachment(of: message, under: known.key, in: record.key)
        try forgetEdit(of: message, by: known.author, in: record.key)
        if known.isMine { try endEdit(of: message, in: record.key) }
        try forgetReactionsAndVotes(of: message, in: record.key)
        if known.counts, try record.isUnread(known.place, of: known.thread, in: connection) {
            try record.count(unread: -1, mentions: known.isMention ? -1 : 0, of: known.thread, in: connection)
        }
        if let root = known.thread, !known.waits { try noteDeletedAnswer(to: root, in: record.key) }
        applied.isChange = true
        applied.changed.append(message)
        applied.announced.removeAll { $0.id == message }
    }

    /// Replaces a placeholder by its content, or by the reason why that is not shown, and keeps its place. Returns false if there is no
    /// placeholder, or nothing new.
    ///
    /// Only the content says whether the message counts and mentions the user.
    func fillPlaceholder(_ known: MessageRow, with message: Message, in record: inout ChatRow) throws -> Bool {
        guard known.isUnreadable, !known.isDeleted else { return false }
        guard !message.isPlaceholder, message.editNumber != known.editNumber, !message.isDeleted else { return false }
        try setText(FormattedText(message.text, message.spans), of: known, number: message.editNumber)
        try connection.run(
            "UPDATE message SET images = ?, quiet = ?, mention = ?, event = ?, warning = ?, poll = ? WHERE key = ?",
            message.imageCount,
            message.isQuiet,
            message.countsAsMention,
            message.event?.rawValue,
            message.senderWarning?.rawValue,
            message.poll?.stored,
            known.key
        )
        if !known.isMine, try record.isUnread(known.place, of: known.thread, in: connection) {
            try record.count(
                unread: (message.isQuiet ? 0 : 1) - (known.counts ? 1 : 0),
                mentions: (message.countsAsMention ? 1 : 0) - (known.isMention ? 1 : 0),
                of: known.thread,
                in: connection
            )
        }
        if let attachment = message.attachment { try setAttachment(attachment, of: known.key) }
        return true
    }

    /// Drops a message that the server is not known to have.
    func dropFromOutbox(_ message: MessageID, _ known: MessageRow, in chat: Int64) throws {
        try texts.remove(known.key)
        try connection.run("DELETE FROM message WHERE key = ? AND waits = 2", known.key)
        try forgetEdit(of: message, by: .me, in: chat)
        try endEdit(of: message, in: chat)
        try forgetReactionsAndVotes(of: message, in: chat)
        try forgetFile(of: message, in: chat)
        try ChatRow.renewActivity(of: chat, in: connection)
    }

    func text(of known: MessageRow) throws -> FormattedText? {
        try connection.first("SELECT text, spans FROM message WHERE key = ?", known.key) { row in
            let text = row.text(0)
            return FormattedText(text, row.spans(1, of: text))
        }
    }

    func setText(_ text: FormattedText, of known: MessageRow, number: Int64) throws {
        try texts.remove(known.key)
        // The reason for an earlier refused edit goes; the reason for an unsent message stays.
        try connection.run(
            "UPDATE message SET text = ?, spans = ?, edit = ?, failure = CASE waits WHEN 2 THEN failure END WHERE key = ?",
            text.text,
            text.spans.stored,
            number,
            known.key
        )
        texts.add(known.key)
    }
}
