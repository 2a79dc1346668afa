import ChatStore
import Transport

/// What the homeserver calls messages of ours that have no place yet, as it said when it took them.
extension MatrixLedger {
    func event(ofSent message: MessageID) throws -> MessageID? {
        try connection.first("SELECT event FROM sent WHERE message = ?", message.rawValue) { MessageID($0.text(0)) }
    }

    /// Notes what a message is called whose echo is late. Only the newest are kept: soon they have their places.
    func note(_ event: MessageID, ofSent message: MessageID) throws {
        try connection.transaction {
            try connection.run(
                "INSERT OR REPLACE INTO sent(message, event) VALUES (?, ?)",
                message.rawValue,
                event.rawValue
            )
            try connection.run(
                "DELETE FROM sent WHERE key IN (SELECT key FROM sent ORDER BY key DESC LIMIT -1 OFFSET 1000)"
            )
        }
    }
}
