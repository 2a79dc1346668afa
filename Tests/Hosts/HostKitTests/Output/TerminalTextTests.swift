import SimulationKit
import Testing

@testable import HostKit

@Suite struct TerminalTextTests {
    @Test(arguments: harmfulScalars) func `safe leaves no harmful scalar`(scalar: Unicode.Scalar) {
        let safe = TerminalText.safe("a\(Character(scalar))b")
        #expect(!safe.unicodeScalars.contains(scalar))
        let shown: Unicode.Scalar? =
            switch scalar.value {
            case 0x09: " "
            case 0...0x1F: Unicode.Scalar(0x2400 + scalar.value)
            case 0x7F: "␡"
            default: "\u{FFFD}"
            }
        #expect(Array(safe.unicodeScalars) == ["a", shown, "b"])
    }

    @Test(arguments: [
        "plain ~ text", "Grüße, Ærøskøbing", "日本語", "שלום", "مرحبا \u{0600}١", "👩‍👩‍👧‍👦 👍🏽 ❤️ 🇩🇪 1️⃣",
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}!",
        "می\u{200C}خواهم", "क\u{94D}\u{200D}ष", "e\u{301}\u{323}", "한글 \u{1112}\u{1161}\u{11AB}",
        "👩🏽‍❤️‍💋‍👩🏽 👩🏽‍👩🏽‍👧🏽‍👦🏽 🏳️‍🌈", "葛\u{E0100}城", "র\u{200D}\u{9CD}য", "ᠠ\u{180B}",
    ])
    func `safe keeps ordinary text`(text: String) {
        #expect(Array(TerminalText.safe(text).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [
        ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m"), ("\u{1B}]0;title\u{7}", "␛]0;title␇"), ("\u{9B}2J", "\u{FFFD}2J"),
        ("a\r\nb\tc", "a␍␊b c"), ("soft\u{AD}hyphen", "soft\u{FFFD}hyphen"), ("\u{3164}\u{115F}", "\u{FFFD}\u{FFFD}"),
        ("\u{200D}a\u{200D}", "\u{FFFD}a\u{FFFD}"), ("a\u{200D}\u{200D}b", "a\u{FFFD}\u{FFFD}b"),
        ("a\u{200C} b", "a\u{FFFD} b"),
        ("a\u{E0068}\u{E0069}", "a\u{FFFD}\u{FFFD}"), ("🏴\u{E0067}", "🏴\u{FFFD}"),
        (
            "🏴\u{E0061}\u{E0061}\u{E0061}\u{E0061}\u{E0061}\u{E0061}\u{E0061}\u{E007F}",
            "🏴" + String(repeating: "\u{FFFD}", count: 8)
        ),
        ("a\u{34F}b", "a\u{FFFD}b"), ("\u{180E}\u{FFF9}", "\u{FFFD}\u{FFFD}"),
    ])
    func `safe makes control characters visible`(text: String, safe: String) {
        #expect(Array(TerminalText.safe(text).unicodeScalars) == Array(safe.unicodeScalars))
    }

    @Test(arguments: hiddenScalars) func `safe makes invisible characters visible`(scalar: Unicode.Scalar) {
        #expect(Array(TerminalText.safe("a\(scalar)b").unicodeScalars) == ["a", "\u{FFFD}", "b"])
    }

    @Test func `safe replaces a run of spaces of any width by one space`() {
        for space in oddSpaces { #expect(TerminalText.safe("a\(space)b") == "a b") }
        #expect(TerminalText.safe("a  \u{3000}\u{A0}\t  b") == "a b")
        #expect(TerminalText.safe("é    e") == "é e")
    }

    @Test func `no joiner, colour, vowel or sign lets marks accumulate`() {
        let bases = ["a", "क\u{94D}", "\u{1100}", "\u{600}", "👩\u{1F3FD}", "\u{1161}", "की"]
        for base in bases {
            for joiner in ["", "\u{200D}", "\u{200C}"] {
                let piece = base + String(repeating: "\u{301}", count: 8) + joiner
                let safe = TerminalText.safe(String(repeating: piece, count: 50))
                let longest = safe.map(\.unicodeScalars.count).max() ?? 0
                #expect(longest <= 1 + TerminalText.extraLimit, "\(piece)")
            }
        }
    }

    @Test func `safe limits the marks of a character`() {
        let pile = "a" + String(repeating: "\u{301}", count: 1000) + "b\u{301}"
        #expect(TerminalText.safe(pile).unicodeScalars.count == 1 + TerminalText.markLimit + 2)
        let joined = TerminalText.safe(String(repeating: "\u{FE00}\u{200D}", count: 1000))
        #expect(joined.unicodeScalars.count <= 2000)
    }

    @Test func `lines splits text at line breaks`() {
        #expect(TerminalText.lines("a\nb\r\nc\rd\n") == ["a", "b", "c␍d", ""])
        #expect(TerminalText.lines("") == [""])
        #expect(TerminalText.lines("\u{2028}\u{85}") == ["\u{FFFD}\u{FFFD}"])
        #expect(TerminalText.oneLine("a\n   b\u{1B}") == "a b␛")
        #expect(TerminalText.lines("  a  b\n\(String(repeating: " ", count: 99))c") == ["  a b", "                c"])
    }

    @Test(arguments: Seeds.upTo(1000)) func `random text becomes safe, and safe text stays unchanged`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let text = randomText(&generator)
        let safe = TerminalText.safe(text)
        #expect(!safe.unicodeScalars.contains { harmfulScalars.contains($0) })
        #expect(!safe.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(Array(TerminalText.safe(safe).unicodeScalars) == Array(safe.unicodeScalars))
        #expect(!safe.contains("  "))
        // A flag's tags follow a character that may itself be joined to others.
        #expect(safe.allSatisfy { $0.unicodeScalars.count <= 1 + TerminalText.extraLimit + 7 })
        #expect(TerminalText.width(safe) >= 0)
        for columns in 0...5 {
            #expect(TerminalText.width(TerminalText.fit(safe, columns: columns)) <= columns)
        }
    }
}

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("🇩", 1), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("␛", 1), ("\u{FFFD}", 1),
        ("…", 1),
        ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("\u{301}", 0), ("می\u{200C}خواهم", 7),
        ("️ab", 2),
    ])
    func `width counts columns as terminals do`(text: String, columns: Int) {
        #expect(TerminalText.width(text) == columns)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("abc", 1, "…"),
        ("abc", 0, ""),
        ("", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
    func `fit ends a cut text with an ellipsis`(text: String, columns: Int, fitting: String) {
        #expect(TerminalText.fit(text, columns: columns) == fitting)
    }

    @Test func `pad fills columns with spaces`() {
        #expect(TerminalText.pad("日", columns: 4) == "日  ")
        #expect(TerminalText.pad("long", columns: 2) == "long")
    }
}

@Suite struct NamesWithIDsTests {
    @Test(arguments: [
        ("Sam (@sam:test)", "Sam (@sam:test)"), ("You (@eve:test)", "\"You\" (@eve:test)"),
        ("Sam (@sam:test) (@eve:test)", "\"Sam (@sam:test)\" (@eve:test)"), ("Sam (work)", "Sam (work)"),
        ("[x] (@eve:te\u{1B}st)", "\"[x]\" (@eve:te␛st)"),
    ])
    func `an ID stands behind a name and its quotes`(_ name: String, _ shown: String) {
        #expect(TerminalText.name(name) == shown)
    }

    @Test func `a long name is cut, also within its quotes, and a long ID behind it`() {
        #expect(TerminalText.name(String(repeating: "a", count: 30)) == String(repeating: "a", count: 30))
        #expect(TerminalText.name(String(repeating: "a", count: 31)) == String(repeating: "a", count: 29) + "…")
        let bracket = "(" + String(repeating: "a", count: 40)
        #expect(TerminalText.name(bracket) == "\"(" + String(repeating: "a", count: 26) + "…\"")
        let id = "@" + String(repeating: "b", count: 100) + ":h"
        #expect(TerminalText.name("Sam (\(id))") == "Sam (@" + String(repeating: "b", count: 78) + "…)")
    }

    @Test func `in a narrow column the ID stands for both`() {
        #expect(TerminalText.name("Sam (@sam:test)", columns: 16) == "@sam:test")
        #expect(TerminalText.name("Sam", columns: 16) == "Sam")
    }
}
