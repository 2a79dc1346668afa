import SimulationKit
import Testing

@testable import FullScreenHost

@Suite struct CellWriterTests {
    private func grid(_ texts: [String], columns: Int = 12, style: CellStyle = .plain) -> CellGrid {
        var grid = CellGrid(rows: texts.count, columns: columns)
        for (row, text) in texts.enumerated() {
            grid.draw(Glyph.glyphs(of: text, measuredBy: testWidth), row: row, column: 0, style: style)
        }
        return grid
    }

    @Test func `an unchanged frame writes nothing`() {
        var writer = CellWriter(TerminalFake.capabilities)
        let frame = Frame(grid: grid(["one", "two"]), cursor: Frame.Position(row: 1, column: 3))
        #expect(!writer.update(to: frame).isEmpty)
        #expect(writer.update(to: frame).isEmpty)
        writer.invalidate()
        #expect(!writer.update(to: frame).isEmpty)
    }

    @Test func `only a changed cell is written, and the cursor returns`() {
        var writer = CellWriter(TerminalFake.capabilities)
        _ = writer.update(to: Frame(grid: grid(["one", "two"]), cursor: Frame.Position(row: 1, column: 3)))
        let bytes = writer.update(to: Frame(grid: grid(["ons", "two"]), cursor: Frame.Position(row: 1, column: 3)))
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1}m0,2;s\u{1}m1,3;")
    }

    @Test func `a small gap is written over, and blanks up to the edge are cleared`() {
        var writer = CellWriter(TerminalFake.capabilities)
        _ = writer.update(to: Frame(grid: grid(["one two three"])))
        let bytes = writer.update(to: Frame(grid: grid(["One Two"])))
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1}m0,0;One Two \u{1}k;")
    }

    @Test func `a terminal that opens links is told where each begins and ends`() {
        var capabilities = TerminalFake.capabilities
        for hasLinks in [true, false] {
            capabilities.hasLinks = hasLinks
            var writer = CellWriter(capabilities)
            var grid = grid(["a b"])
            let link = CellStyle(attributes: .underlined, link: "https://x.org")
            grid.draw(Glyph.glyphs(of: "cd", measuredBy: testWidth), row: 0, column: 3, style: link)
            let text = String(decoding: writer.update(to: Frame(grid: grid)), as: UTF8.self)
            let parts = text.split(separator: "\u{1B}]8;;", omittingEmptySubsequences: false)
            #expect(parts.count == (hasLinks ? 3 : 1))
            if hasLinks {
                #expect(
                    parts[1].hasPrefix("https://x.org\u{1B}\\") && parts[1].contains("cd")
                        && parts[2].hasPrefix("\u{1B}\\")
                )
            }
        }
    }

    @Test(arguments: [true, false])
    func `the last cell stays blank on a terminal that would scroll`(canWriteCorner: Bool) {
        var capabilities = TerminalFake.capabilities
        capabilities.canWriteCorner = canWriteCorner
        var (writer, terminal) = (CellWriter(capabilities), TerminalFake(rows: 2, columns: 12))
        terminal.take(writer.update(to: Frame(grid: grid(["one", "twelve chars"]))))
        #expect(terminal.rows[1].joined() == (canWriteCorner ? "twelve chars" : "twelve char "))
    }

    @Test(arguments: [true, false], [true, false])
    func `the terminal shows every frame after any other`(drawsJoinedNarrow: Bool, hasMargins: Bool) {
        var generator = SplitMix64(seed: 7)
        let pieces = ["a", "b", " ", "  ", "日", "👍", "👩‍👩‍👧", "e\u{301}", "❤️", "long words", "─", "         "]
        let styles = [
            CellStyle.plain, CellStyle(attributes: .bold), CellStyle(attributes: .reversed),
            CellStyle(foreground: .indexed(3)),
        ]
        for _ in 0..<40 {
            let (rows, columns) = (Int.random(in: 1...9, using: &generator), Int.random(in: 2...40, using: &generator))
            var writer = CellWriter(TerminalFake.capabilities)
            writer.hasMargins = hasMargins
            var terminal = TerminalFake(rows: rows, columns: columns)
            terminal.drawsJoinedNarrow = drawsJoinedNarrow
            var grid = CellGrid(rows: rows, columns: columns)
            // A list beside a chat.
            let middle = Int.random(in: 1..<columns, using: &generator)
            let sides = [0..<middle, middle..<columns].map { CellArea(rows: 0..<rows, columns: $0) }
            for _ in 0..<30 {
                if Bool.random(using: &generator) {
                    grid.move(sides[1], upBy: Int.random(in: 1...2, using: &generator))
                }
                for _ in 0..<Int.random(in: 0...6, using: &generator) {
                    let text = (0..<4).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
                    let side = sides[Int.random(in: 0...1, using: &generator)]
                    grid.draw(
                        Glyph.glyphs(of: text, measuredBy: testWidth),
                        row: Int.random(in: 0..<rows, using: &generator),
                        column: Int.random(in: -2..<columns, using: &generator),
                        style: styles.randomElement(using: &generator) ?? .plain,
                        within: side
                    )
                }
                let cursor = Bool.random(using: &generator) ? Frame.Position(row: 0, column: 0) : nil
                terminal.take(writer.update(to: Frame(grid: grid, cursor: cursor, moving: sides[1])))
                expectSame(terminal, grid, drawsJoinedNarrow)
                #expect(terminal.isCursorVisible == (cursor != nil))
            }
        }
    }

    /// A terminal that draws an emoji narrower leaves a blank beside it, and all other cells in place.
    private func expectSame(_ terminal: TerminalFake, _ grid: CellGrid, _ drawsJoinedNarrow: Bool) {
        let wanted = TerminalFake.rows(of: grid)
        for (row, cells) in wanted.enumerated() {
            for (column, cell) in cells.enumerated() where !(drawsJoinedNarrow && cell.hasSuffix("<")) {
                #expect(terminal.rows[row][column] == cell)
            }
        }
    }

    /// Moves lines up by one beside others that stay; returns the bytes written and the cells shown.
    private func moved(hasMargins: Bool, beside count: Int) -> Int {
        let lines = (0..<20).map { "line \($0) is \($0 * 7_919) and \($0 * 104_729)" }
        func frame(from first: Int) -> Frame {
            var grid = CellGrid(rows: 10, columns: 60)
            for row in 0..<10 {
                if row < count {
                    grid.draw(Glyph.glyphs(of: "name \(row)", measuredBy: testWidth), row: row, column: 0)
                }
                let glyphs = Glyph.glyphs(of: lines[first + row], measuredBy: testWidth)
                grid.draw(glyphs, row: row, column: 20, style: CellStyle(attributes: .dim))
            }
            return Frame(grid: grid, moving: CellArea(rows: 0..<10, columns: 20..<60))
        }
        var writer = CellWriter(TerminalFake.capabilities)
        writer.hasMargins = hasMargins
        var terminal = TerminalFake(rows: 10, columns: 60)
        terminal.take(writer.update(to: frame(from: 0)))
        let bytes = writer.update(to: frame(from: 1))
        terminal.take(bytes)
        #expect(terminal.rows == TerminalFake.rows(of: frame(from: 1).grid))
        return bytes.count
    }

    @Test func `rows that move up are scrolled, and only new cells are written`() {
        #expect(moved(hasMargins: false, beside: 0) < 90)
        #expect(moved(hasMargins: true, beside: 10) < 90)
        // Cells beside them move as well and are written again: as few rows as possible.
        #expect((90..<200).contains(moved(hasMargins: false, beside: 5)))
    }
}
