import ChatTypes
import JSONKit
import Testing

@testable import MatrixTransport

/// New chats and groups, which are encrypted by default.
@Suite struct EncryptedChatTests {
    /// Creates a chat with Ada, or a group with her and Bob; returns the types of the new room's initial state.
    private func stateOfNewChat(
        _ wish: Bool? = nil,
        settings: MatrixSettings = MatrixSettings(),
        isEncrypting: Bool = true,
        isGroup: Bool = false
    ) throws -> [String] {
        let world = try TransportFixture(settings: settings, isEncrypting: isEncrypting)
        world.http.answer = { call in
            call.path.last == "createRoom" ? .json(#"{"room_id":"!new:test"}"#) : .json("{}")
        }
        let names = [ada.rawValue, "@bob:test"]
        let group = OutgoingGroup(id: MessageID("g"), title: groupTitle(of: names), names: names, isEncrypted: wish)
        _ = try? world.result {
            _ =
                isGroup
                ? try await $0.createGroup(group) : try await $0.createChat(with: ada.rawValue, isEncrypted: wish)
        }
        let creation = try world.http.calls.first { $0.path.last == "createRoom" }.unwrapped()
        #expect(creation.body?["name"] == nil, "clients name the group after its members")
        let isEncrypted = try world.result { [ledger = world.ledger] _ in
            try await ledger.read { try $0.rooms.isEncrypted(ChatID("!new:test")) }
        }
        let asked = creation.body?["initial_state"]?.elements.contains { $0["type"]?.string == "m.room.encryption" }
        #expect(isEncrypted == asked, "for this device it is what was asked for, before sync tells")
        return creation.body?["initial_state"]?.elements.compactMap { $0["type"]?.string } ?? []
    }

    @Test(arguments: [false, true])
    func `a new chat or group is encrypted from the start`(isGroup: Bool) throws {
        #expect(try stateOfNewChat(isGroup: isGroup) == ["m.room.canonical_alias", "m.room.encryption"])
        let plain = MatrixSettings(encryptsChats: false)
        let wanted = try stateOfNewChat(true, settings: plain, isGroup: isGroup)
        #expect(wanted == ["m.room.canonical_alias", "m.room.encryption"])
    }

    @Test(
        arguments: [(true, true, true), (true, false, false), (false, true, nil), (false, false, nil)]
            as [(Bool, Bool, Bool?)]
    )
    func `new chats are said to be encrypted as the setting says, and nothing is said without keys`(
        _ isEncrypting: Bool,
        _ setting: Bool,
        _ said: Bool?
    ) throws {
        let settings = MatrixSettings(encryptsChats: setting)
        let world = try TransportFixture(settings: settings, isEncrypting: isEncrypting)
        #expect(world.transport.encryptsNewChats == said)
    }

    /// Returns a homeserver that creates a room in the clear when it is asked for one, and then fails.
    private func careless(_ made: String) throws -> TransportFixture {
        let (world, news) = (try TransportFixture(isEncrypting: true), SyncFake(["": #"{"next_batch":"1"}"#]))
        world.http.follow(news) { call in
            guard call.path.last == "createRoom" else { return .json("{}") }
            news.add(made, since: "1")
            return .failure(500, "M_UNKNOWN")
        }
        try world.start()
        return world
    }

    private func isEncrypted(_ room: ChatID, _ world: TransportFixture) throws -> Bool {
        try world.result { [ledger = world.ledger] _ in try await ledger.read { try $0.rooms.isEncrypted(room) } }
    }

    @Test(arguments: [false, true])
    func `a chat or group whose creation was answered with an error is encrypted once sync brings it`(isGroup: Bool)
        throws
    {
        let creation = state("m.room.create", #"{"chat.viper.id":"g"}"#, by: me)
        let world = try careless(
            isGroup ? groupAnswer("2", state: creation, joined: 1, heroes: []) : answer("2", state: adasRoomState)
        )
        let group = OutgoingGroup(id: MessageID("g"), title: "Garden", names: [ada.rawValue, "@bob:test"])
        func create() throws -> ChatID {
            try world.result {
                isGroup ? try await $0.createGroup(group).id : try await $0.createChat(with: ada.rawValue).id
            }
        }
        #expect(throws: ServiceError.self) { try create() }
        world.run(.seconds(1))
        #expect(try isEncrypted(room, world), "before another attempt, too")
        #expect(try create() == room)
        #expect(try isEncrypted(room, world))
        #expect(world.http.lines.count { $0.contains("createRoom") } == 1)
    }

    @Test func `the first text to a chat that the homeserver made in the clear does not leave in the clear`() throws {
        let world = try TransportFixture(isEncrypting: true)
        world.http.answer = { call in
            call.path.last == "createRoom" ? .json(#"{"room_id":"!new:test"}"#) : .json("{}")
        }
        _ = try? world.result { try await $0.createChat(with: ada.rawValue) }
        let message = OutgoingMessage(id: MessageID("m"), chat: ChatID("!new:test"), text: "a secret")
        _ = try? world.result { try await $0.send(message) }
        #expect(!world.http.calls.contains { String(decoding: $0.sent, as: UTF8.self).contains("a secret") })
        #expect(!world.http.lines.contains { $0.contains("m.room.message") })
    }

    @Test func `a plain chat from before the creation of another one stays plain`() throws {
        let world = try careless(answer("2", state: adasRoomState, in: ChatID("!new:test")))
        _ = try world.result { [ledger = world.ledger] _ in
            try await ledger.write { try $0.insertDirectRoom(room, with: ada, named: nil) }
        }
        #expect(throws: ServiceError.self) { try world.result { try await $0.createChat(with: ada.rawValue) } }
        world.run(.seconds(1))
        #expect(try isEncrypted(ChatID("!new:test"), world) && !isEncrypted(room, world))
    }

    @Test func `the creation of an encrypted chat that has ended encrypts no later chat with that person`() throws {
        let world = try TransportFixture(isEncrypting: true)
        _ = try world.result { [ledger = world.ledger] _ in
            try await ledger.write { tables in
                _ = try tables.creations.begin(with: ada, nonce: "n", encrypts: true)
                try tables.creations.end(with: ada)
            }
            return try await ledger.apply(syncAnswer(answer("1", state: adasRoomState)), since: nil)
        }
        #expect(try !isEncrypted(room, world))
    }

    @Test func `a chat that is begun again in the clear, under the same name, is not encrypted`() throws {
        let world = try TransportFixture(isEncrypting: true)
        let names = try world.result { [ledger = world.ledger] _ in
            let names = try await ledger.write { tables in
                try [("n", true), ("m", false)].map {
                    try tables.creations.begin(with: ada, nonce: $0.0, encrypts: $0.1)
                }
            }
            _ = try await ledger.apply(syncAnswer(answer("1", state: adasRoomState)), since: nil)
            return names
        }
        #expect(try names == ["n", "n"] && !isEncrypted(room, world))
    }

    @Test func `a plain chat that exists is encrypted only if the user asks for it`() throws {
        let world = try TransportFixture(isEncrypting: true)
        let news = SyncFake(["": answer("1", state: adasRoomState)])
        world.http.answer = { call in call.isSync ? try await news.answer(call) : .json("{}") }
        try world.start()
        for (wish, encrypts) in [(nil, false), (false, false), (true, true)] as [(Bool?, Bool)] {
            let opened = try world.result { try await $0.createChat(with: ada.rawValue, isEncrypted: wish) }
            #expect(try opened.id == room && isEncrypted(room, world) == encrypts)
        }
    }

    @Test(arguments: [false, true])
    func `a setting, the user, or the lack of keys leaves new chats and groups plain`(isGroup: Bool) throws {
        let plain = ["m.room.canonical_alias"]
        #expect(try stateOfNewChat(settings: MatrixSettings(encryptsChats: false), isGroup: isGroup) == plain)
        #expect(try stateOfNewChat(false, isGroup: isGroup) == plain)
        #expect(try stateOfNewChat(true, isEncrypting: false, isGroup: isGroup) == plain)
    }
}
