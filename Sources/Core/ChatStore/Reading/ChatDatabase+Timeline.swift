import Foundation
public import Transport

extension ChatDatabase {
    /// The newest `limit` messages of a chat that have a position, and all that wait; nil when there is no such chat.
    ///
    /// Throws `SQLiteError`. Cost: linear in `limit`, whatever the length of the history.
    public func timeline(of chat: ChatID, limit: Int) throws -> Timeline? {
        let header = try connection.first(
            "SELECT key, contact, name, my_marker, their_marker, draft FROM chat WHERE id = ?",
            chat.rawValue
        ) { row in
            (
                key: row.integer(0), contact: Contact(id: ContactID(row.text(1)), name: row.text(2)),
                mine: row.optionalInteger(3), theirs: row.optionalInteger(4), draft: row.text(5)
            )
        }
        guard let header else { return nil }
        // One more than asked for tells whether there are more.
        let newestFirst = try connection.rows(
            """
            SELECT m.id, m.mine, m.text, m.images, m.time, m.position, m.failure, g.position IS NOT NULL
            FROM message m LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.position
            WHERE m.chat = ? AND m.position IS NOT NULL ORDER BY m.position DESC LIMIT ?
            """,
            header.key,
            limit + 1
        ) { StoredMessage(row: $0, readUpTo: header.theirs) }
        return Timeline(
            contact: header.contact,
            messages: newestFirst.prefix(limit).reversed() + (try waitingMessages(in: header.key)),
            hasStoredEarlier: newestFirst.count > limit,
            marker: header.mine.map(Position.init(_:)),
            draft: header.draft
        )
    }

    private func waitingMessages(in chat: Int64) throws -> [StoredMessage] {
        try connection.rows(
            """
            SELECT id, mine, text, images, time, position, failure, 0
            FROM message WHERE chat = ? AND position IS NULL ORDER BY queued
            """,
            chat
        ) { StoredMessage(row: $0, readUpTo: nil) }
    }
}

extension ChatDatabase {
    /// Interim: windows without bounds over what waits.
    public func timeline(of chat: ChatID, _ window: MessageWindow) throws -> Timeline? {
        switch window {
        case .newest(let count): return try timeline(of: chat, limit: count)
        case .around: return try timeline(of: chat, limit: 100_000)
        }
    }
}

extension StoredMessage {
    fileprivate init(row: borrowing Row, readUpTo marker: Int64?) {
        let position = row.optionalInteger(5)
        let delivery: Delivery
        if !row.flag(1) {
            delivery = .received
        } else if let position {
            delivery = marker.map { position <= $0 } ?? false ? .read : .sent
        } else if let reason = row.optionalText(6) {
            delivery = .failed(reason: reason)
        } else {
            delivery = .sending
        }
        self.init(
            id: MessageID(row.text(0)),
            author: row.flag(1) ? .me : .contact,
            text: row.text(2),
            imageCount: Int(row.integer(3)),
            time: Date(milliseconds: row.integer(4)),
            position: position.map(Position.init(_:)),
            delivery: delivery,
            followsGap: row.flag(7)
        )
    }
}
