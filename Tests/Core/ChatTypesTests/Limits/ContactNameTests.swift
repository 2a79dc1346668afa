import ChatTypes
import Testing

@Suite struct ContactNameTests {
    @Test(arguments: [
        ("Ada", "Ada"), ("  Ada \n", "Ada"), ("\u{A0}Ada\u{3000}", "Ada"), ("Zoë Crémieux", "Zoë Crémieux"),
        ("مريم", "مريم"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("'; DROP TABLE", "'; DROP TABLE"),
    ])
    func `a name is taken without the white space around it`(typed: String, text: String) {
        #expect(ContactName(typed).text == text)
        #expect(ContactName(typed).error == nil)
    }

    @Test(arguments: ["", " ", "\u{A0}", "\n\t\r\n", "\u{2003}\u{3000}"])
    func `white space is not a name`(typed: String) {
        #expect(ContactName(typed).error == .empty)
    }

    @Test func `a name has a hundred characters at most, as a person counts them`() {
        #expect(ContactName(String(repeating: "e\u{301}", count: 100)).error == nil)
        #expect(ContactName(" \(String(repeating: "a", count: 100)) ").error == nil)
        #expect(ContactName(String(repeating: "a", count: 101)).error == .tooLong(limit: 100))
    }

    @Test func `a single character with a thousand marks is too long`() {
        #expect(ContactName("a" + String(repeating: "\u{301}", count: 2000)).error == .tooLong(limit: 100))
        let longest = "\u{E9}" + String(repeating: "\u{301}", count: ContactName.byteLimit / 2 - 1)
        #expect(longest.utf8.count == ContactName.byteLimit && ContactName(longest).error == nil)
    }

    @Test func `names match without case and encoding of accents, but not without accents`() {
        #expect(ContactName("ZOE\u{308}").key == ContactName("zoë").key)
        #expect(
            Array(ContactName("ZOE\u{308}").key.utf8) == Array(ContactName("zoë").key.utf8),
            "SQLite compares bytes"
        )
        #expect(ContactName("José").key != ContactName("Jose").key)
        #expect(ContactName.key(of: "Groß") == ContactName.key(of: "GROSS"))
    }

    @Test(arguments: [
        "A\0da", "A\u{1B}[31mda", "A\u{9B}da", "A\nda", "A\u{2028}da", "\u{202E}adA", "A\u{2066}da", "A\u{200F}da",
    ])
    func `controls, line breaks and direction marks are refused`(typed: String) {
        #expect(ContactName(typed).error == .unprintable)
    }
}
