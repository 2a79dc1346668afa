import Foundation
import Testing

@testable import ChatTypes

@Suite struct FormattedTextTests {
    private let all: [TextSpan] = [
        TextSpan(.emote, start: 0, length: 2), TextSpan(.quote, start: 2, length: 9),
        TextSpan(.heading(level: 2), start: 2, length: 4), TextSpan(.listItem(number: 3), start: 2, length: 2),
        TextSpan(.listItem(number: nil), start: 4, length: 2),
        TextSpan(.link("https://x.org/?a=b"), start: 4, length: 1),
        TextSpan(.strong, start: 5, length: 1), TextSpan(.markup, start: 6, length: 1),
    ]

    @Test func `spans keep their kinds in the history and in JSON`() throws {
        #expect([TextSpan](stored: all.stored ?? "") == all)
        #expect([TextSpan]().stored == nil)
        let json = try JSONEncoder().encode(all)
        #expect(try JSONDecoder().decode([TextSpan].self, from: json) == all)
    }

    @Test(arguments: [
        "", "x", "strong", "strong 1", "strong a b", "strong 1 0", "heading 0 1 0", "heading 0 1 7",
        "link 0 1 javascript:x", "new 0 1",
    ])
    func `a line that is no span is skipped`(_ line: String) {
        #expect([TextSpan](stored: line + "\nstrong 0 1") == [TextSpan(.strong, start: 0, length: 1)])
    }

    @Test(arguments: [(-1, 2), (0, 0), (0, -1), (0, 6), (5, 1), (6, 1), (1, 1), (0, 2), (Int.max, 1), (1, Int.max)])
    func `a span that does not fit its text is dropped`(_ start: Int, _ length: Int) {
        // The second character has three bytes.
        #expect([TextSpan(.strong, start: start, length: length)].bounded(to: "a…b").isEmpty)
    }

    @Test func `of too many spans or addresses the first ones stay`() {
        let spans = [TextSpan](repeating: TextSpan(.strong, start: 0, length: 1), count: Limits.spans + 1)
        #expect(spans.bounded(to: "a").count == Limits.spans)
        let address = "https://" + String(repeating: "a", count: 1900)
        let links = [TextSpan](repeating: TextSpan(.link(address), start: 0, length: 1), count: 100)
        #expect(links.bounded(to: "a").count == Limits.spanBytes / 1908)
    }

    @Test func `addresses that fill the limit exactly all stay`() {
        let address = "https://" + String(repeating: "a", count: 1016)
        let links = [TextSpan](repeating: TextSpan(.link(address), start: 0, length: 1), count: Limits.spanBytes / 1024)
        #expect(links.bounded(to: "a") == links)
        #expect((links + links.prefix(1)).bounded(to: "a") == links)
    }

    @Test func `a cut message and a cut edit keep the spans of the rest`() {
        let text = String(repeating: "a", count: Limits.textBytes + 1)
        let spans = [TextSpan(.strong, start: 0, length: 1), TextSpan(.strong, start: Limits.textBytes, length: 1)]
        let message = Message(
            id: MessageID("m"),
            author: .contact,
            text: text,
            spans: spans,
            sentAt: .distantPast,
            position: Position(1),
            predecessor: nil
        )
        #expect(message.bounded()?.spans == [spans[0]])
        let edit = Annotation(
            author: .contact,
            message: MessageID("m"),
            kind: .edit(text: text, spans: spans),
            number: 1
        )
        #expect(edit.bounded()?.kind.spans == [spans[0]])
    }

