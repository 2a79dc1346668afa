import ChatStore
import ChatTypes
import SimulationKit
import Testing

@testable import ChatSession

@Suite struct ReactionTests {
    private func reactions(_ world: SessionWorld) throws -> [String] {
        try world.messages().flatMap(\.reactions).map { "\($0.text) \($0.count)" }
    }

    @Test(arguments: Seeds.upTo(20))
    func `a reaction is retried until the server has it`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)]) { script in
            script.before = { if $0.kind == .react, $1 < 3 { throw ServiceError.unreachable } }
            script.after = { if $0.kind == .react, $1 == 3 { throw ServiceError.responseLost } }
        }
        world.run(for: .seconds(10))
        try world.perform { try await $0.react("👍", to: MessageID("m1"), in: ada.id) }
        #expect(try reactions(world) == ["👍 1"])
        world.run(for: .seconds(200))
        #expect(world.service.requests(.react).count == 4)
        #expect(try reactions(world) == ["👍 1"])
    }

    @Test func `a reaction that is removed while offline is never sent`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, _ in if request.kind == .react { throw ServiceError.unreachable } }
        }
        world.run(for: .seconds(10))
        try world.perform { try await $0.react("👍", to: MessageID("m1"), in: ada.id) }
        world.run(for: .seconds(30))
        let attempts = world.service.requests(.react).count
        #expect(attempts > 0)
        try world.perform { try await $0.react("👍", to: MessageID("m1"), in: ada.id) }
        world.service.script.before = { _, _ in }
        world.run(for: .seconds(200))
        #expect(world.service.requests(.react).count <= attempts + 1, "an attempt may have been under way")
        #expect(try reactions(world) == [])
        try world.send("next")
        world.run(for: .seconds(20))
        #expect(world.service.log().count == 2, "nothing holds up what follows")
    }

    @Test func `a refused reaction disappears and holds nothing up`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { if $0.kind == .react, $1 > 0 { throw ServiceError.refused(.noEdit, text: "No") } }
        }
        world.run(for: .seconds(1))
        try world.perform { try await $0.react("👍", to: MessageID("m1"), in: ada.id) }
        try world.send("Next")
        world.run(for: .seconds(100))
        #expect(world.service.requests(.react).count == 1)
        #expect(try reactions(world) == [])
        #expect(world.service.log().last?.text == "Next")
    }

    @Test func `a text that cannot be a reaction is refused`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        #expect(throws: TextError.self) {
            try world.perform { try await $0.react("a\u{7}", to: MessageID("m1"), in: ada.id) }
        }
    }
}
