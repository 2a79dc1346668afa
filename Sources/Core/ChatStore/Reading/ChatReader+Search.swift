public import ChatTypes
public import Foundation
import RuntimeKit
import SQLiteKit

extension ChatReader {
    /// Searches chats by contact or title, and messages by text. Each search word matches the start of a word, ignoring case, accents,
    /// widths and ligatures, and any place in scripts that have no spaces between words. In messages, words of three letters or more
    /// match within words, too. A sign such as `+` or an emoji is a word, too, but punctuation is ignored. Uses at most `Limits.searchWords` words, `Limits.searchCharacters` characters
    /// and `Limits.searchBytes` bytes.
    ///
    /// Returns chats first, then messages, each newest first. A page continues after `place`, of any row of an
    /// earlier page; a row that changes between two pages may be on both or on neither. Throws `SQLiteError`.
    ///
    /// Cost: for names, linear in the number of chats. For messages, linear in the page with words of one or two
    /// letters, otherwise linear in the messages with such words. Never linear in the history, and nothing is sorted.
    public func search(_ text: String, after place: SearchPlace? = nil, limit: Int) throws -> SearchPage {
        let query = SearchQuery(text)
        guard !query.isEmpty, limit > 0 else { return SearchPage(hits: [], places: [], hasMore: false) }
        var found: [FoundRow] = []
        var key = Int64.max
        switch place?.last {
        case nil: found = try names(matching: query, afterActivity: .max, of: ChatID(""), limit: limit)
        case .name(let activity, let chat):
            found = try names(matching: query, afterActivity: activity, of: chat, limit: limit)
        case .message(let last): key = last
        }
        if found.count <= limit { found += try messages(matching: query, before: key, limit: limit - found.count) }
        let page = found.prefix(limit)
        return SearchPage(hits: page.map(\.hit), places: page.map(\.place), hasMore: found.count > limit)
    }

    /// Searches chats by name alone, as `search` does: returns at most `limit`, the newest first. Throws
    /// `SQLiteError`. Cost: linear in the number of chats.
    public func chats(named text: String, limit: Int) throws -> [SearchHit] {
        let query = SearchQuery(text)
        guard !query.isEmpty, limit > 0 else { return [] }
        return try names(matching: query, afterActivity: .max, of: ChatID(""), limit: limit).prefix(limit).map(\.hit)
    }

    /// Finds messages of a part of a chat by text, as `search` does: among the newest `limit` of the chat, the newest first. Throws
    /// `SQLiteError`.
    /// Cost: linear in the messages with such words in all chats.
    public func messages(
        in chat: ChatID,
        matching text: String,
        limit: Int,
        part: TimelinePart = .all
    ) throws -> [MessageID] {
        let query = SearchQuery(text)
        guard !query.isEmpty, limit > 0 else { return [] }
        let found = try connection.first("SELECT key FROM chat WHERE id = ?", chat.stored) { $0.integer(0) }
        guard let found else { return [] }
        return try keys(matching: query, in: found, limit: limit).compactMap { key in
            try connection.first(
                "SELECT id FROM message WHERE key = ?1 AND (?2 OR thread IS ?3)",
                key,
                part == .all,
                part.thread?.stored
            ) { row -> MessageID in row.identifier(0) }
        }
    }

    /// Returns one row more than `limit`, which shows whether there are more.
    ///
    /// Walks the chats in the list's order, and looks up each among the matches.
    private func names(
        matching query: SearchQuery,
        afterActivity activity: Int64,
        of chat: ChatID,
        limit: Int
    ) throws -> [FoundRow] {
        try connection.rows(Self.namesQuery, query.prefixExpression, activity, chat.stored, limit + 1) { row, columns in
            let hit = SearchHit(
                row: row,
                columns,
                context: row.previewText(columns.text, upTo: StoredChat.previewBytes)
            )
            let place = SearchPlace.Last.name(activity: row.integer(columns.activity), chat: hit.chat)
            return FoundRow(hit: hit, place: SearchPlace(last: place))
        }
    }

    private static let namesQuery = Query(HitColumns.ofNames) { columns in
        """
        SELECT \(columns) FROM chat c INDEXED BY chat_by_activity \(newestMessage)
        WHERE c.activity <= ?2 AND (c.activity < ?2 OR c.id > ?3)
            AND +c.key IN (SELECT rowid FROM chat_name WHERE chat_name MATCH ?1)
        ORDER BY c.activity DESC, c.id LIMIT ?4
        """
    }

