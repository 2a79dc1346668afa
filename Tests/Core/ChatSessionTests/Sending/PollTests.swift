import ChatStore
import ChatTypes
import SimulationKit
import Testing

@testable import ChatSession

@Suite struct PollTests {
    private static let lunch = Poll(
        question: "Lunch?",
        answers: [.init(id: "a", text: "Pizza"), .init(id: "b", text: "Soup")]
    )

    private let asked = Message(
        id: MessageID("m1"),
        author: .contact,
        text: lunch.text,
        poll: lunch,
        sentAt: moment(1),
        position: Position(10),
        predecessor: nil
    )

    private func votes(_ world: SessionWorld) throws -> [Int?] {
        try world.messages().first?.poll?.answers.map(\.votes) ?? []
    }

    @Test(arguments: Seeds.upTo(20))
    func `a vote shows at once and is retried until the server has it`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [asked]) { script in
            script.before = { if $0.kind == .edit, $1 < 3 { throw ServiceError.unreachable } }
            script.after = { if $0.kind == .edit, $1 == 3 { throw ServiceError.responseLost } }
        }
        world.run(for: .seconds(10))
        try world.perform { try await $0.vote([1], in: MessageID("m1"), of: ada.id) }
        #expect(try votes(world) == [0, 1])
        world.run(for: .seconds(200))
        #expect(world.service.requests(.edit).count == 4)
        #expect(try votes(world) == [0, 1])
    }

    @Test func `a refused vote disappears, and one for an answer that there is not is never sent`() throws {
        let world = try SessionWorld(holding: [asked]) { script in
            script.before = { if $0.kind == .edit, $1 > 0 { throw ServiceError.refused(.noEdit, text: "No") } }
        }
        world.run(for: .seconds(1))
        try world.perform { try await $0.vote([2], in: MessageID("m1"), of: ada.id) }
        world.run(for: .seconds(10))
        #expect(world.service.requests(.edit).isEmpty)
        try world.perform { try await $0.vote([0], in: MessageID("m1"), of: ada.id) }
        world.run(for: .seconds(100))
        #expect(world.service.requests(.edit).count == 1)
        #expect(try votes(world) == [0, 0])
    }

    @Test func `a poll is a message in the outbox, and its draft stays`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        try world.perform { try await $0.saveDraft("half", in: ada.id) }
        try world.perform { try await $0.send(Self.lunch, inThread: nil, to: ada.id) }
        world.run(for: .seconds(10))
        let sent = try #require(try world.messages().last)
        #expect(sent.text == "Poll: Lunch?" && sent.poll?.answers.map(\.text) == ["Pizza", "Soup"])
        #expect(world.service.log().last?.text == "Poll: Lunch?")
    }
}
