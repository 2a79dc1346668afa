public import ChatTypes
import Foundation
import SQLiteKit

/// Edits and deletions: those of the user on their way to the server, and those that the server reports.
///
/// A row of the table `annotation` waits for its message to arrive, or for the server to accept it. An edit's row holds the text
/// and number that the server has, also while the message shows a newer text of the user's.
extension ChatWriter {
    /// The edit number of a text that the server does not have yet, above all numbers of the server.
    static let unsentEdit = Int64.max

    /// Edits or deletes one of the user's own messages, ends a poll of the user's, sets or removes the user's reaction to any message, or sets
    /// the user's vote in any poll, and queues the change for the server.
    ///
    /// A message that waits to be sent is edited where it waits. When it is deleted, it is dropped and never sent. A deleted message
    /// that the server has, or may have, leaves a tombstone. Of several waiting edits of a message, only the last is sent.
    ///
    /// Returns false if there is no such message, if it is deleted, and if an edit, reaction or vote changes nothing, unless `evenIfSame`:
    /// another edit or vote may be on its way. A poll is not edited, and one that has ended takes no vote. Throws `SQLiteError`.
    public func annotate(_ annotation: OutgoingAnnotation, evenIfSame: Bool = false) throws -> Bool {
        guard let record = try ChatRow.find(annotation.chat, in: connection),
            let known = try MessageRow.find(annotation.message, in: record.key, connection), !known.isDeleted,
            known.isMine || annotation.kind.isOfAnyone, !known.isEvent
        else { return false }
        switch annotation.kind {
        case .edit(let text, let spans):
            let new = FormattedText(text, spans)
            guard !known.isPoll, let old = try self.text(of: known), evenIfSame || new != old else { return false }
            let number = known.editNumber == Self.unsentEdit ? 0 : known.editNumber
            let place = known.isInOutbox ? nil : try nextOutboxNumber(in: record.key)
            let message = annotation.message
            try enqueue(
                annotation.kind,
                as: annotation.id,
                of: message,
                in: record.key,
                at: place,
                after: (old, number)
            )
            try setText(new, of: known, number: Self.unsentEdit)
        case .deletion:
            if known.isInOutbox {
                try dropFromOutbox(annotation.message, known, in: record.key)
                if known.hasFailed { return true }
            } else {
                var (record, applied) = (record, AppliedUpdate())
                try leaveTombstone(of: annotation.message, known, in: &record, &applied)
            }
            // An attempt to send a waiting message may have reached the server.
            try enqueueDeletion(of: annotation.message, in: record.key)
        case .reaction(let text, let isSet): return try react(text, isSet: isSet, as: annotation, in: record.key)
        case .vote(let answers):
            guard known.isOpenPoll else { return false }
            return try vote(answers, as: annotation, in: record.key, evenIfSame: evenIfSame)
        case .pollEnd:
            guard known.isOpenPoll, !known.isInOutbox else { return false }
            try endPoll(known, as: annotation, in: record.key)
        }
        return true
    }

    /// Takes over what the server made of an annotation, unless the user has edited the message again. Throws `SQLiteError`.
    ///
    /// The message of an accepted deletion may still arrive. It is deleted then, and the server told once more.
    public func confirm(_ annotation: OutgoingAnnotation, as accepted: Annotation) throws {
        guard let waiting = try waiting(annotation) else { return }
        if case .vote(let answers) = accepted.kind {
            try setServerVote(answers, number: accepted.number, in: annotation.message, chat: waiting.chat)
        } else if case .reaction(_, let isSet) = accepted.kind, waiting.number < accepted.number {
            try setServerState(isSet, number: accepted.number, of: waiting.key)
        } else if let text = annotation.kind.text, waiting.number < accepted.number {
            try connection.run(
                "UPDATE annotation SET text = ?, spans = ?, number = ? WHERE key = ?",
                accepted.kind.text ?? text,
                (accepted.kind.text == nil ? annotation.kind : accepted.kind).spans.stored,
                accepted.number,
                waiting.key
            )
        }
        if annotation.kind == .pollEnd, let known = waiting.message { try setPollEnd(1, of: known) }
        try end(annotation, waiting)
    }

