import ChatTypes
import HTTPClient
import JSONKit
import SimulationKit
import Synchronization
import Testing

@testable import MatrixTransport

@Suite struct GroupCreationTests {
    private static let group = OutgoingGroup(
        id: MessageID("g1"),
        title: " Garden ",
        names: ["Ada", "@bob:test", "Me", "@me:test", "@ada:test"]
    )
    private static let directory = """
        {"results":[{"user_id":"@ada:test","display_name":"Ada"},{"user_id":"@me:test","display_name":"Me"}]}
        """
    /// The first sync response about a room that is being created.
    private static let beginning = """
        {"type":"m.room.create","event_id":"$c","sender":"@me:test","origin_server_ts":1,"state_key":"",\
        "content":{"chat.viper.id":"g1"}}
        """

    /// A homeserver that creates a room on request, with `created` as its response.
    private func world(
        news first: String = #"{"next_batch":"1"}"#,
        _ created: @escaping @Sendable () throws -> HTTPResponse = { .json(#"{"room_id":"!room:test"}"#) }
    ) throws -> TransportFixture {
        let (world, news) = (try TransportFixture(), SyncFake(["": first]))
        world.http.follow(news) { call in
            switch call.path.dropFirst().first {
            case "user_directory": return .json(Self.directory)
            case "createRoom":
                news.add(groupAnswer("2", state: Self.beginning, joined: 1, heroes: []), since: "1")
                return try created()
            case "profile": return .json(#"{"displayname":"Someone"}"#)
            case "directory" where call.method == .get: return .json(#"{"room_id":"!room:test"}"#)
            case "rooms" where call.path.last == "invite": return .failure(403, "M_FORBIDDEN")
            default: return .json("{}")
            }
        }
        try world.start()
        return world
    }

    private func requests(_ world: TransportFixture) -> [Call] {
        world.http.calls.filter { $0.path.contains("createRoom") }
    }

    @Test func `a group is a private room with its title and each other member invited once`() throws {
        let world = try world()
        let header = try world.result { try await $0.createGroup(Self.group.without("Me")) }
        #expect(
            header.id == room && header.isGroup
                && header.contact == Contact(id: ContactID("!room:test"), name: "Garden")
        )
        let body = try requests(world).first.unwrapped().body
        #expect(body?["preset"]?.string == "private_chat" && body?["name"]?.string == "Garden")
        #expect(body?["is_direct"] == nil)
        #expect(body?["invite"]?.elements.map(\.string) == ["@ada:test", "@bob:test"])
        #expect(body?["creation_content"]?["chat.viper.id"]?.string == "g1")
        #expect(!world.http.lines.contains { $0.contains("m.direct") })
        let alias = try body.unwrapped()["room_alias_name"]?.string
        #expect(world.http.lines.contains("DELETE v3/directory/room/#\(alias ?? ""):test"))
    }

    @Test func `a group whose title lists its people has no name, so that it goes by those who are in it`() throws {
        let world = try world()
        let group = OutgoingGroup(id: MessageID("g1"), title: "Ada, @bob:test", names: ["Ada", "@bob:test"])
        _ = try world.result { try await $0.createGroup(group) }
        let body = try requests(world).first.unwrapped().body
        #expect(body?["invite"]?.elements.count == 2 && body?["name"] == nil)
    }

    @Test func `creating a group twice under one id returns the same group, even after a restart`() throws {
        let world = try world()
        let made = try world.result { try await $0.createGroup(Self.group.without("Me")) }
        #expect(try world.result { try await $0.createGroup(Self.group.without("Me")) } == made)
        #expect(requests(world).count == 1)
        #expect(try ledgerRoom(world.folder.open(), in: world) == room)
        _ = try world.result {
            try await $0.createGroup(OutgoingGroup(id: MessageID("g2"), title: "Other", names: ["Ada"]))
        }
        #expect(requests(world).count == 2)
    }

    private func ledgerRoom(_ ledger: MatrixLedger, in world: TransportFixture) throws -> ChatID? {
        try world.result { _ in try await ledger.read { try $0.creations.room(ofGroup: MessageID("g1")) } }
    }

    @Test func `a new ledger finds the group by its creation event, if the user created it`() throws {
        let theirs = Self.beginning.replacing("@me:test", with: "@ada:test")
        for (beginning, isFound) in [(Self.beginning, true), (theirs, false)] {
            let world = try world(news: groupAnswer("1", "\(beginning),\(text(1))"))
            _ = try world.result { try await $0.createGroup(Self.group.without("Me")) }
            #expect(requests(world).isEmpty == isFound)
        }
    }

    @Test func `every attempt after a lost response has the same alias, even after a restart`() throws {
        let world = try world { throw HTTPError(.connectionLost, host: "test", mayHaveReachedServer: true) }
        #expect(throws: ServiceError.responseLost) {
            try world.result { try await $0.createGroup(Self.group.without("Me")) }
        }
        #expect(throws: ServiceError.responseLost) {
            try world.result { try await $0.createGroup(Self.group.without("Me")) }
        }
        let aliases = requests(world).compactMap { $0.body?["room_alias_name"]?.string }
        #expect(aliases.count == 2 && aliases[0] == aliases[1])
        let again = try world.folder.open()
        let kept = try world.result { _ in
            try await again.read { try $0.creations.nonce(for: ContactID("group:g1")) }.unwrapped()
        }
        #expect(aliases[0] == "viper-\(kept)")
    }

    @Test(arguments: [(400, "M_ROOM_IN_USE"), (403, "M_FORBIDDEN")])
    func `a partly created room is found by its alias and completed`(status: Int, code: String) throws {
        let world = try world { .failure(status, code) }
        let header = try world.result { try await $0.createGroup(Self.group.without("Me")) }
        #expect(header.id == room && header.contact.name == "Garden")
        let name = world.http.calls.first { $0.line == "PUT v3/rooms/!room:test/state/m.room.name" }
        #expect(name?.body?["name"]?.string == "Garden")
        let invited = world.http.calls.filter { $0.path.last == "invite" }.compactMap { $0.body?["user_id"]?.string }
        #expect(invited == ["@ada:test", "@bob:test"])
    }

    @Test func `a refusal without a room under the alias is reported`() throws {
        let world = try world { .failure(403, "M_FORBIDDEN") }
        world.http.intercept { call in call.path.contains("directory") ? .failure(404, "M_NOT_FOUND") : nil }
        #expect(throws: ServiceError.refused(RefusalCode(rawValue: "M_FORBIDDEN"), text: "said M_FORBIDDEN")) {
            try world.result { try await $0.createGroup(Self.group.without("Me")) }
        }
    }

