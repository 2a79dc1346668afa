/// One cell of a terminal.
struct Cell: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case glyph(Glyph)
        /// The right half of a wide glyph.
        case rightHalf
    }

    let content: Content
    let style: CellStyle

    /// Creates a cell; a blank whose style is not visible becomes plain.
    init(content: Content, style: CellStyle) {
        self.content = content
        self.style = content == .glyph(.blank) && !style.isSeenOnBlanks ? .plain : style
    }

    /// Whether terminals disagree on the width of the glyph.
    var isDoubtful: Bool { if case .glyph(let glyph) = content { glyph.isDoubtful } else { false } }

    static let blank = Cell(content: .glyph(.blank), style: .plain)

    /// The columns of the glyph that begins here; 0 for a right half.
    var width: Int {
        switch content {
        case .glyph(let glyph): glyph.width
        case .rightHalf: 0
        }
    }
}

/// A part of a grid; it may be empty, or extend beyond the edges.
struct CellArea: Hashable, Sendable {
    var rows: Range<Int>
    var columns: Range<Int>
}

/// The content of a terminal, cell by cell.
///
/// A wide glyph always has both halves: overwriting one blanks the other.
struct CellGrid: Equatable, Sendable {
    /// Limits for terminals that claim any size.
    static let rowLimit = 500
    static let columnLimit = 1000

    let rowCount: Int
    let columnCount: Int
    private var cells: [Cell]

    /// A blank grid, of a size between 1 by 1 and the limits.
    init(rows: Int, columns: Int) {
        rowCount = max(1, min(rows, Self.rowLimit))
        columnCount = max(1, min(columns, Self.columnLimit))
        cells = Array(repeating: .blank, count: rowCount * columnCount)
    }

    /// The whole grid.
    var area: CellArea { CellArea(rows: 0..<rowCount, columns: 0..<columnCount) }

    subscript(row: Int, column: Int) -> Cell { cells[row * columnCount + column] }

    /// The cells of a row, from the left.
    subscript(row: Int) -> ArraySlice<Cell> { cells[(row * columnCount)..<((row + 1) * columnCount)] }

    /// Draws glyphs from left to right within an area; a wide glyph cut at an edge becomes a blank.
    ///
    /// - Parameters:
    ///   - column: the column of the first glyph, which may be left of the area.
    ///   - area: nil for the whole grid.
    /// - Returns: the column behind the last glyph, visible or not.
    @discardableResult
    mutating func draw(
        _ glyphs: some Sequence<Glyph>,
        row: Int,
        column: Int,
        style: CellStyle = .plain,
        within area: CellArea? = nil
    ) -> Int {
        let visible = clipped(area)
        var column = column
        for glyph in glyphs {
            if visible.rows.contains(row) { put(glyph, row, column, style, visible.columns) }
            column += glyph.width
        }
        return column
    }

    /// Fills an area with blanks of a style.
    mutating func clear(_ area: CellArea? = nil, style: CellStyle = .plain) {
        let visible = clipped(area)
        for row in visible.rows {
            for column in visible.columns { put(.blank, row, column, style, visible.columns) }
        }
    }

    /// Moves the rows of an area up, and blanks those below.
    ///
    /// No wide glyph may extend beyond the area's sides.
    mutating func move(_ area: CellArea, upBy count: Int) {
        let visible = clipped(area)
        for row in visible.rows {
            let isBlank = row + max(0, count) >= visible.rows.upperBound
            for column in visible.columns {
                cells[row * columnCount + column] = isBlank ? .blank : self[row + max(0, count), column]
            }
        }
    }

    /// Changes the style of a glyph, with both halves.
    mutating func restyle(_ row: Int, _ column: Int, _ style: CellStyle) {
        let index = row * columnCount + column
        for half in index..<min(index + max(1, cells[index].width), cells.count) {
            cells[half] = Cell(content: cells[half].content, style: style)
        }
    }

    private func clipped(_ area: CellArea?) -> CellArea {
        guard let area else { return self.area }
        return CellArea(
            rows: area.rows.clamped(to: 0..<rowCount),
            columns: area.columns.clamped(to: 0..<columnCount)
        )
    }

    private mutating func put(_ glyph: Glyph, _ row: Int, _ column: Int, _ style: CellStyle, _ visible: Range<Int>) {
        let columns = (column..<(column + glyph.width)).clamped(to: visible)
        let isWhole = columns.count == glyph.width
        for column in columns {
            let isFirst = column == columns.lowerBound
            splitWide(row, column)
            cells[row * columnCount + column] = Cell(
                content: !isWhole ? .glyph(.blank) : isFirst ? .glyph(glyph) : .rightHalf,
                style: style
            )
        }
    }

    /// Blanks both halves of a wide glyph, one of which is at this position.
    private mutating func splitWide(_ row: Int, _ column: Int) {
        let index = row * columnCount + column
        let first = cells[index].content == .rightHalf ? index - 1 : index
        guard cells[first].width == 2 else { return }
        for half in first...(first + 1) { cells[half] = Cell(content: .glyph(.blank), style: cells[half].style) }
    }
}
