import ChatTypes
import SimulationKit
import Testing

@testable import SimulatedServer

@Suite(.timeLimit(.minutes(20))) struct GroupCostTests {
    /// With VIPERCHAT_SEEDS=all, 20,000 messages among a thousand members.
    @Test func `many messages among many members stay fast`() throws {
        let (memberCount, messageCount) = Seeds.playsAll ? (1000, 20_000) : (200, 1000)
        let world = try SimulatedWorld()
        defer { world.end() }
        let friends = SimulatedWorld.friends
        try world.run {
            let names = (1...memberCount).map { "Person \($0)" }
            _ = try await world.connection.createGroup(world.group("friends", names))
            let members = await world.server.members(of: friends).compactMap(\.member.member)
            var page = try await world.connection.sync(since: nil)
            for number in 1...messageCount {
                let member = members[number % members.count]
                try await world.server.contactWrites("Hi", in: friends, by: member)
                if number % 10 == 0 {
                    _ = try await world.connection.send(world.outgoing(number, to: friends))
                    try await world.server.contactReads(in: friends, by: member)
                    try await world.server.contactRenames(member, to: "Person \(number)", in: friends)
                    page = try await world.connection.sync(since: page.next)
                    #expect(page.updates.count == 1, "only the group has changed")
                    #expect(page.updates[0].memberships.count == 1 && page.updates[0].receipts.count == 1)
                    #expect(page.updates[0].messages.count == 11)
                }
                guard number % 100 == 0 else { continue }
                try await world.connection.setMembership(.leave, in: friends)
                try await world.server.contactWrites("Without us", in: friends, by: member)
                page = try await world.connection.sync(since: page.next)
                try await world.connection.setMembership(.join, in: friends)
                page = try await world.connection.sync(since: page.next)
                #expect(page.updates[0].messages.count == 1)
            }
        }
    }

    @Test func `thousands of people with similar names get different IDs in time`() throws {
        let names = (1..<Limits.members).map {
            String(repeating: "!", count: $0 % 100 + 1) + String(repeating: "?", count: $0 / 100 % 50)
        }
        let world = try SimulatedWorld()
        let members = try world.run {
            let group = world.group("friends", names.map { String($0.prefix(100)) })
            return await world.server.members(of: try await world.connection.createGroup(group).id)
        }
        #expect(Set(members.map(\.member)).count == members.count && members.count > 2000)
    }
}
