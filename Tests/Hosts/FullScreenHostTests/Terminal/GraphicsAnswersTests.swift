import Testing

@testable import FullScreenHost

/// The answers of terminals about pictures, in the order in which they come.
@Suite struct GraphicsAnswersTests {
    private static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[?62;c"
    private static let cell = Sixel.CellSize(width: 8, height: 16)

    private func graphics(
        _ bytes: String,
        answers: GraphicsAnswers = GraphicsAnswers(),
        cell: Sixel.CellSize? = Self.cell
    ) -> TerminalGraphics? {
        var (decoder, answers) = (KeyDecoder(), answers)
        let events = decoder.decode(Array(bytes.utf8))
        for event in events {
            if case .key = event { Issue.record("an answer is typed: \(event)") }
            answers.receive(event)
        }
        return answers.graphics(cell: cell)
    }

    @Test func `kitty's answer and its name choose its graphics`() {
        #expect(graphics(Self.kitty) == .kitty)
        #expect(graphics(Self.kitty.replacing("kitty(0.35.2)", with: "ghostty 1.2.0")) == .kitty)
    }

    @Test(arguments: [
        "\u{1B}[?62;c", "\u{1B}[?1;2c", "\u{1B}[?4;6c",
        "\u{1B}_Gi=31;ENOTSUP\u{1B}\\\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[?62c",
        "\u{1B}_Gi=32;OK\u{1B}\\\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[?62c", "", "\u{1B}_Gi=31;OK", "\u{1B}[?62;14;44c",
    ])
    func `a terminal without them, with an error or without an answer gets blocks`(bytes: String) {
        #expect(graphics(bytes) == nil)
    }

    @Test func `a terminal with kitty's graphics but without placeholders gets sixels, or blocks`() throws {
        let cell = try #require(Self.cell)
        let answer = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|WezTerm 2024\u{1B}\\"
        #expect(graphics(answer + "\u{1B}[?65;4;6;18;22c") == .sixel(cell))
        #expect(graphics(answer + "\u{1B}[?65;6;18;22c") == nil)
    }

    @Test func `placeholders are as old as kitty's version 0.28`() {
        for name in ["kitty(0.28.0)", "kitty(0.35.2)", "kitty(1.0)", "ghostty 1.0.1"] {
            #expect(GraphicsAnswers.hasPlaceholders(name), "\(name)")
        }
        for name in [
            "kitty(0.26.5)", "kitty(0)", "kitty()", "kitty", "", "tmux 3.4", "not kitty(0.35.2)", "kitty(x.99)",
        ] {
            #expect(!GraphicsAnswers.hasPlaceholders(name), "\(name)")
        }
    }

    @Test func `sixels need the size of a cell`() throws {
        #expect(graphics("\u{1B}[?62;4;22c") == .sixel(try #require(Self.cell)))
        #expect(graphics("\u{1B}[?62;4;22c", cell: nil) == nil)
        #expect(Sixel.CellSize(width: 0, height: 0) == nil && Sixel.CellSize(width: 9, height: 9000) == nil)
        for (width, height) in [(1, 4), (2, 3), (65, 128), (64, 129)] {
            #expect(Sixel.CellSize(width: width, height: height) == nil)
        }
        for (width, height) in [(2, 4), (64, 128)] { #expect(Sixel.CellSize(width: width, height: height) != nil) }
    }

    @Test func `an answer that arrives after the attributes counts, as it does in tmux`() {
        let answers = GraphicsAnswers(hasPlaceholders: true)
        #expect(graphics("\u{1B}[?1;2c", answers: answers) == nil)
        #expect(graphics("\u{1B}[?1;2c\u{1B}_Gi=31;OK\u{1B}\\", answers: answers) == .kitty)
    }

    @Test func `the question is passed through tmux, and screen is not asked`() {
        #expect(GraphicsAnswers.question(isInTmux: false).hasSuffix("\u{1B}\\\u{1B}[>q\u{1B}[c"))
        let inTmux = GraphicsAnswers.question(isInTmux: true)
        #expect(inTmux.hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}_Gi=31,"))
        #expect(inTmux.hasSuffix("AAAA\u{1B}\u{1B}\\\u{1B}\\\u{1B}[c"))
        #expect(GraphicsAnswers.canAsk(in: ["TERM": "xterm-kitty"]))
        #expect(GraphicsAnswers.canAsk(in: ["TERM": "screen-256color", "TMUX": "/tmp/t"]))
        #expect(!GraphicsAnswers.canAsk(in: ["TERM": "screen-256color"]))
        #expect(!GraphicsAnswers.canAsk(in: ["TERM": "xterm", "STY": "1.a"]))
        #expect(GraphicsAnswers.hasPlaceholders(in: ["TMUX": "/tmp/t", "KITTY_WINDOW_ID": "1"]))
        #expect(!GraphicsAnswers.hasPlaceholders(in: ["KITTY_WINDOW_ID": "1"]), "the terminal says its name itself")
    }
}