    @Test func `removing marks moves the spans behind and within them`() {
        let text = FormattedText(
            "> a\n> b c",
            [
                TextSpan(.quote, start: 0, length: 9), TextSpan(.markup, start: 0, length: 2),
                TextSpan(.markup, start: 4, length: 2), TextSpan(.strong, start: 2, length: 5),
                TextSpan(.emphasis, start: 4, length: 2),
            ]
        )
        #expect(
            text.withoutMarkup
                == FormattedText(
                    "a\nb c",
                    [TextSpan(.quote, start: 0, length: 5), TextSpan(.strong, start: 0, length: 3)]
                )
        )
    }

    @Test func `a spoiler is hidden in a line that shows the message elsewhere`() {
        #expect(TypedText.read("it was ||the butler||, ||really||").preview == "it was ▒▒▒, ▒▒▒")
    }

    @Test(
        arguments: [
            ("https://x.org", "https://x.org"), ("HTTP://X.org/a?b#c", "HTTP://X.org/a?b#c"),
            ("https://x.org/é", "https://x.org/%C3%A9"), ("javascript:alert(1)", nil), ("data:text/html,x", nil),
            ("mailto:a@x.org", nil),
            ("https://", nil), ("https://a b", nil), ("https://a\u{1B}]8;;", nil), ("https://a\"b", nil),
            (" https://x.org", nil), ("//x.org", nil),
        ] as [(String, String?)]
    )
    func `only web addresses of visible characters are accepted`(_ text: String, _ address: String?) {
        #expect(WebAddress.accepting(text) == address)
    }

    @Test func `an address may fill its limit, also once its letters are written as ASCII`() {
        func address(_ letter: String, _ count: Int) -> String { "https://" + String(repeating: letter, count: count) }
        let most = Limits.addressBytes - 8
        #expect(WebAddress.accepting(address("a", most)) != nil && WebAddress.accepting(address("a", most + 1)) == nil)
        #expect(WebAddress.accepting(address("é", most / 6)) != nil)
        #expect(WebAddress.accepting(address("é", most / 6 + 1)) == nil)
    }

    @Test func `a text shows its address if it is the same but for the scheme and the last slash`() {
        for text in ["https://x.org/", "https://x.org", "x.org", "x.org/"] {
            #expect(WebAddress.isShown("https://x.org/", by: text))
        }
        for text in ["https://y.org", "x.org/a", "x"] { #expect(!WebAddress.isShown("https://x.org/", by: text)) }
    }

    @Test func `a journal's edit from before there were spans is read, and written as before`() throws {
        let old = Data(#"{"edit":{"text":"a"}}"#.utf8)
        #expect(try JSONDecoder().decode(Annotation.Kind.self, from: old) == .edit(text: "a"))
        #expect(try JSONEncoder().encode(Annotation.Kind.edit(text: "a")) == old)
        let new = Annotation.Kind.edit(text: "a", spans: [TextSpan(.strong, start: 0, length: 1)])
        #expect(try JSONDecoder().decode(Annotation.Kind.self, from: JSONEncoder().encode(new)) == new)
    }

    @Test(arguments: [
        ("I will believe it when I _see_ it", "I will believe it when I see it"), ("**a** `b` ~~c~~", "a b c"),
        ("***both*** un*frigging*real", "both unfriggingreal"), ("\\*a\\*", "*a*"), ("# Title", "Title"),
        ("[a](https://x.org) b", "a (https://x.org) b"), ("<https://x.org>", "https://x.org"),
        ("- a\n- *b*\n1. c", "- a\n- b\n1. c"), ("> quoted\n\nanswer", "> quoted\n\nanswer"), ("||it||", "||it||"),
        ("a\n```\nlet *b*\n```\nc", "a\nlet *b*\nc"), ("2*3*4", "2*3*4"), ("plain", "plain"),
    ])
    func `the marks within lines are gone where formats are not drawn`(_ typed: String, _ readable: String) {
        #expect(TypedText.read(typed).readable == readable)
        #expect(TypedText.read(typed).preview == (typed == "||it||" ? "▒▒▒" : readable))
    }

    @Test(arguments: [("0", 0), ("999999999", 999_999_999), ("1000000000", nil), ("-1", nil)])
    func `an item of a list has a number of nine digits at most, or none`(stored: String, number: Int?) {
        #expect([TextSpan](stored: "listItem 0 1 \(stored)").map(\.kind) == [.listItem(number: number)])
    }

    @Test func `a format of a later version hides nothing of the text`() throws {
        let json = #"[{"kind":"new","start":0,"length":1},{"kind":"strong","start":0,"length":1}]"#
        let spans = try JSONDecoder().decode([TextSpan].self, from: Data(json.utf8))
        #expect(FormattedText("a", spans).spans == [TextSpan(.strong, start: 0, length: 1)])
    }
}
