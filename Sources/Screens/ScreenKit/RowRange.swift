/// Which rows of a long list a screen holds: so many, behind those that are passed over.
public struct RowRange: Hashable, Sendable {
    /// What a list begins with, and grows and slides by.
    public static let pageSize = 50
    /// The most rows that are held: an event costs as much as there are.
    public static let mostRows = 200

    /// How many are passed over.
    public var offset: Int
    /// How many are asked for at most, behind those.
    public var limit: Int

    public init(offset: Int = 0, limit: Int = Self.pageSize) {
        self.offset = offset
        self.limit = limit
    }

    /// Whether there are rows before these.
    public var hasPrevious: Bool { offset > 0 }

    /// A page more; of the most that is held, the first page goes.
    public mutating func showMore() {
        if limit < Self.mostRows { limit += Self.pageSize } else { offset += Self.pageSize }
    }

    /// The page before, if there is one; as many rows are held as before, so the last page goes.
    public mutating func showPrevious() {
        offset = max(0, offset - Self.pageSize)
    }

    /// The rows that `read` finds, and whether there are more behind them: it is asked for one more than is held.
    public func page<Rows: Collection>(
        _ read: (_ offset: Int, _ limit: Int) throws -> Rows
    ) rethrows -> (rows: [Rows.Element], hasMore: Bool) {
        let found = try read(offset, limit + 1)
        return (Array(found.prefix(limit)), found.count > limit)
    }
}
