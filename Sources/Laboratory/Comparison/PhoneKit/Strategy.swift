/// Ways to be quick that no architecture owns: each can be switched on and off under every version.
public struct Strategy: Hashable, Sendable {
    /// Whether a screen asks for the rows that it needs, or for all there are.
    public var windowsRows = true
    /// Whether a cell is kept as long as its row stays the same, or made anew with each drawing.
    public var keepsCells = true
    /// Whether the number of unread messages is kept with the history, or added up over all chats.
    public var keepsCounts = true

    public init() {}

    /// How many rows are asked for at first, and how many more each time.
    public var pageSize: Int { windowsRows ? 50 : 1 << 20 }
}
