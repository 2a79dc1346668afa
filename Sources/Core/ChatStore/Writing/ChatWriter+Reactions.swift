public import ChatTypes
import SQLiteKit

/// Reactions: those of the user on their way to the server, and those that the server reports.
extension ChatWriter {
    /// Whether the user has reacted to a message with a text, as it is shown. Throws `SQLiteError`.
    public func hasReacted(_ text: String, to message: MessageID, in chat: ChatID) throws -> Bool {
        try connection.first(
            """
            SELECT is_set FROM reaction
            WHERE chat = (SELECT key FROM chat WHERE id = ?) AND message = ? AND mine = 1 AND sender = '' AND text = ?
            """,
            chat.stored,
            message.stored,
            text
        ) { $0.flag(0) } ?? false
    }

    /// Records that a reaction is about to be sent. Returns whether this is the first attempt, or nil if it must not be sent,
    /// because the user has changed their mind. Throws `SQLiteError`.
    public func beginAttempt(at reaction: OutgoingAnnotation) throws -> Bool? {
        guard let waiting = try waiting(reaction), waiting.id == reaction.id else { return nil }
        let changes = try connection.run(
            "UPDATE annotation SET text = text || '?' WHERE key = ? AND length(text) = 1",
            waiting.key
        )
        return changes == 1
    }

    /// Records that the first attempt to send a reaction has not arrived. Throws `SQLiteError`.
    public func forgetAttempt(at reaction: OutgoingAnnotation) throws {
        guard let waiting = try waiting(reaction), waiting.id == reaction.id else { return }
        try connection.run("UPDATE annotation SET text = substr(text, 1, 1) WHERE key = ?", waiting.key)
    }

    /// Sets or removes a reaction of the user's. A reaction that the server is known to have is not sent.
    func react(_ text: String, isSet: Bool, as annotation: OutgoingAnnotation, in chat: Int64) throws -> Bool {
        let old = try connection.first(
            "SELECT is_set, number FROM reaction WHERE chat = ? AND message = ? AND mine = 1 AND sender = '' AND text = ?",
            chat,
            annotation.message.stored,
            text
        ) { (isSet: $0.flag(0), number: $0.integer(1)) }
        guard old?.isSet ?? false != isSet else { return false }
        let sent = try connection.first(
            "SELECT text FROM annotation WHERE chat = ? AND message = ? AND mine = 1 AND kind = ? AND id IS NOT NULL",
            chat,
            annotation.message.stored,
            annotation.kind.name
        ) { $0.text(0) }
        if sent == Self.state(isSet) {
            try connection.run(
                "DELETE FROM annotation WHERE chat = ? AND message = ? AND mine = 1 AND kind = ?",
                chat,
                annotation.message.stored,
                annotation.kind.name
            )
        } else {
            // The server's state stays as it is in the row of an earlier change.
            try enqueue(
                annotation.kind,
                as: annotation.id,
                of: annotation.message,
                in: chat,
                at: try nextOutboxNumber(in: chat),
                after: (FormattedText(Self.state(!isSet)), old?.number ?? 0)
            )
        }
        try setReaction(text, isSet: isSet, number: old?.number ?? 0, to: annotation.message, in: chat)
        if sent == Self.state(isSet) { try forgetUnset(text, of: annotation.message, in: chat) }
        return true
    }

    private static func state(_ isSet: Bool) -> String { isSet ? "1" : "0" }

    /// Stores a reaction of the user's. A removed one is stored as well: its removal waits, and an export carries it.
    private func setReaction(_ text: String, isSet: Bool, number: Int64, to message: MessageID, in chat: Int64) throws {
        try connection.run(
            """
            INSERT INTO reaction(chat, message, mine, sender, text, is_set, number, waits) VALUES (?1, ?2, 1, '', ?3, ?4, ?5, 0)
            ON CONFLICT DO UPDATE SET is_set = ?4, number = ?5
            """,
            chat,
            message.stored,
            text,
            isSet,
            number
        )
    }

    /// Forgets a reaction of the user's that the server never had, and that nothing waits for.
    private func forgetUnset(_ text: String, of message: MessageID, in chat: Int64) throws {
        try connection.run(
            """
            DELETE FROM reaction
            WHERE chat = ? AND message = ? AND mine = 1 AND sender = '' AND text = ? AND is_set = 0 AND number = 0
            """,
            chat,
            message.stored,
            text
        )
    }

    /// Stores what the server has instead of a waiting reaction.
    func setServerState(_ isSet: Bool, number: Int64, of key: Int64) throws {
        try connection.run(
            "UPDATE annotation SET text = ?1 || substr(text, 2), number = ?2 WHERE key = ?3 AND number < ?2",
            Self.state(isSet),
            number,
            key
        )
    }

