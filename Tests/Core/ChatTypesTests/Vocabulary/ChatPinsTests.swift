import Foundation
import Testing

@testable import ChatTypes

/// Lists of pinned messages, as a server may send them.
@Suite struct ChatPinsTests {
    private func bounded(_ ids: [String]) -> [String] { ChatPins.bounded(ids.map { MessageID($0) }).map(\.rawValue) }

    @Test func `a message that is named twice counts once, at its last place`() {
        #expect(bounded(["a", "b", "a", "c", "b"]) == ["a", "c", "b"])
        #expect(bounded(["é", "e\u{301}"]) == ["é", "e\u{301}"], "ids compare by bytes")
    }

    @Test func `of ten thousand pins the last are kept, and an id that cannot be one is dropped`() {
        let long = String(repeating: "x", count: Limits.idBytes + 1)
        let kept = bounded((1...10_000).map { "$\($0)" } + ["", long])
        #expect(kept.count == Limits.pins && kept.last == "$10000" && kept.first == "$\(10_001 - Limits.pins)")
    }

    @Test func `an update is bounded with its pins`() throws {
        let chat = ChatHeader(id: ChatID("c"), contact: Contact(id: ContactID("c"), name: "C"), createdAt: .distantPast)
        let ids = [MessageID("a"), MessageID("a"), MessageID("")]
        let update = try #require(ChatUpdate(chat: chat, pins: ChatPins(ids, number: 3)).bounded())
        #expect(update.pins == ChatPins([MessageID("a")], number: 3) && update.bounded() == update)
    }

    @Test func `a message is pinned where the rights allow it`() {
        let change = ChatChange.pin(MessageID("a"), true)
        #expect(ChatStanding().objection(to: change) == nil && ChatStanding(rights: .pin).objection(to: change) == nil)
        let refused = ChatStanding(rights: [.invite, .setTopic]).objection(to: change)
        #expect(refused == "Your role does not allow you to pin messages here")
        #expect(ChatStanding(state: .left).objection(to: change) == "You have left: nothing can be changed")
    }
}
