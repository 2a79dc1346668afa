import Testing

@testable import FullScreenHost

/// What a search found is highlighted where the search finds it: at the beginning of a word, in any spelling, and anywhere in a
/// text without spaces.
@Suite struct CellGridHighlightingTests {
    @Test(arguments: [
        ("green tea", "tea", "tea"), ("green tea", "TÉA", "tea"), ("teapot", "tea", "tea"), ("steam", "tea", ""),
        ("明日は新しい駅", "新しい", "新しい"), ("明日Berlin", "日", "日"), ("straße", "strasse", "straße"),
        ("STRASSE", "straße", "STRASSE"), ("straße", "stras", "straß"), ("tea tea", "tea", "teatea"), ("te", "tea", ""),
    ])
    func `words are highlighted where a search finds them`(text: String, sought: String, found: String) {
        let style = CellStyle(attributes: .reversed)
        var grid = CellGrid(rows: 1, columns: 20)
        grid.draw(glyphs(text), row: 0, column: 0)
        grid.highlight(sought.searchWords, in: CellArea(rows: 0..<1, columns: 0..<20), style)
        let cells = grid[0].filter { $0.style == style }
        #expect(
            String(cells.compactMap { if case .glyph(let glyph) = $0.content { glyph.character } else { nil } })
                == found
        )
    }
}
