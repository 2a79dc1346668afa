public import ChatTypes
import SQLiteKit

/// The queries of a program that follows the changes of the history.
extension ChatReader {
    /// Returns the position of the newest message of each chat that has one with a position. Throws `SQLiteError`. Cost: linear in the
    /// number of chats.
    public func newestPositions() throws -> [ChatID: Position] {
        let newest = try connection.rows(
            "SELECT id, (SELECT max(place) FROM message WHERE chat = c.key AND waits = 0) FROM chat c"
        ) { row -> (ChatID, Position?) in (row.identifier(0), row.optionalInteger(1).map(Position.init(_:))) }
        return Dictionary(newest.compactMap { chat, place in place.map { (chat, $0) } }) { first, _ in first }
    }

    /// Returns the newest message of the user's in a thread, or outside threads, that the contact has read, or in a group every member; nil if
    /// there is none.
    ///
    /// Throws `SQLiteError`. Cost: linear in the messages of others behind it; for a thread of a group, in the members, too.
    public func newestReadByOthers(in chat: ChatID, thread: MessageID? = nil) throws -> MessageID? {
        guard let header = try TimelineHeader.find(chat, around: thread ?? MessageID(""), in: connection) else {
            return nil
        }
        let marker = if let thread { try markers(of: thread, in: header).theirs } else { header.theirMarker }
        guard let marker else { return nil }
        return try connection.first(
            """
            SELECT id FROM message INDEXED BY message_by_thread
            WHERE chat = ? AND thread IS ? AND waits = 0 AND place <= ? AND mine = 1 AND removed = 0 AND event IS NULL
            ORDER BY place DESC LIMIT 1
            """,
            header.key,
            thread?.stored,
            marker
        ) { $0.identifier(0) }
    }

    /// Whether the server has not answered yet to an edit, a deletion or a reaction of the user's to a message. Throws `SQLiteError`. Cost:
    /// constant.
    public func owesAnnotation(of message: MessageID, in chat: ChatID) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM annotation WHERE chat = (SELECT key FROM chat WHERE id = ?) AND message = ? AND mine = 1
                AND id IS NOT NULL AND (place IS NOT NULL OR kind = 'edit') LIMIT 1
            """,
            chat.stored,
            message.stored
        ) { _ in true } ?? false
    }
}
