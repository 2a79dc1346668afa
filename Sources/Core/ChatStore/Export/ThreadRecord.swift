import ChatTypes
import SQLiteKit

extension HistoryRecord.ThreadRecord {
    /// Reads those of a chat that the user has read or begun to write in; nil for none. How far a thread is read says nothing if the user
    /// has read as far in all threads at once.
    static func all(of chat: Int64, from connection: SQLiteConnection) throws -> [Self]? {
        let found = try connection.rows(
            """
            SELECT root, own, draft FROM (SELECT t.key, t.root, t.draft,
                CASE WHEN c.read_all IS NULL OR t.marker > c.read_all THEN t.marker END AS own
                FROM thread t JOIN chat c ON c.key = t.chat WHERE t.chat = ?)
            WHERE own IS NOT NULL OR draft <> '' ORDER BY key
            """,
            chat
        ) { row in
            let draft = row.text(2)
            return Self(
                root: row.identifier(0),
                readByMe: row.optionalInteger(1).map(Position.init(_:)),
                draft: draft.isEmpty ? nil : draft
            )
        }
        return found.isEmpty ? nil : found
    }
}

extension ChatWriter {
    /// Restores how far the user has read in a thread, for the server, too, and in a new chat its draft. Ignores an unusable root.
    func restore(
        _ thread: HistoryRecord.ThreadRecord,
        in record: inout ChatRow,
        isNew: Bool
    ) throws -> Bool {
        guard thread.root.rawValue.isUsableID else { return false }
        try ensureThread(thread.root, in: record.key)
        record.hasThreads = true
        if isNew, let draft = thread.draft?.cut(toBytes: Limits.textBytes) {
            try setThreadDraft(draft, of: thread.root, in: record.id)
        }
        guard let marker = thread.readByMe?.rawValue, try record.advance(thread.root, to: marker, in: connection) else {
            return false
        }
        // No record of a message that is stored already will queue the receipt.
        try connection.run(
            """
            UPDATE thread SET receipt_due = coalesce(
                (SELECT id FROM message WHERE chat = ?1 AND waits = 0 AND place = marker), receipt_due)
            WHERE chat = ?1 AND root = ?2
            """,
            record.key,
            thread.root.stored
        )
        return true
    }
}
