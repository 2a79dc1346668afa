import ChatTypes
import Testing
import Transport

@testable import SimulatedServer

@Suite struct ConnectionEndTests {
    @Test(arguments: [0.0, 0.005, 0.02, 0.05, 1.0, 30.0])
    func `the server forgets a connection that ends in any way`(after seconds: Double) throws {
        for seed in UInt64(1)...10 {
            let world = try SimulatedWorld(seed: seed)
            defer { world.end() }
            let spies = [LiveSpy(), LiveSpy()]
            let tasks = [
                world.begin { await spies[0].receive(in: world) }, world.begin { await spies[1].connect(in: world) },
            ]
            world.run(for: .seconds(seconds))
            try world.run { try await world.server.contactWrites("Hi", in: SimulatedWorld.john) }
            for task in tasks { task.cancel() }
            world.run(for: .seconds(1))
            #expect(try world.run { await world.server.connectionCount } == 0)
            #expect(spies.allSatisfy { $0.ends.count == 1 && $0.ends[0] is CancellationError })
        }
    }

    @Test func `a connection that breaks says so, is forgotten, and lives as long as the conditions say`() throws {
        var conditions = NetworkConditions.perfect
        conditions.connectionLifetime = .seconds(20)
        var lifetimes: [Double] = []
        for seed in UInt64(1)...50 {
            let world = try SimulatedWorld(seed: seed, conditions: conditions)
            defer { world.end() }
            let spy = LiveSpy()
            world.begin { await spy.connect(in: world) }
            world.run(for: .seconds(1000))
            #expect(spy.ends.map { $0 as? ServiceError } == [.unreachable])
            #expect(try world.run { await world.server.connectionCount } == 0)
        }
        for seed in UInt64(1)...400 {
            let world = try SimulatedWorld(seed: seed, conditions: conditions)
            lifetimes.append(
                try world.run {
                    try? await world.connection.connect(to: SimulatedWorld.john) { _ in }
                    return world.seconds
                }
            )
        }
        #expect((18...22).contains(lifetimes.reduce(0, +) / Double(lifetimes.count)))
    }

    @Test func `a silently broken connection delivers nothing and ends after the heartbeat`()
        throws
    {
        var conditions = NetworkConditions.perfect
        conditions.connectionLifetime = .seconds(20)
        conditions.silentDropRate = 1
        for seed in UInt64(1)...50 {
            let world = try SimulatedWorld(seed: seed, conditions: conditions)
            defer { world.end() }
            let (push, socket) = (LiveSpy(), LiveSpy())
            world.begin {
                await socket.connect(in: world)
                await push.receive(in: world)
            }
            while socket.ends.isEmpty {
                try world.run { try await world.server.contactWrites("Hi", in: SimulatedWorld.john) }
                world.run(for: .seconds(0.5))
            }
            let last = try #require(socket.events.last).seconds
            #expect((19.9...21.1).contains(world.seconds - last), "silence for the length of the timeout")
            #expect(push.messages.isEmpty, "the server believed in the socket")
        }
    }

    @Test func `a body that is cancelled with news waiting does not run again`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        let spy = LiveSpy()
        let task = world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(1))
        try world.run { try await world.server.contactWrites("Hi", in: SimulatedWorld.john) }
        task.cancel()
        world.run(for: .seconds(1))
        #expect(spy.events.map(\.event) == [.opened])
    }

    @Test func `a socket for an unknown chat is refused immediately`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        let spy = LiveSpy()
        world.begin { await spy.connect(to: ChatID("nowhere"), in: world) }
        world.run(for: .seconds(1))
        #expect(refusal { throw spy.ends[0] } == .unknownChat && spy.events.isEmpty)
    }
}