    /// Shows what the server has of a reaction that it accepted or refused.
    func showServerState(of annotation: OutgoingAnnotation, in waiting: Waiting) throws {
        guard let text = annotation.kind.reaction, waiting.message != nil else { return }
        let held = try connection.first("SELECT text, number FROM annotation WHERE key = ?", waiting.key) {
            (isSet: $0.text(0).hasPrefix("1"), number: $0.integer(1))
        }
        guard let held else { return }
        try setReaction(text, isSet: held.isSet, number: held.number, to: annotation.message, in: waiting.chat)
        try forgetUnset(text, of: annotation.message, in: waiting.chat)
    }

    /// Applies a reaction that the server reports. Of a person's reactions with one text the newest wins; deleted messages have none.
    func apply(
        _ text: String,
        isSet: Bool,
        _ annotation: Annotation,
        into record: inout ChatRow,
        _ applied: inout AppliedUpdate
    ) throws {
        let known = try MessageRow.find(annotation.message, in: record.key, connection)
        if known?.isDeleted == true { return }
        let (author, isMine) = (record.author(annotation.author), annotation.author == .me)
        if isMine, let key = try waitingKey(of: annotation, in: record.key) {
            // Keeps on screen what the user wants until the server has answered.
            return try setServerState(isSet, number: annotation.number, of: key)
        }
        let old = try connection.first(
            "SELECT is_set, number FROM reaction WHERE chat = ? AND message = ? AND mine = ? AND sender = ? AND text = ?",
            record.key,
            annotation.message.stored,
            isMine,
            author.senderKey,
            text
        ) { (isSet: $0.flag(0), number: $0.integer(1)) }
        if let old, old.number >= annotation.number { return }
        if old == nil, !isMine, try isFull(annotation.message, by: author, in: record.key) { return }
        try connection.run(
            """
            INSERT INTO reaction(chat, message, mine, sender, text, is_set, number, waits) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET is_set = excluded.is_set, number = excluded.number
            """,
            record.key,
            annotation.message.stored,
            isMine,
            author.senderKey,
            text,
            isSet,
            annotation.number,
            known == nil
        )
        if known == nil {
            record.awaitsAnnotations = true
            if old == nil { try forgetOldestReactions(in: record.key) }
        } else if isSet || old?.isSet == true {
            applied.isChange = true
            applied.renewed.append(annotation.message)
        }
    }

    /// Shows the reactions and votes that came before their message, unless it is deleted.
    func showAwaitedReactions(to message: Message, in chat: Int64) throws {
        if message.isDeleted { return try forgetReactionsAndVotes(of: message.id, in: chat) }
        try connection.run(
            "UPDATE reaction SET waits = 0 WHERE chat = ? AND message = ? AND waits = 1",
            chat,
            message.id.stored
        )
        try showAwaitedVotes(in: message, chat: chat)
    }

    /// Forgets all reactions to a message and votes in it, also those on their way to the server.
    func forgetReactionsAndVotes(of message: MessageID, in chat: Int64) throws {
        try connection.run("DELETE FROM reaction WHERE chat = ? AND message = ?", chat, message.stored)
        try connection.run(
            "DELETE FROM annotation WHERE chat = ? AND message = ? AND (kind GLOB 'reaction:*' OR kind IN ('vote', 'pollEnd'))",
            chat,
            message.stored
        )
        try connection.run("DELETE FROM vote WHERE chat = ? AND message = ?", chat, message.stored)
    }

    private func waitingKey(of annotation: Annotation, in chat: Int64) throws -> Int64? {
        try connection.first(
            "SELECT key FROM annotation WHERE chat = ? AND message = ? AND mine = 1 AND kind = ? AND id IS NOT NULL",
            chat,
            annotation.message.stored,
            annotation.kind.name
        ) { $0.integer(0) }
    }

    /// Whether a message has as many reactions as are stored, of all people or of this one.
    private func isFull(_ message: MessageID, by author: Author, in chat: Int64) throws -> Bool {
        let counts = try connection.first(
            "SELECT count(*), count(*) FILTER (WHERE mine = 0 AND sender = ?) FROM reaction WHERE chat = ? AND message = ?",
            author.senderKey,
            chat,
            message.stored
        ) { (all: $0.count(0), own: $0.count(1)) }
        return counts.map { $0.all >= Limits.reactions || $0.own >= Limits.reactionsOfAuthor } ?? false
    }

    /// Keeps the newest thousand reactions without a message, so that they cannot fill the disk.
    private func forgetOldestReactions(in chat: Int64) throws {
        try connection.run(
            """
            DELETE FROM reaction WHERE key IN (SELECT key FROM reaction INDEXED BY reaction_without_message
                WHERE chat = ? AND waits = 1 ORDER BY key DESC LIMIT -1 OFFSET 1000)
            """,
            chat
        )
    }
}
