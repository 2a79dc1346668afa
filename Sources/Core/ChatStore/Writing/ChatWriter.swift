import Foundation
public import Transport

/// What can be changed in a history, all of it within one transaction.
///
/// Lent to the body of `ChatDatabase.write(_:)`. Each call keeps the history's own rules: one row for one id, unread
/// counts equal to the rows after the marker, receipts forward only, gaps known until they are filled.
public struct ChatWriter: ~Copyable {
    let connection: Connection

    /// Remembers where the account's sync goes on. Throws `SQLiteError`.
    public func setSyncCursor(_ cursor: SyncCursor?) throws {
        try connection.run("UPDATE account SET cursor = ?", cursor?.rawValue)
    }

    /// Makes sure that the chat is there, under the newest name of its contact. Throws `SQLiteError`.
    public func register(_ chat: ChatHeader) throws {
        _ = try record(for: chat)
    }

    /// Keeps what is typed but not sent, empty for none; a chat that is not there is passed over. Throws `SQLiteError`.
    public func setDraft(_ text: String, in chat: ChatID) throws {
        try connection.run("UPDATE chat SET draft = ? WHERE id = ?", text, chat.rawValue)
    }

    /// Forgets that a receipt is to be sent, unless a later one has taken its place. Throws `SQLiteError`.
    public func settleReceipt(for message: MessageID, in chat: ChatID) throws {
        try connection.run(
            "UPDATE chat SET receipt_due = NULL WHERE id = ? AND receipt_due = ?",
            chat.rawValue,
            message.rawValue
        )
    }

    /// The chat's row, made if there is none.
    func record(for header: ChatHeader) throws -> ChatRecord {
        if let record = try ChatRecord.find(header.id, in: connection) {
            return record.name == header.contact.name ? record : try rename(record, to: header.contact.name)
        }
        try connection.run(
            "INSERT INTO chat(id, contact, name, name_key, created, activity) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
            header.id.rawValue,
            header.contact.id.rawValue,
            header.contact.name,
            header.contact.name.lowercased(),
            header.createdAt.milliseconds
        )
        let key = connection.lastInsertedKey
        try connection.run("INSERT INTO chat_name(rowid, name) VALUES (?, ?)", key, header.contact.name)
        return ChatRecord(
            key: key,
            name: header.contact.name,
            activity: header.createdAt.milliseconds,
            isFresh: true
        )
    }

    private func rename(_ record: ChatRecord, to name: String) throws -> ChatRecord {
        try connection.run(
            "INSERT INTO chat_name(chat_name, rowid, name) VALUES ('delete', ?, ?)",
            record.key,
            record.name
        )
        try connection.run("UPDATE chat SET name = ?, name_key = ? WHERE key = ?", name, name.lowercased(), record.key)
        try connection.run("INSERT INTO chat_name(rowid, name) VALUES (?, ?)", record.key, name)
        var renamed = record
        (renamed.name, renamed.isFresh) = (name, true)
        return renamed
    }
}

/// What a writer needs to know of a chat's row while it changes it.
struct ChatRecord {
    let key: Int64
    var name: String
    var activity: Int64
    var top: Int64?
    var unread: Int64 = 0
    var myMarker: Int64?
    var theirMarker: Int64?
    /// Whether it was made or renamed in this very update.
    var isFresh = false

    static func find(_ chat: ChatID, in connection: Connection) throws -> ChatRecord? {
        try connection.first(
            "SELECT key, name, activity, top, unread, my_marker, their_marker FROM chat WHERE id = ?",
            chat.rawValue
        ) { row in
            ChatRecord(
                key: row.integer(0),
                name: row.text(1),
                activity: row.integer(2),
                top: row.optionalInteger(3),
                unread: row.integer(4),
                myMarker: row.optionalInteger(5),
                theirMarker: row.optionalInteger(6)
            )
        }
    }

    /// Writes back what changed since `old`, with the account's sum in step.
    func save(replacing old: ChatRecord, in connection: Connection) throws {
        try connection.run(
            "UPDATE chat SET activity = ?, top = ?, unread = ?, my_marker = ?, their_marker = ? WHERE key = ?",
            activity,
            top,
            unread,
            myMarker,
            theirMarker,
            key
        )
        if unread != old.unread {
            try connection.run("UPDATE account SET unread = unread + ?", unread - old.unread)
        }
    }
}
