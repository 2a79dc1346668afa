import Testing

@testable import FullScreenHost

@Suite struct InputTextTests {
    private func rows(_ text: InputText) -> [String] { text.rows.map { String($0.map(\.character)) } }

    @Test(arguments: [
        ("", 0, 5, [""], 0, 0), ("abc", 1, 5, ["abc"], 0, 1), ("abc", 3, 5, ["abc"], 0, 3),
        ("abcde", 5, 5, ["abcde"], 1, 0), ("abcdefg", 6, 5, ["abcde", "fg"], 1, 1), ("a\nb", 2, 5, ["a", "b"], 1, 0),
        ("a\nb", 1, 5, ["a", "b"], 0, 1), ("日本語", 6, 5, ["日本", "語"], 1, 0), ("日本語", 9, 5, ["日本", "語"], 1, 2),
        ("👩‍👩‍👧x", 18, 4, ["👩‍👩‍👧x"], 0, 2), ("a\n", 2, 5, ["a", ""], 1, 0), ("日", 0, 1, ["\u{FFFD}"], 0, 0),
        ("abcde", 0, 5, ["abcde"], 0, 0), ("ab cde", 6, 5, ["ab ", "cde"], 1, 3),
        ("ab cd ef", 3, 5, ["ab cd", " ef"], 0, 3),
        ("ab cde", 4, 5, ["ab ", "cde"], 1, 1), ("a bcdefgh", 9, 5, ["a ", "bcdef", "gh"], 2, 2),
        ("ab cd\ne", 5, 5, ["ab cd", "e"], 1, 0), ("ab     c", 8, 5, ["ab   ", "  c"], 1, 3),
    ])
    func `the cursor is where the next character will be`(
        text: String,
        cursor: Int,
        columns: Int,
        shown: [String],
        row: Int,
        column: Int
    ) {
        let input = InputText(text, cursor: cursor, columns: columns)
        #expect(rows(input) == shown)
        #expect(input.cursor == Frame.Position(row: row, column: column))
        #expect(input.rowCount > row)
    }

    @Test func `rows break at line feeds and at no other separator`() {
        let text = InputText("one\u{2028}two\nthree", cursor: 0, columns: 20)
        #expect(rows(text) == ["one\u{FFFD}two", "three"])
    }
}
