import SimulationKit
import Testing

@testable import FullScreenHost

extension CellGrid {
    /// A row as text, with `<` for each right half.
    func text(_ row: Int) -> String {
        self[row].reduce(into: "") { text, cell in
            switch cell.content {
            case .glyph(let glyph): text.append(glyph.character)
            case .rightHalf: text += "<"
            }
        }
    }

    /// Whether each wide glyph has its right half, and each right half its glyph.
    var isWhole: Bool {
        (0..<rowCount).allSatisfy { row in
            (0..<columnCount).allSatisfy { column in
                let isRightHalf = self[row, column].content == .rightHalf
                let needsHalf = column > 0 && self[row, column - 1].width == 2
                let fits = self[row, column].width < 2 || column + 1 < columnCount
                return isRightHalf == needsHalf && fits
            }
        }
    }
}

@Suite struct CellGridTests {
    private let reversed = CellStyle(attributes: .reversed)

    @Test(arguments: [
        ("abc", 0, "abc   "), ("abcdefgh", 0, "abcdef"), ("abc", 4, "    ab"), ("abc", -1, "bc    "),
        ("abc", 6, "      "),
        ("abc", -3, "      "), ("日本", 0, "日<本<  "), ("日本語", 1, " 日<本< "), ("日本語", -1, " 本<語< "), ("日", 5, "      "),
        ("a\tb\nc\u{1B}", 0, "a b c\u{FFFD}"), ("e\u{301}x", 0, "e\u{301}x    "), ("👩‍👩‍👧‍👦!", 0, "👩‍👩‍👧‍👦<!   "),
        ("", 0, "      "),
    ])
    func `text is cut at the edge`(text: String, column: Int, row: String) {
        var grid = CellGrid(rows: 1, columns: 6)
        let end = grid.draw(glyphs(text), row: 0, column: column)
        #expect(grid.text(0) == row)
        #expect(grid.isWhole)
        #expect(end == column + glyphs(text).reduce(0) { $0 + $1.width })
    }

    @Test(arguments: [
        ("a", 0, "a 本<.."), ("a", 1, " a本<.."), ("日", 1, " 日< .."), ("a", 2, "日<a .."), ("日", 3, "日< 日<."),
        ("abc", 1, " abc.."),
    ])
    func `overwriting half of a wide glyph blanks the other half`(text: String, column: Int, row: String) {
        var grid = CellGrid(rows: 1, columns: 6)
        grid.draw(glyphs("日本.."), row: 0, column: 0)
        grid.draw(glyphs(text), row: 0, column: column)
        #expect(grid.text(0) == row)
        #expect(grid.isWhole)
    }

    @Test func `draw never writes outside the area`() {
        var grid = CellGrid(rows: 3, columns: 6)
        let area = CellArea(rows: 1..<2, columns: 1..<5)
        for row in -1...3 { grid.draw(glyphs("日本語"), row: row, column: 0, style: reversed, within: area) }
        #expect((0..<3).map(grid.text) == ["      ", "  本<  ", "      "])
        #expect(grid[1].map { $0.style == reversed } == [false, true, true, true, true, false])
        grid.draw(glyphs("x"), row: 1, column: 2, within: CellArea(rows: -5..<90, columns: 50..<60))
        #expect(grid.text(1) == "  本<  ")
    }

    @Test func `clear blanks an area in a style`() {
        var grid = CellGrid(rows: 2, columns: 6)
        grid.draw(glyphs("日本語"), row: 0, column: 0)
        grid.clear(CellArea(rows: 0..<1, columns: 1..<4), style: reversed)
        #expect(grid.text(0) == "    語<")
        #expect(grid[0].map { $0.style == reversed } == [false, true, true, true, false, false])
        #expect(grid.isWhole)
        grid.clear()
        #expect(grid == CellGrid(rows: 2, columns: 6))
    }

    @Test func `both halves have the glyph's style, and a blanked half keeps its own`() {
        var grid = CellGrid(rows: 1, columns: 3)
        grid.draw(glyphs("日"), row: 0, column: 0, style: reversed)
        #expect(grid[0].map(\.style) == [reversed, reversed, .plain])
        grid.draw(glyphs("a"), row: 0, column: 1)
        #expect(grid[0].map(\.style) == [reversed, .plain, .plain])
    }

    @Test(arguments: [
        (0, 0, 1, 1), (-5, 3, 1, 3), (65535, 65535, CellGrid.rowLimit, CellGrid.columnLimit), (24, 80, 24, 80),
    ])
    func `a grid can have any size within the limits`(rows: Int, columns: Int, rowCount: Int, columnCount: Int) {
        let grid = CellGrid(rows: rows, columns: columns)
        #expect(grid.rowCount == rowCount)
        #expect(grid.columnCount == columnCount)
        #expect(grid[rowCount - 1, columnCount - 1] == .blank)
    }

    @Test(arguments: Seeds.upTo(50))
    func `wide glyphs stay whole under random drawing`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let size = (rows: Int.random(in: 1...4, using: &generator), columns: Int.random(in: 1...12, using: &generator))
        var grid = CellGrid(rows: size.rows, columns: size.columns)
        for _ in 0..<40 {
            let low = Int.random(in: -2...size.columns, using: &generator)
            let area = CellArea(rows: -1..<9, columns: low..<(low + Int.random(in: 0...9, using: &generator)))
            grid.draw(
                glyphs(hostileText(&generator)),
                row: Int.random(in: -1...size.rows, using: &generator),
                column: Int.random(in: -9...size.columns, using: &generator),
                within: Bool.random(using: &generator) ? area : nil
            )
            if Int.random(in: 0...4, using: &generator) == 0 { grid.clear(area) }
            #expect(grid.isWhole)
        }
    }
}
