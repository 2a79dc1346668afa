import ChatTypes
import Foundation
import Testing

@Suite struct AuthorTests {
    @Test(arguments: [
        (Author.me, #""me""#), (.contact, #""contact""#), (.member(ContactID("ada")), #""member:ada""#),
        (.member(ContactID("me")), #""member:me""#), (.member(ContactID("member:x")), #""member:member:x""#),
        (.member(ContactID("")), #""member:""#), (.member(ContactID("é:\u{1F642}")), "\"member:é:\u{1F642}\""),
        (.member(ContactID("\u{E33}x")), "\"member:\u{E33}x\""),
        (.member(ContactID("\u{301}x")), "\"member:\u{301}x\""),
        (.member(ContactID("\u{200D}")), "\"member:\u{200D}\""),
    ])
    func `an author is one string, and comes back from it`(author: Author, json: String) throws {
        let coded = try JSONEncoder().encode([author])
        #expect(String(decoding: coded, as: UTF8.self) == "[\(json)]")
        #expect(try JSONDecoder().decode([Author].self, from: coded) == [author])
    }

    @Test(arguments: [#""""#, #""Me""#, #""member""#, #""someone""#, "7", "null", #"{"me":{}}"#])
    func `any other text is not an author`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Author].self, from: Data("[\(json)]".utf8)) }
    }

    @Test func `the error for an invalid author has a bounded length`() throws {
        let long = String(repeating: "x", count: 1_000_000)
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Author].self, from: Data("[\"\(long)\"]".utf8))
        }
        #expect(error.map { String(describing: $0).utf8.count < 4 * Limits.idBytes } == true)
    }

    @Test func `the user sorts first, then the contact, then members by the bytes of their IDs`() {
        let sorted: [Author] = [
            .me, .contact, .member(ContactID("")), .member(ContactID("Z")), .member(ContactID("a")),
            .member(ContactID("e\u{301}")), .member(ContactID("\u{e9}")),
        ]
        #expect(sorted.reversed().sorted() == sorted)
        #expect(!(Author.me < .me) && Set(sorted).count == sorted.count)
        #expect(sorted.map(\.member).prefix(2) == [nil, nil] && sorted[3].member == ContactID("Z"))
    }
}
