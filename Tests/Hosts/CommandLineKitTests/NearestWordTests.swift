import CommandLineKit
import Testing

@Suite struct NearestWordTests {
    private let words = ["--seed", "--send", "list", "/search", "/quit"]

    @Test(arguments: [
        ("sed", "--seed"), ("-seed", "--seed"), ("SEED", "--seed"), ("sedn", "--send"), ("lst", "list"), ("li", "list"),
        ("/serch", "/search"), ("//quit", "/quit"), ("qiut", "/quit"), ("searches", "/search"),
    ])
    func `one or two slips are understood`(typed: String, word: String) {
        #expect(nearestWord(to: typed, in: words) == word)
    }

    @Test(arguments: ["", "-", "--", "x", "s", "elephant", "tsil"])
    func `what is far, empty or could be several is not`(typed: String) {
        #expect(nearestWord(to: typed, in: words) == nil)
    }

    @Test func `of equals the first is taken`() {
        #expect(nearestWord(to: "bat", in: ["cat", "rat"]) == "cat")
    }

    @Test func `a word of a million letters costs nothing`() {
        #expect(nearestWord(to: String(repeating: "s", count: 1_000_000), in: words) == nil)
    }
}
