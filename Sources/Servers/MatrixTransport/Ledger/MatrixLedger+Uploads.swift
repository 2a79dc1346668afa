import ChatTypes
import SQLiteKit

extension MatrixLedger {
    /// Where the homeserver has the file of a message of ours; nil where that is not known.
    func place(ofFileOf message: MessageID) throws -> FileID? {
        try connection.first("SELECT place FROM upload WHERE message = ?", message.rawValue) { FileID($0.text(0)) }
    }

    /// Notes where the homeserver has the file of a message. Only the newest are kept: soon the history knows, too.
    func note(_ place: FileID, ofFileOf message: MessageID) throws {
        try connection.transaction {
            try connection.run(
                "INSERT OR REPLACE INTO upload(message, place) VALUES (?, ?)",
                message.rawValue,
                place.rawValue
            )
            try connection.run(
                "DELETE FROM upload WHERE key IN (SELECT key FROM upload ORDER BY key DESC LIMIT -1 OFFSET 100)"
            )
        }
    }
}
