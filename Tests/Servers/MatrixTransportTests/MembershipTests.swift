import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import Synchronization
import Testing
import Transport

@testable import MatrixTransport

@Suite struct MembershipTests {
    private static let invitation = state(
        "m.room.member",
        key: me.rawValue,
        #"{"membership":"invite","is_direct":true}"#
    )
    static let invited =
        #"{"next_batch":"1","rooms":{"invite":{"\#(room)":{"invite_state":{"events":[\#(invitation)]}}}}}"#

    /// A homeserver whose sync confirms each request.
    private func world(first: String, _ path: String, _ then: String) throws -> TransportFixture {
        let (world, news) = (try TransportFixture(), SyncFake(["": first]))
        world.http.follow(news) { call in
            if call.line == path { news.add(then, since: "1") }
            return call.path.contains("m.direct") && call.method == .get ? .failure(404, "M_NOT_FOUND") : .json("{}")
        }
        try world.start()
        return world
    }

    @Test func `an invitation is accepted explicitly`() throws {
        let world = try world(
            first: Self.invited,
            "POST v3/rooms/!room:test/join",
            answer("2", text(1), state: adasRoomState)
        )
        let number = try world.result { try await $0.setMembership(.join, in: room) }
        #expect(world.http.lines.contains("POST v3/rooms/!room:test/join"))
        let update = try world.sync(since: "1").updates.last
        #expect(update?.chat.contact.name == "Ada" && update?.standing?.value.state == .joined)
        #expect(number != nil && number == update?.standing?.number)
    }

