import Foundation
import Transport

extension ChatDatabase {
    /// Hands every chat, by id, and each with its messages in their order, to `body`.
    ///
    /// All of it as it was at one moment, however long `body` takes and whatever is written meanwhile. Equal histories
    /// export equal records. Throws what `body` throws, or `SQLiteError`. Cost: constant memory.
    public func export(_ body: (HistoryRecord) throws -> Void) throws {
        try connection.run("BEGIN")
        defer { _ = try? connection.run("ROLLBACK") }
        var last = ""
        while let (key, chat) = try nextChat(after: last) {
            try body(.chat(chat))
            last = chat.id.rawValue
            try exportMessages(of: chat.id, key: key, to: body)
        }
    }

    private func nextChat(after id: String) throws -> (key: Int64, HistoryRecord.ChatRecord)? {
        try connection.first(
            """
            SELECT key, id, contact, name, created, my_marker, their_marker, draft
            FROM chat WHERE id > ? ORDER BY id LIMIT 1
            """,
            id
        ) { row in
            (
                row.integer(0),
                HistoryRecord.ChatRecord(
                    id: ChatID(row.text(1)),
                    contact: ContactID(row.text(2)),
                    name: row.text(3),
                    created: Timestamp(Date(milliseconds: row.integer(4))),
                    readByMe: row.optionalInteger(5).map(Position.init(_:)),
                    readByContact: row.optionalInteger(6).map(Position.init(_:)),
                    draft: row.text(7).isEmpty ? nil : row.text(7)
                )
            )
        }
    }

    private func exportMessages(of chat: ChatID, key: Int64, to body: (HistoryRecord) throws -> Void) throws {
        try connection.forEach(
            """
            SELECT m.id, m.mine, m.text, m.images, m.time, m.position, m.failure, g.predecessor, g.cursor
            FROM message m LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.position
            WHERE m.chat = ?1 AND m.position IS NOT NULL ORDER BY m.position
            """,
            key
        ) { try body(.message(HistoryRecord.MessageRecord(row: $0, chat: chat))) }
        try connection.forEach(
            """
            SELECT id, mine, text, images, time, position, failure, NULL, NULL
            FROM message WHERE chat = ? AND position IS NULL ORDER BY queued
            """,
            key
        ) { try body(.message(HistoryRecord.MessageRecord(row: $0, chat: chat))) }
    }
}

extension HistoryRecord.MessageRecord {
    fileprivate init(row: borrowing Row, chat: ChatID) {
        self.init(
            chat: chat,
            id: MessageID(row.text(0)),
            author: row.flag(1) ? .me : .contact,
            text: row.text(2),
            images: row.integer(3) == 0 ? nil : Int(row.integer(3)),
            time: Timestamp(Date(milliseconds: row.integer(4))),
            position: row.optionalInteger(5).map(Position.init(_:)),
            failure: row.optionalText(6),
            gap: row.optionalInteger(7).map {
                Predecessor(position: Position($0), cursor: PageCursor(row.text(8)))
            }
        )
    }
}
