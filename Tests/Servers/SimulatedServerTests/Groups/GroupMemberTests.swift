import ChatTypes
import Testing
import Transport

@testable import SimulatedServer

@Suite struct GroupMemberTests {
    private let friends = SimulatedWorld.friends
    private let ada = SimulatedWorld.ada
    private let ben = SimulatedWorld.ben

    private func group() throws -> SimulatedWorld {
        let world = try SimulatedWorld()
        try world.beginFriends()
        return world
    }

    @Test func `members' messages, receipts, edits, deletions and typing arrive live`() throws {
        let world = try group()
        defer { world.end() }
        let (spy, friends, ada, ben) = (LiveSpy(), friends, ada, ben)
        world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(1))
        try world.run {
            let server = world.server
            _ = try await world.connection.send(world.outgoing(1, to: friends))
            try await server.contactTypes(in: friends, by: ada)
            let first = try await server.contactWrites("Hi", as: MessageID("first"), in: friends, by: ada)
            let second = try await server.contactWrites("", imageCount: 2, in: friends, by: ben)
            try await server.contactReads(in: friends, by: ben)
            try await server.contactReads(upTo: second.id, in: friends, by: ada)
            try await server.contactEdits(first.id, to: "Ho", in: friends, by: ada)
            try await server.contactRemoves(second.id, in: friends, by: ben)
        }
        world.run(for: .seconds(1))
        let (one, other) = (Author.member(ada), Author.member(ben))
        #expect(spy.updates.allSatisfy { $0.chat.id == friends && $0.chat.isGroup })
        #expect(spy.messages.map(\.author) == [one, other])
        #expect(spy.receipts.map(\.reader) == [other, one] && spy.receipts[0].message == MessageID("own-1"))
        #expect(spy.updates.flatMap(\.annotations).map(\.author) == [one, other])
        #expect(spy.updates.flatMap(\.annotations).map(\.kind) == [.edit(text: "Ho"), .deletion])
        #expect(spy.events.contains { $0.event == .typing(true, by: one, in: friends) })
        #expect(try world.run { await world.server.newestRead(by: other, in: friends) } == MessageID("own-1"))
    }

    @Test func `a group's actions need a member, and a chat between two allows none`() throws {
        let (world, friends, ada) = (try group(), friends, ada)
        let unknown = RefusalCode(rawValue: "unknown_member")
        let wrong: [(ChatID, ContactID?)] = [
            (friends, nil), (friends, ContactID("john")), (friends, ContactID("me")), (SimulatedWorld.john, ada),
            (SimulatedWorld.john, ContactID("john")),
        ]
        for (chat, member) in wrong {
            let deeds: [@Sendable () async throws -> Void] = [
                { _ = try await world.server.contactWrites("Hi", in: chat, by: member) },
                { try await world.server.contactReads(in: chat, by: member) },
                { try await world.server.contactReads(upTo: MessageID("x"), in: chat, by: member) },
                { _ = try await world.server.contactEdits(MessageID("x"), to: "y", in: chat, by: member) },
                { try await world.server.contactRemoves(MessageID("x"), in: chat, by: member) },
                { try await world.server.contactTypes(in: chat, by: member) },
                { try await world.server.contactRenames(member, to: "Eve", in: chat) },
            ]
            for kind in deeds { #expect(refusal { try world.run(kind) } == unknown) }
        }
        #expect(try world.run { await world.server.log(of: friends) }.isEmpty)
    }

    @Test func `only the author edits and deletes a message in a group`() throws {
        let (world, friends, ada, ben) = (try group(), friends, ada, ben)
        let message = try world.run { try await world.server.contactWrites("Hi", in: friends, by: ada) }
        let deeds: [@Sendable () async throws -> Void] = [
            { _ = try await world.server.contactEdits(message.id, to: "x", in: friends, by: ben) },
            { try await world.server.contactRemoves(message.id, in: friends, by: ben) },
            { try await world.connection.annotate(.deletion(of: message.id, in: friends)) },
            {
                let edit = OutgoingAnnotation(id: MessageID("e"), of: message.id, in: friends, kind: .edit(text: "x"))
                _ = try await world.connection.annotate(edit)
            },
        ]
        for kind in deeds { #expect(refusal { try world.run(kind) } == RefusalCode(rawValue: "unknown_message")) }
        #expect(try world.run { await world.server.log(of: friends) } == [message])
    }

    @Test func `a joining member arrives live, with a known name and the newest message`() throws {
        let world = try group()
        defer { world.end() }
        let (spy, friends) = (LiveSpy(), friends)
        world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(1))
        let newest = try world.run {
            let message = try await world.connection.send(world.outgoing(1, to: friends))
            #expect(try await world.server.contactJoins(" JOHN ", in: friends) == ContactID("john"))
            #expect(try await world.server.contactJoins("John", in: friends) == ContactID("john"), "and only once")
            return message.position
        }
        world.run(for: .seconds(1))
        let john = try #require(try world.members()["John"])
        #expect(john.isMember && john.since == newest)
        #expect(spy.updates.memberships == [john])
        #expect(refusal { try world.run { try await world.server.contactJoins("\n", in: friends) } } == .invalidName)
    }

    @Test func `a group's member is known by the first name from then on`() throws {
        let (world, friends) = (try group(), friends)
        let (joined, other, chat) = try world.run {
            let joined = try await world.server.contactJoins("!!!", in: friends)
            try await world.server.contactRenames(joined, to: "Bang", in: friends)
            let other = try await world.server.contactJoins("???", in: friends)
            return (joined, other, try await world.connection.createChat(with: "!!!"))
        }
        #expect(chat.contact == Contact(id: joined, name: "!!!") && other != joined)
    }

    @Test func `a member cannot read messages from before joining`() throws {
        let (world, friends) = (try group(), friends)
        try world.run {
            _ = try await world.connection.send(world.outgoing(1, to: friends))
            let john = try await world.server.contactJoins("John", in: friends)
            try await world.server.contactReads(in: friends, by: john)
            #expect(await world.server.newestRead(by: .member(john), in: friends) == nil)
            await #expect(throws: ServiceError.self) {
                try await world.server.contactReads(upTo: MessageID("own-1"), in: friends, by: john)
            }
            _ = try await world.connection.send(world.outgoing(2, to: friends))
            try await world.server.contactReads(in: friends, by: john)
            #expect(await world.server.newestRead(by: .member(john), in: friends) == MessageID("own-2"))
        }
    }

    @Test func `a former member can do nothing until rejoining, with ascending numbers`() throws {
        let (world, friends, ada) = (try group(), friends, ada)
        let first = try #require(try world.members()["Ada Lovelace"])
        let message = try world.run {
            let message = try await world.server.contactWrites("Hi", in: friends, by: ada)
            try await world.server.contactLeaves(ada, in: friends)
            return message
        }
        let left = try #require(try world.members()["Ada Lovelace"])
        #expect(!left.isMember && left.number > first.number)
        let deeds: [@Sendable () async throws -> Void] = [
            { _ = try await world.server.contactWrites("Hi", in: friends, by: ada) },
            { try await world.server.contactReads(upTo: message.id, in: friends, by: ada) },
            { _ = try await world.server.contactEdits(message.id, to: "y", in: friends, by: ada) },
            { try await world.server.contactRemoves(message.id, in: friends, by: ada) },
            { try await world.server.contactTypes(in: friends, by: ada) },
            { try await world.server.contactRenames(ada, to: "Eve", in: friends) },
            { try await world.server.contactLeaves(ada, in: friends) },
        ]
        for kind in deeds { #expect(refusal { try world.run(kind) } == .notMember) }
        try world.run { _ = try await world.server.contactJoins("ada lovelace", in: friends) }
        let back = try #require(try world.members()["Ada Lovelace"])
        #expect(back.isMember && back.number > left.number && back.since == message.position)
        #expect(try world.members().count == 3)
    }

    @Test func `a renamed member keeps the ID and the joining, in that group only`() throws {
        let (world, friends, ada) = (try group(), friends, ada)
        try world.run {
            _ = try await world.connection.createGroup(world.group("other"))
            try await world.server.contactWrites("Hi", in: friends, by: ada)
            try await world.server.contactJoins("John", in: friends)
            try await world.server.contactRenames(ContactID("john"), to: " Johnny ", in: friends)
            try await world.server.contactRenames(ada, to: "Countess", in: friends)
        }
        let (members, other) = (try world.members(), try world.members(of: ChatID("group:other")))
        let johnny = try #require(members["Johnny"])
        #expect(johnny.isMember && johnny.since != nil && members["John"] == nil)
        #expect(members["Countess"]?.member == .member(ada) && other["Countess"] == nil)
        try world.run { try await world.server.contactRenames(ada, to: "Countess", in: friends) }
        #expect(try world.members() == members, "the same name again is no change")
        #expect(
            refusal { try world.run { try await world.server.contactRenames(ada, to: "", in: friends) } }
                == .invalidName
        )
        #expect(try world.run { try await world.server.contactJoins("John", in: friends) } == ContactID("john"))
    }

    @Test func `a renamed contact is still found by the old name`() throws {
        let file = TemporaryFile()
        let world = try SimulatedWorld(journal: file.url)
        defer { world.end() }
        let (spy, john) = (LiveSpy(), SimulatedWorld.john)
        let cursor = try world.run { try await world.connection.sync(since: nil).next }
        world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(1))
        try world.run {
            try await world.server.contactRenames(to: "Johnny", in: john)
            try await world.server.contactRenames(to: "Johnny", in: john)
        }
        world.run(for: .seconds(1))
        #expect(spy.updates.map(\.chat.contact.name) == ["Johnny"])
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        let (chat, news) = try after.run {
            (try await after.connection.createChat(with: "John"), try await after.connection.sync(since: cursor))
        }
        #expect(chat.id == john && chat.contact == Contact(id: ContactID("john"), name: "Johnny"))
        #expect(news.updates == [ChatUpdate(chat: chat)])
    }

    @Test func `a chat between two cannot be joined or left`() throws {
        let (world, john, ada) = (try group(), SimulatedWorld.john, ada)
        let deeds: [@Sendable () async throws -> Void] = [
            { _ = try await world.server.contactJoins("Ada", in: john) },
            { try await world.server.contactLeaves(ada, in: john) },
            { try await world.connection.setMembership(.leave, in: john) },
            { try await world.connection.setMembership(.join, in: john) },
        ]
        for kind in deeds { #expect(refusal { try world.run(kind) } == .noMembership) }
        let change: @Sendable () async throws -> Void = { try await world.connection.change(.setTopic("x"), in: john) }
        #expect(refusal { try world.run(change) } == .noMembership)
    }

    @Test func `a full group admits only former members`() throws {
        let world = try SimulatedWorld()
        let friends = friends
        let names = (1..<Limits.members).map { "Person \($0)" }
        try world.run {
            _ = try await world.connection.createGroup(world.group("friends", names))
            let last = try #require(await world.server.members(of: friends).last?.member.member)
            try await world.server.contactLeaves(last, in: friends)
            try await world.server.contactJoins(try #require(names.last), in: friends)
        }
        #expect(
            refusal { try world.run { try await world.server.contactJoins("Ada", in: friends) } }
                == RefusalCode(rawValue: "too_many_people")
        )
    }
}
