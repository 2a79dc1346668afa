/// What the terminal shows at a moment: its cells, and where the cursor stands.
struct Frame: Equatable, Sendable {
    struct Place: Equatable, Sendable {
        var row: Int
        var column: Int
    }

    var grid: CellGrid
    /// Nil hides it.
    var cursor: Place?
    /// Whose content moves up when something comes below it; nil where nothing does.
    var moving: CellArea?
}
