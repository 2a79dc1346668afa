public import ChatTypes
import Foundation
import SQLiteKit

/// The changes to a history within one transaction.
///
/// Lent to the body of `ChatDatabase.write(_:)`. Each call keeps the history's rules: one row for one ID, unread
/// counts equal to the rows after the marker, receipts only forward, gaps known until they are filled.
public struct ChatWriter: ~Copyable {
    let connection: SQLiteConnection
    let texts: TextIndex
    let dropped = DroppedFiles()

    init(_ connection: SQLiteConnection) {
        self.connection = connection
        texts = TextIndex(connection)
    }

    /// Lends the history, with the transaction's changes so far, to `query`. Throws what `query` throws.
    public func read<Value>(_ query: (borrowing ChatReader) throws -> Value) rethrows -> Value {
        let reader = ChatReader(connection: connection)
        return try query(reader)
    }

    /// Stores the place where the account's sync continues. Throws `SQLiteError`.
    public func setSyncCursor(_ cursor: SyncCursor?) throws {
        try connection.run("UPDATE account SET cursor = ?", cursor?.stored)
    }

    /// Ensures that the chat exists, under the newest name of its contact. Throws `SQLiteError`.
    public func register(_ chat: ChatHeader) throws {
        _ = try record(for: chat)
    }

    /// Whether there is such a chat. Throws `SQLiteError`.
    public func holds(_ chat: ChatID) throws -> Bool {
        try connection.first("SELECT 1 FROM chat WHERE id = ?", chat.stored) { _ in true } ?? false
    }

    /// Stores a draft, empty for none; ignores an unknown chat. Throws `SQLiteError`.
    public func setDraft(_ text: String, in chat: ChatID) throws {
        try connection.run("UPDATE chat SET draft = ?1 WHERE id = ?2 AND draft <> ?1", text, chat.stored)
    }

    /// Clears the draft if it is exactly this text. Throws `SQLiteError`.
    public func dropDraft(_ text: String, in chat: ChatID) throws {
        try connection.run("UPDATE chat SET draft = '' WHERE id = ? AND draft = ?", chat.stored, text)
    }

    /// Removes a queued receipt, unless a later one replaced it. Throws `SQLiteError`.
    public func confirmReceipt(for message: MessageID, in chat: ChatID, scope: ReceiptScope = .main) throws {
        if let root = scope.thread {
            try connection.run(
                """
                UPDATE thread SET receipt_due = NULL
                WHERE chat = (SELECT key FROM chat WHERE id = ?) AND root = ? AND receipt_due = ?
                """,
                chat.stored,
                root.stored,
                message.stored
            )
            return
        }
        if scope == .everything {
            try connection.run(
                "UPDATE chat SET receipt_all_due = NULL WHERE id = ? AND receipt_all_due = ?",
                chat.stored,
                message.stored
            )
            return
        }
        try connection.run(
            "UPDATE chat SET receipt_due = NULL WHERE id = ? AND receipt_due = ?",
            chat.stored,
            message.stored
        )
    }

    /// Returns the chat's row, and creates it if necessary.
    func record(for header: ChatHeader) throws -> ChatRow { try known(header) ?? create(header) }

    /// Returns the row of a stored chat under its newest name; nil for any other. A group stays one, whatever the header says.
    func known(_ header: ChatHeader) throws -> ChatRow? {
        guard var record = try ChatRow.find(header.id, in: connection) else { return nil }
        if header.isGroup, !record.isGroup { try makeGroup(&record, as: header) }
        if !record.isGroup, record.contact != header.contact.id { try setContact(header.contact.id, of: &record) }
        let name = header.contact.name
        return record.name.hasBytes(of: name) ? record : try rename(record, to: name)
    }

    func create(_ header: ChatHeader) throws -> ChatRow {
        let name = header.contact.name
        try connection.run(
            """
            INSERT INTO chat(id, contact, name, name_key, created, activity, is_group, people, members, rights)
            VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?6, ?6, ?7)
            """,
            header.id.stored,
            header.contact.id.stored,
            name,
            NameLook.key(of: name),
            header.createdAt.milliseconds,
            header.isGroup,
            ChatRights.all.rawValue
        )
        let key = connection.lastInsertedRowID
        try connection.run("INSERT INTO chat_name(rowid, name) VALUES (?, ?)", key, name)
        var record = ChatRow(
            key: key,
            id: header.id,
            contact: header.contact.id,
            name: name,
            activity: header.createdAt.milliseconds,
            isFresh: true
        )
        if header.isGroup { try addOwnRow(in: &record) }
        return record
    }

    /// Corrects who the contact of a chat between two is: the server may not have known it when the chat began.
    private func setContact(_ contact: ContactID, of record: inout ChatRow) throws {
        try connection.run("UPDATE chat SET contact = ? WHERE key = ?", contact.stored, record.key)
        (record.contact, record.isFresh) = (contact, true)
    }

    private func rename(_ record: ChatRow, to name: String) throws -> ChatRow {
        try connection.run(
            "INSERT INTO chat_name(chat_name, rowid, name) SELECT 'delete', key, name FROM chat WHERE key = ?",
            record.key
        )
        let key = NameLook.key(of: name)
        try connection.run("UPDATE chat SET name = ?, name_key = ? WHERE key = ?", name, key, record.key)
        try connection.run("INSERT INTO chat_name(rowid, name) VALUES (?, ?)", record.key, name)
        var renamed = record
        (renamed.name, renamed.isFresh) = (name, true)
        return renamed
    }
}
