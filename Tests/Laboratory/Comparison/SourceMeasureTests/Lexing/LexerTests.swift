import Testing

@testable import SourceMeasure

@Suite struct LexerTests {
    @Test(arguments: [
        ("a // b\nc /* d /* e */ f */ g", "a|c|g"),
        (#"let a = "b // c \(d("e", f)) g""#, "let|a|=|d|(|,|f|)|)"),
        (##"#"\(a) \#(b) "c" "# d"##, "b|)|d"),
        ("\"\"\"\n a \"b\" \\\"\"\" c\n\\(d)\n\"\"\" e", "d|)|e"),
        ("##\"\"\"\n\"\"\"# a\n\"\"\"## b", "b"),
        ("#\"\"\"# a", "a"),
        ("\"a\nb\"c", "b"),
        ("\"\\(a + \"\\(b)\")\" c", "a|+|b|)|)|c"),
        ("a / b / c", "a|/|b|/|c"),
        ("(a)/b/c", "(|a|)|/|b|/|c"),
        ("reduce(1, /) + (/)", "reduce|(|,|/|)|+|(|/|)"),
        ("self /a/ b", "self|/|a|/|b"),
        ("let r = /B+/ a", "let|r|=|a"),
        ("f(/[)]\\/(b)/, c)", "f|(|,|c|)"),
        ("return /a/\n/b/ c", "return|c"),
        ("a = /b c\n/ d", "a|=|/|b|c|/|d"),
        ("a +/b/ c; f(a/b, c/d)", "a|+|/|b|/|c|;|f|(|a|/|b|,|c|/|d|)"),
        ("#/ a /b/# c ##/ /# d /## e #/ f", "c|e|#|/|f"),
        ("#/\n a\n/# b #/\n c", "b|#|/|c"),
        ("\"\\(a(/b\"/))\" c", "a|(|)|)|c"),
        ("#if a\n#endif", "#|if|a|#|endif"),
        ("`class` a.class .self", "class|a|.|class|.|self"),
        ("1.5e3 0x1F 1_000 2.a 3...b $0", ".|a|.|.|.|b|$0"),
        ("#!/bin/sh struct A\nb", "b"),
        ("\u{FEFF}é_1", "é_1"),
    ])
    func `Lexer yields names, keywords and punctuation but no comment or literal`(_ source: String, _ expected: String)
    {
        let lexer = Lexer(Array(source.utf8))
        let texts =
            lexer
            .filter { [.identifier, .keyword, .punctuation].contains($0.kind) && !lexer.text($0).hasPrefix("#!") }
            .map(lexer.text)
        #expect(texts.joined(separator: "|") == expected)
    }

    @Test func `reserved words in backticks or after a dot are identifiers`() {
        let lexer = Lexer(Array("`class` a.init class init".utf8))
        #expect(lexer.map(\.kind) == [.identifier, .identifier, .punctuation, .identifier, .keyword, .keyword])
    }

    @Test func `tokens of random sources are in order and within bounds`() {
        for seed in 1...200 {
            let source = Fragments.source(seed: UInt64(seed))
            var end = 0
            for token in Lexer(source) {
                #expect(token.range.lowerBound >= end && token.range.upperBound <= source.count, "seed \(seed)")
                end = token.range.upperBound
            }
        }
    }

    @Test func `deep nesting uses no stack and repetition costs linear time`() {
        let deep = String(repeating: "\"\\(", count: 20_000) + String(repeating: "/*", count: 20_000)
        #expect(Lexer(Array(deep.utf8)).filter { $0.kind == .string }.count == 20_000)
        #expect(Lexer([UInt8](repeating: UInt8(ascii: "#"), count: 100_000)).map(\.kind) == [.punctuation])
        for piece in ["#/ ", "#/\n", "(/a", " /\\"] {
            let slashes = Lexer(Array(String(repeating: piece, count: 10_000).utf8))
            #expect(slashes.reduce(0) { sum, _ in sum + 1 } >= 10_000, "\(piece)")
        }
    }
}