    private static func outgoing(_ title: String, _ names: [String]) -> OutgoingGroup {
        OutgoingGroup(id: MessageID("g"), title: title, names: names)
    }

    private static let titleless = "A group needs a title of at most 100 characters"

    @Test(arguments: [
        (outgoing("Garden", []), RefusalCode.tooFewPeople, "A group needs someone besides yourself"),
        (outgoing("Garden", ["@me:test"]), .tooFewPeople, "A group needs someone besides yourself"),
        (outgoing(" ", ["Ada"]), .invalidName, titleless),
        (outgoing(String(repeating: "x", count: 101), ["Ada"]), .invalidName, titleless),
        (outgoing("Garden", ["Ada", "Zoe"]), .invalidName, "The server knows nobody called Zoe; write @name:server"),
        (
            outgoing("Garden", Array(repeating: "Ada", count: 101)), .tooManyPeople,
            "At most 100 people can be invited at once"
        ),
    ])
    func `a group without others, with too many or unknown people, or no title is refused`(
        _ group: OutgoingGroup,
        _ code: RefusalCode,
        _ text: String
    ) throws {
        let world = try world()
        #expect(throws: ServiceError.refused(code, text: text)) {
            try world.result { try await $0.createGroup(group) }
        }
        #expect(requests(world).isEmpty)
    }

    @Test(arguments: ["profile", "invite"])
    func `a group of many people is created within a minute, if each person takes a second`(_ slow: String) throws {
        let world = try world { .failure(400, "M_ROOM_IN_USE") }
        let (clock, made) = (world.executor.clock, Recorder<ChatID?>())
        world.http.intercept { call in
            if call.path.contains(slow) { try await clock.sleep(for: .seconds(1)) }
            return nil
        }
        let names = (0..<70).map { "@p\($0):test" }
        world.begin { made.record(try? await $0.createGroup(Self.outgoing("Garden", names)).id) }
        world.run(.milliseconds(500))
        #expect(world.http.calls.count { $0.path.contains(slow) } == 6, "requests at a time")
        world.run(.seconds(54))
        #expect(made.all == [room])
        #expect(requests(world).first?.body?["invite"]?.elements.compactMap(\.string) == names)
        let invited = world.http.calls.filter { $0.path.last == "invite" }.compactMap { $0.body?["user_id"]?.string }
        #expect(invited == names)
    }

    @Test func `of several unknown people the first one named is reported, and no more are looked up`() throws {
        let world = try world()
        let clock = world.executor.clock
        world.http.intercept { call in
            guard call.path.contains("profile") else { return nil }
            if call.path.last == "@slow:test" { try await clock.sleep(for: .seconds(1)) }
            return .failure(404, "M_NOT_FOUND")
        }
        let names = ["@slow:test"] + (0..<70).map { "@p\($0):test" }
        #expect(throws: ServiceError.refused(.invalidName, text: "The server knows nobody called @slow:test")) {
            try world.result { try await $0.createGroup(Self.outgoing("Garden", names)) }
        }
        #expect(world.http.calls.count { $0.path.contains("profile") } == 6)
    }

    @Test func `as many people as can be invited at once are`() throws {
        let group = Self.outgoing("Garden", Array(repeating: "Ada", count: 100))
        #expect(try world().result { try await $0.createGroup(group) }.id == room)
    }
}

extension OutgoingGroup {
    fileprivate func without(_ name: String) -> OutgoingGroup {
        OutgoingGroup(id: id, title: title, names: names.filter { $0 != name })
    }
}
