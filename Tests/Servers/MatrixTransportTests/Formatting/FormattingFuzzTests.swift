import ChatTypes
import Foundation
import Testing

@testable import MatrixTransport

/// Random input for both parsers: `VIPERCHAT_FUZZ_COUNT=1000000 swift test --filter FormattingFuzzTests` reads a million texts of each.
@Suite struct FormattingFuzzTests {
    private static let count = ProcessInfo.processInfo.environment["VIPERCHAT_FUZZ_COUNT"].flatMap { Int($0) } ?? 300

    private static let html = [
        "<b>", "</b>", "<i>", "</i>", "<a href=\"https://x.org\">", "<a href='javascript:x'>", "</a>", "<p>", "</p>",
        "<br>", "<ul>", "<ol start=9>",
        "</ul>", "<li>", "</li>", "<blockquote>", "</blockquote>", "<pre>", "</pre>", "<code>", "</code>",
        "<span data-mx-spoiler>", "</span>",
        "<mx-reply>", "</mx-reply>", "<script>", "</script>", "<!--", "-->", "<h1>", "</h1>", "<table>", "<tr>", "<td>",
        "<hr>", "<img alt=x>", "&amp;",
        "&#x1F600;", "&#", "&lt", "<", ">", "\"", "'", "=", " ", "\n", "a", "é", "👩‍👩‍👧", "\u{202E}", "\u{0}", "]", "||",
        "*",
    ]
    private static let markdown = [
        "*", "**", "***", "_", "__", "~~", "||", "`", "```", "\n", "\n\n", " ", "  ", "- ", "1. ", "> ", "# ", "[",
        "](", "](https://x.org)", ")", "<",
        "https://x.org/a_b", ">", "\\", "a", "b ", "é", "👩‍👩‍👧", "\t", "/me ",
    ]

    @Test func `random HTML is read within bounds, and what it says is written and read again`() {
        var random = SplitMix(seed: 1)
        for _ in 0..<Self.count {
            let read = HTMLReader.read(random.text(of: Self.html))
            #expect(read.spans == read.spans.bounded(to: read.text), "\(read)")
            let shown = read.withoutMarkup
            let again = HTMLReader.read(HTMLWriter.write(shown))
            // Spans of blocks may be joined; the letters stay.
            #expect(again.withoutMarkup.text.filter { !$0.isWhitespace } == shown.text.filter { !$0.isWhitespace })
        }
    }

    @Test func `random Markdown is read within bounds, and its own HTML is recognised`() {
        var random = SplitMix(seed: 2)
        for _ in 0..<Self.count {
            let typed = TypedText.read(random.text(of: Self.markdown))
            #expect(typed.spans == typed.spans.bounded(to: typed.text), "\(typed)")
            _ = typed.preview
            let shown = typed.withoutMarkup
            let again = HTMLReader.read(HTMLWriter.write(shown)).withoutMarkup
            #expect(
                again.text.filter { !$0.isWhitespace } == shown.text.filter { !$0.isWhitespace },
                "\(typed.text.debugDescription)"
            )
        }
    }
}

private struct SplitMix {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((number ^ number >> 31) % UInt64(bound))
    }

    mutating func text(of pieces: [String]) -> String {
        let count = next(below: 24)
        return (0..<count).map { _ in pieces[next(below: pieces.count)] }.joined()
    }
}
