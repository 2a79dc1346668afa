import CommandLineKit
import Testing

@Suite struct PrintableTests {
    @Test func `what would steer a terminal is spelled out`() {
        #expect(printable("a\u{1B}[2J\u{202E}é") == "a\\u{1B}[2J\\u{202E}é")
    }

    @Test func `a word that was typed is repeated in short`() {
        #expect(echoed("--sed") == "--sed")
        #expect(echoed(String(repeating: "x", count: 60)).count == 60)
        #expect(echoed(String(repeating: "x", count: 1_000_000)) == String(repeating: "x", count: 60) + "…")
        #expect(echoed("\u{1B}" + String(repeating: "e\u{301}", count: 100)).unicodeScalars.count == 66)
    }

    @Test func `a suggestion ends the sentence, and without one it simply ends`() {
        #expect(suggestion(for: "mesure", among: ["measure"]) == "; did you mean measure?")
        #expect(suggestion(for: "dance", among: ["measure"]) == "")
    }

    @Test(arguments: [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")])
    func `words are listed as a sentence has them`(words: [String], list: String) {
        #expect(wordList(words, joinedBy: "or") == list)
    }
}
