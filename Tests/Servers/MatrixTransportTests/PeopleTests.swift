import ChatTypes
import HTTPClient
import JSONKit
import Testing

@testable import MatrixTransport

@Suite struct PeopleTests {
    private static let directory = """
        {"results":[{"user_id":"@ada:test","display_name":"Ada"},{"user_id":"@me:test","display_name":"Me"},{"odd":1},\
        {"user_id":"@ben:test"},{"user_id":"@b1:test","display_name":"Ben"},{"user_id":"@b2:test","display_name":"Ben"}]}
        """

    /// A homeserver with a user directory that creates a room on request.
    ///
    /// - Parameter isSynced: whether sync brings the room at once.
    private func world(
        isSynced: Bool = true,
        created: @escaping @Sendable () -> HTTPResponse = { .json(#"{"room_id":"!room:test"}"#) }
    ) throws -> TransportFixture {
        let (world, news) = (try TransportFixture(), SyncFake(["": #"{"next_batch":"1"}"#]))
        world.http.follow(news) { call in
            switch call.path.dropFirst().first {
            case "user_directory": return .json(Self.directory)
            case "createRoom":
                if isSynced { news.add(answer("2", state: adasRoomState), since: "1") }
                return created()
            case "user" where call.method == .get: return .failure(404, "M_NOT_FOUND")
            case "profile":
                return call.path[2] == "@ada:test" ? .json(#"{"displayname":"Ada"}"#) : .failure(404, "M_NOT_FOUND")
            case "directory": return .json(#"{"room_id":"!room:test"}"#)
            default: return .json("{}")
            }
        }
        try world.start()
        return world
    }

    @Test func `the directory is searched without the user`() throws {
        let people = try world().result { try await $0.contacts(matching: "a", limit: 5) }
        #expect(people.map(\.name) == ["Ada", "@ben:test", "Ben", "Ben"])
        let few = try world().result { try await $0.contacts(matching: "a", limit: 2) }
        #expect(few.map(\.name) == ["Ada", "@ben:test"], "however many the homeserver sends")
    }

    @Test(arguments: ["Ada", "@ada:test", "https://matrix.to/#/@ada:test", "matrix:u/ada:test"])
    func `a chat with a person of the directory, an address or a link is created as direct`(_ name: String) throws {
        let world = try world()
        let header = try world.result { try await $0.createChat(with: name) }
        #expect(header.id == room && header.contact == Contact(id: ada, name: "Ada"))
        let created = try world.http.calls.first { $0.path.contains("createRoom") }.unwrapped()
        #expect(created.body?["is_direct"]?.bool == true && created.body?["preset"]?.string == "trusted_private_chat")
        #expect(created.body?["invite"]?.elements.map(\.string) == ["@ada:test"])
        let direct = world.http.calls.first { $0.path.contains("m.direct") && $0.method == .put }
        #expect(direct?.body?["@ada:test"]?.elements.map(\.string) == ["!room:test"])
        let again = try world.result { try await $0.createChat(with: name) }
        #expect(again.id == room)
        #expect(world.http.lines.count { $0.contains("createRoom") } == 1)
    }

    @Test(arguments: ["{}", #"{"room_id":""}"#, #"{"room_id":7}"#])
    func `an answer to a creation without the room's id is lost`(_ answer: String) throws {
        let world = try world { .json(answer) }
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.createChat(with: "Ada") } }
        let group = OutgoingGroup(id: MessageID("g"), title: "Garden", names: ["Ada"])
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.createGroup(group) } }
    }

    @Test func `an alias that cannot be deleted holds up no new room`() throws {
        let world = try world()
        world.http.intercept { $0.method == .delete ? .failure(500, "M_UNKNOWN") : nil }
        #expect(try world.result { try await $0.createChat(with: "Ada") }.id == room)
        let group = OutgoingGroup(id: MessageID("g"), title: "Garden", names: ["Ada"])
        #expect(try world.result { try await $0.createGroup(group) }.id == room)
        #expect(world.http.calls.count { $0.method == .delete } == 2)
    }

    @Test func `the alias of a new room is not published in the room`() throws {
        let world = try world()
        _ = try world.result { try await $0.createChat(with: "Ada") }
        _ = try world.result {
            try await $0.createGroup(OutgoingGroup(id: MessageID("g"), title: "Garden", names: ["Ada"]))
        }
        let made = world.http.calls.filter { $0.path.contains("createRoom") }
        #expect(made.count == 2)
        for body in made.map(\.body) {
            #expect(body?["room_alias_name"]?.string?.hasPrefix("viper-") == true)
            let events = body?["initial_state"]?.elements ?? []
            #expect(events.map { $0["type"]?.string } == ["m.room.canonical_alias"])
            #expect(events.first?["state_key"]?.string == "" && events.first?["content"]?.isEmptyObject == true)
        }
    }

    @Test func `a room whose creation had no response is found by its alias`() throws {
        let world = try world { .failure(400, "M_ROOM_IN_USE") }
        #expect(try world.result { try await $0.createChat(with: "Ada") }.id == room)
        #expect(world.http.lines.contains { $0.hasPrefix("GET v3/directory/room/#viper-") })
    }

    @Test(arguments: ["0", "-5", "1e3"])
    func `a room is joined by its alias, whatever its creation time`(_ time: String) throws {
        let world = try world()
        let beginning = state("m.room.create", "{}").replacing("500", with: time)
        let news = SyncFake(["1": answer("2", state: "\(beginning),\(member(ada, "Ada"))")])
        world.http.answer = { call in
            call.isSync ? try await news.answer(call) : .json(#"{"room_id":"!room:test"}"#)
        }
        #expect(try world.result { try await $0.createChat(with: "#garden:far") }.id == room)
        #expect(world.http.lines.contains("POST v3/join/#garden:far"))
    }

    @Test func `a room that needs an invitation is refused with what to do`() throws {
        let world = try world()
        world.http.answer = { _ in .failure(403, "M_FORBIDDEN") }
        let error = #expect(throws: ServiceError.self) {
            try world.result { try await $0.createChat(with: "#garden:far") }
        }
        guard case .refused(_, let text) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("ask a member to invite you") && text.contains("knock"))
    }

    @Test func `a chat with oneself invites nobody, since homeservers refuse that`() throws {
        let world = try world()
        world.http.intercept { call in call.line == "GET v3/profile/@me:test" ? .json(#"{"displayname":"Me"}"#) : nil }
        #expect(try world.result { try await $0.createChat(with: "@me:test") }.id == room)
        let created = world.http.calls.first { $0.path.contains("createRoom") }
        #expect(created?.body?["invite"]?.elements.isEmpty == true)
    }

    @Test func `a chat with oneself that exists is opened, and invites nobody again`() throws {
        let direct = #","account_data":{"events":[{"type":"m.direct","content":{"@me:test":["\#(room)"]}}]}}"#
        let alone = groupAnswer("1", state: state("m.room.create", "{}", by: me), joined: 1, heroes: [])
        let (world, news) = (try TransportFixture(), SyncFake(["": alone.dropLast() + direct]))
        world.http.follow(news) { _ in .json("{}") }
        try world.start()
        #expect(try world.result { try await $0.createChat(with: "@me:test") }.id == room)
        #expect(!world.http.calls.contains { $0.method == .post })
    }

    @Test func `a room is joined through the servers that its link names`() throws {
        let (world, news) = (try TransportFixture(), SyncFake(["": #"{"next_batch":"1"}"#]))
        world.http.follow(news) { call in
            if call.path.contains("join") { news.add(answer("2", state: adasRoomState), since: "1") }
            return .json(#"{"room_id":"!room:test"}"#)
        }
        try world.start()
        let link = "https://matrix.to/#/!room:test?via=one.example"
        #expect(try world.result { try await $0.createChat(with: link) }.id == room)
        let call = try world.http.calls.first { $0.line == "POST v3/join/!room:test" }.unwrapped()
        #expect(call.query["via"] == "one.example" && call.query["server_name"] == "one.example")
    }

    @Test(arguments: [nil, "leave", "invite", "join"])
    func `a room created without its invitation gets it later`(membership: String?)
        throws
    {
        let world = try world { .failure(400, "M_ROOM_IN_USE") }
        world.http.intercept { call in
            guard call.line == "GET v3/rooms/!room:test/state/m.room.member/@ada:test" else { return nil }
            return membership.map { .json(#"{"membership":"\#($0)"}"#) } ?? .failure(404, "M_NOT_FOUND")
        }
        #expect(try world.result { try await $0.createChat(with: "Ada") }.id == room)
        let invited = world.http.calls.filter { $0.path.last == "invite" }.map { $0.body?["user_id"]?.string }
        #expect(invited == (membership == "invite" || membership == "join" ? [] : ["@ada:test"]))
    }

    @Test func `a room whose person cannot be invited is no chat`() throws {
        let world = try world()
        world.http.intercept { call in
            // Sync has not brought the room yet.
            if call.path.contains("createRoom") { return .failure(400, "M_ROOM_IN_USE") }
            if call.path.contains("m.room.member") { return .failure(404, "M_NOT_FOUND") }
            return call.path.last == "invite" ? .failure(403, "M_FORBIDDEN") : nil
        }
        for _ in 1...2 {
            #expect(throws: ServiceError.refused(.forbidden, text: "said M_FORBIDDEN")) {
                try world.result { try await $0.createChat(with: "Ada") }
            }
        }
    }

    @Test func `a room whose sync is late is found by every attempt until it is left`() throws {
        let (world, news) = (try TransportFixture(), SyncFake(["": #"{"next_batch":"1"}"#]))
        let aliases = Recorder<String>()
        world.http.follow(news) { call in
            switch call.path.dropFirst().first {
            case "user_directory": return .json(Self.directory)
            case "createRoom":
                let alias = call.body?["room_alias_name"]?.string ?? ""
                let isTaken = aliases.all.contains(alias)
                aliases.record(alias)
                if isTaken { return .failure(400, "M_ROOM_IN_USE") }
                if aliases.all.count == 1 { return .json(#"{"room_id":"!room:test"}"#) }
                news.add(answer("4", state: adasRoomState, in: ChatID("!other:test")), since: "3")
                return .json(#"{"room_id":"!other:test"}"#)
            case "directory": return .json(#"{"room_id":"!room:test"}"#)
            case "user" where call.method == .get: return .failure(404, "M_NOT_FOUND")
            default: return .json("{}")
            }
        }
        try world.start()
        for _ in 1...2 {
            #expect(throws: ServiceError.responseLost) { try world.result { try await $0.createChat(with: "Ada") } }
        }
        #expect(aliases.all.count == 2 && Set(aliases.all).count == 1)
        news.add(answer("2", state: adasRoomState), since: "1")
        world.run(.seconds(1))
        #expect(try world.result { try await $0.createChat(with: "Ada") }.id == room)
        #expect(world.http.lines.contains { $0.hasPrefix("DELETE v3/directory/room/#viper-") })
        // After the user has left it, another room is created.
        news.add(#"{"next_batch":"3","rooms":{"leave":{"\#(room)":{}}}}"#, since: "2")
        world.run(.seconds(1))
        #expect(try world.result { try await $0.createChat(with: "Ada") }.id == ChatID("!other:test"))
        #expect(Set(aliases.all).count == 2)
    }

    @Test func `every attempt to create a room has the same alias`() throws {
        let world = try world(isSynced: false) { .failure(502, "") }
        for _ in 0..<2 {
            #expect(throws: ServiceError.responseLost) { try world.result { try await $0.createChat(with: "Ada") } }
        }
        let aliases = world.http.calls.compactMap { $0.body?["room_alias_name"]?.string }
        #expect(aliases.count == 2 && aliases[0] == aliases[1])
    }

    @Test(arguments: [
        ("Ben", RefusalCode.ambiguousName, "Several people are called Ben: write one of @b1:test, @b2:test"),
        ("Zoe", .invalidName, "The server knows nobody called Zoe; write @name:server"),
        ("@zoe:test", .invalidName, "The server knows nobody called @zoe:test"),
        // Ada's name with a Cyrillic letter, which looks the same.
        ("\u{410}da", .invalidName, "The server knows nobody called \u{410}da; write @name:server"),
    ])
    func `an unknown or ambiguous name is refused with an explanation`(
        _ name: String,
        _ code: RefusalCode,
        _ text: String
    ) throws {
        let world = try world()
        #expect(throws: ServiceError.refused(code, text: text)) {
            try world.result { try await $0.createChat(with: name) }
        }
        #expect(!world.http.lines.contains { $0.contains("createRoom") })
    }

    @Test func `of many people with one name, five are listed`() throws {
        let world = try world()
        world.http.intercept { call in
            guard call.path.contains("user_directory") else { return nil }
            let people = (1...6).map { #"{"user_id":"@b\#($0):test","display_name":"Ben"}"# }
            return .json(#"{"results":[\#(people.joined(separator: ","))]}"#)
        }
        let ids = (1...5).map { "@b\($0):test" }.joined(separator: ", ")
        let refusal = ServiceError.refused(
            .ambiguousName,
            text: "Several people are called Ben: write one of \(ids)"
        )
        #expect(throws: refusal) { try world.result { try await $0.createChat(with: "Ben") } }
    }

    @Test func `a person with a hidden profile is reached by the id`() throws {
        let world = try world()
        let answer = world.http.answer
        world.http.answer = { try await $0.path.contains("profile") ? .failure(403, "M_FORBIDDEN") : answer($0) }
        #expect(try world.result { try await $0.createChat(with: "@zoe:test") }.id == room)
        let created = try world.http.calls.first { $0.path.contains("createRoom") }.unwrapped()
        #expect(created.body?["invite"]?.elements.map(\.string) == ["@zoe:test"])
    }

    @Test(arguments: ["#garden:test", "https://matrix.to/#/%23garden%3Atest", "matrix:r/garden:test"])
    func `the room of an alias or a link is joined`(name: String) throws {
        let (world, news) = (try TransportFixture(), SyncFake(["": #"{"next_batch":"1"}"#]))
        world.http.follow(news) { call in
            if call.path.contains("join") { news.add(answer("2", state: adasRoomState), since: "1") }
            return .json(#"{"room_id":"!room:test"}"#)
        }
        try world.start()
        #expect(try world.result { try await $0.createChat(with: name) }.id == room)
        #expect(world.http.lines.contains("POST v3/join/#garden:test"))
    }
}

@Suite struct PictureTests {
    @Test func `pictures arrive as thumbnails, and a missing one is no error`() throws {
        let world = try TransportFixture()
        world.http.answer = { call in
            if call.path.contains("profile") { return .json(#"{"avatar_url":"mxc://test/abc"}"#) }
            return HTTPResponse(status: 200, mediaType: "image/png", body: [1, 2])
        }
        let picture = try world.result { try await $0.picture(of: ada) }
        #expect(picture == Picture(mediaType: "image/png", bytes: [1, 2]))
        #expect(world.http.lines.last == "GET v1/media/thumbnail/test/abc")
        for address in ["", "https://x/y", "mxc://test", "mxc://test/a/b"] {
            world.http.answer = { _ in .json(#"{"avatar_url":"\#(address)"}"#) }
            #expect(try world.result { try await $0.picture(of: ada) } == nil)
        }
        world.http.answer = { _ in .failure(404, "M_NOT_FOUND") }
        #expect(try world.result { try await $0.picture(of: ada) } == nil)
    }

    @Test func `a group has the picture of its room`() throws {
        let world = try TransportFixture()
        let avatar = state("m.room.avatar", #"{"url":"mxc://test/room"}"#)
        world.http.answer = { call in
            if call.isSync { return .json(answer("1", state: "\(adasRoomState),\(avatar)")) }
            guard call.path.contains("thumbnail") else { return .json("{}") }
            return HTTPResponse(status: 200, mediaType: "image/png", body: [1])
        }
        _ = try world.sync()
        let picture = try world.result { try await $0.picture(of: ContactID(room.rawValue)) }
        #expect(picture == Picture(mediaType: "image/png", bytes: [1]))
        #expect(world.http.lines.last == "GET v1/media/thumbnail/test/room")
        #expect(try world.result { try await $0.picture(of: ContactID("!other:test")) } == nil)
    }

    @Test func `an older homeserver has thumbnails at another path`() throws {
        let world = try TransportFixture()
        world.http.answer = { call in
            if call.path.contains("profile") { return .json(#"{"avatar_url":"mxc://test/abc"}"#) }
            guard call.path.first == "media" else { return .failure(404, "M_UNRECOGNIZED") }
            return HTTPResponse(status: 200, mediaType: "image/png", body: [1, 2])
        }
        let picture = try world.result { try await $0.picture(of: ada) }
        #expect(picture == Picture(mediaType: "image/png", bytes: [1, 2]))
        let call = try world.http.calls.last.unwrapped()
        #expect(call.path == ["media", "v3", "thumbnail", "test", "abc"])
        #expect(call.query == ["width": "96", "height": "96", "method": "crop"])
        #expect(call.request.limits.bodyBytes == Int64(Limits.pictureBytes))
    }
}
