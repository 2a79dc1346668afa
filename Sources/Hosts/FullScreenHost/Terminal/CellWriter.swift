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
    /// Whether the terminal has said that it can move the rows of some columns alone.
    var hasMargins = false

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
        for run in frame.grid.runs(since: before) { write(run, of: frame.grid) }
        shown = frame.grid
        if let cursor = frame.cursor { move(to: cursor) }
        return Array(withCursor(isWanted: frame.cursor != nil).utf8)
    }

    /// Hides the cursor while it would be seen to run about: what is short is shown at once.
    private mutating func withCursor(isWanted: Bool) -> String {
        let isLong = output.utf8.count > Self.shortLength
        var text = output
        if isCursorVisible != false, isLong || !isWanted {
            text = capabilities.hideCursor + text
            isCursorVisible = false
        }
        guard isWanted, isCursorVisible != true else { return text }
        isCursorVisible = true
        return text + capabilities.showCursor
    }

    /// What reaches a terminal in one go.
    private static let shortLength = 512

    /// Has the terminal move rows where that leaves less to write, and gives what it then shows.
    private mutating func scroll(_ old: CellGrid, to frame: Frame) -> CellGrid {
        guard let move = Self.bestMove(old, to: frame, by: capabilities, hasMargins: hasMargins) else { return old }
        clearStyle()
        output += move.text
        // The region again is the whole screen, which moves the cursor.
        place = nil
        return move.grid
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
                clearStyle()
                output += clearLine
                return
            }
            let blanks = row[(row.startIndex + column)..<(row.startIndex + end)].prefix { $0 == .blank }.count
            // Behind them the cursor has to go somewhere, or it is done.
            if let erase = capabilities.erase, blanks > (column + blanks == end ? 4 : 8) {
                move(to: Frame.Place(row: run.row, column: column))
                clearStyle()
                output += erase(blanks)
                column += blanks
                continue
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
            guard cell.style == style || isPlain(cell), case .glyph(let glyph) = cell.content,
                glyph.character.isASCII
            else { return }
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
        if !isPlain(cell) { set(cell.style) }
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

    /// By the shortest way there is.
    private mutating func move(to target: Frame.Place) {
        guard place != target else { return }
        var ways = [capabilities.move(target.row, target.column)]
        if let place, place.row == target.row {
            if let goToColumn = capabilities.goToColumn { ways.append(goToColumn(target.column)) }
            if place.column < target.column, let goRight = capabilities.goRight {
                ways.append(goRight(target.column - place.column))
            }
        } else if let place, target.column == 0, (1...4).contains(target.row - place.row) {
            ways.append("\r" + String(repeating: "\n", count: target.row - place.row))
        }
        output += ways.min { $0.utf8.count < $1.utf8.count } ?? ""
        place = target
    }

    /// Whether a blank looks as it should in the style that is set.
    private func isPlain(_ cell: Cell) -> Bool {
        cell == .blank && style?.isSeenOnBlanks == false
    }

    /// Makes sure that what is cleared is blank.
    private mutating func clearStyle() {
        if style?.isSeenOnBlanks != false { set(.plain) }
    }

    private mutating func set(_ new: CellStyle) {
        guard new != style else { return }
        defer { style = new }
        if let style, capabilities.hasCommonStyles {
            output += StyleSequence.text(from: style, to: new) { [capabilities] index, isBackground in
                let text = isBackground ? capabilities.background(index) : capabilities.foreground(index)
                return String(text.dropFirst(2).dropLast())
            }
            return
        }
        output += capabilities.plain
        if new.attributes.contains(.bold) { output += capabilities.bold }
        if new.attributes.contains(.dim) { output += capabilities.dim }
        if new.attributes.contains(.underlined) { output += capabilities.underlined }
        if new.attributes.contains(.reversed) { output += capabilities.reversed }
        if case .indexed(let color) = new.foreground { output += capabilities.foreground(Int(color)) }
        if case .indexed(let color) = new.background { output += capabilities.background(Int(color)) }
    }
}
