public import ChatTypes
import Foundation
import SQLiteKit

extension ChatReader {
    /// Returns the chats in an order. Within it, those with the newest messages, sent or waiting, are first; equal times are sorted by
    /// ID.
    ///
    /// Ignores events, up to 200 of them at the end of a chat, and messages that the server refused: they neither move a chat up nor
    /// appear in its row. Skips the first
    /// `offset` chats. Throws `SQLiteError`. Cost: linear in `limit`, and in the size of an index in `offset`,
    /// whatever the number of chats. The order `unread` adds the number of chats with news.
    public func chats(in order: ChatOrder = .favourites, offset: Int = 0, limit: Int) throws -> [StoredChat] {
        try connection.rows(order.query, limit, offset, read: StoredChat.init(row:_:))
    }

    /// Returns the chats with an unsent text in an order, as `chats(in:offset:limit:)` does: a draft, a reply, an edit or an answer in a thread
    /// that was begun. Throws `SQLiteError`. Cost: linear in the number of unsent texts.
    public func chats(withDraftIn order: ChatOrder, offset: Int = 0, limit: Int) throws -> [StoredChat] {
        try connection.rows(order.draftQuery, limit, offset, read: StoredChat.init(row:_:))
    }

    /// Returns the beginning of a chat's draft, else of the newest reply or edit that was begun in it, else of a thread's draft; nil if there
    /// is none. Throws `SQLiteError`. Cost: constant.
    public func draftText(in chat: ChatID) throws -> String? {
        try connection.first(
            """
            SELECT iif(c.draft <> '', c.draft, coalesce(
                (SELECT u.text FROM unfinished u WHERE u.chat = c.key ORDER BY u.key DESC LIMIT 1),
                (SELECT t.draft FROM thread t INDEXED BY thread_with_draft WHERE t.chat = c.key AND t.draft <> '' LIMIT 1)))
            FROM chat c WHERE c.id = ?
            """,
            chat.stored
        ) { $0.isNull(0) ? nil : $0.text(0, upTo: StoredChat.previewBytes) } ?? nil
    }

    /// Returns the first chat of the list, favourites first, with unread messages, that is marked as unread, or to which the user is
    /// invited, except `chat`; nil if there is none.
    ///
    /// Throws `SQLiteError`. Cost: linear in the number of chats before it in the list.
    public func firstUnreadChat(besides chat: ChatID? = nil) throws -> ChatID? {
        let other = (chat ?? ChatID("")).stored
        let favourite = try connection.first(
            """
            SELECT id FROM chat INDEXED BY chat_favourite
            WHERE favourite = 1 AND (unread > 0 OR marked_unread = 1 OR state IN ('invited', 'invitedToGroup', 'invitedToSpace')) AND id <> ? ORDER BY activity DESC, id LIMIT 1
            """,
            other
        ) { row -> ChatID in row.identifier(0) }
        if let favourite { return favourite }
        return try connection.first(
            """
            SELECT id FROM chat INDEXED BY chat_by_activity WHERE (unread > 0 OR marked_unread = 1 OR state IN ('invited', 'invitedToGroup', 'invitedToSpace')) AND id <> ?
            ORDER BY activity DESC, id LIMIT 1
            """,
            other
        ) { $0.identifier(0) }
    }

    /// Returns the number of chats. Throws `SQLiteError`. Cost: linear in that number, in the size of an index.
    public func chatCount() throws -> Int {
        try connection.first("SELECT count(*) FROM chat") { $0.count(0) } ?? 0
    }

    /// Returns the number of chats of which earlier messages, or some in between, are not here, and the names of those with the newest
    /// messages. Throws `SQLiteError`. Cost: linear in the gaps, but for sorting their chats.
    public func incompleteChats(naming limit: Int) throws -> (count: Int, names: [String]) {
        let count = try connection.first("SELECT count(DISTINCT chat) FROM gap") { $0.count(0) } ?? 0
        let names = try connection.rows(
            "SELECT name FROM chat WHERE key IN (SELECT chat FROM gap) ORDER BY activity DESC, id LIMIT ?",
            limit
        ) { $0.text(0) }
        return (count, names)
    }

    /// Returns the number of unread messages that notify the user, in all chats, and of invitations, at most 100. Throws `SQLiteError`. Cost:
    /// constant.
    public func unreadCount() throws -> Int {
        try connection.first(
            """
            SELECT unread, (SELECT count(*) FROM (SELECT 1 FROM chat INDEXED BY chat_invitation
                WHERE state IN ('invited', 'invitedToGroup', 'invitedToSpace') LIMIT 100)) FROM account
            """
        ) { $0.count(0) + $0.count(1) } ?? 0
    }

