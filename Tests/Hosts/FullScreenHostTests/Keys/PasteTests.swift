import Testing

@testable import FullScreenHost

@Suite struct PasteTests {
    private let begin = "\u{1B}[200~"
    private let end = "\u{1B}[201~"

    @Test(arguments: [
        ("", ""), ("/quit\r", "/quit\n"), ("a\r\nb\rc\nd\n\n", "a\nb\nc\nd\n\n"), ("\r\r\n\n", "\n\n\n"),
        ("a\tb", "a\tb"),
        ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m"), ("\u{3}\u{4}\0\u{7F}", "␃␄␀␡"),
        ("\u{9B}2J\u{85}", "\u{FFFD}2J\u{FFFD}"),
        ("\u{1B}[200~", "␛[200~"), ("x\u{1B}", "x␛"), ("x\u{1B}[201", "x␛[201"), ("\u{1B}\u{1B}[20", "␛␛[20"),
        ("\u{1B}[20\u{1B}[201", "␛[20␛[201"),
        ("日本語 👩‍👩‍👧‍👦", "日本語 👩‍👩‍👧‍👦"),
    ])
    func `nothing in a paste acts`(pasted: String, text: String) {
        #expect(events(begin + pasted + end) == [.paste(text)])
    }

    @Test func `broken bytes in a paste are shown`() {
        var decoder = KeyDecoder()
        let bytes = Array(begin.utf8) + [0x61, 0xE6, 0x97, 0x0D, 0xFF, 0xE6] + Array(end.utf8)
        #expect(decoder.decode(bytes) == [.paste("a\u{FFFD}\n\u{FFFD}\u{FFFD}")])
    }

    @Test func `a paste over the limit is passed over whole, and told`() {
        var decoder = KeyDecoder(pasteLimit: 5)
        #expect(decoder.decode((begin + "12345" + end).utf8) == [.paste("12345")])
        #expect(decoder.decode((begin + "1\r\n2345" + end).utf8) == [.pasteTooLong(TextTooLong(bytes: 6, limit: 5))])
        #expect(decoder.decode((begin + "日本" + end + "a").utf8).first == .pasteTooLong(TextTooLong(bytes: 6, limit: 5)))
        #expect(
            TextTooLong(bytes: 6, limit: 5).description
                == "That does not fit: it would make 6 bytes, and at most 5 can stand here."
        )
    }

    @Test(arguments: ["\u{1B}", "\u{3}", "\u{1B}[27u", "\u{1B}[27;129u", "\u{1B}[99;5u", "\u{1B}[27;5;99~"])
    func `a paste without an end ends with Esc or Ctrl-C`(key: String) {
        var decoder = KeyDecoder()
        #expect(decoder.decode((begin + "one\r/quit\r").utf8) == [])
        #expect(decoder.isWithinPaste)
        #expect(decoder.awaitsPause)
        #expect(decoder.pause() == [])
        #expect(!decoder.awaitsPause)
        #expect(decoder.decode("x".utf8) + decoder.pause() == [])
        #expect(decoder.decode(key.utf8) + decoder.pause() == [.paste("one\n/quit\nx")])
        #expect(!decoder.isWithinPaste)
        #expect(decoder.decode("a".utf8) == [.key(.text("a"))])
    }

    @Test func `a stalled connection makes no pasted line a typed one`() {
        var decoder = KeyDecoder()
        var told: [TerminalEvent] = []
        // The last but one begins as Esc may be written.
        let parts = [begin + "a\u{1B}", "\r/quit\r", "\u{3}\r", "\r", "\u{1B}[0000027;000001u\r", "\u{1B}[20", "1~"]
        for part in parts { told += decoder.decode(part.utf8) + decoder.pause() }
        #expect(told == [.paste("a␛\n/quit\n␃\n\n␛[0000027;000001u\n")])
    }

    @Test func `half of an end mark is text when a key follows`() {
        var decoder = KeyDecoder()
        var told: [TerminalEvent] = []
        for part in [begin + "a\u{1B}[20", "\u{1B}"] { told += decoder.decode(part.utf8) + decoder.pause() }
        #expect(told == [.paste("a␛[20")])
    }

    @Test func `plain text stays as it is when made plain again`() {
        let plain = PlainText.plain("\r\na\u{1B}\u{85}\t\n\r\u{7F}e\u{301}")
        #expect(plain == "\na␛\u{FFFD}\t\n\n␡e\u{301}")
        #expect(PlainText.plain(plain) == plain)
    }
}
