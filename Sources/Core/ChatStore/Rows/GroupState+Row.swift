import ChatTypes
import SQLiteKit

extension GroupState {
    /// From the columns `is_group` and `people` of a chat, and `is_member` of our own row in it; nil between two.
    init?(row: borrowing Row, at column: Int32) {
        guard row.flag(column) else { return nil }
        let hasLeft = !row.isNull(column + 2) && !row.flag(column + 2)
        self.init(memberCount: row.count(column + 1), hasLeft: hasLeft)
    }
}
