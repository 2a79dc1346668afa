import Testing

@testable import JSONKit

@Suite struct CanonicalJSONTests {
    private func canonical(_ text: String) throws -> String? {
        let value = try JSONDocument(Array(text.utf8)).root
        return JSONText(exactly: value).map { String(decoding: $0.canonicalBytes, as: UTF8.self) }
    }

    // The examples of the Matrix specification, and the rest of its grammar.
    @Test(arguments: [
        ("{}", "{}"), (#"{ "one": 1, "two": "Two" }"#, #"{"one":1,"two":"Two"}"#),
        (#"{"b":"2","a":"1"}"#, #"{"a":"1","b":"2"}"#),
        (
            #"{"auth":{"success":true,"mxid":"@j:e.com","profile":{"name":"J","ids":[{"m":"x","a":"y"}]}}}"#,
            #"{"auth":{"mxid":"@j:e.com","profile":{"ids":[{"a":"y","m":"x"}],"name":"J"},"success":true}}"#
        ),
        (#"{"a": "日本語"}"#, #"{"a":"日本語"}"#), (#"{"本": 2, "日": 1}"#, #"{"日":1,"本":2}"#),
        (#"{"a": "\u65E5"}"#, #"{"a":"日"}"#),
        (#"{"a": null}"#, #"{"a":null}"#), (#"{"a":-0}"#, #"{"a":0}"#),
        ("\"a\\u000a\\t\\u001F\\/\\u007f\"", "\"a\\n\\t\\u001f/\u{7F}\""),
        (#"{"é":1,"e\u0301":2,"\ud83d\ude00":3,"\uffee":4}"#, "{\"e\u{301}\":2,\"é\":1,\"\u{FFEE}\":4,\"😀\":3}"),
        ("9007199254740991", "9007199254740991"),
    ])
    func `a value has the canonical form of the specification`(_ text: String, _ expected: String) throws {
        let found = try #require(try canonical(text))
        #expect(Array(found.utf8) == Array(expected.utf8))
    }

    @Test(arguments: [
        "1.5", "1e3", "9007199254740992", "-9007199254740992", #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":1}"#, "[[1.0]]",
    ])
    func `a value without one spelling has no canonical form`(_ text: String) throws {
        #expect(try canonical(text) == nil)
    }

    @Test func `a value nested too deeply has no canonical form`() throws {
        let deep = String(repeating: "[", count: 33) + String(repeating: "]", count: 33)
        #expect(try canonical(deep) == nil)
        let deepest = String(deep.dropFirst().dropLast())
        #expect(try canonical(deepest) == deepest)
    }

    @Test func `a hidden secret does not change what is signed`() throws {
        let document = try JSONDocument(Array(#"{"secret":"secret"}"#.utf8), mask: SecretMask(["secret"]))
        #expect(JSONText(exactly: document.root)?.canonicalBytes == Array(#"{"secret":"secret"}"#.utf8))
    }

    @Test func `members are set, found and removed by the bytes of their names`() {
        let json: JSONText = ["e\u{301}": 1, "b": 2]
        #expect(json["é"] == nil)
        #expect(json.with("b", 3).without(["é"]) == ["e\u{301}": 1, "b": 3])
        #expect(JSONText.string("x").with("a", 1) == .string("x"))
    }
}

extension JSONText: ExpressibleByIntegerLiteral {
    public init(integerLiteral number: Int64) { self = .integer(number) }
}
