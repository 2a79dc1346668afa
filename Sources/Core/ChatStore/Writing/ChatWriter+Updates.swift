public import ChatTypes
import SQLiteKit

/// The changes that an update made to the history.
public struct AppliedUpdate: Hashable, Sendable {
    /// Whether anything visible changed.
    public var isChange = false
    /// Whether a gap to fill may have opened: the predecessor of a message is missing, or a message came before a gap
    /// that ended the history.
    public var opensGap = false
    /// Unread messages of other people that are announced now for the first time.
    public var announced: [Message] = []
    /// Messages that an edit has made mention the user.
    var mentioning: [Message] = []
    /// Whether the chat was muted or unmuted.
    public var isMuteChange = false
    /// Whether the user's marker moved.
    public var isRead = false
    /// Whether the server must be told once more that the user deleted a message.
    public var owesDeletion = false
    /// The state in which another person has put the user out of the chat by this update; nil if none did.
    public var removal: ChatState?
    /// The invitation to the chat that has arrived by this update; nil if none has.
    public var invitation: ChatState?
    /// Calls of other people, which are announced although they are quiet.
    public var calls: [Message] = []
    /// The messages that were edited or deleted.
    public var changed: [MessageID] = []
    /// The messages that are new, were the user's on their way, have other reactions or votes, or were pinned or unpinned.
    public var renewed: [MessageID] = []
    /// Whether the user's state in the chat is another one.
    public var isStateChange = false
    /// Whether others have read further, all or outside threads.
    public var isReadByOthers = false
    /// The threads in which others have read further, by their roots.
    public var threadsReadByOthers: [MessageID] = []
}

extension ChatWriter {
    /// Applies news of a chat, deduplicated by ID, whatever its source and however often it arrives.
    ///
    /// A known message changes nothing, unless it is the user's and was still on its way: then it gets its position
    /// and the server's time; or unless it brings the content of a placeholder, and is then announced instead of it. A message that contradicts the history (another author under the same ID, another ID at
    /// the same position, a predecessor that does not precede it) is dropped.
    ///
    /// A chat that was deleted stays so, unless a newer standing says that the user is in it or invited to it.
    ///
    /// Of each member's memberships the newest wins, in whatever order they arrive. Messages of authors without a
    /// membership are stored as well.
    ///
    /// With `countsMissing`, the unread count is the server's, which contains messages of gaps: they are not counted again when they
    /// arrive. A chat that the user is out of counts nothing; after a return, everything unread counts
    /// again.
    ///
    /// With `announcing`, the contact's messages count as announced, and are never returned as such again; without it, those of the part
    /// of the chat that the user looks at do. Throws `SQLiteError`. Cost: independent of the number of chats and of the length of their histories.
    public func apply(
        _ update: ChatUpdate,
        announcing: Bool,
        lookingAt part: TimelinePart? = nil,
        countsMissing: Bool = false
    ) throws -> AppliedUpdate {
        func isAnnounced(_ message: Message) -> Bool {
            announcing || part == message.thread.map(TimelinePart.thread) ?? .main
        }
        if update.isWithdrawn {
            guard let record = try ChatRow.find(update.chat.id, in: connection) else {
                try noteGone(update.chat.id, number: update.standing?.number ?? 0)
                return AppliedUpdate()
            }
            if try deleteIfEmpty(record, number: update.standing?.number) { return AppliedUpdate(isChange: true) }
        }
        guard let old = try known(update.chat) ?? (isLate(update) ? nil : create(update.chat)) else {
            return AppliedUpdate()
        }
        var (record, applied) = (old, AppliedUpdate(isChange: old.isFresh))
        if let mode = update.notifications { try apply(mode, into: &record, &applied) }
        try apply(update.marks, in: record, &applied)
        let mayReturn = update.standing != nil || update.memberships.contains { $0.member == .me }
        let wasOver = mayReturn && record.isOver
        for membership in update.memberships {
            try apply(membership, into: &record, &applied)
        }
        if let standing = update.standing { try apply(standing, into: &record, &applied) }
        if let pins = update.pins { try apply(pins, in: record.key, &applied) }
        if let spaces = update.spaces, try setSpaces(spaces, of: record.key) { applied.isChange = true }
        for message in update.messages {
            let announcing = isAnnounced(message)
            try apply(message, announcing: announcing, countsMissing: countsMissing, into: &record, &applied)
        }
        for receipt in update.receipts {
            try apply(receipt, into: &record, &applied)
        }
        for annotation in update.annotations {
            try apply(annotation, into: &record, &applied)
        }
        if countsMissing {
            try record.countUnread(
                servers: update.unreadCount,
                mentions: update.mentionCount,
                threads: update.threadCounts,
                in: connection
            )
        }
        if wasOver || record.unread > 0 {
            // The update may have changed the state, which is in the table.
            let now = try mayReturn ? ChatRow.find(record.id, in: connection) ?? record : record
            if now.isOver {
                (record.unread, record.mentions) = (0, 0)
                try record.clearThreads(in: connection)
            } else if wasOver, !countsMissing || update.unreadCount == nil {
                try record.recountThreads(in: connection)
                try record.countUnread(in: connection)
            }
        }
        if record.unread != old.unread || record.mentions != old.mentions { applied.isChange = true }
        // Drops read messages: a receipt may come with its message, or before it.
        applied.announced = try applied.announced.filter { message in
            try record.isUnread(message.position.rawValue, of: message.thread, in: connection)
        }
        let mentioning = applied.mentioning.filter(isAnnounced)
        if !mentioning.isEmpty {
            applied.announced =
                applied.announced.filter { message in !mentioning.contains { $0.id == message.id } } + mentioning
        }
        // Announces nothing of a muted chat, and mentions only if the user wants no more.
        switch record.mode {
        case .all: break
        case .mentions: applied.announced.removeAll { !$0.mentionsMe }
        case .muted:
            (applied.announced, applied.removal, applied.invitation) = ([], nil, nil)
            applied.calls = []
        }
        if record.hasMemberRead { try record.renewTheirMarker(in: connection) }
        if record.theirMarker != old.theirMarker { (applied.isChange, applied.isReadByOthers) = (true, true) }
        if record.myMarker != old.myMarker || record.readAll != old.readAll { applied.isRead = true }
        try record.save(replacing: old, in: connection)
        if record.hasStaleActivity { try ChatRow.renewActivity(of: record.key, in: connection) }
        return applied
    }