    /// Returns the keys of the newest messages that match, of one chat if given. Keys ascend with time, and FTS5 reads its lists of keys
    /// from either end.
    private func keys(matching query: SearchQuery, before key: Int64 = .max, in chat: Int64? = nil, limit: Int) throws
        -> [Int64]
    {
        let sql: StaticString =
            query.isOfParts
            ? """
            SELECT t.rowid FROM message_part t CROSS JOIN message m ON m.key = t.rowid
            WHERE t.message_part MATCH ?1 AND t.rowid < ?2 AND (?3 IS NULL OR m.chat = ?3) ORDER BY t.rowid DESC LIMIT ?4
            """
            : """
            SELECT t.rowid FROM message_text t CROSS JOIN message m ON m.key = t.rowid
            WHERE t.message_text MATCH ?1 AND t.rowid < ?2 AND (?3 IS NULL OR m.chat = ?3) ORDER BY t.rowid DESC LIMIT ?4
            """
        return try connection.rows(sql, query.prefixExpression, key, chat, limit) { $0.integer(0) }
    }

    /// Returns one row more than `limit`, too.
    ///
    /// Does not use FTS5's excerpts, whose cost grows with the square of a text's matches: seconds for one message of
    /// a single repeated word.
    private func messages(matching query: SearchQuery, before key: Int64, limit: Int) throws -> [FoundRow] {
        try keys(matching: query, before: key, limit: limit + 1).compactMap { try message(found: $0, by: query) }
    }

    private func message(found key: Int64, by query: SearchQuery) throws -> FoundRow? {
        try connection.first(Self.foundQuery, key) { row, columns in
            let text = row.readable(columns.text.text, spans: columns.text.spans, upTo: SearchQuery.excerptReach)
            let hit = SearchHit(
                row: row,
                columns,
                message: row.identifier(columns.id),
                context: query.excerpt(of: text)
            )
            return FoundRow(hit: hit, place: SearchPlace(last: .message(key: key)))
        }
    }

    private static let foundQuery = Query(HitColumns.ofMessages) { columns in
        """
        SELECT \(columns) FROM message m CROSS JOIN chat c ON c.key = m.chat
            LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
        WHERE m.key = ?
        """
    }
}

/// The columns of a search result: of a chat `c`, and of the message `m` that was found in it, or its newest one.
private struct HitColumns: Sendable {
    let chat, contact, name, activity, unread, mentions, isGroup, distinction: Int32
    let notifications: NotificationColumns
    let text: PreviewColumns
    let id, time: Int32

    static func ofNames(_ list: inout ColumnList) -> Self { Self(&list, time: "c.activity") }

    static func ofMessages(_ list: inout ColumnList) -> Self { Self(&list, time: "m.time") }

    private init(_ list: inout ColumnList, time: StaticString) {
        chat = list.add("c.id")
        contact = list.add("c.contact")
        name = list.add("c.name")
        activity = list.add("c.activity")
        unread = list.add("c.unread")
        mentions = list.add("c.mentions")
        isGroup = list.add("c.is_group")
        distinction = list.addDistinctionWithoutState()
        notifications = NotificationColumns(&list)
        text = PreviewColumns(&list)
        id = list.add("m.id")
        self.time = list.add(time)
    }
}

extension SearchHit {
    fileprivate init(row: borrowing Row, _ columns: HitColumns, message: MessageID? = nil, context: String) {
        let contact = Contact(id: row.identifier(columns.contact), name: row.text(columns.name))
        self.init(
            chat: row.identifier(columns.chat),
            contact: contact,
            isGroup: row.flag(columns.isGroup),
            message: message,
            author: row.isNull(columns.text.author.mine) ? nil : row.author(columns.text.author),
            senderName: row.optionalText(columns.text.senderName),
            context: context,
            time: Date(milliseconds: row.integer(columns.time)),
            unreadCount: row.count(columns.unread),
            mentionCount: row.count(columns.mentions),
            notifications: NotificationMode(row: row, columns.notifications),
            distinction: row.optionalText(columns.distinction) ?? contact.ownDistinction,
            senderWarning: SenderWarning(row, columns.text.warning)
        )
    }
}

private struct FoundRow {
    let hit: SearchHit
    let place: SearchPlace
}

/// A search result.
public struct SearchHit: Hashable, Sendable {
    /// The matching chat, or the message's.
    public let chat: ChatID
    /// The person to chat with; for a group, its title.
    public let contact: Contact
    /// Whether the contact is a group's title.
    public let isGroup: Bool
    /// The matching message; nil if the contact's name or the group's title matches.
    public let message: MessageID?
    /// The author of the message, or of the chat's newest one; nil without one.
    public let author: Author?
    /// The author's name in a group; nil for the user's messages, and between two.
    public let senderName: String?
    /// The text around the match, or the chat's newest message.
    public let context: String
    /// The message's time, or the chat's `StoredChat.activity`.
    public let time: Date
    /// The chat's unread count, as in `StoredChat.unreadCount`.
    public let unreadCount: Int
    /// How many of the chat's unread messages mention the user.
    public let mentionCount: Int
    /// The messages of the chat that notify the user.
    public let notifications: NotificationMode
    /// The ID that tells the chat from others of the same name; see `StoredChat.distinction`.
    public let distinction: String?
    /// The reason why nothing proves who wrote the context; nil if something does, and in a chat that is not encrypted.
    public internal(set) var senderWarning: SenderWarning?
}

