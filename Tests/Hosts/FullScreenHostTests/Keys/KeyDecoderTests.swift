import Testing

@testable import FullScreenHost

/// Decodes bytes with a pause after them.
func events(_ bytes: String) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    return decoder.decode(bytes.utf8) + decoder.pause()
}

func keys(_ keys: Key...) -> [TerminalEvent] { keys.map { .key($0) } }

@Suite struct KeyDecoderTests {
    @Test(arguments: [
        ("a", Key.text("a")), ("A", .text("A")), (" ", .text(" ")), ("é", .text("é")), ("日", .text("日")),
        ("🙂", .text("🙂")),
        ("\0", .control(" ")), ("\u{1}", .control("a")), ("\u{8}", .control("h")), ("\n", .control("j")),
        ("\u{1A}", .control("z")), ("\u{1C}", .control("\\")), ("\u{1F}", .control("_")), ("\t", Key(.tab)),
        ("\r", Key(.enter)), ("\u{7F}", Key(.backspace)), ("\u{1B}", Key(.escape)), ("\u{9B}", .text("\u{FFFD}")),
        ("\u{1B}a", .alt("a")), ("\u{1B}A", .alt("A")), ("\u{1B}é", .alt("é")), ("\u{1B}1", .alt("1")),
        ("\u{1B}\r", Key(.enter, .alt)), ("\u{1B}\u{7F}", Key(.backspace, .alt)),
        ("\u{1B}\u{2}", Key(.text("b"), [.control, .alt])),
        ("\u{1B}[", .alt("[")), ("\u{1B}O", .alt("O")), ("\u{1B}]", .alt("]")), ("\u{1B}P", .alt("P")),
        ("\u{1B}_", .alt("_")),
        ("\u{1B}^", .alt("^")), ("\u{1B}X", .alt("X")), ("\u{1B}\\", .alt("\\")),
    ])
    func `typed bytes are decoded into keys`(bytes: String, key: Key) {
        #expect(events(bytes) == keys(key))
    }

    @Test(arguments: [
        ("\u{1B}[A", Key(.up)), ("\u{1B}OA", Key(.up)), ("\u{1B}[B", Key(.down)), ("\u{1B}OB", Key(.down)),
        ("\u{1B}[C", Key(.right)), ("\u{1B}[D", Key(.left)), ("\u{1B}[H", Key(.home)), ("\u{1B}OH", Key(.home)),
        ("\u{1B}[1~", Key(.home)), ("\u{1B}[7~", Key(.home)), ("\u{1B}[F", Key(.end)), ("\u{1B}OF", Key(.end)),
        ("\u{1B}[4~", Key(.end)), ("\u{1B}[8~", Key(.end)), ("\u{1B}[2~", Key(.insert)), ("\u{1B}[3~", Key(.delete)),
        ("\u{1B}[5~", Key(.pageUp)), ("\u{1B}[6~", Key(.pageDown)), ("\u{1B}[Z", Key(.tab, .shift)),
        ("\u{1B}\t", Key(.tab, .shift)),
        ("\u{1B}OP", Key(.function(1))), ("\u{1B}OS", Key(.function(4))), ("\u{1B}[P", Key(.function(1))),
        ("\u{1B}[[A", Key(.function(1))), ("\u{1B}[[E", Key(.function(5))), ("\u{1B}[11~", Key(.function(1))),
        ("\u{1B}[15~", Key(.function(5))), ("\u{1B}[17~", Key(.function(6))), ("\u{1B}[21~", Key(.function(10))),
        ("\u{1B}[23~", Key(.function(11))), ("\u{1B}[24~", Key(.function(12))), ("\u{1B}[28~", Key(.function(15))),
        ("\u{1B}[34~", Key(.function(20))),
    ])
    func `keys without modifiers are decoded`(bytes: String, key: Key) {
        #expect(events(bytes) == keys(key))
    }

