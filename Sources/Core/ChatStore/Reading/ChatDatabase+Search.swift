public import Foundation
public import Transport

/// A place where a searched text was found.
public struct SearchHit: Hashable, Sendable {
    public let chat: ChatID
    public let contact: Contact
    /// Nil when it is the contact's name that matches.
    public let message: MessageID?
    /// The text around what was found, or the chat's newest message.
    public let context: String
    /// The message's, or when something last happened in the chat.
    public let time: Date
    public let unreadCount: Int
}

/// One page of what was found.
public struct SearchPage: Hashable, Sendable {
    public let hits: [SearchHit]
    public let hasMore: Bool
}

extension ChatDatabase {
    /// Finds chats by name and messages by text: each word typed must begin a word there, whatever the case and the
    /// diacritics.
    ///
    /// First the chats whose names match, then the messages, each newest first and then by id. Throws `SQLiteError`.
    /// Cost: grows with the number of matches, not with the history.
    public func search(_ text: String, offset: Int = 0, limit: Int) throws -> SearchPage {
        let query = SearchQuery(text)
        guard !query.isEmpty else { return SearchPage(hits: [], hasMore: false) }
        let names = try namesMatching(query, offset: offset, limit: limit + 1)
        var hits = names
        if hits.count <= limit {
            let nameCount = names.isEmpty && offset > 0 ? try countOfNames(matching: query) : offset + names.count
            hits += try messagesMatching(query, offset: max(0, offset - nameCount), limit: limit + 1 - hits.count)
        }
        return SearchPage(hits: Array(hits.prefix(limit)), hasMore: hits.count > limit)
    }

    private func namesMatching(_ query: SearchQuery, offset: Int, limit: Int) throws -> [SearchHit] {
        try connection.rows(
            """
            SELECT c.id, c.contact, c.name, c.activity, c.unread, m.text, m.images
            FROM chat_name n JOIN chat c ON c.key = n.rowid
            LEFT JOIN message m ON m.chat = c.key AND m.position = c.top
            WHERE n.chat_name MATCH ? ORDER BY c.activity DESC, c.id LIMIT ? OFFSET ?
            """,
            query.prefixExpression,
            limit,
            offset
        ) { row in
            SearchHit(
                chat: ChatID(row.text(0)),
                contact: Contact(id: ContactID(row.text(1)), name: row.text(2)),
                message: nil,
                context: previewText(of: row.text(5, upTo: StoredChat.previewBytes), imageCount: Int(row.integer(6))),
                time: Date(milliseconds: row.integer(3)),
                unreadCount: Int(row.integer(4))
            )
        }
    }

    private func countOfNames(matching query: SearchQuery) throws -> Int {
        Int(
            try connection.first(
                "SELECT count(*) FROM chat_name WHERE chat_name MATCH ?",
                query.prefixExpression
            ) { $0.integer(0) } ?? 0
        )
    }

    /// Texts are read for the page's own messages only, once they are known; the excerpts are not FTS5's, whose cost
    /// grows with the square of a text's matches: seconds for one message of a single word repeated.
    private func messagesMatching(_ query: SearchQuery, offset: Int, limit: Int) throws -> [SearchHit] {
        try connection.rows(
            """
            SELECT c.id, c.contact, c.name, m.time, c.unread, m.id, m.text
            FROM (
                SELECT m.key AS key FROM message_text t JOIN message m ON m.key = t.rowid
                WHERE t.message_text MATCH ? ORDER BY m.time DESC, m.id LIMIT ? OFFSET ?
            ) found
            CROSS JOIN message m ON m.key = found.key
            JOIN chat c ON c.key = m.chat
            ORDER BY m.time DESC, m.id
            """,
            query.prefixExpression,
            limit,
            offset
        ) { row in
            SearchHit(
                chat: ChatID(row.text(0)),
                contact: Contact(id: ContactID(row.text(1)), name: row.text(2)),
                message: MessageID(row.text(5)),
                context: query.excerpt(of: row.text(6, upTo: SearchQuery.excerptReach)),
                time: Date(milliseconds: row.integer(3)),
                unreadCount: Int(row.integer(4))
            )
        }
    }
}
