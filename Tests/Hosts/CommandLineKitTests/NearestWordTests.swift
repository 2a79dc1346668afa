import CommandLineKit
import Testing

@Suite struct NearestWordTests {
    private let words = ["--seed", "--send", "list", "/search", "/quit"]

    @Test(arguments: [
        ("sed", "--seed"), ("-seed", "--seed"), ("SEED", "--seed"), ("sedn", "--send"), ("lst", "list"), ("li", "list"),
        ("/serch", "/search"), ("//quit", "/quit"), ("qiut", "/quit"), ("searches", "/search"),
    ])
    func `nearestWord corrects one or two typing errors`(typed: String, word: String) {
        #expect(nearestWord(to: typed, in: words) == word)
    }

    @Test(arguments: ["", "-", "--", "x", "s", "elephant", "tsil"])
    func `nearestWord returns nil for distant, empty and ambiguous words`(typed: String) {
        #expect(nearestWord(to: typed, in: words) == nil)
    }

    @Test(arguments: [
        ("rcvery", "recovery"), ("rcvry", nil), ("recovreyx", "recovery"), ("mx", "me"), ("xx", nil), ("hlep", "help"),
        ("hxlxp", nil),
    ])
    func `a word is near up to a third of its length, and by one letter if it is short`(typed: String, word: String?) {
        #expect(nearestWord(to: typed, in: ["recovery", "me", "help"]) == word)
    }

    @Test func `nearestWord returns the first of equally near words`() {
        #expect(nearestWord(to: "bat", in: ["cat", "rat"]) == "cat")
    }

    @Test func `nearestWord ignores a word of a million letters quickly`() {
        #expect(nearestWord(to: String(repeating: "s", count: 1_000_000), in: words) == nil)
    }
}
