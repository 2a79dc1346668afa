/// One cell of a terminal.
struct Cell: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case glyph(Glyph)
        /// The right half of the wide glyph beside it.
        case rightHalf
    }

    let content: Content
    let style: CellStyle

    /// A blank on which nothing of a style can be seen is plain.
    init(content: Content, style: CellStyle) {
        self.content = content
        self.style = content == .glyph(.blank) && !style.isSeenOnBlanks ? .plain : style
    }

    static let blank = Cell(content: .glyph(.blank), style: .plain)

    /// How many columns what begins here takes: none for a right half.
    var width: Int {
        switch content {
        case .glyph(let glyph): glyph.width
        case .rightHalf: 0
        }
    }
}

/// A part of a grid; it may be empty, or reach over the edges.
struct CellArea: Hashable, Sendable {
    var rows: Range<Int>
    var columns: Range<Int>
}

/// What a terminal shows, cell by cell.
///
/// A wide glyph always has both its halves: what would leave one of them leaves a blank.
struct CellGrid: Equatable, Sendable {
    /// No screen is larger; a terminal may claim any size.
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

    /// All of it.
    var area: CellArea { CellArea(rows: 0..<rowCount, columns: 0..<columnCount) }

    subscript(row: Int, column: Int) -> Cell { cells[row * columnCount + column] }

    /// The cells of a row, from the left.
    subscript(row: Int) -> ArraySlice<Cell> { cells[(row * columnCount)..<((row + 1) * columnCount)] }

    /// Writes glyphs from left to right, as far as they are within `area`; of a wide one that is cut at its edge a blank
    /// is seen.
    ///
    /// - Parameters:
    ///   - column: where the first one is, which may be left of the area.
    ///   - area: nil for the whole grid.
    /// - Returns: the column behind the last glyph, seen or not.
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

    /// Moves the rows of an area up by so many; those that come in below are blank.
    ///
    /// No wide glyph may reach over the area's sides.
    mutating func move(_ area: CellArea, upBy count: Int) {
        let visible = clipped(area)
        for row in visible.rows {
            let isBlank = row + max(0, count) >= visible.rows.upperBound
            for column in visible.columns {
                cells[row * columnCount + column] = isBlank ? .blank : self[row + max(0, count), column]
            }
        }
    }

    /// Gives a glyph another style, whole.
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

    /// Makes blanks of both halves of a wide glyph, one of which is at this place.
    private mutating func splitWide(_ row: Int, _ column: Int) {
        let index = row * columnCount + column
        let first = cells[index].content == .rightHalf ? index - 1 : index
        guard cells[first].width == 2 else { return }
        for half in first...(first + 1) { cells[half] = Cell(content: .glyph(.blank), style: cells[half].style) }
    }
}