    private func apply(
        _ message: Message,
        announcing: Bool,
        countsMissing: Bool,
        into record: inout ChatRow,
        _ applied: inout AppliedUpdate
    ) throws {
        if let predecessor = message.predecessor, predecessor.position >= message.position { return }
        let announcing = announcing && !message.isUnreadable
        let position = message.position.rawValue
        var isDeleted = message.isDeleted
        if try insert(message, announced: announcing, in: record) {
            if !record.hasWaiting, message.event == nil {
                // Above it may stand nothing but events.
                let isTop = record.top.map { $0 < position } ?? true
                if isTop { record.activity = message.sentAt.milliseconds } else { record.hasStaleActivity = true }
            }
        } else {
            // Ignores a message of another author under a known ID.
            guard let known = try MessageRow.find(message.id, in: record.key, connection),
                known.author == record.author(message.author)
            else { return }
            if !known.waits {
                if message.isDeleted { try leaveTombstone(of: message.id, known, in: &record, &applied) }
                if try fillPlaceholder(known, with: message, in: &record) {
                    applied.isChange = true
                    applied.changed.append(message.id)
                    if record.awaitsAnnotations { try applyAwaitedAnnotations(of: message, in: &record, &applied) }
                } else if let edit = message.edit {
                    try apply(edit, known, in: &record, &applied)
                }
                if announcing, !message.isQuiet { try announce(message, in: record, &applied) }
                if try renewGap(before: message, in: record) { applied.opensGap = true }
                return
            }
            guard try confirm(known, as: message, in: &record) else { return }
            if known.isDeleted { isDeleted = true }
        }
        applied.isChange = true
        applied.renewed.append(message.id)
        if announcing, message.author != .me, message.event == .called, message.text == ChatEventText.call.text {
            applied.calls.append(message)
        }
        if let root = message.thread { try noteAnswer(at: position, isDeleted: isDeleted, to: root, in: &record) }
        if message.author != .me, !message.isDeleted, !message.isQuiet,
            try record.isUnread(position, of: message.thread, in: connection)
        {
            if countsMissing, let missing = record.highestMissing, position <= missing {
                record.fillsGap = true
                if let thread = message.thread { record.filledThreads.insert(thread) }
            } else {
                let mentions: Int64 = message.countsAsMention ? 1 : 0
                try record.count(unread: 1, mentions: mentions, of: message.thread, in: connection)
            }
            if announcing { applied.announced.append(message) }
        }
        if try noteGap(before: message, in: &record) { applied.opensGap = true }
        record.top = max(record.top ?? position, position)
        if message.thread == nil { record.mainTop = max(record.mainTop ?? position, position) }
        if record.awaitsReceipts { try applyAwaitedReceipts(for: message, into: &record, &applied) }
        if record.awaitsAnnotations { try applyAwaitedAnnotations(of: message, in: &record, &applied) }
    }

    /// Stores a new message. Returns false if its ID or position is taken.
    private func insert(_ message: Message, announced: Bool, in record: ChatRow) throws -> Bool {
        let key = MessageKey.of(message.id, in: record.id, at: message.sentAt.milliseconds, attempt: 0)
        if try insert(message, under: key, announced: announced, in: record) { return true }
        guard try isKeyTaken(key, whereFree: message, in: record.key) else { return false }
        let other = try freeKey(for: message.id, at: message.sentAt, in: record)
        return try insert(message, under: other, announced: announced, in: record)
    }

