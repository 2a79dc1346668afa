import ChatStore
import ChatTypes
import SimulationKit
import Testing

@testable import ChatSession

@Suite struct RemovalTests {
    /// A message of the user was deleted in a group that the user has left.
    private func leftWorld() throws -> SessionWorld {
        let world = try SessionWorld(holding: [message(1, from: .me)]) { script in
            script.before = { request, _ in
                if request.kind == .remove { throw ServiceError.refused(.notMember, text: "Not here") }
            }
        }
        world.run(for: .seconds(1))
        try world.perform { try await $0.delete(MessageID("m1"), in: ada.id) }
        return world
    }

    private func removed(_ world: SessionWorld) throws -> [Bool] { try world.messages().map(\.isDeleted) }

    @Test(arguments: Seeds.upTo(30))
    func `a deletion is retried until the server has it`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)]) { script in
            script.before = { if $0.kind == .remove, $1 < 3 { throw ServiceError.unreachable } }
        }
        world.run(for: .seconds(10))
        let id = try world.send("Oops")
        world.run(for: .seconds(10))
        try world.perform { try await $0.delete(id, in: ada.id) }
        #expect(try removed(world) == [false, true])
        world.run(for: .seconds(60))
        #expect(world.service.log().map(\.isDeleted) == [false, true])
        #expect(world.service.requests(.remove).count == 3)
    }

    @Test(arguments: Seeds.upTo(30))
    func `a waiting message that is deleted is never sent, or deleted on the server`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)]) { script in
            script.after = { if $0.kind == .send, $1 == 1 { throw ServiceError.responseLost } }
        }
        world.run(for: .seconds(10))
        let id = try world.send("Oops")
        world.run(for: .milliseconds(Int(seed)))
        try world.perform { try await $0.delete(id, in: ada.id) }
        world.run(for: .seconds(200))
        #expect(world.service.log().dropFirst().allSatisfy { $0.isDeleted })
        #expect(try world.messages().dropFirst().allSatisfy { $0.isDeleted && $0.text.isEmpty })
        #expect(try world.deliveries().allSatisfy { $0 != .sending })
    }

    @Test func `a message that arrives after its deletion was refused is deleted`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, _ in
                if request.kind == .send { throw ServiceError.unreachable }
                if request.kind == .remove { throw ServiceError.refused(.unknownChat, text: "No such message") }
            }
        }
        world.run(for: .seconds(1))
        let id = try world.send("Oops")
        world.run(for: .seconds(1))
        try world.perform { try await $0.delete(id, in: ada.id) }
        world.run(for: .seconds(60))
        #expect(world.service.requests(.remove).count == 1)
        world.service.script.before = { _, _ in }
        let late = message(2, from: .me, id: id, text: "Oops")
        world.service.hold([late])
        world.push.bring(news([late]))
        world.run(for: .seconds(5))
        #expect(world.service.log().map(\.isDeleted) == [false, true])
        #expect(try removed(world) == [false, true])
        world.push.bring(news([late]))
        world.run(for: .seconds(600))
        #expect(world.service.requests(.remove).count == 2)
    }

    @Test func `a refused deletion is not retried`() throws {
        let world = try SessionWorld(holding: [message(1, from: .me)]) { script in
            script.before = { request, _ in
                if request.kind == .remove { throw ServiceError.refused(.noDeletion, text: "No") }
            }
        }
        world.run(for: .seconds(1))
        try world.perform { try await $0.delete(MessageID("m1"), in: ada.id) }
        try world.send("Next")
        world.run(for: .seconds(100))
        #expect(world.service.requests(.remove).count == 1)
        #expect(try world.deliveries() == [.sent, .sent])
    }

    @Test func `a deletion in a group that the user has left is sent after rejoining`() throws {
        let world = try leftWorld()
        world.run(for: .seconds(600))
        #expect(world.service.requests(.remove).count == 1, "asked again, it would be refused again")
        world.service.script.before = { _, _ in }
        let group = ChatHeader(id: ada.id, contact: ada.contact, isGroup: true, createdAt: ada.createdAt)
        world.push.bring(ChatUpdate(chat: group, memberships: [Membership(member: .me, name: "Me", number: 1)]))
        world.run(for: .seconds(5))
        #expect(world.service.log().map(\.isDeleted) == [true])
    }

    @Test func `a deletion in a group that the user has left blocks nothing`() throws {
        let world = try leftWorld()
        try world.send("hello?")
        try world.send(try Original(2_500))
        world.run(for: .seconds(60))
        #expect(try world.deliveries() == [.sent, .sent, .sent])
        let count = world.service.requests(.remove).count
        world.run(for: .seconds(600))
        #expect(world.service.requests(.remove).count == count)
    }

    @Test func `a chat muted before its notification stays silent`() throws {
        let world = try SessionWorld()
        let told = Counter()
        world.run(for: .seconds(1))
        world.push.bring(news([message(1)]), news([message(1)], of: ben))
        world.run(for: .seconds(1))
        try world.perform { try await $0.setMuted(true, in: ada.id) }
        world.begin { await $0.showNotifications { _ in told.increment() } }
        world.run(for: .seconds(1))
        #expect(told.value == 1)
        #expect(try world.unread() == 1)
    }
}
