/// What to write to a terminal so that it shows one frame after another: the cells that have changed, and little else.
struct CellWriter: Sendable {
    /// A gap of fewer cells than this is written over, which takes fewer bytes than going past it.
    static let gapLimit = 6

    private let capabilities: TerminalCapabilities
    /// What the terminal shows; nil when that is not known.
    private var shown: CellGrid?
    /// Where the cursor is; nil when that is not certain.
    private var place: Frame.Place?
    private var style: CellStyle?
    private var isCursorVisible: Bool?
    private var output = ""

    init(_ capabilities: TerminalCapabilities) {
        self.capabilities = capabilities
    }

    /// The terminal may show anything by now: the next frame is written whole.
    mutating func forget() {
        (shown, place, style, isCursorVisible) = (nil, nil, nil, nil)
    }

    /// The bytes that make the terminal show a frame; none when it does already.
    mutating func update(to frame: Frame) -> [UInt8] {
        output = ""
        var old = shown
        if old?.rowCount != frame.grid.rowCount || old?.columnCount != frame.grid.columnCount {
            old = CellGrid(rows: frame.grid.rowCount, columns: frame.grid.columnCount)
            place = nil
            set(.plain)
            output += capabilities.clear
        }
        let before = scroll(old ?? frame.grid, to: frame)
        let runs = frame.grid.runs(since: before)
        if !runs.isEmpty, isCursorVisible != false { hideCursor() }
        for run in runs { write(run, of: frame.grid) }
        shown = frame.grid
        if let cursor = frame.cursor {
            move(to: cursor)
            if isCursorVisible != true {
                output += capabilities.showCursor
                isCursorVisible = true
            }
        } else if isCursorVisible != false {
            hideCursor()
        }
        return Array(output.utf8)
    }

    /// Moves rows up on the terminal where that leaves fewer cells to write, and gives what it then shows.
    private mutating func scroll(_ old: CellGrid, to frame: Frame) -> CellGrid {
        let rows = frame.movingRows.clamped(to: 0..<old.rowCount)
        guard let scrollUp = capabilities.scrollUp, rows.count > 2 else { return old }
        let plainCost = frame.grid.writingCost(since: old)
        // What costs next to nothing anyway is not worth looking for another way.
        guard plainCost > Self.scrollCost * 2 else { return old }
        let ways = (1...min(rows.count / 2, Self.scrollLimit)).map { count in
            let moved = old.scrolled(rows, by: count)
            return (count: count, grid: moved, cost: frame.grid.writingCost(since: moved))
        }
        guard let best = ways.min(by: { $0.cost < $1.cost }), best.cost + Self.scrollCost < plainCost else {
            return old
        }
        hideCursor()
        set(.plain)
        output += scrollUp(rows.lowerBound, rows.upperBound - 1, best.count)
        // The region again is the whole screen, which moves the cursor.
        output += capabilities.wholeScreen(old.rowCount)
        place = nil
        return best.grid
    }

    /// More lines than this hardly come at once.
    private static let scrollLimit = 8
    /// About as many bytes as moving rows takes.
    private static let scrollCost = 40

    private mutating func hideCursor() {
        output += capabilities.hideCursor
        isCursorVisible = false
    }

    private mutating func write(_ run: CellRun, of grid: CellGrid) {
        let row = grid[run.row]
        close(gapBefore: run, in: row)
        var column = run.column
        let end = run.column + run.cells.count
        // What is blank up to the edge is cleared at once.
        let ink = row.lastIndex { $0 != .blank }.map { $0 - row.startIndex + 1 } ?? 0
        while column < end {
            if column >= ink, end - column > 3, let clearLine = capabilities.clearLine {
                move(to: Frame.Place(row: run.row, column: column))
                set(.plain)
                output += clearLine
                return
            }
            let cell = row[row.startIndex + column]
            write(cell, at: Frame.Place(row: run.row, column: column), of: grid)
            column += max(1, cell.width)
        }
    }

    /// Goes on from where the cursor is, where that is near.
    private mutating func close(gapBefore run: CellRun, in row: ArraySlice<Cell>) {
        guard let place, place.row == run.row, (1..<Self.gapLimit).contains(run.column - place.column) else { return }
        let gap = row[(row.startIndex + place.column)..<(row.startIndex + run.column)]
        var text = ""
        for cell in gap {
            guard cell.style == style, case .glyph(let glyph) = cell.content, glyph.character.isASCII else { return }
            text.append(glyph.character)
        }
        output += text
        self.place = Frame.Place(row: run.row, column: run.column)
    }

    private mutating func write(_ cell: Cell, at target: Frame.Place, of grid: CellGrid) {
        guard case .glyph(let glyph) = cell.content else { return }
        let isCorner = target.row == grid.rowCount - 1 && target.column + glyph.width >= grid.columnCount
        if isCorner, !capabilities.canWriteCorner { return }
        move(to: target)
        set(cell.style)
        // Terminals disagree on how wide a joined or varied picture is: nothing is built on where it ends.
        let isCertain = glyph.character.unicodeScalars.count == 1
        if !isCertain, glyph.width > 1 {
            output += String(repeating: " ", count: glyph.width)
            place = nil
            move(to: target)
        }
        output.append(glyph.character)
        let end = target.column + glyph.width
        place = isCertain && end < grid.columnCount ? Frame.Place(row: target.row, column: end) : nil
    }

    private mutating func move(to target: Frame.Place) {
        guard place != target else { return }
        output += capabilities.move(target.row, target.column)
        place = target
    }

    private mutating func set(_ new: CellStyle) {
        guard new != style else { return }
        style = new
        output += capabilities.plain
        if new.attributes.contains(.bold) { output += capabilities.bold }
        if new.attributes.contains(.dim) { output += capabilities.dim }
        if new.attributes.contains(.underlined) { output += capabilities.underlined }
        if new.attributes.contains(.reversed) { output += capabilities.reversed }
        if case .indexed(let color) = new.foreground { output += capabilities.foreground(Int(color)) }
        if case .indexed(let color) = new.background { output += capabilities.background(Int(color)) }
    }
}
