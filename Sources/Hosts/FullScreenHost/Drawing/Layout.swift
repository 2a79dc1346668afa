/// Where things are on a terminal of a size.
struct Layout: Equatable, Sendable {
    /// From so many columns on, the list and the chat stand side by side.
    static let sideBySide = 80

    let rows: Int
    let columns: Int
    /// Nil where there is no room, as for all that follow.
    let list: CellArea?
    /// Between list and main area.
    let separator: Int?
    /// The chat, the form, or on a narrow terminal the list.
    let main: CellArea
    let status: CellArea?
    /// At the bottom, with at least one row.
    let input: CellArea

    /// - Parameters:
    ///   - inputRows: how many the typed text would take; it gets a third of the terminal at most.
    ///   - statusRows: the same for what is told above it.
    init(rows: Int, columns: Int, inputRows: Int, statusRows: Int = 1) {
        // As large as a grid may be, and no larger.
        (self.rows, self.columns) = (max(1, min(rows, CellGrid.rowLimit)), max(1, min(columns, CellGrid.columnLimit)))
        let all = 0..<self.columns
        let inputHeight = max(1, min(inputRows, self.rows / 3))
        let inputTop = self.rows - inputHeight
        input = CellArea(rows: inputTop..<self.rows, columns: all)
        let statusTop = inputTop - min(inputTop, max(1, min(statusRows, self.rows / 3)))
        status = inputTop > 0 ? CellArea(rows: statusTop..<inputTop, columns: all) : nil
        let content = 0..<statusTop
        if self.columns >= Self.sideBySide {
            let width = min(40, self.columns * 3 / 10)
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
    /// The first row, for a heading, and the rest; the heading is left out where there would be next to nothing below it.
    var withHeading: (heading: Int?, body: CellArea) {
        guard rows.count > 3 else { return (nil, self) }
        return (rows.lowerBound, CellArea(rows: rows.dropFirst(), columns: columns))
    }
}
