import ChatTypes
import Foundation
import SimulationKit
import Testing
import Transport

@testable import SimulatedServer

@Suite struct GoodbyeTests {
    private let john = SimulatedWorld.john
    private let seeds = Seeds.upTo(60)

    /// A world in which the user has written to Ben, and his answers are over.
    private func afterTalk(seed: UInt64, journal: URL? = nil) throws -> (world: SimulatedWorld, ben: ChatID) {
        let world = try SimulatedWorld(seed: seed, journal: journal)
        world.begin { await world.server.run() }
        let ben = try world.run {
            let ben = try await world.connection.createChat(with: "Ben")
            _ = try await world.connection.send(world.outgoing(1))
            _ = try await world.connection.send(world.outgoing(2, to: ben.id))
            return ben.id
        }
        world.run(for: .seconds(100))
        return (world, ben)
    }

    private func count(_ chat: ChatID, in world: SimulatedWorld) throws -> Int {
        try world.run { await world.server.log(of: chat).count }
    }

    @Test func `one goodbye comes by push 3 to 13 seconds after the user leaves`()
        throws
    {
        for seed in seeds {
            let (world, ben) = try afterTalk(seed: seed)
            defer { world.end() }
            let (push, socket) = (LiveSpy(), LiveSpy())
            world.begin { await push.receive(in: world) }
            world.begin { await socket.connect(to: ben, in: world) }
            world.run(for: .seconds(1))
            let before = (try count(ben, in: world), try count(john, in: world))
            try world.run { try await world.connection.setPresence(.away) }
            let left = world.seconds
            world.run(for: .seconds(100))
            try world.run { try await world.connection.setPresence(.active) }
            try world.run { try await world.connection.setPresence(.away) }
            world.run(for: .seconds(100))
            #expect(push.messages.count == 1 && push.updates[0].chat.id == ben && socket.messages.isEmpty)
            #expect((3 - 0.06...13 + 0.06).contains((push.events.last?.seconds ?? 0) - left))
            #expect(try count(ben, in: world) == before.0 + 1 && count(john, in: world) == before.1)
        }
    }

    @Test func `a user who returns in time gets no goodbye`() throws {
        let (world, ben) = try afterTalk(seed: 1)
        defer { world.end() }
        let before = try count(ben, in: world)
        try world.run { try await world.connection.setPresence(.away) }
        world.run(for: .seconds(2.5))
        try world.run { try await world.connection.setPresence(.active) }
        world.run(for: .seconds(100))
        #expect(try count(ben, in: world) == before)
    }

    @Test func `having written again, one is taken leave of again, by whom one wrote to last`() throws {
        let (world, ben) = try afterTalk(seed: 2)
        defer { world.end() }
        try world.run { try await world.connection.setPresence(.away) }
        world.run(for: .seconds(20))
        try world.run {
            try await world.connection.setPresence(.active)
            _ = try await world.connection.send(world.outgoing(3))
        }
        world.run(for: .seconds(100))
        let before = (try count(ben, in: world), try count(john, in: world))
        try world.run { try await world.connection.setPresence(.away) }
        world.run(for: .seconds(20))
        #expect(try count(ben, in: world) == before.0 && count(john, in: world) == before.1 + 1)
    }

    @Test func `a message that arrives after the user left is also answered by a goodbye`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        world.begin { await world.server.run() }
        try world.run {
            try await world.connection.setPresence(.away)
            _ = try await world.connection.send(world.outgoing(1))
        }
        world.run(for: .seconds(60))
        let log = try world.run { await world.server.log(of: SimulatedWorld.john) }
        #expect(log.contains { goodbyes.contains($0.text) })
    }

    @Test func `quitting is leaving, a broken connection is not`() throws {
        var conditions = NetworkConditions.perfect
        conditions.connectionLifetime = .seconds(1)
        let (world, ben) = try afterTalk(seed: 3)
        defer { world.end() }
        let spy = LiveSpy()
        world.connection.conditions = conditions
        let push = world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(60))
        #expect(spy.ends.map { $0 as? ServiceError } == [.unreachable])
        let before = try count(ben, in: world)
        world.connection.conditions = .perfect
        let second = world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(60))
        #expect(try count(ben, in: world) == before)
        push.cancel()
        second.cancel()
        world.run(for: .seconds(14))
        #expect(spy.ends.count == 2 && spy.ends[1] is CancellationError)
        #expect(try count(ben, in: world) == before + 1)
    }

    @Test func `an app started again before the goodbye is due is there`() throws {
        let (world, ben) = try afterTalk(seed: 4)
        defer { world.end() }
        let before = try count(ben, in: world)
        let push = world.begin { await LiveSpy().receive(in: world) }
        world.run(for: .seconds(1))
        push.cancel()
        world.run(for: .seconds(2))
        world.begin { await LiveSpy().receive(in: world) }
        world.run(for: .seconds(100))
        #expect(try count(ben, in: world) == before)
    }

    @Test func `a new push connection does not mean that the user has returned`() throws {
        let (world, ben) = try afterTalk(seed: 5)
        defer { world.end() }
        let before = try count(ben, in: world)
        try world.run { try await world.connection.setPresence(.away) }
        world.begin { await LiveSpy().receive(in: world) }
        world.run(for: .seconds(14))
        #expect(try count(ben, in: world) == before + 1)
    }

    @Test func `a missed goodbye is said once, at the next start`() throws {
        for seed in seeds {
            let file = TemporaryFile()
            let (world, ben) = try afterTalk(seed: seed, journal: file.url)
            defer { world.end() }
            let before = try world.run { await world.server.log(of: ben) }
            let last = try world.run { await world.server.log(of: SimulatedWorld.john) + before }.map(\.sentAt).max()
            let end = try #require(last)
            let soon = try SimulatedWorld(seed: seed, journal: file.url, startingAt: end.addingTimeInterval(3))
            #expect(try count(ben, in: soon) == before.count)
            let later = try SimulatedWorld(seed: seed, journal: file.url, startingAt: end.addingTimeInterval(14))
            let log = try later.run { await later.server.log(of: ben) }
            #expect(Array(log.dropLast()) == before)
            let goodbye = try #require(log.last)
            #expect((3...13).contains(goodbye.sentAt.timeIntervalSince(end)))
            #expect(goodbyes.contains(goodbye.text))
            let again = try SimulatedWorld(seed: seed, journal: file.url, startingAt: end.addingTimeInterval(500))
            #expect(try again.run { await again.server.log(of: ben) } == log)
        }
    }
}

private let goodbyes = Set(LineKind.goodbye.lines)
