import CSQLite
import ChatStore
import Foundation
import Transport

/// The statements of the store, run by hand: a message taken in, the list's window, a chat's window, a search's page.
final class BareStatements {
    private let connection: BareConnection
    private let begin, commit, findChat, insert, index, closeGap, findPredecessor, awaited, save, sum: OpaquePointer
    private let list, chat, window, waiting, names, find: OpaquePointer

    init(_ connection: BareConnection) throws {
        self.connection = connection
        begin = try connection.prepare("BEGIN IMMEDIATE")
        commit = try connection.prepare("COMMIT")
        findChat = try connection.prepare(
            "SELECT key, name, activity, top, unread, my_marker, their_marker FROM chat WHERE id = ?"
        )
        insert = try connection.prepare(
            """
            INSERT OR IGNORE INTO message(chat, id, mine, text, images, time, position, announced)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        index = try connection.prepare("INSERT INTO message_text(rowid, text) VALUES (?, ?)")
        closeGap = try connection.prepare("DELETE FROM gap WHERE chat = ? AND predecessor = ?")
        findPredecessor = try connection.prepare("SELECT 1 FROM message WHERE chat = ? AND position = ?")
        awaited = try connection.prepare("DELETE FROM awaited_receipt WHERE chat = ? AND message = ? RETURNING mine")
        save = try connection.prepare(
            "UPDATE chat SET activity = ?, top = ?, unread = ?, my_marker = ?, their_marker = ? WHERE key = ?"
        )
        sum = try connection.prepare("UPDATE account SET unread = unread + ?")
        list = try connection.prepare(
            """
            SELECT c.id, c.contact, c.name, c.activity, c.unread, m.text, m.images, m.time
            FROM (SELECT * FROM chat ORDER BY activity DESC, id LIMIT ?) c
            LEFT JOIN message m ON m.key = coalesce(
                (SELECT key FROM message WHERE chat = c.key AND position IS NULL ORDER BY queued DESC LIMIT 1),
                (SELECT key FROM message WHERE chat = c.key AND position = c.top))
            ORDER BY c.activity DESC, c.id
            """
        )
        chat = try connection.prepare(
            "SELECT key, contact, name, my_marker, their_marker, draft FROM chat WHERE id = ?"
        )
        window = try connection.prepare(
            """
            SELECT m.id, m.mine, m.text, m.images, m.time, m.position, m.failure, g.position IS NOT NULL
            FROM message m LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.position
            WHERE m.chat = ? AND m.position IS NOT NULL ORDER BY m.position DESC LIMIT ?
            """
        )
        waiting = try connection.prepare(
            """
            SELECT id, mine, text, images, time, position, failure, 0
            FROM message WHERE chat = ? AND position IS NULL ORDER BY queued
            """
        )
        names = try connection.prepare(
            """
            SELECT c.id, c.contact, c.name, c.activity, c.unread, m.text, m.images
            FROM chat_name n JOIN chat c ON c.key = n.rowid
            LEFT JOIN message m ON m.chat = c.key AND m.position = c.top
            WHERE n.chat_name MATCH ? ORDER BY c.activity DESC, c.id LIMIT ? OFFSET ?
            """
        )
        find = try connection.prepare(
            """
            SELECT c.id, c.contact, c.name, m.time, c.unread, m.id, m.text
            FROM (
                SELECT m.key AS key FROM message_text t JOIN message m ON m.key = t.rowid
                WHERE t.message_text MATCH ? ORDER BY m.time DESC, m.id LIMIT ? OFFSET ?
            ) found
            CROSS JOIN message m ON m.key = found.key
            JOIN chat c ON c.key = m.chat
            ORDER BY m.time DESC, m.id
            """
        )
    }

    /// Takes news in, in one transaction.
    func ingest(_ updates: [ChatUpdate]) throws {
        try connection.run(begin)
        for update in updates {
            bind(update.chat.id.rawValue, to: findChat, at: 1)
            guard let key = connection.integer(findChat) else { continue }
            for message in update.messages { try take(message, key) }
        }
        try connection.run(commit)
    }

    private func take(_ message: Message, _ chat: Int64) throws {
        let position = message.position.rawValue
        let time = Int64(message.sentAt.timeIntervalSince1970 * 1000)
        bind(chat, to: insert, at: 1)
        bind(message.id.rawValue, to: insert, at: 2)
        bind(0, to: insert, at: 3)
        bind(message.text, to: insert, at: 4)
        bind(0, to: insert, at: 5)
        bind(time, to: insert, at: 6)
        bind(position, to: insert, at: 7)
        bind(1, to: insert, at: 8)
        try connection.run(insert)
        bind(connection.lastInsertedKey, to: index, at: 1)
        bind(message.text, to: index, at: 2)
        try connection.run(index)
        bind(chat, to: closeGap, at: 1)
        bind(position, to: closeGap, at: 2)
        try connection.run(closeGap)
        bind(chat, to: findPredecessor, at: 1)
        bind(message.predecessor?.position.rawValue ?? 0, to: findPredecessor, at: 2)
        try connection.run(findPredecessor)
        bind(chat, to: awaited, at: 1)
        bind(message.id.rawValue, to: awaited, at: 2)
        try connection.run(awaited)
        for (index, value) in [time, position, 10, position - 100, 0, chat].enumerated() {
            bind(value, to: save, at: Int32(index + 1))
        }
        try connection.run(save)
        bind(1, to: sum, at: 1)
        try connection.run(sum)
    }

    func readList(limit: Int) throws {
        bind(Int64(limit), to: list, at: 1)
        try connection.run(list)
    }

    func readChat(_ id: String, limit: Int) throws {
        bind(id, to: chat, at: 1)
        guard let key = connection.integer(chat) else { return }
        bind(key, to: window, at: 1)
        bind(Int64(limit), to: window, at: 2)
        try connection.run(window)
        bind(key, to: waiting, at: 1)
        try connection.run(waiting)
    }

    func search(_ expression: String, limit: Int) throws {
        for statement in [names, find] {
            bind(expression, to: statement, at: 1)
            bind(Int64(limit), to: statement, at: 2)
            bind(0, to: statement, at: 3)
            try connection.run(statement)
        }
    }
}
