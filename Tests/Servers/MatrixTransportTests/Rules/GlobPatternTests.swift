import Testing

@testable import MatrixTransport

@Suite struct GlobPatternTests {
    private func matches(_ pattern: String, _ text: String, steps: Int = 1 << 20) -> Bool {
        var steps = steps
        return GlobPattern(pattern).matches(GlobPattern.Text(text), steps: &steps)
    }

    private func finds(_ pattern: String, in text: String, steps: Int = 1 << 20) -> Bool {
        var steps = steps
        return GlobPattern(pattern).matchesWords(of: GlobPattern.Text(text), steps: &steps)
    }

    @Test(arguments: [
        ("m.notice", "M.NOTICE", true), ("m.notice", "m.notices", false), ("m.*", "m.text", true), ("m.*", "m.", true),
        ("*.text", "m.text", true), ("m.?ext", "m.text", true), ("m.?ext", "m.ext", false), ("*", "", true),
        ("", "", true), ("", "a", false), ("a*b*c", "a--b--c", true), ("a*b*c", "a--c--b", false), ("**", "x", true),
        ("Straße", "straße", true), ("[a]", "a", false),
    ])
    func `a pattern matches the whole text in any case`(_ pattern: String, _ text: String, _ isMatch: Bool) {
        #expect(matches(pattern, text) == isMatch)
    }

    @Test(arguments: [
        ("ada", "Hello ADA!", true), ("ada", "Adam", false), ("ada", "nada", false), ("ada", "_ada", false),
        ("ada", "ada1", false), ("ada", "0ada", false), ("ada", "9ada", false),
        ("ada", "", false), ("", "Hello", false), ("ad?", "an ad, ada", true), ("cak*", "the cake is", true),
        ("c*e", "nice cafe", true), ("a*", "a", true), ("new york", "in New York.", true), ("@room", "hi @room", true),
        ("😀", "a😀b", true), ("c++", "I like C++", true), ("*cake*", "cupcakes", true),
    ])
    func `a pattern matches whole words of a text`(_ pattern: String, _ text: String, _ isMatch: Bool) {
        #expect(finds(pattern, in: text) == isMatch)
    }

    @Test func `a pattern that would explode takes no more steps than its length times that of the text`() {
        let pattern = String(repeating: "*a", count: 100) + "b"
        let text = String(repeating: "a", count: 5000)
        var steps = 1 << 30
        #expect(!GlobPattern(pattern).matches(GlobPattern.Text(text), steps: &steps))
        #expect((1 << 30) - steps <= (pattern.count + 2) * (text.count + 1))
        #expect(!GlobPattern(pattern).matchesWords(of: GlobPattern.Text(text), steps: &steps))
        #expect((1 << 30) - steps <= 2 * (pattern.count + 2) * (text.count + 1))
    }

    @Test func `without steps a pattern with wildcards matches nothing, and one without still matches a whole text`() {
        #expect(!finds("b", in: "a a a a b", steps: 5) && finds("b", in: "a a a a b"))
        #expect(!matches("a*", "aaaaaa", steps: 3) && matches("aaaaaa", "aaaaaa", steps: 0))
    }
}