    @Test(arguments: [
        ("\u{1B}[1;5A", Key(.up, .control)), ("\u{1B}[1;2A", Key(.up, .shift)), ("\u{1B}[1;3D", Key(.left, .alt)),
        ("\u{1B}[1;8C", Key(.right, [.shift, .alt, .control])), ("\u{1B}O5D", Key(.left, .control)),
        ("\u{1B}O1;5D", Key(.left, .control)), ("\u{1B}[3;5~", Key(.delete, .control)),
        ("\u{1B}[1;5P", Key(.function(1), .control)),
        ("\u{1B}[1;2R", Key(.function(3), .shift)), ("\u{1B}[a", Key(.up, .shift)), ("\u{1B}Od", Key(.left, .control)),
        ("\u{1B}[5^", Key(.pageUp, .control)), ("\u{1B}[5$", Key(.pageUp, .shift)),
        ("\u{1B}[3@", Key(.delete, [.shift, .control])),
        ("\u{1B}[23$", Key(.function(11), .shift)), ("\u{1B}\u{1B}[A", Key(.up, .alt)),
        ("\u{1B}\u{1B}OA", Key(.up, .alt)),
        ("\u{1B}\u{1B}[5~", Key(.pageUp, .alt)), ("\u{1B}\u{1B}[[A", Key(.function(1), .alt)),
        ("\u{1B}[1;5Z", Key(.tab, [.shift, .control])),
        ("\u{1B}[;5A", Key(.up, .control)), ("\u{1B}[1;A", Key(.up)), ("\u{1B}[1;0A", Key(.up)),
        ("\u{1B}[1;129A", Key(.up)),
    ])
    func `keys with modifiers are decoded`(bytes: String, key: Key) {
        #expect(events(bytes) == keys(key))
    }

    @Test(arguments: [
        ("\u{1B}[97u", Key.text("a")), ("\u{1B}[97;5u", .control("a")), ("\u{1B}[97;6u", .control("a")),
        ("\u{1B}[97;3u", .alt("a")),
        ("\u{1B}[97;4u", .alt("A")), ("\u{1B}[97:65;4u", .alt("A")), ("\u{1B}[49:33;2u", .text("!")),
        ("\u{1B}[97:65;5u", .control("a")),
        ("\u{1B}[45:95;6u", .control("_")), ("\u{1B}[45;6u", .control("_")), ("\u{1B}[47;5u", .control("_")),
        ("\u{1B}[13;2u", Key(.enter, .shift)), ("\u{1B}[13;3u", Key(.enter, .alt)), ("\u{1B}[9;2u", Key(.tab, .shift)),
        ("\u{1B}[27u", Key(.escape)), ("\u{1B}[27;129u", Key(.escape)), ("\u{1B}[127;5u", Key(.backspace, .control)),
        ("\u{1B}[105;5u", Key(.tab)), ("\u{1B}[109;5u", Key(.enter)), ("\u{1B}[91;5u", Key(.escape)),
        ("\u{1B}[32;5u", .control(" ")),
        ("\u{1B}[97;5:1u", .control("a")), ("\u{1B}[97;5:2u", .control("a")), ("\u{1B}[97;69u", .control("a")),
        ("\u{1B}[233u", .text("é")), ("\u{1B}[128578u", .text("🙂")), ("\u{1B}[57376u", Key(.function(13))),
        ("\u{1B}[57400u", .text("1")), ("\u{1B}[57410u", .text("/")), ("\u{1B}[57414u", Key(.enter)),
        ("\u{1B}[57419u", Key(.up)),
        ("\u{1B}[27;5;107~", .control("k")), ("\u{1B}[27;2;13~", Key(.enter, .shift)), ("\u{1B}[27;2;65~", .text("A")),
    ])
    func `key numbers of kitty and xterm are decoded`(bytes: String, key: Key) {
        #expect(events(bytes) == keys(key))
    }

    @Test(arguments: [
        ("\u{1B}OM", Key(.enter)), ("\u{1B}Op", .text("0")), ("\u{1B}Oy", .text("9")), ("\u{1B}Oj", .text("*")),
        ("\u{1B}Ok", .text("+")), ("\u{1B}Om", .text("-")), ("\u{1B}Oo", .text("/")), ("\u{1B}OX", .text("=")),
    ])
    func `keypad keys are decoded`(bytes: String, key: Key) {
        #expect(events(bytes) == keys(key))
    }

