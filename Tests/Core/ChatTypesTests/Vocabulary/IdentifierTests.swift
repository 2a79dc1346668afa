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
}
