import ChatTypes
import SQLiteKit

extension HistoryRecord.UnfinishedRecord {
    init(_ unfinished: UnfinishedText) {
        let message = unfinished.target.message
        self.init(
            answers: unfinished.target.isEdit ? nil : message,
            edits: unfinished.target.isEdit ? message : nil,
            text: unfinished.text
        )
    }

    /// The message that it is about; nil unless exactly one is named, with a usable ID.
    var target: DraftTarget? {
        let target: DraftTarget? =
            switch (answers, edits) {
            case (let message?, nil): .reply(to: message)
            case (nil, let message?): .edit(of: message)
            default: nil
            }
        return target.flatMap { $0.message.rawValue.isUsableID ? $0 : nil }
    }

    /// Reads those of a chat; nil for none.
    static func all(of chat: Int64, from connection: SQLiteConnection) throws -> [Self]? {
        let found = try connection.rows(
            "SELECT message, is_edit, text FROM unfinished WHERE chat = ? ORDER BY key",
            chat
        ) { Self(UnfinishedText(row: $0)) }
        return found.isEmpty ? nil : found
    }
}
