import ChatTypes
import Foundation
import SQLiteKit

extension ChatReader {
    /// Passes every chat, by ID and each with its messages in order, to `body`, as of one moment.
    ///
    /// Equal histories export equal records. Throws the errors of `body`, or `SQLiteError`. Cost: linear in the
    /// history; memory for a batch. It holds the write-ahead log meanwhile: see `HistoryReader.export(_:)`.
    public func export(_ body: (HistoryRecord) throws -> Void) throws {
        var export = try HistoryExport(of: connection)
        while let batch = try export.next(from: connection) { try batch.forEach(body) }
    }
}

extension HistoryReader {
    /// Passes every chat, by ID and each with its messages in order, to `body`, in batches.
    ///
    /// Holds neither the history's log nor a connection while `body` runs, however long it takes. Exports everything
    /// that existed at the beginning exactly once, whatever is written meanwhile. A chat that is renamed, or a
    /// message that is sent meanwhile, may show either state; a new message may be included or not. Equal histories
    /// export equal records. Throws the errors of `body`, `CancellationError`, or `SQLiteError`. Cost: linear in the
    /// history; memory for a batch, the keys of the chats, and the IDs of one chat's waiting messages.
    public func export(_ body: ([HistoryRecord]) async throws -> Void) async throws {
        var export = try await read { try HistoryExport(of: $0.connection) }
        while true {
            let before = export
            let (batch, after) = try await read { reader in
                var export = before
                return (try export.next(from: reader.connection), export)
            }
            guard let batch else { return }
            export = after
            try await body(batch)
        }
    }
}

/// The state of an export, with all that is still to be read.
///
/// Everything that existed at the beginning is exported exactly once, although any time may pass between two batches.
/// The set of chats is that of the beginning; the highest position and the waiting messages of a chat are those of
/// its turn. A message that is sent later is exported as waiting, not at its new position. So the export never claims
/// that nothing is missing before a message unless it includes the message before.
struct HistoryExport: Sendable {
    /// The keys of all chats.
    private let chats: [Int64]
    private var index = 0
    private var chat: ChatExport?

    /// Reads the keys of all chats, by ID. Throws `SQLiteError`. Cost: linear in their number.
    init(of connection: SQLiteConnection) throws {
        chats = try connection.rows("SELECT key FROM chat ORDER BY id") { $0.integer(0) }
    }

    /// Returns the next records, all as of one moment; nil if there are no more. Throws `SQLiteError`. Cost: bounded.
    mutating func next(from connection: SQLiteConnection) throws -> [HistoryRecord]? {
        var batch = ExportBatch()
        while !batch.isFull {
            if chat == nil {
                guard index < chats.count else { break }
                chat = try ChatExport.begin(chats[index], with: &batch, from: connection)
                index += 1
            }
            if try chat?.read(into: &batch, from: connection) != true { chat = nil }
        }
        return batch.records.isEmpty ? nil : batch.records
    }
}

/// A batch of records, bounded in number and bytes.
struct ExportBatch {
    private(set) var records: [HistoryRecord] = []
    private var byteCount = 0

    static let recordLimit = 500
    static let byteLimit = 1 << 20

    var isFull: Bool { records.count >= Self.recordLimit || byteCount >= Self.byteLimit }

    mutating func add(_ record: HistoryRecord) {
        records.append(record)
        if case .message(let message) = record { byteCount += message.text.utf8.count }
    }
}

/// The state of the export of one chat.
struct ChatExport: Sendable {
    private let key: Int64
    private let id: ChatID
    /// The last member that was read; nil after all of them, and for a chat without members.
    private var member: ContactID?
    /// The highest position at the beginning.
    private let top: Int64
    /// The lowest position that is still to be read; nil after the highest.
    private var position: Int64?
    /// The messages that waited at the beginning. They are read last, in this order, wherever they are by then.
    private let waiting: [MessageID]
    private let isWaiting: Set<MessageID>
    private var waitingIndex = 0

