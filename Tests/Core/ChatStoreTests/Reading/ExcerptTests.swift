import ChatTypes
import Testing

@testable import ChatStore

@Suite struct ExcerptTests {
    private let filler = String(repeating: "filler ", count: 40)

    private func excerpt(_ query: String, _ text: String) -> String { SearchQuery(query).excerpt(of: text) }

    @Test(arguments: [
        "", " ", "word", "a short text with a word in it", "\0word", "日本語のテキスト", "have you ever tried to find a word?",
    ])
    func `a short text is its own excerpt`(text: String) {
        #expect(excerpt("word", text) == text)
    }

    @Test func `a long text is cut around the first match, between words`() {
        let found = excerpt("wor", "\(filler)the first Wörd, \(filler)the second word")
        #expect(found == "…filler the first Wörd, filler filler filler filler filler filler filler filler…")
        #expect(excerpt("wor", "word \(filler)").hasPrefix("word filler"))
        #expect(excerpt("wor", "\(filler)word").hasSuffix("filler word"))
    }

    @Test func `a match in a text without spaces is in the excerpt`() {
        let filler = String(repeating: "明日は雨です", count: 40)
        #expect(excerpt("新しい駅", filler + "新しい駅" + filler).contains("新しい駅"))
        #expect(excerpt("strasse", "\(self.filler)die Straße").contains("Straße"))
    }

    @Test func `a match inside a word is ignored, and the excerpt is the beginning`() {
        #expect(excerpt("ord", "\(filler)word ordinary").contains("ordinary"))
        #expect(excerpt("nothing", filler + "word").hasPrefix("filler"))
        #expect(excerpt("\"foo-bar\"", "\(filler)FOO bar").contains("FOO"))
    }

    @Test(arguments: ["x", "日", "e\u{301}", "👩‍👩‍👧‍👦"])
    func `a text without a single space is cut, too`(character: String) {
        let found = excerpt("word", String(repeating: character, count: 1000))
        #expect(found == String(repeating: character, count: 80) + "…")
    }

    @Test(.timeLimit(.minutes(20)))
    func `messages of one repeated word do not slow a search`() throws {
        let database = try ChatDatabase(.memory)
        let text = String(repeating: "a ", count: OutgoingMessage.textLimit / 2)
        try database.apply((1...50).map { message($0, text: text) })
        let hits = try database.search("a", limit: 60).hits.filter { $0.message != nil }
        #expect(hits.count == 50 && hits.allSatisfy { $0.context.count <= 81 })
    }

    @Test func `a match far into a text is found, and the text's beginning shown`() throws {
        let database = try ChatDatabase(.memory)
        let text = String(repeating: "é", count: SearchQuery.excerptReach) + " needle"
        try database.apply([message(1, text: text)])
        #expect(
            try database.search("needle", limit: 9).hits.map(\.context) == [String(repeating: "é", count: 80) + "…"]
        )
    }
}
