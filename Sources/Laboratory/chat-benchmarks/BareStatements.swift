import CSQLite
import ChatStore
import ChatTypes
import Foundation

/// The minimum of SQL for the measured tasks, on the store's own tables: storing a message, and reading the list's
/// window, a chat's window and a page of search results.
final class BareStatements {
    private let connection: BareConnection
    private let begin, commit, findChat, insert, index, indexParts, findPredecessor, save, sum: OpaquePointer
    private let list, chat, window, names, find: OpaquePointer

    init(_ connection: BareConnection) throws {
        self.connection = connection
        begin = try connection.prepare("BEGIN IMMEDIATE")
        commit = try connection.prepare("COMMIT")
        findChat = try connection.prepare("SELECT key, unread, my_marker FROM chat WHERE id = ?")
        insert = try connection.prepare(
            """
            INSERT OR IGNORE INTO message(key, chat, id, mine, text, images, time, waits, place, announced)
            VALUES (?, ?, ?, 0, ?, 0, ?, 0, ?, 1)
            """
        )
        index = try connection.prepare("INSERT INTO message_text(rowid, text) VALUES (?, ?)")
        indexParts = try connection.prepare("INSERT INTO message_part(rowid, text) VALUES (?, ?)")
        findPredecessor = try connection.prepare("SELECT 1 FROM message WHERE chat = ? AND waits = 0 AND place = ?")
        save = try connection.prepare("UPDATE chat SET activity = ?, unread = unread + 1 WHERE key = ?")
        sum = try connection.prepare("UPDATE account SET unread = unread + 1")
        list = try connection.prepare(
            """
            SELECT c.id, c.contact, c.name, c.unread, m.mine, m.text, m.images, m.time
            FROM chat c LEFT JOIN message m ON m.key =
                (SELECT key FROM message WHERE chat = c.key ORDER BY waits DESC, place DESC LIMIT 1)
            ORDER BY c.activity DESC, c.id LIMIT ?
            """
        )
        chat = try connection.prepare("SELECT key, name, my_marker, their_marker, draft FROM chat WHERE id = ?")
        window = try connection.prepare(
            """
            SELECT id, mine, text, images, time, waits, place, failure FROM message
            WHERE chat = ? ORDER BY waits DESC, place DESC LIMIT ?
            """
        )
        names = try connection.prepare(
            """
            SELECT c.id, c.name, c.activity, c.unread FROM chat_name n JOIN chat c ON c.key = n.rowid
            WHERE n.chat_name MATCH ? ORDER BY c.activity DESC LIMIT ?
            """
        )
        find = try connection.prepare(
            """
            SELECT c.id, c.name, m.time, c.unread, m.id, m.text
            FROM message_part t CROSS JOIN message m ON m.key = t.rowid CROSS JOIN chat c ON c.key = m.chat
            WHERE t.message_part MATCH ? ORDER BY t.rowid DESC LIMIT ?
            """
        )
    }

    /// Stores updates in one transaction.
    func ingest(_ updates: [ChatUpdate]) throws {
        try connection.run(begin)
        var texts: [(key: Int64, text: String)] = []
        for update in updates {
            bind(update.chat.id.rawValue, to: findChat, at: 1)
            guard let key = connection.integer(findChat) else { continue }
            for message in update.messages {
                try take(message, key)
                texts.append((connection.lastInsertedRowID, message.text))
            }
        }
        // The full-text index is fastest with ascending keys.
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
            for index in [index, indexParts] {
                bind(key, to: index, at: 1)
                bind(text, to: index, at: 2)
                try connection.run(index)
            }
        }
        try connection.run(commit)
    }

    private func take(_ message: Message, _ chat: Int64) throws {
        let time = Int64(message.sentAt.timeIntervalSince1970 * 1000)
        // Keys ascend with time, and differ between chats at the same moment.
        bind(time << 15 | chat & 0x7FFF, to: insert, at: 1)
        bind(chat, to: insert, at: 2)
        bind(message.id.rawValue, to: insert, at: 3)
        bind(message.text, to: insert, at: 4)
        bind(time, to: insert, at: 5)
        bind(message.position.rawValue, to: insert, at: 6)
        try connection.run(insert)
        bind(chat, to: findPredecessor, at: 1)
        bind(message.predecessor?.position.rawValue ?? 0, to: findPredecessor, at: 2)
        try connection.run(findPredecessor)
        bind(time, to: save, at: 1)
        bind(chat, to: save, at: 2)
        try connection.run(save)
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
    }

    func search(_ expression: String, limit: Int) throws {
        for statement in [names, find] {
            bind(expression, to: statement, at: 1)
            bind(Int64(limit), to: statement, at: 2)
            try connection.run(statement)
        }
    }
}
