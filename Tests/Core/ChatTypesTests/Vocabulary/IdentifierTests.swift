import ChatTypes
import Foundation
import Testing

@Suite struct IdentifierTests {
    private let composed = MessageID("caf\u{e9}")
    private let decomposed = MessageID("cafe\u{301}")

    @Test func `ids that only look the same are two, as they are on disk`() throws {
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, MessageID("caf\u{e9}")]).count == 2)
        #expect(try JSONDecoder().decode([MessageID].self, from: JSONEncoder().encode([decomposed])) == [decomposed])
    }

    @Test func `ids sort by their bytes, as SQLite sorts them`() {
        #expect([composed, decomposed].sorted() == [decomposed, composed])
        #expect(ChatID("Z") < ChatID("a") && ChatID("a") < ChatID("aa") && ChatID("\u{FFFD}") < ChatID("😀"))
        #expect(!(composed < composed))
    }

    @Test func `a chat of two accounts is two, which sort by their accounts`() {
        let (plain, ada) = (ChatID("c"), ChatID("c").of(AccountName("ada")))
        let ben = plain.of(AccountName("ben"))
        #expect(Set([plain, ada, ben, ben.of(AccountName("ada"))]).count == 3 && ada.of(nil) == plain)
        #expect([ChatID("d"), ben, ada, plain].sorted() == [plain, ada, ben, ChatID("d")])
    }
}