    @Test func `accepting a direct invitation adds the room to the account's list once`() throws {
        let (world, news) = (try TransportFixture(), SyncFake(["": Self.invited]))
        let isFirst = Mutex(true)
        world.http.follow(news) { call in
            if call.path.contains("join") { news.add(answer("2", text(1), state: adasRoomState), since: "1") }
            guard call.path.contains("m.direct") else { return .json("{}") }
            let isLost = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if isLost { throw HTTPError(.connectionLost, host: "test", mayHaveReachedServer: true) }
            return call.method == .get ? .failure(404, "M_NOT_FOUND") : .json("{}")
        }
        try world.start()
        #expect(throws: ServiceError.responseLost) {
            try world.result { try await $0.setMembership(.join, in: room) }
        }
        world.run(.seconds(1))
        try world.result { try await $0.setMembership(.join, in: room) }
        let direct = world.http.calls.first { $0.path.contains("m.direct") && $0.method == .put }
        #expect(direct?.body?["@ada:test"]?.elements.map(\.string) == ["!room:test"])
        #expect(try world.sync(since: "1").updates.last?.chat.contact.name == "Ada")
    }

    @Test(arguments: [false, true])
    func `accepting a direct invitation keeps the account's other direct rooms`(isListed: Bool) throws {
        let (world, news) = (try TransportFixture(), SyncFake(["": Self.invited]))
        let listed = isListed ? #","!room:test""# : ""
        world.http.follow(news) { call in
            if call.path.contains("join") { news.add(answer("2", text(1), state: adasRoomState), since: "1") }
            guard call.path.contains("m.direct"), call.method == .get else { return .json("{}") }
            return .json(#"{"@bob:test":["!bobs:test"],"@ada:test":["!old:test"\#(listed)]}"#)
        }
        try world.start()
        try world.result { try await $0.setMembership(.join, in: room) }
        let lists = world.http.calls.filter { $0.path.contains("m.direct") && $0.method == .put }.map { call in
            ["@bob:test", "@ada:test"].map { call.body?.member(named: $0)?.elements.map(\.string) }
        }
        #expect(lists == (isListed ? [] : [[["!bobs:test"], ["!old:test", "!room:test"]]]))
    }

    @Test(arguments: ["[]", "null", "7"])
    func `an answer that is no list of direct rooms is lost, and the account's list stays`(_ answer: String) throws {
        let world = try world(first: Self.invited, "", "")
        world.http.intercept { $0.path.contains("m.direct") && $0.method == .get ? .json(answer) : nil }
        #expect(throws: ServiceError.responseLost) {
            try world.result { try await $0.setMembership(.join, in: room) }
        }
        #expect(!world.http.calls.contains { $0.path.contains("m.direct") && $0.method == .put })
    }

    @Test(arguments: [true, false])
    func `a change of the membership ends once sync confirms it, or after five seconds`(_ isJoining: Bool) throws {
        let joined = answer("2", text(1), state: adasRoomState)
        let left = #"{"next_batch":"2","rooms":{"leave":{"\#(room)":{}}}}"#
        for isConfirmed in [true, false] {
            let (world, ends) = (try TransportFixture(), Recorder<Void>())
            let news = SyncFake(["": isJoining ? Self.invited : answer("1", text(1), state: adasRoomState)])
            world.http.follow(news) { _ in .json("{}") }
            try world.start()
            world.begin { transport in
                _ = try? await transport.setMembership(isJoining ? .join : .leave, in: room)
                ends.record(())
            }
            world.run(.seconds(4))
            #expect(ends.all.isEmpty && world.http.calls.contains { $0.method == .post })
            if isConfirmed { news.add(isJoining ? joined : left, since: "1") }
            world.run(.milliseconds(500))
            #expect(ends.all.count == (isConfirmed ? 1 : 0))
            world.run(.seconds(1))
            #expect(ends.all.count == 1)
        }
    }

    @Test func `a room is forgotten only once the user has left it`() throws {
        let (world, news) = (try TransportFixture(), SyncFake(["": answer("1", text(1), state: adasRoomState)]))
        world.http.follow(news) { _ in .json("{}") }
        try world.start()
        #expect(throws: ServiceError.refused(.noMembership, text: "Leave the room first")) {
            try world.result { try await $0.setMembership(.forget, in: room) }
        }
        #expect(!world.http.lines.contains { $0.contains("forget") })
        news.add(#"{"next_batch":"2","rooms":{"leave":{"\#(room)":{}}}}"#, since: "1")
        world.run(.seconds(1))
        try world.result { try await $0.setMembership(.forget, in: room) }
        #expect(world.http.lines.contains("POST v3/rooms/!room:test/forget"))
    }

    @Test func `a declined invitation is a chat that the user has left`() throws {
        let left = #"{"next_batch":"2","rooms":{"leave":{"\#(room)":{}}}}"#
        let world = try world(first: Self.invited, "POST v3/rooms/!room:test/leave", left)
        try world.result { try await $0.setMembership(.leave, in: room) }
        #expect(try world.sync(since: "1").updates.last?.standing?.value.state == .left)
    }

    @Test func `joining a room whose successor needs an invitation says so`() throws {
        let tombstone = state("m.room.tombstone", #"{"replacement_room":"!new:test"}"#)
        let world = try world(first: answer("1", state: "\(adasRoomState),\(tombstone)"), "", "")
        let answer = world.http.answer
        world.http.answer = { $0.path.contains("join") ? .failure(403, "M_FORBIDDEN") : try await answer($0) }
        let error = #expect(throws: ServiceError.self) {
            try world.result { try await $0.setMembership(.join, in: room) }
        }
        guard case .refused(.replaced, let text)? = error else { throw Missing() }
        #expect(text.contains("!new:test") && text.contains("invitation"))
    }

    @Test func `joining a replaced room accepts the invitation to its successor, as to any direct room`() throws {
        let tombstone = state("m.room.tombstone", #"{"replacement_room":"!new:test"}"#)
        let replaced = #""join":{"\#(room)":{"state":{"events":[\#(adasRoomState),\#(tombstone)]}}}"#
        let invited = #""invite":{"!new:test":{"invite_state":{"events":[\#(Self.invitation)]}}}"#
        let world = try world(
            first: #"{"next_batch":"1","rooms":{\#(replaced),\#(invited)}}"#,
            "POST v3/rooms/!new:test/join",
            answer("2", text(1), state: adasRoomState, in: ChatID("!new:test"))
        )
        try world.result { try await $0.setMembership(.join, in: room) }
        #expect(world.http.lines.contains("POST v3/rooms/!new:test/join"))
        let direct = world.http.calls.first { $0.path.contains("m.direct") && $0.method == .put }
        #expect(direct?.body?["@ada:test"]?.elements.map(\.string) == ["!new:test"])
    }

    @Test func `writing into a replaced room joins nothing`() throws {
        let tombstone = state("m.room.tombstone", #"{"replacement_room":"!new:test"}"#)
        let world = try world(first: answer("1", state: "\(adasRoomState),\(tombstone)"), "", "")
        let message = OutgoingMessage(id: MessageID("born"), chat: room, text: "Hello")
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.send(message) } }
        guard case .refused(.replaced, let text)? = error else { throw Missing() }
        #expect(text.contains("/join"))
        #expect(!world.http.lines.contains { $0.contains("join") || $0.contains("/send/") })
    }

    @Test(arguments: [
        ("@eve:far.example:8448", "far.example:8448"), ("@eve:[::1]:8448", "[::1]:8448"), ("@eve:", nil), ("@eve", nil),
        ("@eve:a&server_name=b/../c", "a&server_name=b/../c"),
    ])
    func `a successor is joined through the server of the user who upgraded`(
        _ sender: String,
        server: String?
    ) throws {
        let tombstone = state("m.room.tombstone", #"{"replacement_room":"!new:far"}"#, by: ContactID(sender))
        let joined = answer("2", text(1), state: adasRoomState, in: ChatID("!new:far"))
        let world = try world(
            first: answer("1", state: "\(adasRoomState),\(tombstone)"),
            "POST v3/join/!new:far",
            joined
        )
        try world.result { try await $0.setMembership(.join, in: room) }
        let call = try world.http.calls.first { $0.line == "POST v3/join/!new:far" }.unwrapped()
        #expect(call.query["via"] == server && call.query["server_name"] == server)
    }

    @Test(arguments: [
        (ChatID("!room:home.example"), "far,test,other"), (ChatID("!room:test"), "far,test,other"),
        (ChatID("!v12"), "far,test,other"),
    ])
    func `a former room is joined through the servers of recent authors`(_ room: ChatID, servers: String) throws {
        let speakers = ["@a:home", "@b:other", "@c:test", "@d:far", "@e:far", "@me:home"].enumerated()
        let timeline = speakers.map { text($0.offset, by: ContactID($0.element)) }.joined(separator: ",")
        try expect(servers, toJoin: room, in: answer("1", timeline, state: adasRoomState, in: room))
    }

    @Test(arguments: [
        (ChatID("!room:home.example"), "test,home.example"), (ChatID("!room:test"), "test"), (ChatID("!v12"), "test"),
        (ChatID("!room:home"), "test"),
    ])
    func `a room with few messages is joined through members and its own server`(_ room: ChatID, servers: String)
        throws
    {
        try expect(
            servers,
            toJoin: room,
            in: answer("1", state: "\(adasRoomState),\(member(ContactID("@ben:home"), "Ben"))", in: room)
        )
    }

    /// Joins a former room as a user of the server `home`.
    private func expect(_ servers: String, toJoin room: ChatID, in first: String) throws {
        let left = #"{"next_batch":"2","rooms":{"leave":{"\#(room)":{}}}}"#
        let world = try TransportFixture(user: ContactID("@me:home"))
        let news = SyncFake(["": first, "1": left])
        world.http.answer = { $0.isSync ? try await news.answer($0) : .json("{}") }
        _ = try world.sync()
        _ = try world.sync(since: "1")
        try world.result { try await $0.setMembership(.join, in: room) }
        let call = try world.http.calls.first { $0.line == "POST v3/join/\(room)" }.unwrapped()
        let query = URLComponents(string: call.request.url)?.queryItems ?? []
        for name in ["via", "server_name"] {
            let values = query.filter { $0.name == name }.compactMap(\.value)
            #expect(values.joined(separator: ",") == servers)
        }
    }

    @Test func `migration of version 6 finds the successor, and its server once sync names it`()
        async throws
    {
        let folder = try Folder()
        let tombstone = state("m.room.tombstone", #"{"replacement_room":"!new:far"}"#, by: ContactID("@eve:far"))
        let news = try syncAnswer(answer("1", state: "\(adasRoomState),\(tombstone)"))
        let ledger = try folder.open()
        _ = try await ledger.apply(news, since: nil)
        try folder.downgrade(to: 6)
        let again = try folder.open()
        #expect(try await again.read { try $0.rooms.successor(of: room) }?.room == ChatID("!new:far"))
        #expect(try await again.read { try $0.rooms.successor(of: room) }?.servers == [])
        _ = try await again.apply(news, since: nil)
        #expect(try await again.read { try $0.rooms.successor(of: room) }?.servers == ["far"])
    }

    @Test func `a forbidden request fails until the user returns, and elsewhere for good`() throws {
        let left = #"{"next_batch":"2","rooms":{"leave":{"\#(room)":{}}}}"#
        let (world, news) = (try TransportFixture(), SyncFake(["": answer("1", text(1), state: adasRoomState)]))
        world.http.follow(news) { call in
            let isForbidden = ["redact", "read_markers"].contains { call.path.contains($0) }
            return isForbidden ? .failure(403, "M_FORBIDDEN") : .json("{}")
        }
        try world.start()
        func refusals() -> [RefusalCode] {
            let deeds: [@Sendable (MatrixTransport) async throws -> Void] = [
                { try await $0.markRead(room, upTo: MessageID("$1")) },
                { try await $0.annotate(.deletion(of: MessageID("$1"), in: room)) },
            ]
            return deeds.compactMap { deed in
                let error = #expect(throws: ServiceError.self) { try world.result { try await deed($0) } }
                return if case .refused(let code, _)? = error { code } else { nil }
            }
        }
        #expect(refusals() == [.forbidden, .forbidden])
        news.add(left, since: "1")
        world.run(.seconds(1))
        #expect(refusals() == [.notMember, .notMember])
    }

    @Test func `a refused membership change is reported`() throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .failure(403, "M_FORBIDDEN") }
        let error = #expect(throws: ServiceError.self) {
            try world.result { try await $0.setMembership(.join, in: room) }
        }
        #expect(error == .refused(RefusalCode(rawValue: "M_FORBIDDEN"), text: "said M_FORBIDDEN"))
    }
}
