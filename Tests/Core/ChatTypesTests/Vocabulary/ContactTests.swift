import ChatTypes
import Testing

@Suite struct ContactTests {
    @Test(arguments: [
        ("Ada Lovelace", "", true), ("Ada Lovelace", "  ", true), ("Ada Lovelace", "lov", true),
        ("Ada Lovelace", "ADA", true), ("Ada Lovelace", "love a", true), ("Ada Lovelace", "ada lovelace x", false),
        ("Ada Lovelace", "ace", false), ("José Álvarez", "alvarez jose", true), ("Jose", "José", true),
        ("Jean-Luc", "luc", true), ("Jean-Luc", "jean-luc", true), ("O’Brien", "brien", true), ("Agent 47", "4", true),
        ("", "a", false), ("Иван", "ИВ", true), ("Ngũgĩ", "ngugi", true), ("Ada", "-", true),
    ])
    func `every search word matches the start of a word of the name`(name: String, text: String, matches: Bool) {
        #expect(Contact(id: ContactID("x"), name: name).matches(text) == matches)
    }

    @Test func `people whose names begin with a text are suggested first, each by name and ID, up to the limit`() {
        let names = [("2", "Lee Ada"), ("4", "Ada Z"), ("3", "Ada A"), ("5", "Bob"), ("1", "Ada A")]
        let people = names.map { Contact(id: ContactID($0), name: $1) }
        func suggested(_ limit: Int) -> [String] {
            people.suggestions(for: ContactName("ada"), limit: limit).map(\.id.rawValue)
        }
        #expect(suggested(9) == ["1", "3", "4", "2"] && suggested(3) == ["1", "3", "4"])
    }
}
