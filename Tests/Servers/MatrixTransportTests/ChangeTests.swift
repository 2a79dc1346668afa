import ChatTypes
import HTTPClient
import JSONKit
import Testing
import Transport

@testable import MatrixTransport

/// Changes of rooms by the user.
@Suite struct ChangeTests {
    private func world(_ answers: (String, String)...) throws -> TransportFixture {
        let world = try TransportFixture()
        let sync = groupAnswer("1", text(1), state: gardenState)
        world.http.answer = { call in
            if call.isSync { return .json(sync) }
            return .json(answers.first { call.line == $0.0 }?.1 ?? "{}")
        }
        _ = try world.sync()
        return world
    }

    private func make(_ change: ChatChange, _ world: TransportFixture) throws {
        try world.result { try await $0.change(change, in: room) }
    }

    @Test func `each change is the request of the specification`() throws {
        let world = try world()
        try make(.invite("@cyd:test"), world)
        try make(.remove("@ada:test", reason: "spam"), world)
        try make(.ban("@ada:test", reason: ""), world)
        try make(.unban("@ada:test"), world)
        try make(.rename("Meadow"), world)
        try make(.setTopic("Flowers"), world)
        let calls = world.http.calls.filter { $0.path.contains("rooms") }
        let lines =
            ["invite", "kick", "ban", "unban"].map { "POST v3/rooms/!room:test/\($0)" }
            + ["PUT v3/rooms/!room:test/state/m.room.name", "PUT v3/rooms/!room:test/state/m.room.topic"]
        #expect(calls.map(\.line) == lines)
        #expect(calls[1].body?["user_id"]?.string == "@ada:test" && calls[1].body?["reason"]?.string == "spam")
        #expect(calls[2].body?["reason"] == nil && calls[4].body?["name"]?.string == "Meadow")
        #expect(calls[5].body?["topic"]?.string == "Flowers")
    }

    @Test func `reasons and topics that are too long are cut`() throws {
        let world = try world()
        try make(.remove("@ada:test", reason: String(repeating: "x", count: Limits.reasonBytes + 1)), world)
        try make(.setTopic(String(repeating: "x", count: Limits.topicBytes + 1)), world)
        let sent = world.http.calls.compactMap { $0.body?["reason"]?.string ?? $0.body?["topic"]?.string }
        #expect(sent.map(\.utf8.count) == [Limits.reasonBytes, Limits.topicBytes])
    }

