import SimulationKit
import Testing

@testable import FullScreenHost

func glyphs(_ text: String) -> [Glyph] { Glyph.glyphs(of: text, measuredBy: testWidth) }

/// Texts of random scalars, many of which would harm a terminal.
func hostileText(_ generator: inout SplitMix64) -> String {
    let special: [Unicode.Scalar] = [
        "\0", "\u{7}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{AD}", "\u{200B}", "\u{200D}",
        "\u{200E}", "\u{2028}",
        "\u{202E}", "\u{2066}", "\u{FEFF}", "\u{301}", "\u{FE0F}", "a", " ", "日", "👩", "🇩", "क", "\u{94D}", "ष",
        "\u{1112}", "\u{1161}",
        "\u{E0067}", "א",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
        if Int.random(in: 0...2, using: &generator) > 0 {
            text.append(special[Int.random(in: special.indices, using: &generator)])
        } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator)) {
            text.append(scalar)
        }
    }
    return String(text)
}

@Suite struct GlyphTests {
    @Test(arguments: [
        ("a", 1), ("日", 2), ("e\u{301}", 1), ("👩‍👩‍👧‍👦", 2), ("한", 2), ("א", 1), (" ", 1), ("\u{FF21}", 2), ("ｱ", 1),
    ])
    func `a glyph has the measured width`(text: String, width: Int) {
        #expect(glyphs(text).map(\.width) == [width])
        #expect(glyphs(text).map { String($0.character).bytes } == [text.bytes])
    }

    @Test(arguments: [
        ("\t", [" "]), ("\n", [" "]), ("\r\n", [" "]), ("\u{1B}", ["\u{FFFD}"]), ("\r", ["\u{FFFD}"]),
        ("\u{9B}", ["\u{FFFD}"]),
        ("\u{202E}", ["\u{FFFD}"]), ("\u{2028}", ["\u{FFFD}"]), ("\u{200B}", ["\u{FFFD}"]), ("\u{301}", ["\u{FFFD}"]),
        ("a\u{200F}", ["a", "\u{FFFD}"]), ("क\u{94D}ष\u{94D}म", ["क\u{94D}", "ष\u{94D}", "म"]),
    ])
    func `no glyph acts on the terminal or is wider than two columns`(text: String, shown: [String]) {
        #expect(glyphs(text).map { String($0.character).bytes } == shown.map(\.bytes))
    }

    @Test func `a pile of combining marks is cut`() {
        let pile = glyphs("a" + String(repeating: "\u{301}", count: 5000) + "b")
        #expect(pile.map(\.character.unicodeScalars.count) == [Glyph.scalarLimit, 1])
    }

    @Test func `a glyph is one or two columns wide for any measure`() {
        for width in [-1, 0, 1, 2, 3, 1000] {
            let glyphs = Glyph.glyphs(of: "ae\u{301}日\u{200D}क", measuredBy: { _ in width })
            #expect(glyphs.allSatisfy { $0.width == 1 || $0.width == 2 })
            #expect(glyphs.isEmpty == false)
            for acting in "\u{1B}\u{9B}\u{7}\u{202E}\u{2028}" {
                #expect(Glyph.glyphs(of: String(acting), measuredBy: { _ in width }) == [.replacement])
            }
        }
    }

    @Test(arguments: Seeds.upTo(50))
    func `no cell holds a control character after random drawing`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var grid = CellGrid(rows: 3, columns: 20)
        for row in 0..<3 { grid.draw(glyphs(hostileText(&generator)), row: row, column: 0) }
        for row in 0..<3 {
            for cell in grid[row] {
                guard case .glyph(let glyph) = cell.content else { continue }
                for scalar in glyph.character.unicodeScalars {
                    #expect(scalar.properties.generalCategory != .control)
                    #expect(!scalar.properties.isBidiControl)
                }
            }
        }
    }
}