    @Test(arguments: [
        // Unknown, too many or invalid parameters, reports, released keys, and keys with the super modifier.
        "\u{1B}[99~", "\u{1B}[1;2;3;4A", "\u{1B}[>0;276;0c", "\u{1B}[24;80R", "\u{1B}[24;5R",
        "\u{1B}[200;1~", "\u{1B}[97;1;" + String(repeating: ":", count: 100) + "u", "\u{1B}[4;1$y",
        "\u{1B}[97;5:3u", "\u{1B}[97;9u", "\u{1B}[55296u", "\u{1B}[3u", "\u{1B}[155u", "\u{1B}[57344u",
        "\u{1B}[99999999u",
        "\u{1B}[u", "\u{1B}[201~", "\u{1B}[1 q", "\u{1B}[!p", "\u{1B}Oz", "\u{1B}[E", "\u{1B}[[z", "\u{1B}[?A",
        "\u{1B}[?69$y", "\u{1B}[?69;1y", "\u{1B}[?69;1;1$y", "\u{1B}[?99999999;1$y",
        "\u{1B}[1;x",
        "\u{1B}[" + String(repeating: "1", count: 5000) + "A", "\u{1B}[1;5" + String(repeating: ";", count: 100) + "A",
        "\u{1B}]0;title\u{7}", "\u{1B}]4;1;rgb:0/0/0\u{1B}\\", "\u{1B}P>|XTerm(390)\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\",
        "\u{1B}^x\u{1B}\\",
        "\u{1B}Xx\u{1B}\\", "\u{1B}]x\u{18}", "\u{1B}]x\u{1A}", "\u{1B}]é\r/quit\r\u{7}", "\u{1B}[M !!",
        "\u{1B}[32;10;10M", "\u{1B}[12",
        "\u{1B}]unfinished", "\u{1B}[M !", "\u{1B}[[",
    ])
    func `unknown sequences are dropped in full`(bytes: String) {
        #expect(events(bytes) == [])
    }

    @Test(arguments: [
        ("a\u{1B}[99~b", keys(.text("a"), .text("b"))), ("\u{1B}[12\u{1B}[Ab", keys(Key(.up), .text("b"))),
        ("\u{1B}[12\rb", keys(Key(.enter), .text("b"))), ("\u{1B}[1é", keys(.text("é"))),
        ("\u{1B}O1é", keys(.text("é"))),
        ("\u{1B}[[é", keys(.text("é"))), ("\u{1B}[M \u{3}", keys(.control("c"))), ("\u{1B}]x\u{1B}[A", keys(Key(.up))),
        ("\u{1B}]x\u{1B}", keys(Key(.escape))), ("\u{1B}]x\u{1B}\u{1B}", keys(Key(.escape), Key(.escape))),
        ("\u{1B}\u{1B}", keys(Key(.escape), Key(.escape))),
        ("\u{1B}\u{1B}\u{1B}", keys(Key(.escape), Key(.escape), Key(.escape))),
        ("\u{1B}\u{1B}a", keys(Key(.escape), .alt("a"))), ("\u{1B}\u{1B}[", keys(Key(.escape), .alt("["))),
        ("\u{1B}\u{1B}]", keys(Key(.escape), .alt("]"))), ("\u{1B}\u{1B}\u{1B}[A", keys(Key(.escape), Key(.up, .alt))),
        ("\u{1B}\u{1B}]x\u{7}a", keys(Key(.escape), .text("a"))),
        ("\u{1B}[5$$", keys(Key(.pageUp, .shift), .text("$"))),
        ("\u{1B}]x\u{18}a", keys(.text("a"))), ("\u{1B}]x\u{1A}a", keys(.text("a"))),
        ("\u{1B}[200;1~a", keys(.text("a"))), ("\u{1B}ab", keys(.alt("a"), .text("b"))),
        ("\u{1B}éa", keys(.alt("é"), .text("a"))),
        ("\u{1B}[200~a\u{1B}[201~b", [.paste("a"), .key(.text("b"))]),
    ])
    func `bytes after a broken sequence are decoded on their own`(bytes: String, told: [TerminalEvent]) {
        #expect(events(bytes) == told)
    }

