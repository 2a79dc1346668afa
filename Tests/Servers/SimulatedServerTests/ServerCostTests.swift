import ChatTypes
import SimulationKit
import Testing

@testable import SimulatedServer

@Suite(.timeLimit(.minutes(20))) struct ServerCostTests {
    /// With VIPERCHAT_SEEDS=all, a hundred thousand messages among a thousand chats.
    @Test func `many messages among many chats, with syncs between, all arrive in time`() throws {
        let (chatCount, messageCount) = Seeds.playsAll ? (1000, 100_000) : (200, 4000)
        let world = try SimulatedWorld()
        defer { world.end() }
        let spy = LiveSpy()
        world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(1))
        let synced = try world.run {
            for number in 1...chatCount { _ = try await world.connection.createChat(with: "Person \(number)") }
            var page = try await world.connection.sync(since: nil)
            while !page.isComplete { page = try await world.connection.sync(since: page.next) }
            var synced = 0
            for number in 1...messageCount {
                try await world.server.contactWrites("Hi", in: SimulatedWorld.john)
                guard number % 10 == 0 else { continue }
                page = try await world.connection.sync(since: page.next)
                #expect(page.updates.count == 1, "chats that did not change do not come")
                synced += page.updates[0].messages.count
            }
            return synced
        }
        world.run(for: .seconds(1))
        #expect(spy.messages.count == messageCount && synced == messageCount)
    }
}