    /// Returns how many openings of the history have changed it: a different number in each run that leaves a trace.
    ///
    /// Throws `SQLiteError`. Cost: constant.
    public func lifeCount() throws -> Int {
        try connection.first("SELECT lives FROM account") { $0.count(0) } ?? 0
    }

    /// Returns the place where the account's sync continues; nil before the first. Throws `SQLiteError`.
    public func syncCursor() throws -> SyncCursor? {
        try connection.first("SELECT cursor FROM account") { $0.isNull(0) ? nil : $0.identifier(0) } ?? nil
    }

    /// Returns the chat that a typed name or ID stands for, without any doubt; nil if there is none.
    ///
    /// A name stands for a contact, or with `includingGroups` for a group. Anybody can choose one, so a name that looks like that of
    /// another chat (see `NameLook`) stands for neither. The chats with one contact count as one: the one that the user is in, with the
    /// newest message. An ID stands for a chat or its contact; a Matrix ID is never taken for a name. Throws
    /// `SessionError.ambiguousName` with the IDs to choose from, or `SQLiteError`. Cost: linear in the number of those; for an ID, of
    /// all chats.
    public func chat(withContactNamed name: String, includingGroups: Bool = false) throws -> ChatHeader? {
        let name = MatrixLink.name(in: name)
        if !name.isMatrixID {
            let named = try chats(looking: name).filter { includingGroups || !$0.isGroup }
            guard named.count < 2 else {
                let ids = named.map { $0.isGroup ? $0.id.rawValue : $0.contact.id.rawValue }
                throw SessionError.ambiguousName(name, ids: ids)
            }
            if let only = named.first, only.contact.goes(by: name) { return only }
            guard includingGroups else { return nil }
        }
        return try connection.first(
            """
            SELECT id, contact, name, created, is_group FROM chat WHERE id = ?1 OR contact = ?1
            ORDER BY id = ?1 DESC, is_group, state IN ('left', 'removed', 'banned', 'replaced'),
                state IN ('invited', 'invitedToGroup', 'invitedToSpace'), activity DESC, id LIMIT 1
            """,
            name,
            read: ChatHeader.init(row:)
        )
    }

    /// Returns the chats whose names look like this one, one for each contact. Leaves out rooms that were replaced if others remain.
    private func chats(looking name: String) throws -> [ChatHeader] {
        let rows = try connection.rows(
            """
            SELECT id, contact, name, created, is_group, state FROM chat WHERE name_key = ?
            ORDER BY state IN ('left', 'removed', 'banned', 'replaced'), state IN ('invited', 'invitedToGroup', 'invitedToSpace'), activity DESC, id
            LIMIT 50
            """,
            NameLook.key(of: name)
        ) { (header: ChatHeader(row: $0), isReplaced: $0.text(5) == ChatState.replaced.word) }
        let current = rows.filter { !$0.isReplaced }
        var contacts = Set<ContactID>()
        return (current.isEmpty ? rows : current).map(\.header).filter { contacts.insert($0.contact.id).inserted }
    }

    /// Returns the ID that tells a chat from others of the same name; see `StoredChat.distinction`. Throws `SQLiteError`. Cost: linear in
    /// those others, at most 50.
    public func distinction(of chat: ChatHeader) throws -> String? {
        let other: String?? = try connection.first(
            """
            SELECT CASE max(d.contact = c.contact) WHEN 1 THEN c.id WHEN 0 THEN c.contact END
            FROM chat c JOIN (SELECT key, contact FROM chat WHERE name_key = ?2 LIMIT 51) d ON d.key <> c.key WHERE c.id = ?1
            """,
            chat.id.stored,
            NameLook.key(of: chat.contact.name)
        ) { $0.optionalText(0) }
        return (other ?? nil) ?? chat.contact.ownDistinction
    }

    /// Returns a chat's header; nil if there is no such chat. Throws `SQLiteError`. Cost: constant.
    public func chat(_ id: ChatID) throws -> ChatHeader? {
        try ChatHeader.find(id, in: connection)
    }
}

extension ChatHeader {
    static func find(_ chat: ChatID, in connection: SQLiteConnection) throws -> ChatHeader? {
        try connection.first(
            "SELECT id, contact, name, created, is_group FROM chat WHERE id = ?",
            chat.stored,
            read: ChatHeader.init(row:)
        )
    }

    fileprivate init(row: borrowing Row) {
        self.init(
            id: row.identifier(0),
            contact: Contact(id: row.identifier(1), name: row.text(2)),
            isGroup: row.flag(4),
            createdAt: Date(milliseconds: row.integer(3))
        )
    }
}
