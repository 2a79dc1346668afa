public import ChatTypes
import SQLiteKit

/// What a chat's news changed in the history.
public struct AppliedUpdate: Hashable, Sendable {
    /// Whether anything that is shown is different from before.
    public var isChange = false
    /// Whether there may be a gap to fill that was none before: something unknown stands before one of the messages, or one
    /// stands below a gap that ended the history.
    public var opensGap = false
    /// The unread messages of others that had not been announced, and that count as announced from now on.
    public var announced: [Message] = []
    /// Whether the chat is muted from now on, or heard again.
    public var isMuteChange = false
    /// Whether we have read further than before.
    public var isRead = false
    /// Whether the server is to be told once more that we took a message back.
    public var owesRemoval = false
    /// The messages that were taken back, or have another text now.
    public var changed: [MessageID] = []
}

extension ChatWriter {
    /// Takes in news of a chat, deduplicated by id: from whichever source and however often it comes.
    ///
    /// A message whose id is known changes nothing, unless it is one's own that was still on its way: that one gets
    /// its position and the server's time. A message that contradicts what is known (another author under the same id,
    /// another id at the same position, a predecessor that does not precede) is left out.
    ///
    /// Of each member of a group the newest membership holds, whatever order it comes in; what an author sends of whom no
    /// membership is known is kept all the same.
    ///
    /// With `announcing`, the contact's messages count as announced: they will never be returned as such again. Throws
    /// `SQLiteError`. Cost: independent of the number of chats and of the length of their histories.
    public func apply(_ update: ChatUpdate, announcing: Bool) throws -> AppliedUpdate {
        let old = try record(for: update.chat)
        var (record, applied) = (old, AppliedUpdate(isChange: old.isFresh))
        if let isMuted = update.isMuted { try apply(isMuted: isMuted, into: &record, &applied) }
        for membership in update.memberships {
            try apply(membership, into: &record, &applied)
        }
        for message in update.messages {
            try apply(message, announcing: announcing, into: &record, &applied)
        }
        for receipt in update.receipts {
            try apply(receipt, into: &record, &applied)
        }
        for annotation in update.annotations {
            try apply(annotation, into: &record, &applied)
        }
        // A receipt may come with its message, or before it: what is read already is no news.
        if let marker = record.myMarker { applied.announced.removeAll { $0.position.rawValue <= marker } }
        // Nor is what is muted.
        if record.isMuted { applied.announced = [] }
        if record.hasMemberRead { try record.renewTheirMarker(in: connection) }
        if record.theirMarker != old.theirMarker { applied.isChange = true }
        applied.isRead = record.myMarker != old.myMarker
        try record.save(replacing: old, in: connection)
        if record.hasSettled { try EditedChat.renewActivity(of: record.key, in: connection) }
        return applied
    }

    private func apply(
        _ message: Message,
        announcing: Bool,
        into record: inout EditedChat,
        _ applied: inout AppliedUpdate
    ) throws {
        if let predecessor = message.predecessor, predecessor.position >= message.position { return }
        let position = message.position.rawValue
        if try insert(message, announced: announcing, in: record) {
            if record.top.map({ $0 < position }) ?? true, !record.hasWaiting {
                record.activity = message.sentAt.milliseconds
            }
        } else {
            // Of another author it is no news of the message that is known.
            guard let known = try KnownMessage.find(message.id, in: record.key, connection),
                known.author == record.author(message.author)
            else { return }
            if !known.waits {
                if message.isRemoved { try leaveTombstone(of: message.id, known, in: &record, &applied) }
                if let edit = message.edit { try apply(edit, known, in: &record, &applied) }
                if announcing { try announce(message, known, in: record, &applied) }
                if try renewGap(before: message, in: record) { applied.opensGap = true }
                return
            }
            guard try settle(known, as: message, in: &record) else { return }
        }
        applied.isChange = true
        if message.author != .me, !message.isRemoved, record.myMarker.map({ $0 < position }) ?? true {
            record.unread += 1
            if announcing { applied.announced.append(message) }
        }
        if try noteGap(before: message, in: &record) { applied.opensGap = true }
        record.top = max(record.top ?? position, position)
        if record.awaitsReceipts { try applyAwaitedReceipts(for: message, into: &record, &applied) }
        if record.awaitsAnnotations { try applyAwaitedAnnotations(of: message, in: &record, &applied) }
    }

    /// False when the id or the position is taken.
    private func insert(_ message: Message, announced: Bool, in record: EditedChat) throws -> Bool {
        let key = MessageKey.of(message.id, in: record.id, at: message.sentAt.milliseconds, attempt: 0)
        if try insert(message, under: key, announced: announced, in: record) { return true }
        guard try isKeyTaken(key, whereFree: message, in: record.key) else { return false }
        let other = try freeKey(for: message.id, at: message.sentAt, in: record)
        return try insert(message, under: other, announced: announced, in: record)
    }

    private func insert(_ message: Message, under key: Int64, announced: Bool, in record: EditedChat) throws -> Bool {
        let changes = try connection.run(
            """
            INSERT OR IGNORE INTO message(key, chat, id, mine, text, images, time, waits, place, announced, removed, edit,
                sender, file, file_name, file_type, file_size)
            VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            key,
            record.key,
            message.id.stored,
            message.author == .me,
            message.text,
            message.imageCount,
            message.sentAt.milliseconds,
            message.position.rawValue,
            announced,
            message.isRemoved,
            message.isRemoved ? 0 : message.editNumber,
            record.author(message.author).sender,
            message.attachment?.id.stored,
            message.attachment?.name,
            message.attachment?.type,
            message.attachment?.byteCount
        )
        if changes == 1 { texts.add(key) }
        return changes == 1
    }

    /// Whether it is merely the key that another message has.
    private func isKeyTaken(_ key: Int64, whereFree message: Message, in chat: Int64) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM message WHERE key = ?1
                AND NOT EXISTS (SELECT 1 FROM message WHERE chat = ?2 AND id = ?3)
                AND NOT EXISTS (SELECT 1 FROM message WHERE chat = ?2 AND waits = 0 AND place = ?4)
            """,
            key,
            chat,
            message.id.stored,
            message.position.rawValue
        ) { _ in true } ?? false
    }

    /// Marks a message that was stored before as announced, if it has not been yet.
    private func announce(
        _ message: Message,
        _ known: KnownMessage,
        in record: EditedChat,
        _ applied: inout AppliedUpdate
    ) throws {
        guard !known.isMine, !known.isAnnounced, !known.isRemoved else { return }
        try connection.run("UPDATE message SET announced = 1 WHERE key = ?", known.key)
        let isUnread = record.myMarker.map { $0 < message.position.rawValue } ?? true
        if isUnread { applied.announced.append(try newest(message, known)) }
    }

    /// The message with the text of an edit that came before it, if one did.
    private func newest(_ message: Message, _ known: KnownMessage) throws -> Message {
        guard known.editNumber > message.editNumber, let text = try text(of: known) else { return message }
        return message.annotated(
            by: Annotation(
                author: message.author,
                message: message.id,
                kind: .edit(text: text),
                number: known.editNumber
            )
        )
    }
}
