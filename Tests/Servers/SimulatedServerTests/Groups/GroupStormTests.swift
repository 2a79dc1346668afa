import ChatTypes
import SimulationKit
import Synchronization
import Testing
import Transport

@testable import SimulatedServer

/// A client that syncs reaches the visible state of a group after a storm.
@Suite struct GroupStormTests {
    @Test(arguments: [true, false])
    func `after a storm, memberships and receipts are what the server holds`(isMember: Bool) throws {
        var (repeats, disorder) = (0, 0)
        for seed in UInt64(1)...6 {
            let world = try SimulatedWorld(seed: seed, conditions: .perfect, schedule: .shuffled)
            let (friends, client) = (SimulatedWorld.friends, Client())
            try world.beginFriends()
            world.connection.conditions = .storm
            let tasks = [
                world.begin { await world.server.run() },
                world.begin { while !Task.isCancelled { try? await world.connection.receive(client.take) } },
                world.begin {
                    while !Task.isCancelled { try? await world.connection.connect(to: friends, client.take) }
                },
                world.begin { while !Task.isCancelled { try? await client.sync(with: world.connection) } },
                world.begin {
                    for number in 1...1000 where !Task.isCancelled {
                        _ = try? await world.connection.send(world.outgoing(number, to: friends))
                        let (server, id) = (
                            world.server, try? await world.server.contactJoins("P\(number % 5)", in: friends)
                        )
                        guard let id else { continue }
                        _ = try? await server.contactWrites("\(number)", in: friends, by: id)
                        try? await server.contactReads(in: friends, by: id)
                        try? await server.contactRenames(id, to: "Q\(number)", in: friends)
                        if number % 3 == 0 { try? await server.contactLeaves(id, in: friends) }
                        let wish = ChatMembership.leave
                        if number % 7 == 0 { _ = try? await world.connection.setMembership(wish, in: friends) }
                        if number % 7 == 2 { _ = try? await world.connection.setMembership(.join, in: friends) }
                    }
                },
            ]
            world.run(for: .seconds(600))
            for task in tasks { task.cancel() }
            world.run(for: .seconds(10))
            world.connection.conditions = .perfect
            let (wanted, readers) = try world.run {
                try await client.sync(with: world.connection)
                try await world.connection.setMembership(isMember ? .join : .leave, in: friends)
                try await client.sync(with: world.connection)
                let update = try await world.connection.sync(since: nil).updates.first { $0.chat.id == friends }
                return (update?.memberships ?? [], update?.receipts ?? [])
            }
            #expect(client.members == wanted && wanted.count == 8)
            #expect(wanted.first?.isMember == isMember)
            #expect(Set(readers.map(\.reader)).count > 3 && Set(readers).isSubset(of: client.receipts))
            let held = try world.run { await world.server.members(of: friends) }
            #expect(!isMember || Set(held) == Set(wanted))
            repeats += client.counts.repeats
            disorder += client.counts.disorder
        }
        #expect(repeats > 0 && disorder > 0, "memberships come twice and late, as everything does")
    }
}

/// Stores each member's membership with the highest number.
private final class Client: Sendable {
    private struct State {
        var cursor: SyncCursor?
        var members: [Author: Membership] = [:]
        var seen: Set<Membership> = []
        var receipts: Set<ReadReceipt> = []
        var (repeats, disorder) = (0, 0)
    }

    private let state = Mutex(State())

    var members: [Membership] { state.withLock { $0.members.values.sorted { $0.member < $1.member } } }
    var receipts: Set<ReadReceipt> { state.withLock { $0.receipts } }
    var counts: (repeats: Int, disorder: Int) { state.withLock { ($0.repeats, $0.disorder) } }

    @Sendable func take(_ event: LiveEvent) async {
        if case .updates(let updates) = event { keep(updates) }
    }

    func sync(with connection: SimulatedConnection) async throws {
        while true {
            let page = try await connection.sync(since: state.withLock { $0.cursor })
            keep(page.updates)
            state.withLock { $0.cursor = page.next }
            if page.isComplete { return }
        }
    }

    private func keep(_ updates: [ChatUpdate]) {
        state.withLock { state in
            state.receipts.formUnion(updates.flatMap(\.receipts))
            for membership in updates.memberships {
                let isNew = state.seen.insert(membership).inserted
                if !isNew { state.repeats += 1 }
                let newest = state.members[membership.member]?.number ?? 0
                if newest < membership.number {
                    state.members[membership.member] = membership
                } else if isNew {
                    state.disorder += 1
                }
            }
        }
    }
}
