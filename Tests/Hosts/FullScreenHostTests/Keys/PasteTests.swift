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
    func `a paste has no control characters`(pasted: String, text: String) {
        #expect(events(begin + pasted + end) == [.paste(text)])
    }

    @Test func `invalid bytes in a paste become replacement characters`() {
        var decoder = KeyDecoder()
        let bytes = Array(begin.utf8) + [0x61, 0xE6, 0x97, 0x0D, 0xFF, 0xE6] + Array(end.utf8)
        #expect(decoder.decode(bytes) == [.paste("a\u{FFFD}\n\u{FFFD}\u{FFFD}")])
    }

    @Test func `a paste without an end holds no more than the limit`() {
        func heldBytes(_ value: Any) -> Int {
            if let text = value as? String { return text.utf8.count }
            if let bytes = value as? [UInt8] { return bytes.count }
            return Mirror(reflecting: value).children.reduce(0) { $0 + heldBytes($1.value) }
        }
        var decoder = KeyDecoder(pasteLimit: 1000)
        #expect(decoder.decode((begin + String(repeating: "x", count: 900)).utf8) == [])
        #expect(heldBytes(decoder) >= 900)
        for _ in 1...100 { #expect(decoder.decode(String(repeating: "x", count: 1000).utf8) == []) }
        #expect(heldBytes(decoder) < 5000)
    }

    @Test func `a paste over the limit is skipped and reported`() {
        var decoder = KeyDecoder(pasteLimit: 5)
        #expect(decoder.decode((begin + "12345" + end).utf8) == [.paste("12345")])
        #expect(decoder.decode((begin + "1\r\n2345" + end).utf8) == [.pasteTooLong(TextTooLong(bytes: 6, limit: 5))])
        #expect(decoder.decode((begin + "日本" + end + "a").utf8).first == .pasteTooLong(TextTooLong(bytes: 6, limit: 5)))
        #expect(
            TextTooLong(bytes: 6, limit: 5).description
                == "The text is too long: it would have 6 bytes, and the limit is 5."
        )
    }

    @Test(arguments: ["\u{1B}", "\u{3}", "\u{1B}[27u", "\u{1B}[27;129u", "\u{1B}[99;5u", "\u{1B}[27;5;99~"])
    func `Esc or Ctrl-c ends a paste whose end mark is missing`(key: String) {
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

    @Test func `a stalled connection does not turn a pasted line into a typed one`() {
        var decoder = KeyDecoder()
        var told: [TerminalEvent] = []
        // The last but one begins like a sequence for Esc.
        let parts = [begin + "a\u{1B}", "\r/quit\r", "\u{3}\r", "\r", "\u{1B}[0000027;000001u\r", "\u{1B}[20", "1~"]
        for part in parts { told += decoder.decode(part.utf8) + decoder.pause() }
        #expect(told == [.paste("a␛\n/quit\n␃\n\n␛[0000027;000001u\n")])
    }

    @Test func `half of an end mark is text if a key follows`() {
        var decoder = KeyDecoder()
        var told: [TerminalEvent] = []
        for part in [begin + "a\u{1B}[20", "\u{1B}"] { told += decoder.decode(part.utf8) + decoder.pause() }
        #expect(told == [.paste("a␛[20")])
    }

    @Test func `making plain text plain again changes nothing`() {
        let plain = PlainText.plain("\r\na\u{1B}\u{85}\t\n\r\u{7F}e\u{301}")
        #expect(plain == "\na␛\u{FFFD}\t\n\n␡e\u{301}")
        #expect(PlainText.plain(plain) == plain)
    }
}
