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
}
