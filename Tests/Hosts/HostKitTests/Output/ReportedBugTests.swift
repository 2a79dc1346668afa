import SimulationKit
import Testing

@testable import HostKit

/// Bugs of other chat clients that users reported about terminals.
@Suite struct ReportedBugTests {
    /// weechat#1545, open-interpreter#169: escapes or direction overrides in a message took over the terminal.
    @Test(arguments: [
        "\u{1B}]0;owned\u{7}\u{1B}[2J", "\u{9B}31mred", "abc\u{202E}fed", "\u{2066}x", "a\rb", "\u{8}\u{8}",
    ])
    func `a message with escapes is printed without effect on the terminal`(text: String) {
        let events: [HostEvent] = [
            .message(
                .init(contact: ChatName(text, nil), id: "1", from: text, text: text, state: .received, time: "9:00 am")
            ),
            .notification(contact: ChatName(text, nil), text: text), .problem(text),
            .screen(.chat, contact: ChatName(text, nil)),
            .list([.init(contact: text, preview: text, time: "9:00 am", unread: 1)]), .suggestions([text]),
        ]
        for line in events.flatMap({ $0.text(style: .plain) }) {
            let obeyed = line.unicodeScalars.filter {
                $0.properties.generalCategory == .control || $0.properties.isBidiControl
            }
            #expect(obeyed.isEmpty)
        }
    }

    /// iamb#310, weechat#2053: a small or resized terminal caused a crash or an endless loop.
    @Test(arguments: Array(0...10) + Seeds.every(11, of: 11...120))
    func `a line is cut to every width, from zero up`(columns: Int) {
        var generator = SplitMix64(seed: UInt64(columns))
        let pieces = ["a", "日", "👩‍👩‍👧‍👦", "e\u{301}", "\u{1B}", " ", "\u{200D}", "🇩🇪", "\t"]
        for _ in 0..<50 {
            let text = (0..<Int.random(in: 0...60, using: &generator))
                .map { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }.joined()
            let line = TerminalText.fit(TerminalText.oneLine(text), columns: columns)
            #expect(TerminalText.width(line) <= columns)
        }
    }
}
