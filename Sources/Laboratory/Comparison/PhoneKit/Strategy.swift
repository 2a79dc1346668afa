/// Optimizations independent of architecture. Each can be turned on and off for every architecture.
public struct Strategy: Hashable, Sendable {
    /// Whether a screen requests only the rows that it needs, or all rows.
    public var windowsRows = true
    /// Whether a cell is kept while its row is unchanged, or created again with each drawing.
    public var keepsCells = true
    /// Whether the total number of unread messages is stored with the history, or added up over all chats.
    public var keepsCounts = true

    public init() {}

    /// The number of rows to request at first, and with each further request.
    public var pageSize: Int { windowsRows ? 50 : 1 << 20 }
}
