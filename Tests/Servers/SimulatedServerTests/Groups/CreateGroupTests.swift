import ChatTypes
import Foundation
import Testing
import Transport

@testable import SimulatedServer

@Suite struct CreateGroupTests {
    private let friends = SimulatedWorld.friends

    private func created(_ names: [String], title: String = "Friends") throws -> [Membership] {
        let world = try SimulatedWorld()
        return try world.run {
            let group = OutgoingGroup(id: MessageID("friends"), title: title, names: names)
            return await world.server.members(of: try await world.connection.createGroup(group).id)
        }
    }

    @Test func `a new group has a title, an ID, the user and the named people`() throws {
        let world = try SimulatedWorld()
        let header = try world.run { try await world.connection.createGroup(world.group()) }
        #expect(header.id == friends && header.isGroup && header.contact.name == "Friends")
        let members = try world.run { await world.server.members(of: SimulatedWorld.friends) }
        #expect(members.map(\.member) == [.me, .member(SimulatedWorld.ada), .member(SimulatedWorld.ben)])
        #expect(members.map(\.name) == ["", "Ada Lovelace", "Ben"])
        #expect(members.allSatisfy { $0.isMember && $0.since == nil && $0.number > 0 })
        #expect(try world.run { await world.server.chats.last } == header)
        let start = Date(timeIntervalSince1970: 1_647_000_000)
        #expect((start...start.addingTimeInterval(world.seconds)).contains(header.createdAt))
    }

    @Test func `the same name twice, however it is written, is one person`() throws {
        let names = ["Zoe\u{308}", " ada LOVELACE ", "ZOË", "Ada Lovelace", "zoë\n"]
        #expect(try created(names).map(\.name) == ["", "Zoe\u{308}", "Ada Lovelace"])
    }

    @Test func `a name of few characters and many bytes has an id that can be used`() throws {
        let name = String(repeating: "\u{915}" + String(repeating: "\u{93E}", count: 11), count: 40)
        let members = try created([name, name + "x"])
        #expect(members.count == 3 && members.map(\.member).allSatisfy(\.isUsable))
    }

    @Test func `a group of one other is a group`() throws {
        #expect(try created(["Ben"]).count == 2)
    }

    @Test func `different names are different people, even when their ids would be the same`() throws {
        let members = try created(["!!!", "???", "contact 2", "Ada-Lovelace", "José", "Jose", "contact-2", "…"])
        #expect(members.count == 9 && Set(members.map(\.member)).count == 9)
        #expect(!members.contains { $0.member == .member(SimulatedWorld.ada) })
    }

    @Test func `a person keeps one ID across chats, groups and restarts`() throws {
        let file = TemporaryFile()
        let before = try SimulatedWorld(journal: file.url)
        let (known, first) = try before.run {
            let known = try await before.connection.createChat(with: "!!!").contact
            _ = try await before.connection.createGroup(before.group("one", ["???", "!!!"]))
            return (known, await before.server.members(of: ChatID("group:one")))
        }
        #expect(first.map(\.member).last == .member(known.id))
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        let (second, chat, third) = try after.run {
            _ = try await after.connection.createGroup(after.group("two", ["???", "!!!", "…"]))
            let chat = try await after.connection.createChat(with: "???")
            return (
                await after.server.members(of: ChatID("group:two")), chat,
                try await after.connection.createChat(with: "!!!")
            )
        }
        #expect(second.map(\.member).prefix(3) == first.map(\.member).prefix(3))
        #expect(Set(second.map(\.member)).count == 4)
        #expect(first[1].member == .member(chat.contact.id) && third.contact == known)
    }

    @Test func `the same ID returns the same group, even after a restart`() throws {
        let file = TemporaryFile()
        let before = try SimulatedWorld(journal: file.url)
        let headers = try before.run {
            [
                try await before.connection.createGroup(before.group()),
                try await before.connection.createGroup(before.group("friends", ["Zoe"])),
                try await before.connection.createGroup(before.group("friends", [])),
            ]
        }
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        let again = try after.run { try await after.connection.createGroup(after.group()) }
        #expect(Set(headers + [again]).count == 1)
        #expect(try after.members().count == 3 && after.run { await after.server.chats.count } == 2)
    }

    @Test func `the same names under another id are another group, and a title may be a person's name`() throws {
        let world = try SimulatedWorld()
        let chats = try world.run {
            _ = try await world.connection.createGroup(world.group("one"))
            _ = try await world.connection.createGroup(world.group("two"))
            let group = OutgoingGroup(id: MessageID("three"), title: "Ada Lovelace", names: ["Ada Lovelace"])
            _ = try await world.connection.createGroup(group)
            _ = try await world.connection.createChat(with: "Ada Lovelace")
            return await world.server.chats.map(\.id.rawValue)
        }
        #expect(chats == ["chat-john", "group:one", "group:two", "group:three", "chat-ada-lovelace"])
    }

    @Test func `a group without anyone else is refused`() {
        #expect(refusal { try created([]) } == .tooFewPeople)
    }

    @Test(arguments: ["", " ", "a\nb", "a\u{202E}b", String(repeating: "a", count: 101)])
    func `an invalid name or title is refused, and no group is created`(name: String) throws {
        #expect(refusal { try created(["Ada", name]) } == .invalidName)
        #expect(refusal { try created(["Ada"], title: name) } == .invalidName)
        #expect(refusal { try created([], title: name) } == .invalidName)
        let world = try SimulatedWorld()
        #expect(throws: ServiceError.self) {
            try world.run { try await world.connection.createGroup(world.group("friends", ["Ada", name])) }
        }
        #expect(try world.run { await world.server.chats.count } == 1)
    }

    @Test func `a group has at most as many people as it can have, ourselves included`() throws {
        let names = (1..<Limits.members).map { "Person \($0)" }
        #expect(try created(names + ["PERSON 1"]).count == Limits.members)
        #expect(refusal { try created(names + ["One too many"]) } == RefusalCode(rawValue: "too_many_people"))
    }

    @Test func `a lost answer to the wish for a group leaves one group`() throws {
        var conditions = NetworkConditions.perfect
        conditions.responseLossRate = 1
        let world = try SimulatedWorld(conditions: conditions)
        #expect(throws: ServiceError.responseLost) {
            try world.run { try await world.connection.createGroup(world.group()) }
        }
        world.connection.conditions = .perfect
        #expect(try world.run { try await world.connection.createGroup(world.group()) }.id == friends)
        #expect(try world.run { await world.server.chats.count } == 2)
    }

    @Test func `a member's picture is the one of their chat`() throws {
        let world = try SimulatedWorld()
        let stranger = try world.run {
            _ = try await world.connection.createGroup(world.group("friends", (1...20).map { "Stranger \($0)" }))
            var pictures: [Picture?] = []
            for member in await world.server.members(of: SimulatedWorld.friends).dropFirst() {
                guard let id = member.member.member else { continue }
                pictures.append(try await world.connection.picture(of: id))
            }
            return pictures
        }
        #expect(stranger.count == 20 && stranger.contains { $0 != nil })
    }
}