    /// Gives an edited message the server's text again and stores the reason; drops what else would be refused each time. A poll goes on that
    /// the user could not end. Throws `SQLiteError`.
    public func refuse(_ annotation: OutgoingAnnotation, reason: String) throws {
        guard let waiting = try waiting(annotation), waiting.id == annotation.id else { return }
        try end(annotation, waiting)
        if annotation.kind == .pollEnd, let known = waiting.message { try setPollEnd(0, of: known) }
        guard let known = waiting.message, annotation.kind.text != nil else { return }
        try connection.run("UPDATE message SET failure = ? WHERE key = ?", reason, known.key)
    }

    /// Applies an annotation that the server reports, or stores it until its message arrives.
    func apply(_ annotation: Annotation, into record: inout ChatRow, _ applied: inout AppliedUpdate) throws {
        if case .reaction(let text, let isSet) = annotation.kind {
            return try apply(text, isSet: isSet, annotation, into: &record, &applied)
        }
        if case .vote(let answers) = annotation.kind {
            return try apply(vote: answers, annotation, into: &record, &applied)
        }
        // The server's number for a waiting message is not known yet, so an edit of it cannot be compared. An edit of a
        // placeholder would pass for its content, which would be lost.
        guard let known = try MessageRow.find(annotation.message, in: record.key, connection),
            !known.isInOutbox && !known.isUnreadable || annotation.kind == .deletion
        else { return try hold(annotation, in: &record) }
        try apply(annotation, known, in: &record, &applied)
    }

    /// Applies an annotation to a stored message, if it is its author's.
    func apply(
        _ annotation: Annotation,
        _ known: MessageRow,
        in record: inout ChatRow,
        _ applied: inout AppliedUpdate
    ) throws {
        guard known.author == record.author(annotation.author), !known.isDeleted else { return }
        switch annotation.kind {
        case .deletion: try leaveTombstone(of: annotation.message, known, in: &record, &applied)
        case .pollEnd:
            guard known.isPoll, try setPollEnd(1, of: known) else { return }
            applied.isChange = true
            applied.renewed.append(annotation.message)
        case .edit where known.isPoll: break
        case .edit(let text, let spans) where known.editNumber == Self.unsentEdit:
            // The user's text stays until the server has answered.
            try connection.run(
                """
                UPDATE annotation SET text = ?1, spans = ?5, number = ?2
                WHERE chat = ?3 AND message = ?4 AND mine = 1 AND kind = 'edit' AND number < ?2
                """,
                text,
                annotation.number,
                record.key,
                annotation.message.stored,
                spans.stored
            )
            try raiseWarning(of: known, to: annotation.senderWarning)
        case .edit(let text, let spans) where known.editNumber < annotation.number:
            try setText(FormattedText(text, spans), of: known, number: annotation.number)
            try raiseWarning(of: known, to: annotation.senderWarning)
            applied.isChange = true
            applied.changed.append(annotation.message)
            applied.announced = applied.announced.map { message in
                message.id == annotation.message ? message.annotated(by: annotation) : message
            }
            if annotation.mentionsMe, !known.isMine, !known.isMention {
                try noteMention(annotation, known, in: &record, &applied)
            }
        // Reactions and votes have tables of their own; anyone may react and vote.
        case .edit, .reaction, .vote: break
        }
    }

    /// Marks a message as a mention, which an edit has added, and announces it again, whether it was read or not.
    private func noteMention(
        _ edit: Annotation,
        _ known: MessageRow,
        in record: inout ChatRow,
        _ applied: inout AppliedUpdate
    ) throws {
        try connection.run("UPDATE message SET mention = 1, quiet = 0 WHERE key = ?", known.key)
        // The server has counted what fills a gap, and the rows are counted again after the update.
        let isCounted = record.fillsGap && known.thread.map(record.filledThreads.contains) ?? true
        if try !isCounted && record.isUnread(known.place, of: known.thread, in: connection) {
            try record.count(unread: known.isQuiet ? 1 : 0, mentions: 1, of: known.thread, in: connection)
        }
        let message = try connection.first("SELECT images, time FROM message WHERE key = ?", known.key) { row in
            Message(
                id: edit.message,
                author: known.author,
                text: "",
                imageCount: row.count(0),
                thread: known.thread,
                sentAt: Date(milliseconds: row.integer(1)),
                position: Position(known.place),
                predecessor: nil
            )
        }
        if let message { applied.mentioning.append(message.annotated(by: edit)) }
    }

