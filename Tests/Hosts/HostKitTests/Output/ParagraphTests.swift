import SimulationKit
import Testing

@testable import HostKit

@Suite struct ParagraphTests {
    private let text = "The quick brown fox jumps over the lazy dog"

    @Test func `a text wraps between words and continues below its beginning`() {
        #expect(
            Paragraph(opening: "Ada: ", body: [text], ending: "(read)").lines(columns: 24) == [
                "Ada: The quick brown fox", "     jumps over the lazy", "     dog  (read)",
            ]
        )
    }

    @Test func `without a terminal, only the text's own lines are indented`() {
        let lines = Paragraph(opening: "Ada: ", body: [text, "", "  end"], ending: "(read)").lines(columns: nil)
        #expect(lines == ["Ada: " + text, "     ", "       end  (read)"])
    }

    @Test func `an ending that does not fit has a line of its own`() {
        let lines = Paragraph(opening: "me: ", body: ["0123456789"], ending: "(sent)").lines(columns: 18)
        #expect(lines == ["me: 0123456789", "    (sent)"])
        let fitting = Paragraph(opening: "me: ", body: ["0123456789"], ending: "(sent)").lines(columns: 22)
        #expect(fitting == ["me: 0123456789  (sent)"])
    }

    @Test func `a text begins beside an opening that leaves it a quarter of the row`() {
        func lines(_ opening: String) -> [String] {
            Paragraph(opening: opening, body: ["hello"], indent: 2).lines(columns: 20)
        }
        #expect(lines("012345678901234") == ["012345678901234hello"])
        #expect(lines("0123456789012345") == ["0123456789012345", "  hello"])
    }

    @Test func `a word wider than a line is broken, and another one moved`() {
        #expect(
            Paragraph(opening: "> ", body: ["a 0123456789abc 日本語"]).lines(columns: 10) == [
                "> a", "  01234567", "  89abc", "  日本語",
            ]
        )
    }

    @Test func `a sentence wraps between words, with its command or a long word whole on a row`() {
        func rows(_ sentence: String, _ columns: Int? = 20) -> [String] {
            WrappedSentence.rows(of: sentence, columns: columns)
        }
        #expect(rows("one two three four five six") == ["one two three four", "  five six"])
        #expect(
            rows("one two three four x y") == ["one two three four x", "  y"],
            "a row may be as wide as the terminal"
        )
        let command = "viperchat --profile work login @me:example.org"
        #expect(rows("To log in again: \(command)") == ["To log in again:", "  \(command)"])
        #expect(rows("See: viperchat list") == ["See: viperchat list"], "it has room")
        #expect(rows(command) == [command])
        let page = "https://example.org/a/long/address"
        #expect(rows(" \(page)") == [" \(page)"])
        #expect(rows("open \(page) now") == ["open", "  \(page)", "  now"])
        let long = "To log in again: \(command)"
        #expect(rows(long, nil) == [long], "programs get one line")
    }

    @Test func `an opening as wide as the terminal is followed by the text below`() {
        let lines = Paragraph(opening: "  10:00 am  Ada Lovelace: ", body: ["hello there"]).lines(columns: 28)
        #expect(lines == ["  10:00 am  Ada Lovelace: ", "              hello there"])
    }

    @Test func `a line of a text keeps its indent`() {
        let lines = Paragraph(opening: "> ", body: ["if x:", "    return one of them"]).lines(columns: 20)
        #expect(lines == ["> if x:", "      return one of", "  them"])
    }

    @Test(arguments: Seeds.every(7, of: 1...140))
    func `no line is wider than the terminal, and nothing is lost`(columns: Int) {
        var generator = SplitMix64(seed: UInt64(columns))
        let pieces = ["a", "word", " ", "  ", "日本", "👩‍👩‍👧‍👦", "e\u{301}", "\u{1B}", "\t", String(repeating: "x", count: 90)]
        for _ in 0..<20 {
            let text = (0..<Int.random(in: 0...40, using: &generator))
                .map { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }.joined()
            let body = TerminalText.lines(text)
            let lines = Paragraph(opening: "10:00 am  Ada: ", body: body, ending: "(read)").lines(columns: columns)
            // A single character may be wider than a narrow terminal.
            if columns >= 8 { for line in lines { #expect(TerminalText.width(line) <= columns) } }
            let ink = { (text: String) in text.filter { $0 != " " } }
            if columns >= 20 { #expect(ink(lines.joined()) == ink("10:00 am  Ada: " + body.joined() + "(read)")) }
        }
    }
}
