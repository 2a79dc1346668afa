import Foundation
public import Transport

extension ChatDatabase {
    /// The chats in which something happened last, newest first; equal times are sorted by id.
    ///
    /// Throws `SQLiteError`. Cost: linear in `limit`, whatever the number of chats.
    public func chats(limit: Int) throws -> [StoredChat] {
        try connection.rows(
            """
            SELECT c.id, c.contact, c.name, c.activity, c.unread, m.text, m.images, m.time
            FROM (SELECT * FROM chat ORDER BY activity DESC, id LIMIT ?) c
            LEFT JOIN message m ON m.key = coalesce(
                (SELECT key FROM message WHERE chat = c.key AND position IS NULL ORDER BY queued DESC LIMIT 1),
                (SELECT key FROM message WHERE chat = c.key AND position = c.top))
            ORDER BY c.activity DESC, c.id
            """,
            limit
        ) { row in
            StoredChat(
                id: ChatID(row.text(0)),
                contact: Contact(id: ContactID(row.text(1)), name: row.text(2)),
                activity: Date(milliseconds: row.integer(3)),
                unreadCount: Int(row.integer(4)),
                newest: row.isNull(5)
                    ? nil
                    : StoredChat.Newest(
                        text: row.text(5, upTo: StoredChat.previewBytes),
                        imageCount: Int(row.integer(6)),
                        time: Date(milliseconds: row.integer(7))
                    )
            )
        }
    }

    /// How many chats there are. Throws `SQLiteError`. Cost: linear in that number, in the size of an index.
    public func chatCount() throws -> Int {
        Int(try connection.first("SELECT count(*) FROM chat") { $0.integer(0) } ?? 0)
    }

    /// How many messages are stored: none is ever deleted, so the last key says it. Throws `SQLiteError`. Cost:
    /// constant.
    public func messageCount() throws -> Int {
        Int(try connection.first("SELECT coalesce(max(key), 0) FROM message") { $0.integer(0) } ?? 0)
    }

    /// The sum of all unread counts, kept in step with them. Throws `SQLiteError`. Cost: constant.
    public func unreadCount() throws -> Int {
        Int(try connection.first("SELECT unread FROM account") { $0.integer(0) } ?? 0)
    }

    /// Where the account's sync goes on; nil when it has not begun. Throws `SQLiteError`.
    public func syncCursor() throws -> SyncCursor? {
        try connection.first("SELECT cursor FROM account") { $0.optionalText(0) }?.map(SyncCursor.init(_:))
    }

    /// The chat with a contact of exactly that name, else with one whose name differs in case alone; of several, the
    /// one in which something happened last. Throws `SQLiteError`.
    public func chat(withContactNamed name: String) throws -> ChatHeader? {
        let candidates = try connection.rows(
            "SELECT id, contact, name, created FROM chat WHERE name_key = ? ORDER BY activity DESC, id",
            name.lowercased(),
            read: ChatHeader.init(row:)
        )
        return candidates.first { $0.contact.name == name } ?? candidates.first
    }

    /// A chat's header; nil when there is no such chat. Throws `SQLiteError`.
    public func chat(_ id: ChatID) throws -> ChatHeader? {
        try connection.first(
            "SELECT id, contact, name, created FROM chat WHERE id = ?",
            id.rawValue,
            read: ChatHeader.init(row:)
        )
    }
}

extension ChatHeader {
    init(row: borrowing Row) {
        self.init(
            id: ChatID(row.text(0)),
            contact: Contact(id: ContactID(row.text(1)), name: row.text(2)),
            createdAt: Date(milliseconds: row.integer(3))
        )
    }
}