    private func insert(_ message: Message, under key: Int64, announced: Bool, in record: ChatRow) throws -> Bool {
        let changes = try connection.run(
            """
            INSERT OR IGNORE INTO message(key, chat, id, mine, text, images, time, waits, place, announced, removed, edit,
                sender, file, file_name, file_type, file_size, file_pixels, quiet, answers, spans, event, mention, warning,
                thread, poll)
            VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
            message.isDeleted,
            message.isDeleted ? 0 : message.editNumber,
            record.author(message.author).sender,
            message.attachment?.id.stored,
            message.attachment?.name,
            message.attachment?.type,
            message.attachment?.byteCount,
            message.attachment?.pixels?.stored,
            message.isQuiet,
            message.repliesTo?.stored,
            message.isDeleted ? nil : message.spans.stored,
            message.event?.rawValue,
            message.countsAsMention,
            message.isDeleted ? nil : message.senderWarning?.rawValue,
            message.thread?.stored,
            message.poll?.stored
        )
        if changes == 1 { texts.add(key) }
        return changes == 1
    }

    /// Whether only the key is taken, by another message.
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

    /// Marks a stored message as announced, if it was not and still counts.
    private func announce(_ message: Message, in record: ChatRow, _ applied: inout AppliedUpdate) throws {
        guard let known = try MessageRow.find(message.id, in: record.key, connection) else { return }
        guard known.counts, !known.isAnnounced else { return }
        try connection.run("UPDATE message SET announced = 1 WHERE key = ?", known.key)
        if try record.isUnread(message.position.rawValue, of: known.thread, in: connection) {
            applied.announced.append(try newest(message, known))
        }
    }

    /// Returns the message with the text of an edit that came before it, if there is one.
    private func newest(_ message: Message, _ known: MessageRow) throws -> Message {
        guard known.editNumber > message.editNumber, let newest = try text(of: known) else { return message }
        return message.annotated(
            by: Annotation(
                author: message.author,
                message: message.id,
                kind: .edit(text: newest.text, spans: newest.spans),
                number: known.editNumber,
                senderWarning: try warning(of: known)
            )
        )
    }
}

/// The columns of a stored message that decide what to do when it arrives again.
struct MessageRow {
    let key: Int64
    let author: Author
    /// Whether it has no position yet.
    let waits: Bool
    /// Whether it is in the outbox, also as a failed one: the server is not known to have it.
    let isInOutbox: Bool
    let isAnnounced: Bool
    let hasFailed: Bool
    let isDeleted: Bool
    /// Whether it neither counts as unread nor is announced.
    let isQuiet: Bool
    let isMention: Bool
    /// Whether it tells what its author did: then nobody edits or deletes it, or reacts to it.
    let isEvent: Bool
    /// Whether it asks a poll, and whether that can be voted in: it has not ended.
    let isPoll, isOpenPoll: Bool
    /// The number of the edit that produced the text, or `ChatWriter.unsentEdit`.
    let editNumber: Int64
    /// The position, or the number in the outbox.
    let place: Int64
    /// The root of the thread that it is in.
    let thread: MessageID?

    var isMine: Bool { author == .me }
    /// Whether the text stands for one that cannot be read.
    var isUnreadable: Bool { editNumber < 0 }
    /// Whether it counts as unread until it is read.
    var counts: Bool { !isMine && !isDeleted && !isQuiet }

    static func find(_ message: MessageID, in chat: Int64, _ connection: SQLiteConnection) throws -> MessageRow? {
        try connection.first(query, chat, message.stored) { row, columns in
            MessageRow(
                key: row.integer(columns.key),
                author: row.author(columns.author),
                waits: row.flag(columns.waits),
                isInOutbox: row.integer(columns.waits) == 2,
                isAnnounced: row.flag(columns.announced),
                hasFailed: row.flag(columns.hasFailed),
                isDeleted: row.flag(columns.removed),
                isQuiet: row.flag(columns.quiet),
                isMention: row.flag(columns.mention),
                isEvent: row.flag(columns.isEvent),
                isPoll: row.flag(columns.isPoll),
                isOpenPoll: row.flag(columns.isOpenPoll),
                editNumber: row.integer(columns.edit),
                place: row.integer(columns.place),
                thread: row.isNull(columns.thread) ? nil : row.identifier(columns.thread)
            )
        }
    }

    private static let query = Query(Columns.init) { "SELECT \($0) FROM message m WHERE m.chat = ? AND m.id = ?" }

    private struct Columns: Sendable {
        let key, waits, announced, hasFailed, removed, quiet, mention, isEvent, isPoll, isOpenPoll, edit, place,
            thread: Int32
        let author: AuthorColumns

        init(_ list: inout ColumnList) {
            key = list.add("m.key")
            author = AuthorColumns(&list)
            waits = list.add("m.waits")
            announced = list.add("m.announced")
            hasFailed = list.add("m.failure IS NOT NULL")
            removed = list.add("m.removed")
            quiet = list.add("m.quiet")
            mention = list.add("m.mention")
            isEvent = list.add("m.event IS NOT NULL")
            isPoll = list.add("m.poll IS NOT NULL")
            isOpenPoll = list.add("m.poll IS NOT NULL AND m.poll_end = 0")
            edit = list.add("m.edit")
            place = list.add("m.place")
            thread = list.add("m.thread")
        }
    }
}
