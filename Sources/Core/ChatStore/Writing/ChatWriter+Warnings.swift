public import ChatTypes
import SQLiteKit

/// The marks of messages whose sender nothing proves.
extension ChatWriter {
    /// Stores what is known now of the senders of messages: a warning, or none. Returns whether any differs from what was stored.
    ///
    /// Throws `SQLiteError`. Cost: a step for each.
    public func setWarnings(_ warnings: [MessageID: SenderWarning?], in chat: ChatID) throws -> Bool {
        guard let record = try ChatRow.find(chat, in: connection) else { return false }
        var isChange = false
        for (message, warning) in warnings {
            let changes = try connection.run(
                """
                UPDATE message SET warning = ?1 WHERE chat = ?2 AND id = ?3 AND warning IS NOT ?1 AND removed = 0 AND edit >= 0
                    AND event IS NULL
                """,
                warning?.rawValue,
                record.key,
                message.stored
            )
            if changes > 0 { isChange = true }
        }
        return isChange
    }

    func warning(of known: MessageRow) throws -> SenderWarning? {
        try connection.first("SELECT warning FROM message WHERE key = ?", known.key) { SenderWarning($0, 0) } ?? nil
    }

    /// Adds the warning about an edit to that about the message: who wrote the text is proved only if all of it is.
    func raiseWarning(of known: MessageRow, to warning: SenderWarning?) throws {
        guard let warning else { return }
        let raised = max(warning, try self.warning(of: known) ?? warning)
        try connection.run("UPDATE message SET warning = ? WHERE key = ?", raised.rawValue, known.key)
    }
}

extension SenderWarning {
    /// Reads a column; nil for NULL. A word of another version of the program is a warning, too.
    init?(_ row: borrowing Row, _ column: Int32) {
        guard let word = row.optionalText(column) else { return nil }
        self = SenderWarning(rawValue: word) ?? .unprovedKey
    }
}
