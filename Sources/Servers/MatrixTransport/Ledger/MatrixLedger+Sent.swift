import ChatTypes
import SQLiteKit

/// What the homeserver calls messages of ours that have no place yet, as it said when it took them; nothing where it has not said it.
extension MatrixLedger {
    func event(ofSent message: MessageID) throws -> MessageID? {
        try connection.first("SELECT event FROM sent WHERE message = ? AND event <> ''", message.rawValue) {
            MessageID($0.text(0))
        }
    }

    /// Whether it may have got there.
    func isTried(_ message: MessageID) throws -> Bool {
        try connection.first("SELECT 1 FROM sent WHERE message = ?", message.rawValue) { _ in true } ?? false
    }

    /// Notes that a message is about to be sent; false where it was tried before.
    func noteAttempt(at message: MessageID) throws -> Bool {
        try connection.transaction {
            let changes = try connection.run(
                "INSERT OR IGNORE INTO sent(message, event) VALUES (?, '')",
                message.rawValue
            )
            try forgetOldest()
            return changes == 1
        }
    }

    func forgetAttempt(at message: MessageID) throws {
        try connection.run("DELETE FROM sent WHERE message = ? AND event = ''", message.rawValue)
    }

    /// Notes what a message is called whose echo is late. Only the newest are kept: soon they have their places.
    func note(_ event: MessageID, ofSent message: MessageID) throws {
        try connection.transaction {
            try connection.run(
                "INSERT INTO sent(message, event) VALUES (?, ?) ON CONFLICT(message) DO UPDATE SET event = excluded.event",
                message.rawValue,
                event.rawValue
            )
            try forgetOldest()
        }
    }

    /// Keeps a thousand messages at most, without counting them: keys ascend, and a message keeps its own.
    private func forgetOldest() throws {
        try connection.run("DELETE FROM sent WHERE key <= (SELECT max(key) FROM sent) - 1000")
    }
}
