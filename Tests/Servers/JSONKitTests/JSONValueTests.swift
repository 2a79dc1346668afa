import Testing

@testable import JSONKit

@Suite struct JSONValueTests {
    private func value(_ text: String) throws -> JSONValue { try JSONDocument(Array(text.utf8)).root }

    @Test func `each kind of value is read as its own type only`() throws {
        let json = try value(#"{"s":"a","n":-12,"b":true,"z":null,"l":[1,"x",[]],"o":{"k":"v"}}"#)
        #expect(json["s"]?.string == "a")
        #expect(json["s"]?.integer == nil)
        #expect(json["n"]?.integer == -12)
        #expect(json["n"]?.string == nil)
        #expect(json["b"]?.bool == true)
        #expect(json["z"]?.string == nil && json["z"]?.bool == nil)
        #expect(json["l"]?.elements.map(\.integer) == [1, nil, nil])
        #expect(json["o"]?["k"]?.string == "v")
        #expect(json["nothing"] == nil)
        #expect(json["s"]?["k"] == nil)
        #expect(json.members.map(\.name) == ["s", "n", "b", "z", "l", "o"])
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u4e2d""#, "é中"), (#""\ud83d\ude00""#, "😀"),
        (#""\ud83d""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
        (#""\ude00""#, "\u{FFFD}"), (#""\u12""#, "\u{FFFD}12"), (#""\u+123""#, "\u{FFFD}+123"), (#""\x""#, "x"),
        (#""\u0000""#, "\u{0}"), (#""""#, ""),
    ])
    func `escapes are resolved, and invalid ones do no harm`(_ text: String, _ expected: String) throws {
        #expect(try value(text).string == expected)
    }

    @Test func `invalid UTF-8 is repaired`() throws {
        #expect(try JSONDocument([0x22, 0xFF, 0x41, 0x22]).root.string == "\u{FFFD}A")
    }

    @Test func `a name is found despite escapes, and the first of two counts`() throws {
        #expect(try value(#"{"\u0061":1}"#)["a"]?.integer == 1)
        #expect(try value(#"{"a":1,"a":2}"#)["a"]?.integer == 1)
    }

    @Test func `a member is named by its bytes, despite escapes`() throws {
        let json = try value(#"{"\u0061":1,"e\u0301":2,"b":3}"#)
        #expect(json.member(named: "a")?.integer == 1 && json.member(named: "b")?.integer == 3)
        #expect(json.member(named: "e\u{301}")?.integer == 2 && json.member(named: "\u{E9}") == nil)
        #expect(json.member(named: "b")?.member(named: "b") == nil)
    }

    @Test func `JSON is copied without nulls and fractions, which have no value here`() throws {
        let json = try value(#"{"a":null,"b":[1,1.5,null,"x"],"c":{"d":true},"e":0.5}"#)
        #expect(JSONText(json) == ["b": [.integer(1), "x"], "c": ["d": true]])
    }

    @Test(arguments: ["9223372036854775808", "1.5", "1e3", "--1", "+", "e"])
    func `a number beyond 64-bit integers is missing`(_ text: String) throws {
        #expect(try value(text).integer == nil)
    }

    @Test(arguments: [
        "", " ", "{", "[", "\"", "\"\\", "\"\\\"", "{\"a\"}", "{\"a\":}", "{a:1}", "[1 2]", "[,1]", "[1,]", "nul",
        "tru",
        "<html>", "1 1", "{} {}", "]", "{\"a\":1,}", "[1,\"", "{\"a\" 1}",
    ])
    func `invalid JSON is refused`(_ text: String) {
        #expect(throws: JSONError.self) { try value(text) }
    }

    @Test func `a value nested too deeply is opaque and does not affect others`() throws {
        let deep = String(repeating: "[", count: 100_000) + #""]\"""# + String(repeating: "]", count: 100_000)
        let json = try value(#"[{"deep":\#(deep),"id":"x"},2]"#)
        #expect(json.elements.first?["id"]?.string == "x")
        #expect(json.elements.last?.integer == 2)
        #expect(throws: JSONError.self) { try value(String(repeating: "[", count: 100_000)) }
    }

    @Test func `parsing stops at the limit of values`() throws {
        let text = Array("[1,2,3]".utf8)
        #expect(try JSONDocument(text, limits: JSONLimits(values: 4)).root.elements.count == 3)
        #expect(throws: JSONError.self) { try JSONDocument(text, limits: JSONLimits(values: 3)) }
    }

    @Test func `written JSON is read back`() throws {
        let text = "a\"\\\u{0}\u{1F}\n é 😀 </script>"
        let json: JSONText = ["text": .string(text), "list": .array([true, .integer(-5)]), "empty": [:]]
        let read = try JSONDocument(json.bytes).root
        #expect(read["text"]?.string == text)
        #expect(read["list"]?.elements.first?.bool == true)
        #expect(read["list"]?.elements.last?.integer == -5)
        #expect(read["empty"]?.isEmptyObject == true)
    }

    @Test func `a secret of four bytes is hidden in strings and names, and a shorter one is not`() throws {
        let text = #"{"wordless":"a word, w\u006frds","abc":"abc"}"#
        let json = try JSONDocument(Array(text.utf8), mask: SecretMask(["word", nil, "abc"])).root
        #expect(json.members.map(\.name) == ["[hidden]less", "abc"])
        #expect(json.members.map(\.value.string) == ["a [hidden], [hidden]s", "abc"])
        #expect(json.members.first?.value.unmasked == "a word, words")
    }

    @Test func `an object with members in front keeps the others, and hides the same secrets`() throws {
        let json = try JSONDocument(Array(#"{"a":1,"b":"word"}"#.utf8), mask: SecretMask(["word"])).root
        let new = try json.overridden(by: [("a", Array("2".utf8)), ("c", Array(#""x""#.utf8))])
        #expect(new?["a"]?.integer == 2 && new?["b"]?.string == "[hidden]" && new?["c"]?.string == "x")
        #expect(try json.overridden(by: [])?["a"]?.integer == 1)
        #expect(try value("{}").overridden(by: [("a", Array("2".utf8))])?["a"]?.integer == 2)
        #expect(try value("[]").overridden(by: []) == nil)
        #expect(throws: JSONError.self) { try json.overridden(by: [("a", Array("2}".utf8))]) }
    }
}
