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

    @Test func `a frame that is shown already is not written again`() {
        var writer = CellWriter(TerminalFake.capabilities)
        let frame = Frame(grid: grid(["one", "two"]), cursor: Frame.Place(row: 1, column: 3))
        #expect(!writer.update(to: frame).isEmpty)
        #expect(writer.update(to: frame).isEmpty)
        writer.forget()
        #expect(!writer.update(to: frame).isEmpty)
    }

    @Test func `a cell that changes is all that is written, and the cursor goes back`() {
        var writer = CellWriter(TerminalFake.capabilities)
        _ = writer.update(to: Frame(grid: grid(["one", "two"]), cursor: Frame.Place(row: 1, column: 3)))
        let bytes = writer.update(to: Frame(grid: grid(["ons", "two"]), cursor: Frame.Place(row: 1, column: 3)))
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1}h;\u{1}m0,2;s\u{1}m1,3;\u{1}v;")
    }

    @Test func `a small gap is written over, and what is blank to the edge is cleared at once`() {
        var writer = CellWriter(TerminalFake.capabilities)
        _ = writer.update(to: Frame(grid: grid(["one two three"])))
        let bytes = writer.update(to: Frame(grid: grid(["One Two"])))
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1}m0,0;One Two \u{1}k;")
    }

    @Test(arguments: [true, false])
    func `the terminal shows every frame, whatever came before it`(drawsJoinedNarrow: Bool) {
        var generator = SplitMix64(seed: 7)
        let pieces = ["a", "b", " ", "  ", "日", "👍", "👩‍👩‍👧", "e\u{301}", "❤️", "long words", "─"]
        let styles = [
            CellStyle.plain, CellStyle(attributes: .bold), CellStyle(attributes: .reversed),
            CellStyle(foreground: .indexed(3)),
        ]
        for _ in 0..<40 {
            let (rows, columns) = (Int.random(in: 1...6, using: &generator), Int.random(in: 1...14, using: &generator))
            var writer = CellWriter(TerminalFake.capabilities)
            var terminal = TerminalFake(rows: rows, columns: columns)
            terminal.drawsJoinedNarrow = drawsJoinedNarrow
            var grid = CellGrid(rows: rows, columns: columns)
            for _ in 0..<30 {
                for _ in 0..<Int.random(in: 0...4, using: &generator) {
                    let text = (0..<3).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
                    grid.draw(
                        Glyph.glyphs(of: text, measuredBy: testWidth),
                        row: Int.random(in: 0..<rows, using: &generator),
                        column: Int.random(in: -2..<columns, using: &generator),
                        style: styles.randomElement(using: &generator) ?? .plain
                    )
                }
                if Bool.random(using: &generator) { grid.move(0..<rows, upBy: 1) }
                let cursor = Bool.random(using: &generator) ? Frame.Place(row: 0, column: 0) : nil
                terminal.take(writer.update(to: Frame(grid: grid, cursor: cursor, movingRows: 0..<rows)))
                expectSame(terminal, grid, drawsJoinedNarrow)
                #expect(terminal.isCursorVisible == (cursor != nil))
            }
        }
    }

    /// A terminal that draws a picture narrower leaves a blank beside it, and everything else where it belongs.
    private func expectSame(_ terminal: TerminalFake, _ grid: CellGrid, _ drawsJoinedNarrow: Bool) {
        let wanted = TerminalFake.rows(of: grid)
        for (row, cells) in wanted.enumerated() {
            for (column, cell) in cells.enumerated() where !(drawsJoinedNarrow && cell.hasSuffix("<")) {
                #expect(terminal.rows[row][column] == cell)
            }
        }
    }

    @Test func `rows that move up are moved, and only what is new is written`() {
        let style = CellStyle(attributes: .dim)
        let lines = (0..<20).map { "line \($0) is \($0 * 7_919) and \($0 * 104_729)" }
        var writer = CellWriter(TerminalFake.capabilities)
        var terminal = TerminalFake(rows: 10, columns: 40)
        let old = Frame(grid: grid(Array(lines[0..<10]), columns: 40, style: style), movingRows: 0..<10)
        terminal.take(writer.update(to: old))
        let new = Frame(grid: grid(Array(lines[1..<11]), columns: 40, style: style), movingRows: 0..<10)
        let bytes = writer.update(to: new)
        terminal.take(bytes)
        #expect(terminal.rows == TerminalFake.rows(of: new.grid))
        #expect(bytes.count < 90)
    }
}
