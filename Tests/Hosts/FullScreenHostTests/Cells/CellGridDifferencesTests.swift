import SimulationKit
import Testing

@testable import FullScreenHost

@Suite struct CellGridDifferencesTests {
    private func grid(_ rows: String..., columns: Int = 8) -> CellGrid {
        var grid = CellGrid(rows: rows.count, columns: columns)
        for (row, text) in rows.enumerated() { grid.draw(glyphs(text), row: row, column: 0) }
        return grid
    }

    private func text(_ run: CellRun) -> String {
        "\(run.row),\(run.column):"
            + run.cells.map { cell in
                guard case .glyph(let glyph) = cell.content else { return "<" }
                return String(glyph.character)
            }.joined()
    }

    @Test(arguments: [
        ("abc", "abc", []), ("abc", "abd", ["0,2:d"]), ("abc", "xbz", ["0,0:x", "0,2:z"]), ("abc", "", ["0,0:   "]),
        ("", "日", ["0,0:日<"]), ("日", "本", ["0,0:本<"]), ("日本", "日x本", ["0,2:x本<"]), ("日本", "x日本", ["0,0:x日<本<"]),
        ("日本", "日 x", ["0,2: x"]), ("a日", "a xb", ["0,1: xb"]), ("日a", "本a", ["0,0:本<"]),
        ("日a本", "本a日", ["0,0:本<", "0,3:日<"]),
        ("abcdefgh", "abcdefgx", ["0,7:x"]), ("abcdef日", "abcdef本", ["0,6:本<"]),
    ])
    func `runs contain only cells that differ`(old: String, new: String, runs: [String]) {
        #expect(grid(new).runs(since: grid(old)).map(text) == runs)
    }

    @Test(arguments: [
        ("a🧑🏿b", "", ["0,0:        "]), ("", "a🧑🏿b", ["0,0:a🧑🏿<b    "]), ("a🧑🏿b", "a🧑🏿c", ["0,3:c"]),
        ("ab🧑🏿", "xb🧑🏿", ["0,0:xb🧑🏿<    "]),
    ])
    func `the rest of a row is written again with emoji of uncertain width`(old: String, new: String, runs: [String]) {
        #expect(grid(new).runs(since: grid(old)).map(text) == runs)
    }

    @Test func `runs are ordered from the top and include changes of style`() {
        var new = grid("one", "two", "three")
        new.draw(glyphs("w"), row: 1, column: 1, style: CellStyle(attributes: .bold))
        #expect(new.runs(since: grid("One", "two", "thRee")).map(text) == ["0,0:o", "1,1:w", "2,2:r"])
    }

    @Test func `all rows are written if the sizes differ`() {
        #expect(grid("a", columns: 2).runs(since: grid("a")).map(text) == ["0,0:a "])
        #expect(grid("a", "b", columns: 2).runs(since: grid("a", columns: 2)).map(text) == ["0,0:a ", "1,0:b "])
    }

    @Test(arguments: Seeds.upTo(100))
    func `runs turn one grid into another and are minimal`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var old = CellGrid(rows: 3, columns: 15)
        for row in 0..<3 { old.draw(glyphs(hostileText(&generator)), row: row, column: 0) }
        var new = old
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let text = String(hostileText(&generator).prefix(3))
            let column = Int.random(in: -2...15, using: &generator)
            new.draw(glyphs(text), row: Int.random(in: 0..<3, using: &generator), column: column)
        }
        var made = (0..<3).map { Array(old[$0]) }
        for run in new.runs(since: old) {
            #expect(run.cells.first?.content != .rightHalf)
            #expect(run.cells.last?.width != 2)
            for (offset, cell) in run.cells.enumerated() {
                let column = run.column + offset
                let hasDoubt = (Array(old[run.row]) + Array(new[run.row])).contains(where: \.isDoubtful)
                #expect(cell != old[run.row, column] || cell.content == .rightHalf || hasDoubt)
                made[run.row][column] = cell
            }
        }
        #expect(made == (0..<3).map { Array(new[$0]) })
    }
}
