import ChatTypes
import Foundation
import SQLiteKit

extension ChatReader {
    /// Finds chats by their contacts' names, or their titles, and messages by text: each word typed must begin a word there,
    /// whatever the case and the diacritics. At most `Limits.searchWords` words, `Limits.searchCharacters` characters and
    /// `Limits.searchBytes` bytes are looked for.
    ///
    /// First the chats whose names match, then the messages, each newest first. A page goes on behind `place`, of
    /// any row of a page before; what was changed between two pages may stand on both, or on neither. Throws `SQLiteError`.
    /// Cost: of names, linear in the number of chats; of messages, linear in the page for words of one letter or two, and for
    /// longer ones linear in the messages that have such words: never in the history, and nothing is sorted.
    public func search(_ text: String, after place: SearchPlace? = nil, limit: Int) throws -> SearchPage {
        let query = SearchQuery(text)
        guard !query.isEmpty, limit > 0 else { return SearchPage(hits: [], places: [], hasMore: false) }
        var finds: [Find] = []
        var key = Int64.max
        switch place?.last {
        case nil: finds = try names(matching: query, afterActivity: .max, of: ChatID(""), limit: limit)
        case .name(let activity, let chat):
            finds = try names(matching: query, afterActivity: activity, of: chat, limit: limit)
        case .message(let last): key = last
        }
        if finds.count <= limit { finds += try messages(matching: query, before: key, limit: limit - finds.count) }
        let page = finds.prefix(limit)
        return SearchPage(hits: page.map(\.hit), places: page.map(\.place), hasMore: finds.count > limit)
    }

    /// Finds chats by name alone, as `search` does: at most `limit`, the newest first. Throws `SQLiteError`. Cost: linear in
    /// the number of chats.
    public func chats(named text: String, limit: Int) throws -> [SearchHit] {
        let query = SearchQuery(text)
        guard !query.isEmpty, limit > 0 else { return [] }
        return try names(matching: query, afterActivity: .max, of: ChatID(""), limit: limit).prefix(limit).map(\.hit)
    }

    /// One more than `limit`, which tells whether there are more.
    ///
    /// The chats are walked in the list's order, and each is looked up among those that match.
    private func names(
        matching query: SearchQuery,
        afterActivity activity: Int64,
        of chat: ChatID,
        limit: Int
    ) throws -> [Find] {
        try connection.rows(
            """
            SELECT c.id, c.contact, c.name, c.activity, c.unread, m.text, m.images, m.removed, c.is_group, m.file_name,
                m.mine, m.sender, coalesce(nullif(s.name, ''), m.sender), c.muted
            FROM chat c INDEXED BY chat_by_activity LEFT JOIN message m ON m.key = coalesce(
                (SELECT key FROM message INDEXED BY message_to_send
                    WHERE chat = c.key AND waits = 2 AND failure IS NULL ORDER BY place DESC LIMIT 1),
                (SELECT key FROM message WHERE chat = c.key AND waits = 1 ORDER BY place DESC LIMIT 1),
                (SELECT key FROM message WHERE chat = c.key AND waits = 0 ORDER BY place DESC LIMIT 1))
            LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
            WHERE c.activity <= ?2 AND (c.activity < ?2 OR c.id > ?3)
                AND +c.key IN (SELECT rowid FROM chat_name WHERE chat_name MATCH ?1)
            ORDER BY c.activity DESC, c.id LIMIT ?4
            """,
            query.prefixExpression,
            activity,
            chat.stored,
            limit + 1
        ) { row in
            let hit = SearchHit(
                chat: row.identifier(0),
                contact: Contact(id: row.identifier(1), name: row.text(2)),
                isGroup: row.flag(8),
                message: nil,
                author: row.isNull(10) ? nil : row.author(mine: 10, sender: 11),
                senderName: row.optionalText(12),
                context: previewText(
                    of: row.text(5, upTo: StoredChat.previewBytes),
                    imageCount: row.count(6),
                    fileName: row.isNull(9) ? nil : row.text(9, upTo: Limits.fileNameBytes),
                    isRemoved: row.flag(7)
                ),
                time: Date(milliseconds: row.integer(3)),
                unreadCount: row.count(4),
                isMuted: row.flag(13)
            )
            return Find(hit: hit, place: SearchPlace(last: .name(activity: row.integer(3), chat: hit.chat)))
        }
    }

    /// One more than `limit`, likewise. Keys ascend with time, and FTS5 reads its lists of keys from either end.
    ///
    /// The excerpts are not FTS5's, whose cost grows with the square of a text's matches: seconds for one message of a
    /// single word repeated.
    private func messages(matching query: SearchQuery, before key: Int64, limit: Int) throws -> [Find] {
        try connection.rows(
            """
            SELECT c.id, c.contact, c.name, m.time, c.unread, m.id, m.mine, m.text, m.key, m.sender,
                coalesce(nullif(s.name, ''), m.sender), c.is_group, c.muted
            FROM message_text t CROSS JOIN message m ON m.key = t.rowid CROSS JOIN chat c ON c.key = m.chat
                LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
            WHERE t.message_text MATCH ? AND t.rowid < ? ORDER BY t.rowid DESC LIMIT ?
            """,
            query.prefixExpression,
            key,
            limit + 1
        ) { row in
            let hit = SearchHit(
                chat: row.identifier(0),
                contact: Contact(id: row.identifier(1), name: row.text(2)),
                isGroup: row.flag(11),
                message: row.identifier(5),
                author: row.author(mine: 6, sender: 9),
                senderName: row.optionalText(10),
                context: query.excerpt(of: row.text(7, upTo: SearchQuery.excerptReach)),
                time: Date(milliseconds: row.integer(3)),
                unreadCount: row.count(4),
                isMuted: row.flag(12)
            )
            return Find(hit: hit, place: SearchPlace(last: .message(key: row.integer(8))))
        }
    }
}

private struct Find {
    let hit: SearchHit
    let place: SearchPlace
}