    /// Adds the chat's own record. Throws `SQLiteError`. Cost: linear in the waiting messages.
    static func begin(_ key: Int64, with batch: inout ExportBatch, from connection: SQLiteConnection) throws -> Self? {
        let found = try connection.first(ExportQueries.chat, key) { row, columns in
            (record: HistoryRecord.ChatRecord(row: row, columns), top: row.optionalInteger(columns.top))
        }
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
        let pins: [MessageID] = try connection.rows("SELECT message FROM pin WHERE chat = ? ORDER BY place", key) {
            $0.identifier(0)
        }
        if !pins.isEmpty { record.pins = pins }
        let spaces = try connection.rows(
            "SELECT id, name FROM space WHERE chat = ? ORDER BY id",
            key,
            read: ChatSpace.init(row:)
        )
        if !spaces.isEmpty { record.spaces = spaces }
        record.unfinished = try HistoryRecord.UnfinishedRecord.all(of: key, from: connection)
        record.threads = try HistoryRecord.ThreadRecord.all(of: key, from: connection)
        batch.add(.chat(record))
        let id = record.id
        // Without a number, the user's row says nothing.
        try connection.forEach(ExportQueries.user, key) { row, columns in
            batch.add(.member(HistoryRecord.MemberRecord(row: row, columns, chat: id)))
        }
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

    /// Adds members and messages until the batch is full; false if there are no more. Throws `SQLiteError`.
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

    /// Adds members, including those without a membership, who have a marker or a name.
    private mutating func readMembers(
        after last: ContactID,
        into batch: inout ExportBatch,
        _ connection: SQLiteConnection
    ) throws {
        var (count, next) = (0, last)
        try connection.forEach(
            ExportQueries.members,
            key,
            last.stored,
            ExportBatch.recordLimit
        ) { row, columns in
            if batch.isFull { return }
            (count, next) = (count + 1, row.identifier(columns.id))
            batch.add(.member(HistoryRecord.MemberRecord(row: row, columns, chat: id)))
        }
        member = count < ExportBatch.recordLimit && !batch.isFull ? nil : next
    }

    /// Adds sent messages until the batch is full.
    private mutating func readSent(
        from first: Int64,
        into batch: inout ExportBatch,
        _ connection: SQLiteConnection
    ) throws {
        var (count, next) = (0, first)
        try connection.forEach(
            ExportQueries.sent,
            key,
            first,
            top,
            ExportBatch.recordLimit
        ) { row, columns in
            if batch.isFull { return }
            (count, next) = (count + 1, row.integer(columns.place) &+ 1)
            let record = try record(row, columns, connection)
            if !isWaiting.contains(record.id) { batch.add(.message(record)) }
        }
        // No message follows the highest position of all. If the batch had no room at all, everything is still to be
        // read.
        let isPastTop = count > 0 && (next > top || next == .min)
        let isDone = isPastTop || count < ExportBatch.recordLimit && !batch.isFull
        position = isDone ? nil : next
    }

    /// Adds a waiting message as it was at the chat's turn, though it may have been sent since. Omits a sent
    /// message's failure, which would be read as the reason why it was not sent.
    private func readWaiting(_ message: MessageID, into batch: inout ExportBatch, _ connection: SQLiteConnection) throws
    {
        try connection.forEach(ExportQueries.waiting, key, message.stored) { row, columns in
            batch.add(.message(try record(row, columns, connection)))
        }
    }

    /// Reads a message with its reactions and its poll.
    private func record(
        _ row: borrowing Row,
        _ columns: ExportColumns,
        _ connection: SQLiteConnection
    ) throws -> HistoryRecord.MessageRecord {
        var record = HistoryRecord.MessageRecord(row: row, columns, chat: id)
        if let poll = Poll(row, columns.poll) {
            record.poll = try pollRecord(poll, of: record.id, isEnded: row.flag(columns.pollEnd), connection)
        }
        guard row.flag(columns.hasReactions) else { return record }
        record.reactions = try connection.rows(
            """
            SELECT r.mine, r.sender, r.text, r.is_set, coalesce(a.number, r.number) AS state, a.id,
                substr(a.text, 1, 1) = CAST(r.is_set AS TEXT)
            FROM reaction r
            LEFT JOIN annotation a ON a.chat = r.chat AND a.message = r.message AND a.mine = 1 AND a.sender = ''
                AND r.mine = 1 AND a.kind = 'reaction:' || r.text
            WHERE r.chat = ? AND r.message = ? ORDER BY state, r.mine, r.sender, r.text
            """,
            key,
            record.id.stored
        ) { row in
            HistoryRecord.ReactionRecord(
                author: row.author(mine: 0, sender: 1),
                text: row.text(2),
                removed: row.flag(3) ? nil : true,
                number: row.integer(4),
                id: row.isNull(5) ? nil : row.identifier(5),
                stands: row.flag(6) ? true : nil
            )
        }
        return record
    }

    private func pollRecord(_ poll: Poll, of message: MessageID, isEnded: Bool, _ connection: SQLiteConnection) throws
        -> HistoryRecord.PollRecord
    {
        let votes = try connection.rows(
            """
            SELECT * FROM (
                SELECT mine, sender, answers, number, NULL AS id FROM vote WHERE chat = ?1 AND message = ?2
                UNION ALL SELECT 1, '', text, 0, id FROM annotation
                WHERE chat = ?1 AND message = ?2 AND mine = 1 AND kind = 'vote' AND id IS NOT NULL)
            ORDER BY id IS NOT NULL, number, mine, sender
            """,
            key,
            message.stored
        ) { row in
            HistoryRecord.VoteRecord(
                author: row.author(mine: 0, sender: 1),
                answers: Poll.vote(row, 2),
                number: row.integer(3),
                id: row.isNull(4) ? nil : row.identifier(4)
            )
        }
        let end: MessageID? = try connection.first(
            "SELECT id FROM annotation WHERE chat = ? AND message = ? AND mine = 1 AND kind = 'pollEnd' AND id IS NOT NULL",
            key,
            message.stored
        ) { $0.identifier(0) }
        return HistoryRecord.PollRecord(
            content: poll,
            ended: isEnded && end == nil ? true : nil,
            end: end,
            votes: votes.isEmpty ? nil : votes
        )
    }
}