    /// Applies the annotations that came before their message, and a deletion that is on its way to the server. A placeholder takes only a
    /// deletion; the others wait for its content.
    func applyAwaitedAnnotations(
        of message: Message,
        in record: inout ChatRow,
        _ applied: inout AppliedUpdate
    ) throws {
        let awaited = try connection.rows(
            """
            SELECT kind, text, number, place IS NOT NULL, spans, warning, mention FROM annotation
            WHERE chat = ? AND message = ? AND mine = ? AND sender = ? AND (id IS NULL OR kind = 'deletion')
            ORDER BY kind DESC
            """,
            record.key,
            message.id.stored,
            message.author == .me,
            record.author(message.author).senderKey
        ) { row in
            (
                kind: Annotation.Kind(row: row, spans: 4), number: row.integer(2), waits: row.flag(3),
                warning: SenderWarning(row, 5), isMention: row.flag(6)
            )
        }
        try showAwaitedReactions(to: message, in: record.key)
        guard !awaited.isEmpty, let known = try MessageRow.find(message.id, in: record.key, connection) else {
            return
        }
        let isDeleted = awaited.contains { $0.kind == .deletion }
        if known.isUnreadable, !isDeleted { return }
        for held in awaited where !isDeleted || held.kind == .deletion {
            let annotation = Annotation(
                author: message.author,
                message: message.id,
                kind: held.kind,
                number: held.number,
                mentionsMe: held.isMention,
                senderWarning: held.warning
            )
            try apply(annotation, known, in: &record, &applied)
        }
        try connection.run(
            "DELETE FROM annotation WHERE chat = ? AND message = ? AND id IS NULL",
            record.key,
            message.id.stored
        )
        // The server may have received the message after it was asked to delete it.
        let isToldAgain = awaited.contains { $0.kind == .deletion && !$0.waits }
        if isToldAgain, message.author == .me, !message.isDeleted {
            try enqueueDeletion(of: message.id, in: record.key)
            applied.owesDeletion = true
        }
    }

    /// Queues the deletion of a message for the server.
    func enqueueDeletion(of message: MessageID, in chat: Int64) throws {
        try enqueue(
            .deletion,
            as: message,
            of: message,
            in: chat,
            at: try nextOutboxNumber(in: chat),
            after: (FormattedText(""), 0)
        )
    }

    /// Stores the user's annotation in place of an earlier one of its kind.
    ///
    /// - Parameter old: The text that the server has, and its number.
    func enqueue(
        _ kind: Annotation.Kind,
        as id: MessageID,
        of message: MessageID,
        in chat: Int64,
        at place: Int64?,
        after old: (text: FormattedText, number: Int64)
    ) throws {
        try connection.run(
            """
            INSERT INTO annotation(chat, message, mine, sender, kind, text, number, id, place, spans)
            VALUES (?1, ?2, 1, '', ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT DO UPDATE SET id = ?6, place = ?7
            """,
            chat,
            message.stored,
            kind.name,
            old.text.text,
            old.number,
            id.stored,
            place,
            old.text.spans.stored
        )
    }

    /// An annotation of the user's that the server has not accepted.
    struct Waiting {
        let key: Int64
        let id: MessageID
        let number: Int64
        let chat: Int64
        let message: MessageRow?
    }

