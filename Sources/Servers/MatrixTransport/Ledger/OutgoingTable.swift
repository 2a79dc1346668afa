import ChatTypes
import SQLiteKit

/// The tables `sent` and `upload`: messages that were sent and have no position yet, and files that were uploaded.
///
/// Each keeps only its newest rows; older ones have reached the timeline or the history.
struct OutgoingTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Returns the event id of a sent message; nil if the homeserver has not confirmed it.
    func event(ofSent message: MessageID) throws -> MessageID? {
        try connection.first("SELECT event FROM sent WHERE message = ? AND event <> ''", message.rawValue) {
            MessageID($0.text(0))
        }
    }

    /// Returns the message that was sent as an event; nil if it is another's or was sent long ago.
    ///
    /// Cost: grows with the messages that were sent, of which 1000 are kept. Ask the timeline first.
    func message(ofEvent event: MessageID) throws -> MessageID? {
        try connection.first("SELECT message FROM sent WHERE event = ?", event.rawValue) { MessageID($0.text(0)) }
    }

    /// Whether the message may have reached the homeserver.
    func wasTried(_ message: MessageID) throws -> Bool {
        try connection.first("SELECT 1 FROM sent WHERE message = ?", message.rawValue) { _ in true } ?? false
    }

    /// Records that a message is about to be sent; returns false if it was tried before.
    func beginAttempt(at message: MessageID) throws -> Bool {
        let changes = try connection.run(
            "INSERT OR IGNORE INTO sent(message, event) VALUES (?, '')",
            message.rawValue
        )
        try deleteOldSent()
        return changes == 1
    }

    func forgetAttempt(at message: MessageID) throws {
        try connection.run("DELETE FROM sent WHERE message = ? AND event = ''", message.rawValue)
    }

    /// Records the event id of a message whose echo is late.
    func setEvent(_ event: MessageID, ofSent message: MessageID) throws {
        try connection.run(
            "INSERT INTO sent(message, event) VALUES (?, ?) ON CONFLICT(message) DO UPDATE SET event = excluded.event",
            message.rawValue,
            event.rawValue
        )
        try deleteOldSent()
    }

    /// Keeps at most 1000 messages without counting them: keys ascend, and a message keeps its key.
    private func deleteOldSent() throws {
        try connection.run("DELETE FROM sent WHERE key <= (SELECT max(key) FROM sent) - 1000")
    }

    /// Returns the uploaded file of a message; nil if none is known.
    func file(of message: MessageID) throws -> FileID? {
        try connection.first("SELECT place FROM upload WHERE message = ?", message.rawValue) { FileID($0.text(0)) }
    }

    /// Records the uploaded file of a message.
    func setFile(_ file: FileID, of message: MessageID) throws {
        try connection.run(
            "INSERT OR REPLACE INTO upload(message, place) VALUES (?, ?)",
            message.rawValue,
            file.rawValue
        )
        try connection.run(
            "DELETE FROM upload WHERE key IN (SELECT key FROM upload ORDER BY key DESC LIMIT -1 OFFSET 100)"
        )
    }
}
