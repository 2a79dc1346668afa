import ChatTypes
import SQLiteKit

extension Row {
    /// What a message carries: by the columns `file`, `file_name`, `file_type` and `file_size`; nil where it carries nothing.
    func attachment(at column: Int32) -> AttachedFile? {
        guard !isNull(column + 1) else { return nil }
        return AttachedFile(
            id: identifier(column),
            name: text(column + 1),
            type: text(column + 2),
            byteCount: integer(column + 3)
        ).bounded()
    }
}