    @Test func `a pause tells Esc from a sequence`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.awaitsPause)
        #expect(decoder.pause() == keys(Key(.escape)))
        #expect(!decoder.awaitsPause)
        #expect(decoder.decode([0x5B, 0x41]) == keys(.text("["), .text("A")))
        #expect(decoder.decode([0x1B]) + decoder.decode([0x5B]) + decoder.decode([0x41]) == keys(Key(.up)))
        #expect(!decoder.awaitsPause)
    }

    @Test func `a pause within a sequence or character does not break it`() {
        var decoder = KeyDecoder()
        var told: [TerminalEvent] = []
        for part in [[0x1B, 0x5B, 0x31], [0x3B, 0x35], [0x41, 0x61, 0xE6], [0x97, 0xA5]] as [[UInt8]] {
            told += decoder.decode(part) + decoder.pause()
        }
        #expect(told == keys(Key(.up, .control), .text("a"), .text("日")))
    }

    @Test(arguments: ["\u{1B}[12", "\u{1B}]x", "\u{1B}O1", "\u{1B}[[", "\u{1B}[M "])
    func `a key that arrives alone ends an unfinished sequence`(bytes: String) {
        var decoder = KeyDecoder()
        var told = decoder.decode(bytes.utf8) + decoder.pause()
        for key in "1ab" { told += decoder.decode(String(key).utf8) + decoder.pause() }
        #expect(told.suffix(2) == keys(.text("a"), .text("b")))
        #expect(told.count <= 3)
    }

    @Test func `a string ends at its limit`() {
        var decoder = KeyDecoder()
        let string = String(repeating: "x", count: KeyDecoder.stringLimit + 1)
        #expect(decoder.decode(("\u{1B}]" + string + "a").utf8) == keys(.text("a")))
    }

    @Test(arguments: [
        ("\u{1B}[I", TerminalEvent.focus(true)), ("\u{1B}[O", .focus(false)),
        ("\u{1B}[?69;2$y", .mode(69, canChange: true)), ("\u{1B}[?69;1$y", .mode(69, canChange: true)),
        ("\u{1B}[?69;0$y", .mode(69, canChange: false)), ("\u{1B}[?69;4$y", .mode(69, canChange: false)),
        ("\u{1B}[<0;1;1M", .mouse(Mouse(action: .click, row: 0, column: 0))),
        ("\u{1B}[<16;10;3M", .mouse(Mouse(action: .click, row: 2, column: 9))),
        ("\u{1B}[<64;300;200M", .mouse(Mouse(action: .wheelUp, row: 199, column: 299))),
        ("\u{1B}[<77;2;1M", .mouse(Mouse(action: .wheelDown, row: 0, column: 1))),
    ])
    func `focus, mouse and mode reports are decoded`(bytes: String, event: TerminalEvent) {
        #expect(events(bytes) == [event])
    }

    @Test(arguments: [
        "\u{1B}[<0;1;1m", "\u{1B}[<1;1;1M", "\u{1B}[<2;1;1M", "\u{1B}[<32;1;1M", "\u{1B}[<35;1;1M", "\u{1B}[<66;1;1M",
        "\u{1B}[<0;0;1M", "\u{1B}[<0;1M", "\u{1B}[<0;1;1;1M", "\u{1B}[<;1;1M", "\u{1B}[<0;-1;1M",
        "\u{1B}[<0;99999999999999999999;1M",
        "\u{1B}[<128;1;1M", "\u{1B}[<0:1;1;1M",
    ])
    func `other mouse reports are dropped`(bytes: String) {
        #expect(events(bytes) == [])
    }
}
