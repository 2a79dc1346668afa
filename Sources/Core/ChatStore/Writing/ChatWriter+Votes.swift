import ChatTypes
import SQLiteKit

/// Votes in polls and the ends of polls: those of the user on their way to the server, and those that the server reports.
extension ChatWriter {
    /// Queues a vote of the user's in place of an earlier one that waits. Returns false if the user has voted so already, unless
    /// `evenIfSame`.
    func vote(
        _ answers: [String],
        as annotation: OutgoingAnnotation,
        in chat: Int64,
        evenIfSame: Bool
    ) throws -> Bool {
        let new = Poll.stored(vote: answers)
        let old = try connection.first(
            """
            SELECT text FROM annotation WHERE chat = ?1 AND message = ?2 AND mine = 1 AND kind = 'vote' AND id IS NOT NULL
            UNION ALL SELECT answers FROM vote WHERE chat = ?1 AND message = ?2 AND mine = 1 LIMIT 1
            """,
            chat,
            annotation.message.stored
        ) { $0.text(0) }
        guard evenIfSame || (old ?? Poll.stored(vote: [])) != new else { return false }
        try connection.run(
            """
            INSERT INTO annotation(chat, message, mine, sender, kind, text, number, id, place)
            VALUES (?1, ?2, 1, '', 'vote', ?3, 0, ?4, ?5)
            ON CONFLICT DO UPDATE SET text = ?3, id = ?4, place = ?5
            """,
            chat,
            annotation.message.stored,
            new,
            annotation.id.stored,
            try nextOutboxNumber(in: chat)
        )
        return true
    }

    /// Ends a poll of the user's here, and queues its end for the server.
    func endPoll(_ known: MessageRow, as annotation: OutgoingAnnotation, in chat: Int64) throws {
        try enqueue(
            .pollEnd,
            as: annotation.id,
            of: annotation.message,
            in: chat,
            at: try nextOutboxNumber(in: chat),
            after: (FormattedText(""), 0)
        )
        try setPollEnd(2, of: known)
    }

    /// Sets a message's `poll_end`. Returns whether that changes anything: a poll that the server has ended stays so.
    @discardableResult
    func setPollEnd(_ value: Int, of known: MessageRow) throws -> Bool {
        try connection.run(
            "UPDATE message SET poll_end = ?1 WHERE key = ?2 AND poll_end NOT IN (1, ?1)",
            value,
            known.key
        ) == 1
    }

    /// Stores the user's vote that the server has.
    func setServerVote(_ answers: [String], number: Int64, in message: MessageID, chat: Int64) throws {
        try setVote(answers, number: number, by: .me, in: message, chat: chat, waits: false)
    }

    /// Applies a vote that the server reports. Of a person's votes the newest wins; only polls have any.
    func apply(
        vote answers: [String],
        _ annotation: Annotation,
        into record: inout ChatRow,
        _ applied: inout AppliedUpdate
    ) throws {
        let known = try MessageRow.find(annotation.message, in: record.key, connection)
        if let known, known.isDeleted || !known.isPoll && !known.isUnreadable { return }
        let author = record.author(annotation.author)
        if annotation.author != .me, try isFull(annotation.message, for: author, in: record.key) { return }
        let isNew = try setVote(
            answers,
            number: annotation.number,
            by: annotation.author == .me ? .me : author,
            in: annotation.message,
            chat: record.key,
            waits: known == nil
        )
        guard isNew else { return }
        if known == nil {
            record.awaitsAnnotations = true
            try forgetOldestVotes(in: record.key)
        } else {
            applied.isChange = true
            applied.renewed.append(annotation.message)
        }
    }

    /// Counts the votes that came before their message, if that asks a poll or cannot be read yet.
    func showAwaitedVotes(in message: Message, chat: Int64) throws {
        if message.poll == nil, !message.isUnreadable {
            try connection.run("DELETE FROM vote WHERE chat = ? AND message = ?", chat, message.id.stored)
        } else {
            try connection.run(
                "UPDATE vote SET waits = 0 WHERE chat = ? AND message = ? AND waits = 1",
                chat,
                message.id.stored
            )
        }
    }

    @discardableResult
    private func setVote(
        _ answers: [String],
        number: Int64,
        by author: Author,
        in message: MessageID,
        chat: Int64,
        waits: Bool
    ) throws -> Bool {
        try connection.run(
            """
            INSERT INTO vote(chat, message, mine, sender, answers, number, waits) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET answers = excluded.answers, number = excluded.number WHERE number < excluded.number
            """,
            chat,
            message.stored,
            author == .me,
            author.senderKey,
            Poll.stored(vote: answers),
            number,
            waits
        ) == 1
    }

    /// Whether as many people have voted as are stored, and this one has not.
    private func isFull(_ message: MessageID, for author: Author, in chat: Int64) throws -> Bool {
        let counts = try connection.first(
            "SELECT count(*), count(*) FILTER (WHERE mine = 0 AND sender = ?) FROM vote WHERE chat = ? AND message = ?",
            author.senderKey,
            chat,
            message.stored
        ) { (all: $0.count(0), own: $0.count(1)) }
        return counts.map { $0.all >= Limits.votes && $0.own == 0 } ?? false
    }

    /// Keeps the newest thousand votes without a message, so that they cannot fill the disk.
    private func forgetOldestVotes(in chat: Int64) throws {
        try connection.run(
            """
            DELETE FROM vote WHERE key IN (SELECT key FROM vote INDEXED BY vote_without_message
                WHERE chat = ? AND waits = 1 ORDER BY key DESC LIMIT -1 OFFSET 1000)
            """,
            chat
        )
    }
}