/// A page of search results.
public struct SearchPage: Hashable, Sendable {
    /// Matching chats first, then messages, each newest first.
    public let hits: [SearchHit]
    /// The place of each hit, after any of which a page may continue.
    public let places: [SearchPlace]
    /// Whether more hits follow.
    public let hasMore: Bool

    /// The place where the next page begins; nil if there is none.
    public var next: SearchPlace? { hasMore ? places.last : nil }
}

/// The place of a search result, after which the next page may begin.
public struct SearchPlace: Hashable, Sendable {
    enum Last: Hashable {
        /// Chats come first, by activity and ID.
        case name(activity: Int64, chat: ChatID)
        case message(key: Int64)
    }

    let last: Last
}

/// A search text in FTS5's language, cut to the limits.
struct SearchQuery {
    let words: [Substring]

    init(_ text: String) {
        // Limits the bytes as well, because a single character may have any number of them.
        let text = String(text.prefix(Limits.searchCharacters)).cut(toBytes: Limits.searchBytes)
        // Splits at NUL, which FTS5 takes for the end of the expression.
        words = Array(text.split { $0.isWhitespace || $0 == "\0" }.prefix(Limits.searchWords))
    }

    /// Whether each word may be found within words, too: one run of three letters or more. Of signs, letters of scripts without spaces,
    /// shorter words and several words in one only the index of whole words knows.
    var isOfParts: Bool {
        words.map { String($0).foldedWords }.allSatisfy { word in
            word.count == 1 && word[0].unicodeScalars.count >= WordTokenizer.partLength
                && !word[0].unicodeScalars.contains(where: \.isSearchWord)
        }
    }

    /// Every word must begin a word of the text, or a part of one. Quotes keep typed operators from being one.
    var prefixExpression: String {
        words.map { "\(quoted($0))*" }.joined(separator: " ")
    }

    var isEmpty: Bool { words.isEmpty }

    /// Quotes scalar by scalar, because a quote with a mark after it is part of another character, and still ends the
    /// word for FTS5.
    private func quoted(_ word: Substring) -> String {
        let scalars = word.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"\(String(String.UnicodeScalarView(scalars)))\""
    }
}

extension SearchQuery {
    /// The number of bytes of a text that are searched for an excerpt.
    static let excerptReach = 4096
    private static let length = 80
    private static let lead = 24

    /// Returns the text around the first search word; the beginning without a match, and the whole text if it is
    /// short.
    ///
    /// Cost: linear in the text, which the caller keeps short.
    func excerpt(of text: String) -> String {
        guard text.count > Self.length else { return text }
        let match = firstMatch(in: text) ?? text.startIndex
        var start = text.index(match, offsetBy: -Self.lead, limitedBy: text.startIndex) ?? text.startIndex
        if start > text.startIndex, let space = text[start..<match].firstIndex(where: \.isWhitespace) {
            start = text.index(after: space)
        }
        var end = text.index(start, offsetBy: Self.length, limitedBy: text.endIndex) ?? text.endIndex
        if end < text.endIndex, let space = text[match..<end].lastIndex(where: \.isWhitespace) { end = space }
        return (start > text.startIndex ? "…" : "") + text[start..<end] + (end < text.endIndex ? "…" : "")
    }

    /// Returns the first place where a word begins with a search word, or else contains it.
    private func firstMatch(in text: String) -> String.Index? {
        let sought = words.flatMap { String($0).foldedRuns }.map { Array($0.utf8) }
        var (folded, places) = ([UInt8](), [(offset: Int, index: String.Index, beginsWord: Bool)]())
        var isInWord = false
        for index in text.indices {
            let scalars = SearchFolding.unified(String(text[index])).unicodeScalars
            let isSign = scalars.first?.isSearchWord ?? false
            let isPart = scalars.first?.isPartOfWord ?? false
            places.append((folded.count, index, isPart && (!isInWord || isSign)))
            isInWord = isPart && !isSign
            folded += isPart ? scalars.flatMap { Array(SearchFolding.folded($0).utf8) } : [0]
        }
        func isMatch(at offset: Int) -> Bool {
            sought.contains { !$0.isEmpty && folded[offset...].starts(with: $0) }
        }
        let first = places.first { $0.beginsWord && isMatch(at: $0.offset) } ?? places.first { isMatch(at: $0.offset) }
        return first?.index
    }
}
