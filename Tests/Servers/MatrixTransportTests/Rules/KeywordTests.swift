import ChatTypes
import HTTPClient
import JSONKit
import Testing
import Transport

@testable import MatrixTransport

@Suite struct KeywordTests {
    private static let content = #"""
        {"rule_id":".m.rule.contains_user_name","default":true,"enabled":true,"pattern":"me","actions":["notify"]},
        {"rule_id":"Deploy","enabled":true,"pattern":"deploy","actions":["notify"]},
        {"rule_id":"k2","enabled":true,"pattern":"Deploy","actions":[]},
        {"rule_id":"off","enabled":false,"pattern":"tea","actions":["notify"]},{"rule_id":"odd"},7,
        {"rule_id":".m.rule.new","pattern":"new","actions":["notify"]},
        {"rule_id":"theirs","default":true,"pattern":"theirs","actions":["notify"]}
        """#

    private func world() throws -> TransportFixture {
        let world = try TransportFixture()
        world.http.answer = { call in
            .json(call.method == .get ? #"{"global":{"content":[\#(Self.content)]}}"# : "{}")
        }
        return world
    }

    @Test func `the keywords are the patterns of the user's own rules that are switched on`() throws {
        #expect(try world().result { try await $0.keywords() } == ["deploy", "Deploy"])
    }

    @Test func `a keyword becomes a rule that notifies and highlights`() throws {
        let world = try world()
        try world.result { try await $0.addKeyword("naïve café?") }
        let path = "v3/pushrules/global/content/naïve café?"
        #expect(world.http.lines == ["PUT \(path)", "PUT \(path)/enabled"])
        let rule = try world.http.calls.first.unwrapped().body
        #expect(rule?["pattern"]?.string == "naïve café?")
        #expect(PushVerdict(actions: rule?["actions"]) == PushVerdict(notifies: true, highlights: true))
    }

    @Test func `every rule of a keyword is removed, whatever its case`() throws {
        let world = try world()
        #expect(try world.result { try await $0.removeKeyword("DEPLOY") })
        let path = "v3/pushrules/global/content"
        #expect(world.http.lines == ["GET v3/pushrules", "DELETE \(path)/Deploy", "DELETE \(path)/k2"])
        #expect(try !world.result { try await $0.removeKeyword("me") }, "the predefined rule stays")
    }

    @Test func `an answer without rules is not an account without keywords`() throws {
        let world = try world()
        world.http.answer = { _ in .json("{}") }
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.keywords() } }
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.removeKeyword("deploy") } }
    }

    @Test(arguments: ["", "a/b", #"a\b"#, ".a", String(repeating: "a", count: MatrixTransport.keywordBytes + 1)])
    func `a keyword that no rule can have is refused before it is sent`(word: String) throws {
        let world = try world()
        let text = "a keyword has 1 to 1024 bytes, no slashes, and no dot at its beginning"
        #expect(throws: ServiceError.refused(.notAllowed, text: text)) {
            try world.result { try await $0.addKeyword(word) }
        }
        #expect(world.http.lines == [])
        let longest = String(repeating: "a", count: MatrixTransport.keywordBytes)
        try world.result { try await $0.addKeyword(longest) }
    }
}
