import Chat
import ChatTypes
import Foundation
import SimulationKit
import Testing

@testable import FullScreenHost

/// Formatted messages: attributes, marks, spoilers and links.
@Suite struct MessageTextTests {
    private func row(_ typed: String, id: String = "1") -> ChatViewState.Row {
        var row = theirs(id)
        let text = TypedText.read(typed)
        (row.text, row.spans) = (text.text, text.spans)
        return row
    }

    private func stage(_ rows: [ChatViewState.Row], columns: Int = 60, title: String = "Ada") -> ModelStage {
        var stage = ModelStage(rows: 16, columns: columns)
        stage.openChat(ChatViewState(title: title, rows: rows))
        return stage
    }

    /// The lines of the last message, without the columns before its text.
    private func lines(_ typed: String, columns: Int = 60) -> [String] {
        var stage = stage([row(typed)], columns: columns)
        let shown = stage.rows().dropFirst().dropLast(2).filter { !$0.isEmpty }.dropFirst()
        return shown.map { String($0.dropFirst(16)) }
    }

    /// The style of the first cell that shows a character, among the texts.
    private func style(of character: Character, in typed: String) -> CellStyle? {
        var stage = stage([row(typed)])
        let grid = stage.model.frame().frame.grid
        for line in 0..<grid.rowCount {
            for column in 16..<grid.columnCount {
                if case .glyph(let glyph) = grid[line, column].content, glyph.character == character {
                    return grid[line, column].style
                }
            }
        }
        return nil
    }

