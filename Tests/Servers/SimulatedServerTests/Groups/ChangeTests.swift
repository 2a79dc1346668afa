import ChatTypes
import Testing

@testable import SimulatedServer

/// The user and contacts change a group.
@Suite struct ChangeTests {
    private let friends = SimulatedWorld.friends
    private let file = TemporaryFile()

    private func world() throws -> SimulatedWorld {
        let world = try SimulatedWorld(journal: file.url)
        try world.beginFriends()
        return world
    }

    private func change(_ change: ChatChange, _ world: SimulatedWorld) throws {
        try world.run { try await world.connection.change(change, in: SimulatedWorld.friends) }
    }

    private func contact(_ change: ChatChange, _ world: SimulatedWorld) throws {
        try world.run {
            try await world.server.contactChanges(change, in: SimulatedWorld.friends, by: SimulatedWorld.ada)
        }
    }

    private func update(_ world: SimulatedWorld) throws -> ChatUpdate {
        try #require(
            try world.run { try await world.connection.sync(since: nil) }.updates.first { $0.chat.id == friends }
        )
    }

    @Test func `the user may change everything in an own group, and each change is a line`() throws {
        let world = try world()
        try change(.invite("Carl"), world)
        try change(.rename("Walkers"), world)
        try change(.setTopic("On Sunday"), world)
        try change(.setRole("ben", .moderator), world)
        try change(.remove("carl", reason: "too fast"), world)
        let update = try update(world)
        #expect(update.chat.contact.name == "Walkers" && update.standing?.value.topic == "On Sunday")
        #expect(update.standing?.value.rights == .all)
        let texts = [
            "invited Carl", "changed the title to “Walkers”", "changed the topic to “On Sunday”",
            "made Ben a moderator", "removed Carl (too fast)",
        ]
        #expect(update.messages.map(\.text) == texts && update.messages.allSatisfy { $0.author == .me && $0.isQuiet })
        let ben = try #require(update.memberships.first { $0.member == .member(SimulatedWorld.ben) })
        #expect(ben.role == .moderator && ben.isMember)
        #expect(update.memberships.first { $0.member == .member(ContactID("carl")) }?.isMember == false)
    }

    @Test func `a removal says who and why, and the user may come back`() throws {
        let world = try world()
        try contact(.remove("", reason: "spam"), world)
        let state = try update(world).standing?.value.state
        #expect(state == .removed(by: "Ada Lovelace", reason: "spam"))
        #expect(try update(world).messages.last?.text == "removed you (spam)")
        #expect(throws: ServiceError.notMember) { try change(.rename("Mine"), world) }
        try world.run { try await world.connection.setMembership(.join, in: SimulatedWorld.friends) }
        #expect(try update(world).standing?.value.state == .joined)
    }

    @Test func `a banned user cannot come back until the ban is lifted`() throws {
        let world = try world()
        try contact(.ban("", reason: ""), world)
        func join() throws {
            try world.run { try await world.connection.setMembership(.join, in: SimulatedWorld.friends) }
        }
        #expect(throws: ServiceError.banned) { try join() }
        #expect(try update(world).standing?.value.state == .banned(by: "Ada Lovelace", reason: ""))
        try world.run { try await world.server.restart() }
        #expect(throws: ServiceError.banned) { try join() }
        try contact(.unban(""), world)
        try join()
        #expect(try update(world).standing?.value.state == .joined)
    }

    @Test func `a usual member may only invite`() throws {
        let world = try world()
        try contact(.setRole("", .member), world)
        #expect(try update(world).standing?.value.rights == .invite)
        try change(.invite("Carl"), world)
        for refused in [
            ChatChange.rename("Mine"), .setTopic("x"), .remove("ben", reason: ""), .setRole("ben", .member),
        ] {
            #expect(throws: ServiceError.notAllowed) { try change(refused, world) }
        }
    }

    @Test(
        arguments: [
            (.administrator, .all), (.moderator, [.invite, .remove, .ban, .rename, .setTopic, .pin]),
            (.member, .invite), (nil, .invite),
        ] as [(MemberRole?, ChatRights)]
    )
    func `each role has its rights, and a former member none`(role: MemberRole?, rights: ChatRights) {
        func rightsOf(_ isMember: Bool) -> ChatRights {
            ServerChat.rights(of: Membership(member: .me, name: "", isMember: isMember, role: role, number: 1))
        }
        #expect(rightsOf(true) == rights)
        #expect(rightsOf(false) == [])
    }

    @Test func `a moderator changes the group and its members, but no role`() throws {
        let world = try world()
        try contact(.setRole("", .moderator), world)
        try change(.rename("Walkers"), world)
        try change(.ban("ben", reason: ""), world)
        #expect(throws: ServiceError.notAllowed) { try change(.setRole("ada-lovelace", .moderator), world) }
        try contact(.setRole("ada-lovelace", .moderator), world)
        #expect(throws: ServiceError.notAllowed) { try change(.remove("ada-lovelace", reason: ""), world) }
    }

    @Test func `somebody who has left can be banned, and not removed`() throws {
        let world = try world()
        try change(.remove("ben", reason: ""), world)
        #expect(throws: ServiceError.self) { try change(.remove("ben", reason: ""), world) }
        let count = try update(world).messages.count
        try change(.ban("ben", reason: ""), world)
        #expect(try update(world).messages.count == count + 1)
        #expect(throws: ServiceError.self) { try change(.invite("Ben"), world) }
    }

    @Test func `a change to what is so already adds no line`() throws {
        let world = try world()
        let changes: [ChatChange] = [.rename("Walkers"), .setTopic("On Sunday"), .setRole("ben", .moderator)]
        for made in changes { try change(made, world) }
        let count = try update(world).messages.count
        #expect(count == 3)
        for again in changes + [.invite("Ben"), .unban("ben")] { try change(again, world) }
        #expect(try update(world).messages.count == count)
    }

    @Test func `a long topic and a long reason are cut`() throws {
        let world = try world()
        let long = String(repeating: "x", count: 10_000)
        try change(.setTopic(long), world)
        #expect(try update(world).standing?.value.topic.utf8.count == Limits.topicBytes)
        try contact(.remove("", reason: long), world)
        let state = try update(world).standing?.value.state
        #expect(state == .removed(by: "Ada Lovelace", reason: String(long.prefix(Limits.eventBytes))))
    }

    @Test(arguments: [true, false]) func `a user who is out of the group types there no more`(isRemoved: Bool) throws {
        let world = try world()
        let friends = friends
        try world.run { try await world.connection.setTyping(true, in: friends) }
        #expect(try world.run { await world.server.isTyping(in: friends) })
        if isRemoved {
            try contact(.remove("", reason: ""), world)
        } else {
            try world.run { try await world.connection.setMembership(.leave, in: friends) }
        }
        #expect(try !world.run { await world.server.isTyping(in: friends) })
    }

    @Test func `nobody of the same role is removed, and a banned person is not invited`() throws {
        let world = try world()
        try change(.setRole("ben", .administrator), world)
        #expect(throws: ServiceError.notAllowed) { try change(.remove("ben", reason: ""), world) }
        try change(.ban("ada-lovelace", reason: ""), world)
        #expect(throws: ServiceError.self) { try change(.invite("Ada Lovelace"), world) }
        try change(.unban("ada-lovelace"), world)
        try change(.invite("Ada Lovelace"), world)
        #expect(try update(world).memberships.first { $0.member == .member(SimulatedWorld.ada) }?.isMember == true)
    }

    @Test func `joins and departures are lines if the server tells them`() throws {
        let world = try SimulatedWorld()
        let server = try SimulatedChatServer(environment: world.environment, tellsEvents: true)
        try world.run {
            let chat = try await server.createGroup(
                OutgoingGroup(id: MessageID("g"), title: "Friends", names: ["Ada", "Ben"])
            ).id
            try await server.contactJoins("Carl", in: chat)
            try await server.contactLeaves(ContactID("ben"), in: chat)
            let log = await server.log(of: chat)
            #expect(log.map(\.event) == [.joined, .left] && log.map(\.text) == ["joined", "left"])
        }
    }

    @Test func `a role is told by its word, and only a member has one`() throws {
        let world = try world()
        let roles: [(MemberRole, String)] = [
            (.moderator, "made Ben a moderator"), (.member, "made Ben a member"),
            (.administrator, "made Ben an administrator"),
        ]
        for (role, text) in roles {
            try change(.setRole("ben", role), world)
            #expect(try update(world).messages.last?.text == text)
        }
        try contact(.remove("ben", reason: ""), world)
        for id in ["ben", "nobody"] {
            #expect(throws: ServiceError.unknownMember) { try change(.setRole(id, .moderator), world) }
        }
    }

    @Test func `the user changes nobody of the same role but themselves, and a contact changes anybody`() throws {
        let world = try world()
        try change(.setRole("ben", .administrator), world)
        #expect(throws: ServiceError.notAllowed) { try change(.setRole("ben", .member), world) }
        try contact(.setRole("ben", .moderator), world)
        try contact(.remove("ben", reason: ""), world)
        try change(.setRole("", .moderator), world)
        let update = try update(world)
        #expect(update.memberships.first { $0.member == .me }?.role == .moderator)
        #expect(update.messages.last?.text == "made you a moderator")
    }

    @Test func `a member who was removed, came back and leaves has left, and so has one whose ban was lifted`() throws {
        let world = try world()
        func set(_ membership: ChatMembership) throws {
            try world.run { try await world.connection.setMembership(membership, in: SimulatedWorld.friends) }
        }
        try contact(.remove("", reason: "spam"), world)
        try set(.join)
        try set(.leave)
        #expect(try update(world).standing?.value.state == .left)
        try set(.join)
        try contact(.ban("", reason: "spam"), world)
        try contact(.unban(""), world)
        #expect(try update(world).standing?.value.state == .left)
        #expect(
            try world.run { await world.server.log(of: SimulatedWorld.friends) }.last?.text == "lifted the ban on you"
        )
    }

    @Test func `a person is invited by their ID or name, and keeps the name and the role that they had here`() throws {
        let world = try world()
        try change(.setRole("ada-lovelace", .moderator), world)
        try world.run {
            try await world.server.contactRenames(SimulatedWorld.ada, to: "Countess", in: SimulatedWorld.friends)
            try await world.server.contactLeaves(SimulatedWorld.ada, in: SimulatedWorld.friends)
        }
        try change(.invite("ada-lovelace"), world)
        #expect(try update(world).messages.last?.text == "invited Ada Lovelace")
        let ada = try #require(try world.members()["Countess"])
        #expect(ada.member == .member(SimulatedWorld.ada) && ada.isMember && ada.role == .moderator)
        #expect(refusal { try change(.invite("\n"), world) } == .invalidName)
    }

    @Test func `a title is trimmed, and refused if it is no name`() throws {
        let world = try world()
        try change(.rename("  Walkers "), world)
        #expect(try update(world).chat.contact.name == "Walkers")
        #expect(refusal { try change(.rename(" "), world) } == .invalidName)
    }
}