    /// Finds the waiting annotation of the same message and kind, which may be a newer one.
    func waiting(_ annotation: OutgoingAnnotation) throws -> Waiting? {
        guard let record = try ChatRow.find(annotation.chat, in: connection) else { return nil }
        let known = try MessageRow.find(annotation.message, in: record.key, connection)
        return try connection.first(
            """
            SELECT key, id, number FROM annotation
            WHERE chat = ? AND message = ? AND mine = 1 AND kind = ? AND id IS NOT NULL
            """,
            record.key,
            annotation.message.stored,
            annotation.kind.name
        ) { row in
            Waiting(
                key: row.integer(0),
                id: row.identifier(1),
                number: row.integer(2),
                chat: record.key,
                message: known
            )
        }
    }

    /// Ends the waiting of an annotation that the server has answered.
    private func end(_ annotation: OutgoingAnnotation, _ waiting: Waiting) throws {
        guard waiting.id == annotation.id else { return }
        if annotation.kind.reaction != nil {
            try showServerState(of: annotation, in: waiting)
        } else if annotation.kind.text != nil, let known = waiting.message {
            let held = try connection.first("SELECT text, number, spans FROM annotation WHERE key = ?", waiting.key) {
                row in
                let text = row.text(0)
                return (text: FormattedText(text, row.spans(2, of: text)), number: row.integer(1))
            }
            if let held { try setText(held.text, of: known, number: held.number) }
        }
        if annotation.kind == .deletion, waiting.message == nil {
            try connection.run("UPDATE annotation SET id = NULL, place = NULL WHERE key = ?", waiting.key)
            try forgetOldest(.deletion, in: waiting.chat)
        } else {
            try connection.run("DELETE FROM annotation WHERE key = ?", waiting.key)
        }
    }

    /// Stores an annotation until its message arrives. Of an author's edits only the newest is stored, with the mention of those that it
    /// replaces.
    private func hold(_ annotation: Annotation, in record: inout ChatRow) throws {
        record.awaitsAnnotations = true
        let changes = try connection.run(
            """
            INSERT INTO annotation(chat, message, mine, sender, kind, text, number, spans, warning, mention)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET text = excluded.text, spans = excluded.spans, number = excluded.number, warning = excluded.warning,
                mention = max(mention, excluded.mention)
                WHERE id IS NULL AND number < excluded.number
            """,
            record.key,
            annotation.message.stored,
            annotation.author == .me,
            record.author(annotation.author).senderKey,
            annotation.kind.name,
            annotation.kind.text ?? "",
            annotation.number,
            annotation.kind.spans.stored,
            annotation.senderWarning?.rawValue,
            annotation.mentionsMe
        )
        if changes == 1 { try forgetOldest(annotation.kind, in: record.key) }
    }

    /// Keeps the newest hundred annotations of a kind without a message, so that they cannot fill the disk.
    private func forgetOldest(_ kind: Annotation.Kind, in chat: Int64) throws {
        try connection.run(
            """
            DELETE FROM annotation WHERE key IN (SELECT key FROM annotation
                WHERE chat = ? AND id IS NULL AND kind = ? ORDER BY key DESC LIMIT -1 OFFSET 100)
            """,
            chat,
            kind.name
        )
    }
}

extension Annotation.Kind {
    /// The kind in the column `kind`. An author has at most one annotation of a name on a message.
    var name: String {
        switch self {
        case .edit: "edit"
        case .deletion: "deletion"
        case .reaction(let text, _): Self.reactionPrefix + text
        case .vote: "vote"
        case .pollEnd: "pollEnd"
        }
    }

    /// Reads the columns `kind, text`, which come first, and that of the spans. For a reaction, the second one says whether it is set, and for a
    /// vote, it has the chosen answers.
    init(row: borrowing Row, spans: Int32) {
        let name = row.text(0)
        self =
            if name == "deletion" {
                .deletion
            } else if name == "pollEnd" {
                .pollEnd
            } else if name == "vote" {
                .vote(answers: Poll.vote(row, 1))
            } else if name.utf8.starts(with: Self.reactionPrefix.utf8) {
                .reaction(
                    text: String(Substring(name.utf8.dropFirst(Self.reactionPrefix.utf8.count))),
                    isSet: row.flag(1)
                )
            } else {
                .edit(text: row.text(1), spans: row.spans(spans, of: row.text(1)))
            }
    }

    private static let reactionPrefix = "reaction:"
}
