import ChatSession
import ChatStore
import ChatTypes
import Testing

/// Whom `setIgnored` means, and what becomes of their invitation.
@Suite struct IgnoringTests {
    private static let eves = ["@eve:test", "@eve:other"].map { Contact(id: ContactID($0), name: "Eve") }

    private func world(ignoring people: [Contact] = []) throws -> SessionWorld {
        let world = try SessionWorld(holding: [message(1)]) { $0.ignored = people }
        world.run(for: .seconds(1))
        return world
    }

    private func invite(to world: SessionWorld) throws {
        let invited = ChatState.invited(by: "Eve (@eve:test)", toGroup: false)
        let update = ChatUpdate(chat: ada, standing: NumberedStanding(ChatStanding(state: invited), number: 5))
        try world.perform { try await $0.withDatabase { try $0.write { _ = try $0.apply(update, announcing: false) } } }
    }

    private func set(_ isIgnored: Bool, _ name: String?, in chat: ChatID?, of world: SessionWorld) throws -> ContactID {
        try world.perform { try await $0.setIgnored(isIgnored, name, in: chat).person.id }
    }

    private func requests(_ kind: ServiceFake.Kind, of world: SessionWorld) -> [String] {
        world.service.requests(kind).map(\.what)
    }

    @Test(arguments: [nil, "Eve", "@eve:test"])
    func `the inviter is ignored first, and then their invitation is declined`(name: String?) throws {
        let world = try world()
        try invite(to: world)
        #expect(try set(true, name, in: ada.id, of: world) == ContactID("@eve:test"))
        #expect(requests(.ignoring, of: world) == ["true @eve:test"])
        #expect(requests(.membership, of: world) == ["\(ChatMembership.leave) \(ada.id)"])
    }

    @Test func `ignoring somebody else declines no invitation`() throws {
        let world = try world()
        try invite(to: world)
        #expect(try set(true, "@bob:test", in: ada.id, of: world) == ContactID("@bob:test"))
        #expect(requests(.membership, of: world).isEmpty)
    }

    @Test func `setIgnored returns the invitation that it declined`() throws {
        let world = try world()
        try invite(to: world)
        #expect(try world.perform { try await $0.setIgnored(true, "@bob:test", in: ada.id).declined } == nil)
        #expect(try world.perform { try await $0.setIgnored(true, nil, in: ada.id).declined } == ada.id)
    }

    @Test func `without a name it is the contact, whose chat is not left`() throws {
        let world = try world()
        #expect(try set(true, nil, in: ada.id, of: world) == ada.contact.id)
        #expect(requests(.membership, of: world).isEmpty)
    }

    @Test func `a person who is heard again is found by name, unless several have it`() throws {
        let world = try world(ignoring: [Self.eves[0]])
        #expect(try set(false, "eve", in: nil, of: world) == Self.eves[0].id)
        #expect(requests(.ignoring, of: world) == ["false @eve:test"])
        let two = try self.world(ignoring: Self.eves)
        let text = "Several are called Eve: write one of @eve:other, @eve:test"
        #expect(throws: ServiceError.refused(.ambiguousName, text: text)) { try set(false, "Eve", in: nil, of: two) }
        #expect(requests(.ignoring, of: two).isEmpty)
    }

    @Test func `the server's list of ignored people is cut to the limits`() throws {
        let long = Contact(id: ContactID("@long:test"), name: String(repeating: "x", count: 100_000))
        let unusable = ["", String(repeating: "y", count: Limits.idBytes + 1)].map {
            Contact(id: ContactID($0), name: "Nobody")
        }
        let world = try world(ignoring: [long] + unusable + Self.eves)
        let people = try world.perform { try await $0.ignoredPeople() }
        #expect(people.map(\.id) == [long.id] + Self.eves.map(\.id))
        #expect(people.first?.name.count == Limits.nameCharacters)
    }

    @Test func `a name that nobody has is refused, and so is none outside a chat`() throws {
        let world = try world()
        for (name, text) in [
            ("Zoe", "Nobody here is called Zoe: write @name:server"), (nil, "Write whom, by name or as @name:server"),
        ] {
            #expect(throws: ServiceError.refused(.unknownMember, text: text)) {
                try set(true, name, in: nil, of: world)
            }
        }
        #expect(requests(.ignoring, of: world).isEmpty)
    }

    @Test func `hearing the inviter again declines no invitation`() throws {
        let world = try world()
        try invite(to: world)
        #expect(try set(false, nil, in: ada.id, of: world) == ContactID("@eve:test"))
        #expect(requests(.ignoring, of: world) == ["false @eve:test"] && requests(.membership, of: world).isEmpty)
    }

    @Test func `a group is no person, and its members are ignored by name`() throws {
        let (world, team) = (try world(), group("team", "Team"))
        let bob = Membership(member: .member(ContactID("@bob:test")), name: "Bob", number: 1)
        let update = ChatUpdate(chat: team, memberships: [bob])
        try world.perform { try await $0.withDatabase { try $0.write { _ = try $0.apply(update, announcing: false) } } }
        for name in [nil, "Team"] {
            #expect(throws: ServiceError.self) { try set(true, name, in: team.id, of: world) }
        }
        #expect(try set(true, "bob", in: team.id, of: world) == ContactID("@bob:test"))
        #expect(requests(.ignoring, of: world) == ["true @bob:test"])
    }

    @Test func `the person who removed the user is not taken for one who invites them`() throws {
        let world = try world()
        let removed = ChatState.removed(by: "Eve (@eve:test)", reason: "")
        let update = ChatUpdate(chat: ada, standing: NumberedStanding(ChatStanding(state: removed), number: 5))
        try world.perform { try await $0.withDatabase { try $0.write { _ = try $0.apply(update, announcing: false) } } }
        #expect(try set(true, nil, in: ada.id, of: world) == ada.contact.id)
    }
}