    @Test func `a change that the homeserver forbids a member is not allowed`() throws {
        let world = try world()
        world.http.intercept { $0.path.last == "kick" ? .failure(403, "M_FORBIDDEN") : nil }
        #expect(throws: ServiceError.refused(.notAllowed, text: "said M_FORBIDDEN")) {
            try make(.remove("@ada:test", reason: ""), world)
        }
    }

    @Test func `a change in a room that the user has left needs a return`() throws {
        let world = try TransportFixture()
        let left = groupAnswer("2", change("$l", of: me, "leave"), as: "leave")
        let news = SyncFake(["": groupAnswer("1", text(1), state: gardenState), "1": left])
        world.http.follow(news) { call in call.path.last == "kick" ? .failure(403, "M_FORBIDDEN") : .json("{}") }
        _ = try world.sync()
        _ = try world.sync(since: "1")
        #expect(throws: ServiceError.refused(.notMember, text: "said M_FORBIDDEN")) {
            try make(.remove("@ada:test", reason: ""), world)
        }
    }

    @Test func `roles that cannot be read are not replaced`() throws {
        let world = try world(("GET v3/rooms/!room:test/state/m.room.power_levels", "[1]"))
        #expect(throws: ServiceError.refused(.notAllowed, text: "The roles of this room cannot be read")) {
            try make(.setRole("@ada:test", .administrator), world)
        }
        #expect(!world.http.calls.contains { $0.method == .put })
    }

    @Test func `a role is added to the levels that the homeserver has`() throws {
        let path = "v3/rooms/!room:test/state/m.room.power_levels"
        let known = #"{"users":{"@me:test":100,"@ada:test":50},"events":{"m.room.name":70},"x.odd":{"a":[1]}}"#
        let world = try world(("GET \(path)", known))
        try make(.setRole("@ada:test", .administrator), world)
        let sent = try world.http.calls.last { $0.line == "PUT \(path)" }.unwrapped()
        #expect(sent.body?["users"]?["@ada:test"]?.integer == 100 && sent.body?["users"]?["@me:test"]?.integer == 100)
        #expect(sent.body?["events"]?["m.room.name"]?.integer == 70 && sent.body?["x.odd"]?["a"] != nil)
    }

    @Test func `a role is not set, and a pin not added, after an answer without the levels or the list`() throws {
        let pins = "v3/rooms/!room:test/state/m.room.pinned_events"
        let world = try TransportFixture()
        let pinned = state("m.room.pinned_events", #"{"pinned":["$9"]}"#)
        let sync = groupAnswer("1", text(1), state: "\(gardenState),\(pinned)")
        world.http.answer = { .json($0.isSync ? sync : "{}") }
        _ = try world.sync()
        for change in [ChatChange.setRole("@ada:test", .administrator), .pin(MessageID("$1"), true)] {
            #expect(throws: ServiceError.responseLost) { try make(change, world) }
        }
        #expect(!world.http.calls.contains { $0.method == .put })
        let unpinned = try self.world(("GET \(pins)", "{}"))
        try make(.pin(MessageID("$1"), true), unpinned)
        #expect(unpinned.http.lines.contains("PUT \(pins)"), "no message was pinned before")
    }

    @Test func `a pin is added to the list that the homeserver has, and nothing is sent for one that it has`() throws {
        let path = "v3/rooms/!room:test/state/m.room.pinned_events"
        let world = try world(("GET \(path)", #"{"pinned":["$9"]}"#))
        try make(.pin(MessageID("$1"), true), world)
        try make(.pin(MessageID("$9"), false), world)
        try make(.pin(MessageID("$1"), false), world)
        let sent = world.http.calls.filter { $0.line == "PUT \(path)" }.map { call in
            call.body?["pinned"]?.elements.compactMap(\.string)
        }
        #expect(sent == [["$9", "$1"], []])
    }

    @Test func `the pins of a room that was known before are requested when it is opened, once`() throws {
        let folder = try Folder()
        let line = "GET v3/rooms/!room:test/state/m.room.pinned_events"
        var counts: [Int] = []
        for launch in 1...3 {
            let world = try TransportFixture(in: folder)
            let sync = groupAnswer("\(launch)", text(launch), state: launch == 1 ? gardenState : "")
            world.http.answer = { call in
                call.isSync ? .json(sync) : .json(call.line == line ? #"{"pinned":["$1"]}"# : "{}")
            }
            _ = try world.sync(since: launch == 1 ? nil : "\(launch - 1)")
            let events = Recorder<LiveEvent>()
            world.begin { try? await $0.connect(to: room) { events.record($0) } }
            world.run(.seconds(1))
            counts.append(world.http.lines.count { $0 == line })
            let pins = events.all.compactMap { event -> ChatPins? in
                if case .updates(let updates) = event { updates.first?.pins } else { nil }
            }
            #expect(pins.map(\.messages) == (launch == 2 ? [[MessageID("$1")]] : []))
            if launch == 1 { try folder.downgrade(to: 16) }
        }
        #expect(counts == [0, 1, 0])
    }

    /// A folder with a room whose pinned messages are unknown, as in a ledger of an earlier version.
    private func folderWithoutPins() throws -> Folder {
        let world = try world()
        try world.folder.downgrade(to: 16)
        return world.folder
    }

    /// Opens the room, and returns the events that are pinned then and the number of requests for them.
    private func pins(in folder: Folder, _ answer: @escaping @Sendable (MatrixLedger) async throws -> HTTPResponse)
        throws
        -> (events: [String]?, count: Int)
    {
        let line = "GET v3/rooms/!room:test/state/m.room.pinned_events"
        let world = try TransportFixture(in: folder)
        let ledger = world.ledger
        world.http.answer = { call in call.line == line ? try await answer(ledger) : .json("{}") }
        world.begin { try? await $0.connect(to: room) { _ in } }
        world.run(.seconds(1))
        let pinned = try world.result { _ in
            try await ledger.read { tables in
                try tables.rooms.pins(of: tables.rooms.room(room).unwrapped().key)?.events.map(\.rawValue)
            }
        }
        return (pinned, world.http.lines.count { $0 == line })
    }

    @Test func `a refusal counts as no pinned messages, and after a lost answer they are requested again`() throws {
        let folder = try folderWithoutPins()
        let lost = try pins(in: folder) { _ in .failure(502, "") }
        #expect(lost.events == nil && lost.count == 1)
        let refused = try pins(in: folder) { _ in .failure(403, "M_FORBIDDEN") }
        #expect(refused.events == [] && refused.count == 1)
        #expect(try pins(in: folder) { _ in .json("{}") }.count == 0)
    }

    @Test func `pinned messages that sync brings during the request for them stay`() throws {
        let news = groupAnswer("2", state("m.room.pinned_events", #"{"pinned":["$9"]}"#))
        let pinned = try pins(in: folderWithoutPins()) { ledger in
            _ = try await ledger.apply(syncAnswer(news), since: "1")
            return .json(#"{"pinned":["$1"]}"#)
        }
        #expect(pinned.events == ["$9"] && pinned.count == 1)
    }

    @Test func `an alias is looked up, and none is nil`() throws {
        let world = try world(("GET v3/directory/room/#garden:test", #"{"room_id":"!room:test"}"#))
        #expect(try world.result { try await $0.chat(withAlias: "#garden:test") } == room)
        world.http.answer = { _ in .failure(404, "M_NOT_FOUND") }
        #expect(try world.result { try await $0.chat(withAlias: "#none:test") } == nil)
        world.http.answer = { _ in .json(#"{"room_id":""}"#) }
        #expect(try world.result { try await $0.chat(withAlias: "#odd:test") } == nil)
    }
}
