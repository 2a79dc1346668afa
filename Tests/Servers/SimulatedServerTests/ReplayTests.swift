import SimulationKit
import Testing
import Transport

@testable import SimulatedServer

/// One seed gives one history: everything random in the simulated world comes from it.
@Suite struct ReplayTests {
    /// Ten minutes of a restless app in a storm: everything that its connections brought, and how they and its sends
    /// ended.
    private func history(seed: UInt64) throws -> [String] {
        let world = try SimulatedWorld(seed: seed, conditions: .storm, schedule: .shuffled)
        let (push, socket, sends) = (LiveSpy(), LiveSpy(), LiveSpy())
        let tasks = [
            world.begin { await world.server.run() },
            world.begin { while !Task.isCancelled { await push.receive(in: world) } },
            world.begin { while !Task.isCancelled { await socket.connect(in: world) } },
            world.begin {
                var number = 0
                while !Task.isCancelled {
                    number += 1
                    await sends.hold { _ = try await world.connection.send(world.outgoing(number / 2)) }
                    await sends.hold { _ = try await world.connection.sync(since: nil) }
                }
            },
        ]
        world.run(for: .seconds(600))
        for task in tasks { task.cancel() }
        world.run(for: .seconds(30))
        #expect(try world.run { await world.server.connectionCount } == 0)
        return [push, socket, sends].flatMap { spy in
            spy.events.map { "\($0.seconds) \($0.event)" } + spy.ends.map { "\($0)" }
        }
    }

    @Test func `the same seed replays the same storm, another seed another`() throws {
        for seed in UInt64(1)...10 {
            let history = try history(seed: seed)
            #expect(history.count > 100)
            #expect(try self.history(seed: seed) == history)
            #expect(try self.history(seed: seed + 100) != history)
        }
    }
}
