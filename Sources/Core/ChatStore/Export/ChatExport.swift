import ChatTypes
import Foundation
import SQLiteKit

/// How far the export of one chat has come.
struct ChatExport: Sendable {
    private let key: Int64
    private let id: ChatID
    /// The member who was read last; nil when all were, or when there can be none.
    private var member: ContactID?
    /// The highest position when it began.
    private let top: Int64
    /// The lowest position to come; nil when all up to the top were read.
    private var position: Int64?
    /// What waited when it began; they are read last, in this order, wherever they are by then.
    private let waiting: [MessageID]
    private let isWaiting: Set<MessageID>
    private var waitingIndex = 0

    /// Adds the chat's own record. Throws `SQLiteError`. Cost: linear in what waits.
    static func begin(_ key: Int64, with batch: inout ExportBatch, from connection: SQLiteConnection) throws -> Self? {
        let found = try connection.first(
            """
            SELECT id, contact, name, created, my_marker, their_marker, draft, muted, is_group, mute_due,
                (SELECT max(place) FROM message WHERE chat = c.key AND waits = 0)
            FROM chat c WHERE key = ?
            """,
            key
        ) { row in (record: HistoryRecord.ChatRecord(row: row), top: row.optionalInteger(10)) }
        guard let found else { return nil }
        var record = found.record
        let takenBack: [MessageID] = try connection.rows(
            """
            SELECT message FROM annotation a INDEXED BY annotation_to_send
            WHERE chat = ? AND place IS NOT NULL AND kind = 'deletion'
                AND NOT EXISTS (SELECT 1 FROM message WHERE chat = a.chat AND id = a.message) ORDER BY place
            """,
            key
        ) { $0.identifier(0) }
        if !takenBack.isEmpty { record.takenBack = takenBack }
        batch.add(.chat(record))
        let id = record.id
        // Without a number, nothing is said of us.
        try connection.forEach(
            "SELECT id, name, is_member, since, number, marker FROM member WHERE chat = ? AND id = '' AND number > 0",
            key
        ) { batch.add(.member(HistoryRecord.MemberRecord(row: $0, chat: id))) }
        let waiting: [MessageID] = try connection.rows(
            "SELECT id FROM message WHERE chat = ? AND waits > 0 ORDER BY waits, place",
            key
        ) { $0.identifier(0) }
        let isGroup = record.group == true
        return Self(key: key, id: id, isGroup: isGroup, top: found.top, waiting: waiting)
    }

    private init(key: Int64, id: ChatID, isGroup: Bool, top: Int64?, waiting: [MessageID]) {
        (self.key, self.id, self.waiting) = (key, id, waiting)
        member = isGroup ? ContactID("") : nil
        self.top = top ?? .min
        position = top == nil ? nil : .min
        isWaiting = Set(waiting)
    }

    /// Adds as many of the members and messages as there is room for; false when there are no more. Throws `SQLiteError`.
    mutating func read(into batch: inout ExportBatch, from connection: SQLiteConnection) throws -> Bool {
        if let member { try readMembers(after: member, into: &batch, connection) }
        if member != nil { return true }
        if let position { try readSent(from: position, into: &batch, connection) }
        while position == nil, waitingIndex < waiting.count, !batch.isFull {
            try readWaiting(waiting[waitingIndex], into: &batch, connection)
            waitingIndex += 1
        }
        return position != nil || waitingIndex < waiting.count
    }

    /// Those of whom no membership has come, too: they have read, or have a name.
    private mutating func readMembers(
        after last: ContactID,
        into batch: inout ExportBatch,
        _ connection: SQLiteConnection
    ) throws {
        var (count, next) = (0, last)
        try connection.forEach(
            "SELECT id, name, is_member, since, number, marker FROM member WHERE chat = ? AND id > ? ORDER BY id LIMIT ?",
            key,
            last.stored,
            ExportBatch.recordLimit
        ) { row in
            if batch.isFull { return }
            (count, next) = (count + 1, row.identifier(0))
            batch.add(.member(HistoryRecord.MemberRecord(row: row, chat: id)))
        }
        member = count < ExportBatch.recordLimit && !batch.isFull ? nil : next
    }

    /// What has room is read, at most a batch.
    private mutating func readSent(
        from first: Int64,
        into batch: inout ExportBatch,
        _ connection: SQLiteConnection
    ) throws {
        var (count, next) = (0, first)
        try connection.forEach(
            """
            SELECT m.id, m.mine, m.text, m.images, m.time, m.waits, m.place, m.failure, g.predecessor, g.cursor,
                m.removed, m.edit, e.id, e.text, e.number, m.sender, m.file, m.file_name, m.file_type, m.file_size
            FROM message m LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.place
                LEFT JOIN annotation e
                    ON e.chat = m.chat AND e.message = m.id AND e.mine = m.mine AND e.kind = 'edit' AND e.id IS NOT NULL
            WHERE m.chat = ? AND m.waits = 0 AND m.place BETWEEN ? AND ? ORDER BY m.place LIMIT ?
            """,
            key,
            first,
            top,
            ExportBatch.recordLimit
        ) { row in
            if batch.isFull { return }
            (count, next) = (count + 1, row.integer(6) &+ 1)
            let record = HistoryRecord.MessageRecord(row: row, chat: id)
            if !isWaiting.contains(record.id) { batch.add(.message(record)) }
        }
        // Behind the highest position of all there is none; where there was no room at all, everything is still to come.
        let isPastTop = count > 0 && (next > top || next == .min)
        let isDone = isPastTop || count < ExportBatch.recordLimit && !batch.isFull
        position = isDone ? nil : next
    }

    /// As it was when the chat's turn came, though it may have been sent since. Of one that is sent no failure is told: it would be
    /// read as why it was not sent.
    private func readWaiting(_ message: MessageID, into batch: inout ExportBatch, _ connection: SQLiteConnection) throws
    {
        try connection.forEach(
            """
            SELECT m.id, m.mine, m.text, m.images, m.time, 1, 0, CASE m.waits WHEN 2 THEN m.failure END, NULL, NULL, m.removed,
                m.edit, e.id, e.text, e.number, m.sender, m.file, m.file_name, m.file_type, m.file_size
            FROM message m
                LEFT JOIN annotation e
                    ON e.chat = m.chat AND e.message = m.id AND e.mine = m.mine AND e.kind = 'edit' AND e.id IS NOT NULL
            WHERE m.chat = ? AND m.id = ?
            """,
            key,
            message.stored
        ) { batch.add(.message(HistoryRecord.MessageRecord(row: $0, chat: id))) }
    }
}
