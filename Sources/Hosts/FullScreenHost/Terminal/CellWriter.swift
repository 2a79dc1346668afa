/// Makes the bytes that turn the terminal's content into the next frame: the changed cells, and little else.
struct CellWriter: Sendable {
    /// Gaps of fewer cells than this are written over, which takes fewer bytes than moving the cursor.
    static let gapLimit = 6

    private let capabilities: TerminalCapabilities
    /// The content of the terminal; nil if unknown.
    private var shown: CellGrid?
    /// The position of the cursor; nil if uncertain.
    private var place: Frame.Position?
    private var style: CellStyle?
    private var isCursorVisible: Bool?
    private var output = ""
    /// The pictures that the terminal draws itself.
    var pictures: PictureWriter
    /// Whether the terminal has confirmed that it can move the rows of an area alone.
    var hasMargins = false

    init(_ capabilities: TerminalCapabilities) {
        self.capabilities = capabilities
        pictures = PictureWriter(isInTmux: capabilities.isInTmux)
    }

    /// Makes the next frame be written in full, since the terminal may show anything.
    mutating func invalidate() {
        (shown, place, style, isCursorVisible) = (nil, nil, nil, nil)
    }

    /// Returns the bytes that make the terminal show a frame; empty if it does already.
    mutating func update(to frame: Frame) -> [UInt8] {
        output = ""
        var old = shown
        if old?.rowCount != frame.grid.rowCount || old?.columnCount != frame.grid.columnCount {
            old = CellGrid(rows: frame.grid.rowCount, columns: frame.grid.columnCount)
            place = nil
            set(.plain)
            output += capabilities.clear
        }
        output += pictures.sending(frame.pictures)
        let before = scroll(old ?? frame.grid, to: frame)
        let runs = frame.grid.runs(since: before)
        for run in runs { write(run, of: frame.grid) }
        if pictures.drawsStrips { drawStrips(runs, of: frame) }
        pictures.keep(frame.pictures)
        shown = frame.grid
        if style?.link != nil { set(.plain) }
        if let cursor = frame.cursor { move(to: cursor) }
        return Array(withCursor(isWanted: frame.cursor != nil).utf8)
    }

    /// Hides the cursor during long updates, where it would be seen moving.
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

    /// The bytes that reach a terminal at once.
    private static let shortLength = 512

    /// Moves rows if that saves bytes, and returns the grid that the terminal then shows.
    private mutating func scroll(_ old: CellGrid, to frame: Frame) -> CellGrid {
        // Terminals disagree on whether sixels move with the rows.
        if pictures.drawsStrips, old.hasPictures || frame.grid.hasPictures { return old }
        guard let move = Self.bestMove(old, to: frame, by: capabilities, hasMargins: hasMargins) else { return old }
        clearStyle()
        output += move.text
        // Resetting the scroll region moves the cursor.
        place = nil
        return move.grid
    }

    private mutating func write(_ run: CellRun, of grid: CellGrid) {
        let row = grid[run.row]
        close(gapBefore: run, in: row)
        var column = run.column
        let end = run.column + run.cells.count
        // Blanks up to the edge are cleared at once.
        let ink = row.lastIndex { $0 != .blank }.map { $0 - row.startIndex + 1 } ?? 0
        while column < end {
            if column >= ink, end - column > 3, let clearLine = capabilities.clearLine {
                move(to: Frame.Position(row: run.row, column: column))
                clearStyle()
                output += clearLine
                return
            }
            let blanks = row[(row.startIndex + column)..<(row.startIndex + end)].prefix { $0 == .blank }.count
            // Behind the blanks the cursor has to move, unless the run ends there.
            if let erase = capabilities.erase, blanks > (column + blanks == end ? 4 : 8) {
                move(to: Frame.Position(row: run.row, column: column))
                clearStyle()
                output += erase(blanks)
                column += blanks
                continue
            }
            let cell = row[row.startIndex + column]
            write(cell, at: Frame.Position(row: run.row, column: column), of: grid)
            column += max(1, cell.width)
        }
    }

    /// Draws the rows of pictures of which cells were written, as blanks.
    private mutating func drawStrips(_ runs: [CellRun], of frame: Frame) {
        for (place, number, row) in frame.grid.stripStarts(in: runs, of: frame.pictures) {
            let strip = pictures.strip(row, of: number, in: frame.pictures)
            if strip.isEmpty { continue }
            move(to: place)
            output += strip
            // Terminals leave the cursor below the strip, or beside it.
            self.place = nil
        }
    }

    /// Writes over a short gap instead of moving the cursor.
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
        self.place = Frame.Position(row: run.row, column: run.column)
    }

    private mutating func write(_ cell: Cell, at target: Frame.Position, of grid: CellGrid) {
        let cell = pictures.drawsStrips && PicturePlaceholder.part(of: cell) != nil ? .blank : cell
        guard case .glyph(let glyph) = cell.content else { return }
        let isCorner = target.row == grid.rowCount - 1 && target.column + glyph.width >= grid.columnCount
        if isCorner, !capabilities.canWriteCorner { return }
        move(to: target)
        if !isPlain(cell) { set(cell.style) }
        // Terminals disagree on the width of joined emoji, so the cursor's position behind one is uncertain.
        let isCertain = glyph.isPlaceholder || glyph.character.unicodeScalars.count == 1
        if !isCertain, glyph.width > 1 {
            output += String(repeating: " ", count: glyph.width)
            place = nil
            move(to: target)
        }
        output.append(glyph.character)
        let end = target.column + glyph.width
        place = isCertain && end < grid.columnCount ? Frame.Position(row: target.row, column: end) : nil
    }

    /// Moves the cursor by the shortest sequence.
    private mutating func move(to target: Frame.Position) {
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

    /// Whether a blank looks plain in the current style.
    private func isPlain(_ cell: Cell) -> Bool {
        cell == .blank && style?.isSeenOnBlanks == false
    }

    /// Makes cleared cells look plain.
    private mutating func clearStyle() {
        if style?.isSeenOnBlanks != false { set(.plain) }
    }

    private mutating func set(_ new: CellStyle) {
        guard new != style else { return }
        defer { style = new }
        if capabilities.hasLinks, new.link != style?.link {
            output += "\u{1B}]8;;\(new.link ?? "")\u{1B}\\"
        }
        if let style, capabilities.hasCommonStyles {
            var (old, new) = (style, new)
            (old.link, new.link) = (nil, nil)
            output += StyleSequence.text(from: old, to: new) { [capabilities] index, isBackground in
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
        if new.attributes.contains(.italic) { output += capabilities.italic }
        if new.attributes.contains(.struck) { output += capabilities.struck }
        if case .indexed(let color) = new.foreground { output += capabilities.foreground(Int(color)) }
        if case .indexed(let color) = new.background { output += capabilities.background(Int(color)) }
    }
}
