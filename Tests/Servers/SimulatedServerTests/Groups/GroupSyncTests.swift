import ChatTypes
import Testing
import Transport

@testable import SimulatedServer

@Suite struct GroupSyncTests {
    private let friends = SimulatedWorld.friends

    @Test func `a group that was begun brings all its members, live and by sync`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        let spy = LiveSpy()
        let cursor = try world.run { try await world.connection.sync(since: nil).next }
        world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(1))
        try world.beginFriends()
        try world.beginFriends()
        world.run(for: .seconds(1))
        let header = try world.run { await world.server.chats.last }
        let members = try world.run { await world.server.members(of: SimulatedWorld.friends) }
        let standing = NumberedStanding(ChatStanding(), number: members[0].number)
        let update = ChatUpdate(chat: try #require(header), memberships: members, standing: standing)
        #expect(spy.updates == [update])
        #expect(try world.run { try await world.connection.sync(since: cursor).updates } == [update])
    }

    @Test func `sync brings the memberships that changed since the cursor, each as it is now`() throws {
        let (world, friends) = (try SimulatedWorld(), friends)
        try world.beginFriends()
        let cursor = try world.run { try await world.connection.sync(since: nil).next }
        let (first, second) = try world.run {
            let john = try await world.server.contactJoins("John", in: friends)
            try await world.server.contactLeaves(SimulatedWorld.ada, in: friends)
            try await world.server.contactRenames(john, to: "Johnny", in: friends)
            let first = try await world.connection.sync(since: cursor)
            try await world.server.contactLeaves(john, in: friends)
            return (first, try await world.connection.sync(since: first.next))
        }
        let members = try world.members()
        #expect(first.updates.memberships.map(\.name) == ["Ada Lovelace", "Johnny"])
        #expect(first.updates.memberships.first == members["Ada Lovelace"])
        #expect(second.updates.memberships == [try #require(members["Johnny"])])
        let all = try world.run { try await world.connection.sync(since: nil).updates.memberships }
        #expect(all == members.values.sorted { $0.member < $1.member })
    }

    @Test func `sync brings each member's receipt once`() throws {
        let (world, friends) = (try SimulatedWorld(), friends)
        try world.beginFriends()
        let (first, second) = try world.run {
            let cursor = try await world.connection.sync(since: nil).next
            for number in 1...3 { _ = try await world.connection.send(world.outgoing(number, to: friends)) }
            try await world.server.contactReads(upTo: MessageID("own-1"), in: friends, by: SimulatedWorld.ada)
            try await world.server.contactReads(in: friends, by: SimulatedWorld.ada)
            try await world.server.contactReads(upTo: MessageID("own-2"), in: friends, by: SimulatedWorld.ben)
            let first = try await world.connection.sync(since: cursor)
            try await world.connection.markRead(friends, upTo: MessageID("own-1"))
            return (first, try await world.connection.sync(since: first.next))
        }
        #expect(
            first.updates.flatMap(\.receipts) == [
                ReadReceipt(reader: .member(SimulatedWorld.ada), message: MessageID("own-3")),
                ReadReceipt(reader: .member(SimulatedWorld.ben), message: MessageID("own-2")),
            ]
        )
        #expect(second.updates.flatMap(\.receipts) == [ReadReceipt(reader: .me, message: MessageID("own-1"))])
    }

    @Test func `a former member can read a group's pages and open its socket`() throws {
        let (world, friends) = (try SimulatedWorld(), friends)
        defer { world.end() }
        try world.beginFriends()
        let pages = try world.run {
            for number in 1...60 {
                try await world.server.contactWrites("\(number)", in: friends, by: SimulatedWorld.ada)
            }
            let newest = try await world.connection.sync(since: nil).updates.first { $0.chat.id == friends }?.messages
            #expect(newest?.map(\.text) == (41...60).map(String.init))
            let page = try await world.connection.page(
                of: friends,
                before: #require(newest?.first?.predecessor?.cursor)
            )
            try await world.connection.setMembership(.leave, in: friends)
            return page
        }
        #expect(pages.messages.map(\.text) == (1...40).map(String.init) && pages.next == nil)
        let spy = LiveSpy()
        world.begin { await spy.connect(to: SimulatedWorld.friends, in: world) }
        world.run(for: .seconds(1))
        #expect(spy.events.map(\.event) == [.opened] && spy.ends.isEmpty)
    }
}
