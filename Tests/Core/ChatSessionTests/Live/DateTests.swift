import ChatStore
import ChatTypes
import RuntimeKit
import Testing
import Transport

@testable import ChatSession

@Suite struct DateTests {
    /// A message each second.
    private static let log = (1...30).map { message($0) }

    private func world(_ script: @escaping (inout ServiceFake.Script) -> Void = { _ in }) throws -> SessionWorld {
        let world = try SessionWorld(holding: Self.log) { settings in
            settings.syncAnswer = { _, _ in newestRead(of: Self.log) }
            script(&settings)
        }
        world.run(for: .seconds(100))
        return world
    }

    private func first(since number: Double, in world: SessionWorld) throws -> MessageID? {
        try world.perform { try await $0.firstMessage(since: moment(number), in: ada.id) }
    }

    @Test func `messages are loaded until those from a time on are here, and no further`() throws {
        let world = try world()
        #expect(try first(since: 19.5, in: world) == MessageID("m28"))
        try world.perform { try await $0.loadMessages(since: moment(19.5), in: ada.id) }
        #expect(try first(since: 19.5, in: world) == MessageID("m20"))
        let count = world.service.requests(.page).count
        #expect(count == 3, "27 to 19, three at a time")
        try world.perform { try await $0.loadMessages(since: moment(19.5), in: ada.id) }
        #expect(world.service.requests(.page).count == count)
    }

    @Test(arguments: [(-5.0, "m1"), (1, "m1"), (1.5, "m2"), (29.5, "m30"), (30, "m30"), (30.5, nil)])
    func `the first message from a time on is found`(time: Double, id: String?) throws {
        let world = try world()
        try world.perform { try await $0.loadMessages(since: moment(time), in: ada.id) }
        #expect(try first(since: time, in: world)?.rawValue == id)
    }

    @Test func `a server that is slow for too long is asked no further, and again the next time`() throws {
        let world = try world { $0.slowness = 500 }
        #expect(throws: SessionError.stillLoading) {
            try world.perform { try await $0.loadMessages(since: moment(1), in: ada.id) }
        }
        let count = try world.messages().count
        #expect(count > 3 && count < 30)
        world.service.script.slowness = 1
        try world.perform { try await $0.loadMessages(since: moment(1), in: ada.id) }
        #expect(try world.messages().count == 30)
    }

    @Test func `a thread has a first message of its own`() throws {
        let world = try world()
        #expect(
            try world.perform {
                try await $0.firstMessage(since: moment(0), of: .thread(MessageID("m28")), in: ada.id)
            } == nil
        )
    }
}
