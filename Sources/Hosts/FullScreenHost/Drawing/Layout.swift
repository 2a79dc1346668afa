/// The areas of a terminal of a given size.
struct Layout: Equatable, Sendable {
    /// The least width at which the list and the chat are side by side.
    static let sideBySide = 80
    /// The width of the main area for which the list gives up columns.
    private static let enoughMain = 58
    /// The least width of the list, unless the user has chosen another.
    private static let leastList = 20

    let rows: Int
    let columns: Int
    /// The list; nil on a narrow terminal, and while it is hidden.
    let list: CellArea?
    /// The column between list and main area.
    let separator: Int?
    /// The chat, the form or, on a narrow terminal, the list.
    let main: CellArea
    /// The status area; nil if there is no room.
    let status: CellArea?
    /// The input field at the bottom, with at least one row.
    let input: CellArea

    /// - Parameters:
    ///   - inputRows: the rows of the typed text; it gets a third of the terminal at most.
    ///   - statusRows: the same for the notice above it.
    ///   - listColumns: the width of the list; 0 hides it, and nil goes by the width of the terminal.
    init(rows: Int, columns: Int, inputRows: Int, statusRows: Int = 1, listColumns: Int? = nil) {
        // No larger than a grid can be.
        (self.rows, self.columns) = (max(1, min(rows, CellGrid.rowLimit)), max(1, min(columns, CellGrid.columnLimit)))
        let all = 0..<self.columns
        let inputHeight = max(1, min(inputRows, self.rows / 3))
        let inputTop = self.rows - inputHeight
        input = CellArea(rows: inputTop..<self.rows, columns: all)
        let statusTop = inputTop - min(inputTop, max(1, min(statusRows, self.rows / 3)))
        status = inputTop > 0 ? CellArea(rows: statusTop..<inputTop, columns: all) : nil
        let content = 0..<statusTop
        if self.columns >= Self.sideBySide, listColumns != 0 {
            let usual = min(self.columns * 3 / 10, max(Self.leastList, self.columns - 1 - Self.enoughMain))
            let width = min(40, listColumns ?? usual)
            list = CellArea(rows: content, columns: 0..<width)
            separator = width
            main = CellArea(rows: content, columns: (width + 1)..<self.columns)
        } else {
            (list, separator) = (nil, nil)
            main = CellArea(rows: content, columns: all)
        }
    }
}

extension CellArea {
    /// The first row for a heading, and the rest. An area of up to three rows has no heading.
    var withHeading: (heading: Int?, body: CellArea) {
        guard rows.count > 3 else { return (nil, self) }
        return (rows.lowerBound, CellArea(rows: rows.dropFirst(), columns: columns))
    }
}

/// The content of the terminal at a moment, with its cursor.
struct Frame: Equatable, Sendable {
    struct Position: Equatable, Sendable {
        var row: Int
        var column: Int
    }

    var grid: CellGrid
    /// The cursor; nil hides it.
    var cursor: Position?
    /// The area whose content moves up when rows are added below; nil if there is none.
    var moving: CellArea?
    /// The pictures whose cells are on the grid.
    var pictures: [TerminalImage] = []
}