    @Test func `marks are hidden, and formats are attributes`() {
        #expect(lines("*i* **b** ~~s~~ `c` x") == ["i b s c x"])
        let attributes: [(Character, CellStyle.Attributes)] = [("i", .italic), ("b", .bold), ("s", .struck), ("x", [])]
        for (character, attributes) in attributes {
            #expect(
                style(of: character, in: "*i* **b** ~~s~~ `c` x") == CellStyle(attributes: attributes),
                "\(character)"
            )
        }
        #expect(style(of: "c", in: "`c`")?.background == .indexed(236))
        #expect(style(of: "h", in: "# h")?.attributes == [.bold, .underlined])
        #expect(style(of: "b", in: "***b***")?.attributes == [.bold, .italic])
    }

    @Test func `lists, quotes and code are indented, also where they wrap`() {
        #expect(lines("- one\n- two\n  - three\n1. four") == ["• one", "• two", "  • three", "1. four"])
        #expect(lines("> a\n>> b\nc") == ["│ a", "│ │ b", "c"])
        #expect(lines("a\n```\nb\n  c\n```") == ["a", "  b", "    c"])
        let long = "one two three four five six"
        #expect(lines("- \(long)", columns: 40) == ["• one two three four", "  five six"])
        #expect(lines("> \(long)", columns: 40) == ["│ one two three four", "│ five six"])
    }

    @Test func `the marks that the program adds are dim, which no format is`() {
        for (mark, typed) in [("│", "> a"), ("•", "- a"), ("(", "[a](https://x.org)")] as [(Character, String)] {
            #expect(
                style(of: mark, in: typed)?.attributes.subtracting(.underlined) == Theme(colorCount: 256).dim.attributes
            )
            #expect(style(of: mark, in: String(mark))?.attributes == [])
        }
        for format in [
            "*a*", "**a**", "~~a~~", "`a`", "# a", "> a", "- a", "||a||", "[a](https://x.org)", "```\na\n```",
        ] {
            #expect(
                style(of: format.contains("||") ? "▒" : "a", in: format)?.attributes.contains(.dim) == false,
                "\(format)"
            )
        }
    }

    @Test func `a link says where it leads, unless its text does`() {
        #expect(lines("[docs](https://x.org/a) b") == ["docs (https://x.org/a) b"])
        #expect(lines("[x.org](https://x.org/) <https://y.org>") == ["x.org https://y.org"])
        #expect(
            style(of: "d", in: "[docs](https://x.org/a)") == CellStyle(attributes: .underlined, link: "https://x.org/a")
        )
    }

    @Test func `a long address behind its link is cut, and the link leads to all of it`() {
        let address = "https://x.org/" + String(repeating: "a", count: 60)
        let text = MessageText(row("[docs](\(address))"), theme: Theme(colorCount: 8), isSelected: false)
        let last = text.lines.last?.pieces.last
        #expect(last?.text == " (\(address.prefix(59))…)" && last?.style.link == address)
    }

    @Test func `only the first line of an item has its bullet, and the others are as far right`() {
        var item = theirs("1", "one\ntwo")
        item.spans = [TextSpan(.listItem(number: 3), start: 0, length: 7)]
        let text = MessageText(item, theme: Theme(colorCount: 8), isSelected: false)
        #expect(text.lines.map(\.bullet) == ["3. ", ""])
        #expect(text.lines.map { $0.margin.map(\.text) } == [[], ["   "]])
    }

    @Test func `a spoiler is hidden until its message is selected`() {
        var stage = stage([row("it was ||the [butler](https://x.org)||")])
        #expect(stage.rows().contains { $0.hasSuffix("it was ▒▒▒ ▒▒▒▒▒▒") })
        stage.press(Key(.up, .control))
        #expect(stage.rows().contains { $0.hasSuffix("it was the butler (https://x.org)") })
        stage.press(Key(.escape))
        #expect(stage.rows().contains { $0.hasSuffix("it was ▒▒▒ ▒▒▒▒▒▒") })
    }

    @Test func `an emote names its author behind a star`() {
        #expect(lines("/me *waves*") == ["* Ada waves"])
        #expect(style(of: "*", in: "/me waves")?.attributes == Theme(colorCount: 256).dim.attributes)
        #expect(lines("\\* Ada waves") == ["* Ada waves"])
        #expect(style(of: "*", in: "\\* Ada waves")?.attributes == [])
    }

    @Test func `an emote of the user has You in the column of names, not before its verb`() {
        var own = mine("1")
        let text = TypedText.read("/me waves")
        (own.text, own.spans) = (text.text, text.spans)
        var stage = stage([own])
        #expect(stage.rows().contains { $0.hasSuffix("You ✓  * waves") })
    }

    @Test func `an edited formatted message says so behind its text`() {
        var edited = row("**a**")
        edited.isEdited = true
        var stage = stage([edited])
        #expect(stage.rows().contains { $0.hasSuffix("a (edited)") })
    }

    @Test func `a terminal that strikes nothing through shows the marks`() {
        var theme = Theme(colorCount: 8)
        (theme.canSlant, theme.canStrike) = (false, false)
        let text = MessageText(row("~~a~~ *b*"), theme: theme, isSelected: false)
        #expect(text.lines.map { $0.pieces.map(\.text) } == [["~~", "a", "~~", " ", "b"]])
        #expect(text.lines[0].pieces.map(\.style.attributes) == [.dim, [], .dim, [], .underlined])
    }

    @Test func `a text that acts on the terminal is harmless in every format`() {
        for mark in ["*", "**", "`", "||", "~~"] {
            var stage = stage([row("\(mark)a\u{1B}[31m\u{202E}\u{7}b\(mark)")])
            #expect(!stage.rows().joined().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        }
    }

    @Test func `any spans over a text can be drawn`() {
        var random = SplitMix64(seed: 1)
        let kinds: [TextSpan.Kind] = [
            .emphasis, .strong, .strike, .underline, .code, .codeBlock, .quote, .spoiler, .heading(level: 1),
            .listItem(number: nil),
            .listItem(number: 3), .link("https://x.org"), .emote, .markup,
        ]
        for _ in Seeds.upTo(300) {
            let text = "one two\n\nthree 日本 four\n  five"
            let spans = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                TextSpan(
                    kinds.randomElement(using: &random) ?? .strong,
                    start: Int.random(in: 0...30, using: &random),
                    length: Int.random(in: 1...20, using: &random)
                )
            }
            var row = theirs("1", text)
            row.spans = spans.bounded(to: text)
            var stage = stage([row], columns: Int.random(in: 2...60, using: &random))
            _ = stage.rows()
        }
    }

    @Test func `many spans on one line are drawn in time`() {
        let text = String(repeating: "a", count: 2 * Limits.spans)
        var row = theirs("1", text)
        row.spans = (0..<Limits.spans).map { TextSpan(.strong, start: $0, length: Limits.spans) }
        #expect(MessageText(row, theme: Theme(colorCount: 8), isSelected: false).lines.count == 1)
    }

    @Test func `o opens the link of the selected message, and editing brings back what was typed`() {
        var stage = stage([row("see [docs](https://x.org/a)")])
        stage.press(Key(.up, .control), .text("o"))
        #expect(stage.takeEffects().contains(.openLink("https://x.org/a")))
        var own = mine("2")
        let text = TypedText.read("/me *waves*")
        (own.text, own.spans) = (text.text, text.spans)
        var other = self.stage([own])
        other.press(Key(.up, .control), .text("e"))
        #expect(other.typed == "/me *waves*")
    }

    @Test func `me sends what the user does`() {
        var stage = stage([row("a")])
        stage.type("/me waves")
        stage.press(Key(.enter))
        #expect(stage.takeEffects().contains(.chat(.send("/me waves"))))
        #expect(stage.typed.isEmpty)
    }
}
