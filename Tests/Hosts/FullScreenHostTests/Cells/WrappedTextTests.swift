import SimulationKit
import Testing

@testable import FullScreenHost

@Suite struct WrappedTextTests {
    /// Each row, with `.` for each free column before it.
    private func rows(_ text: String, _ columns: Int, opening: Int = 0, indent: Int = 0) -> [String] {
        WrappedText(text, columns: columns, opening: opening, indent: indent, measuredBy: testWidth).map { row in
            String(repeating: ".", count: row.column) + String(row.glyphs.map(\.character))
        }
    }

    @Test(arguments: [
        ("", 5, [""]), ("hello", 5, ["hello"]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
        ("one two", 3, ["one", "two"]),
        ("one two three", 7, ["one two", "three"]), ("one  two", 4, ["one", "two"]), ("one  two", 5, ["one", "two"]),
        ("a  b", 4, ["a  b"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]), ("a bcdefgh", 4, ["a", "bcde", "fgh"]), ("a\nb", 5, ["a", "b"]),
        ("a\r\n\r\nb", 5, ["a", "", "b"]),
        ("a\n", 5, ["a", ""]), ("\n", 5, ["", ""]), ("one \ntwo", 3, ["one", "two"]),
        ("one\n two", 5, ["one", " two"]),
        ("  a b", 3, ["  a", "b"]), ("     ", 3, ["   "]), ("   abc", 2, ["  ", "ab", "c"]),
        ("  abc", 3, ["  a", "bc"]),
        ("a b c d e", 1, ["a", "b", "c", "d", "e"]), ("one two", 0, ["o", "n", "e", "t", "w", "o"]),
        ("a\u{A0}b c", 4, ["a\u{A0}b", "c"]), ("tab\tbed", 5, ["tab", "bed"]),
    ])
    func `rows break between words`(text: String, columns: Int, rows: [String]) {
        #expect(self.rows(text, columns) == rows)
    }

    @Test(arguments: [
        ("日本語", 4, ["日本", "語"]), ("日本語", 5, ["日本", "語"]), ("ab日本", 5, ["ab日", "本"]), ("日本ab", 5, ["日本", "ab"]),
        ("日本abcdef", 6, ["日本", "abcdef"]), ("日 本", 2, ["日", "本"]), ("日 本", 3, ["日", "本"]),
        ("日本", 1, ["\u{FFFD}", "\u{FFFD}"]),
        ("a日", 1, ["a", "\u{FFFD}"]),
        ("👩‍👩‍👧‍👦👍🏽", 3, ["👩‍👩‍👧‍👦", "👍🏽"]), ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
        ("한국어 한국", 6, ["한국어", "한국"]),
        ("שלום עולם", 5, ["שלום", "עולם"]),
    ])
    func `rows break beside wide letters and never within a character`(text: String, columns: Int, rows: [String]) {
        #expect(self.rows(text, columns) == rows)
    }

    @Test(arguments: [
        ("one two three", 9, 4, 2, ["....one", "..two", "..three"]),
        ("longword", 9, 4, 2, ["....", "..longwor", "..d"]),
        ("a longword", 10, 4, 2, ["....a", "..longword"]), ("a", 5, 5, 2, [".....", "..a"]),
        ("a", 5, 9, 2, [".........", "..a"]),
        ("abcd", 4, 0, 9, ["abcd"]), ("abcdef", 4, 0, 9, ["abcd", "..ef"]), ("ab", 1, 0, 1, ["a", "b"]),
        ("", 5, 3, 1, ["..."]),
        ("a\nb\nc", 5, 3, 1, ["...a", ".b", ".c"]), ("日本", 3, 2, 1, ["..", ".日", ".本"]),
    ])
    func `text beside an opening continues indented`(
        text: String,
        columns: Int,
        opening: Int,
        indent: Int,
        rows: [String]
    ) {
        #expect(self.rows(text, columns, opening: opening, indent: indent) == rows)
    }

    @Test func `rows that are not requested are not made`() {
        var measured = 0
        let text = String(repeating: "word ", count: 10_000)
        let wrapped = WrappedText(text, columns: 10) { character in
            measured += 1
            return testWidth(character)
        }
        #expect(Array(wrapped.prefix(3)).count == 3)
        #expect(measured < 50)
    }

    @Test(arguments: Seeds.upTo(100))
    func `no row is too wide, and only spaces are lost`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let text = hostileText(&generator)
        let columns = Int.random(in: 2...12, using: &generator)
        let opening = Int.random(in: 0...14, using: &generator)
        let indent = Int.random(in: 0...9, using: &generator)
        let wrapped = Array(
            WrappedText(text, columns: columns, opening: opening, indent: indent, measuredBy: testWidth)
        )
        #expect(wrapped.dropFirst().allSatisfy { $0.column + $0.width <= columns })
        #expect(wrapped.first.map { $0.width == 0 || $0.column + $0.width <= columns } == true)
        #expect(wrapped.first?.column == opening)
        #expect(wrapped.dropFirst().allSatisfy { $0.column == min(indent, columns / 2) })
        let hasRoom = columns - min(indent, columns / 2) >= 2
        if hasRoom {
            #expect(wrapped.flatMap(\.glyphs).filter { $0 != .blank } == glyphs(text).filter { $0 != .blank })
        }
    }
}
