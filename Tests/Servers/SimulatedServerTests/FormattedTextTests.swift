import ChatTypes
import Testing

@testable import SimulatedServer

@Suite struct FormattedTextTests {
    @Test func `a restarted server has the spans of messages and edits`() throws {
        let file = TemporaryFile()
        let john = SimulatedWorld.john
        let (said, edited) = (TypedText.read("*said*"), TypedText.read("/me `edits`"))
        let before = try SimulatedWorld(journal: file.url)
        try before.run {
            _ = try await before.server.contactWrites(said.text, spans: said.spans, in: john)
            let other = try await before.server.contactWrites("plain", in: john)
            _ = try await before.server.contactEdits(other.id, to: edited.text, spans: edited.spans, in: john)
        }
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        let page = try after.run { try await after.connection.sync(since: nil) }
        let texts = page.updates.flatMap(\.messages).map { FormattedText($0.text, $0.spans) }
        #expect(texts.suffix(2) == [said, edited])
    }

    @Test func `some of the contacts' lines are formatted, each in a way that is read`() {
        let lines = [LineKind.greeting, .question, .comment, .goodbye].flatMap(\.lines).map { TypedText.read($0) }
        let kinds = Set(lines.flatMap(\.spans).map(\.kind.name))
        #expect(kinds.isSuperset(of: ["emphasis", "strong", "strike", "code", "link", "listItem", "quote", "emote"]))
        #expect(lines.filter { !$0.spans.isEmpty }.count * 5 < lines.count)
    }
}
