import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import SimulationKit
import Testing
import Transport

@testable import MatrixTransport

@Suite struct SyncStreamTests {
    private func world(_ answers: [String: String], seed: UInt64? = nil) throws -> (TransportFixture, SyncFake) {
        let (world, news) = (try TransportFixture(seed: seed), SyncFake(answers))
        world.http.answer = { $0.isSync ? try await news.answer($0) : .json("{}") }
        return (world, news)
    }

    private func texts(_ page: SyncPage) -> [String] { page.updates.flatMap(\.messages).map(\.text) }

    @Test func `known messages are a backlog, and later ones are live`() throws {
        let (world, news) = try world(["": answer("1", text(1), state: adasRoomState)])
        world.receive()
        world.run(.seconds(1))
        #expect(world.events.all == [.opened])
        let page = try world.sync()
        #expect(texts(page) == ["text 1"] && page.isComplete)
        #expect(page.next.rawValue == "\(world.ledger.id)/1")
        news.add(answer("2", text(2)), since: "1")
        world.run(.seconds(1))
        #expect(world.liveTexts == [["text 2"]])
    }

    @Test(arguments: [
        ("57", 57), ("0", 0), ("-1", nil), ("9223372036854775807", nil), ("1.5", nil), (#""7""#, nil),
        ("1099511627776", 1 << 40), ("1099511627777", nil),
    ])
    func `an update has the homeserver's unread count if that is a number of messages`(_ text: String, _ count: Int?)
        throws
    {
        let extra = #","unread_notifications":{"notification_count":\#(text)}"#
        let (world, _) = try world(["": answer("1", MatrixTransportTests.text(1), state: adasRoomState, extra: extra)])
        #expect(try world.sync().updates.first?.unreadCount == count)
    }

    @Test func `what an ignored user wrote is a backlog once they are no longer ignored`() throws {
        func ignoring(_ people: String) -> String {
            #","account_data":{"events":[{"type":"m.ignored_user_list","content":{"ignored_users":{\#(people)}}}]}}"#
        }
        let (world, news) = try world([
            "": answer("1", text(1), state: adasRoomState).dropLast() + ignoring(#""@ada:test":{}"#)
        ])
        try world.start()
        news.add(answer("2", "\(text(2)),\(text(3))").dropLast() + ignoring(""), since: "1")
        world.run(.seconds(1))
        #expect(world.liveTexts == [])
        #expect(texts(try world.sync(since: "1")) == ["text 2", "text 3"])
        news.add(answer("3", text(4)), since: "2")
        world.run(.seconds(1))
        #expect(world.liveTexts == [["text 4"]])
    }

    @Test func `without events there is one long poll and no other request`() throws {
        let (world, _) = try world(["": answer("1")])
        try world.start()
        world.run(.seconds(20))
        let count = world.http.calls.count
        _ = try world.sync(since: "1")
        _ = try world.sync(since: "1")
        #expect(world.http.calls.count == count)
        #expect(world.http.calls.last?.isLongPoll == true)
        let waits = world.http.calls.map(\.request.isLongPoll)
        #expect(waits == world.http.calls.map(\.isSync), "they leave the client places for other requests")
        let requests = world.http.calls.filter(\.isSync).map(\.request)
        #expect(requests.map(\.limits.total) == [.seconds(58), .seconds(88)], "a session waits a minute")
        #expect(requests.allSatisfy { $0.isLongPoll })
    }

    @Test func `updates of a poll are repeated to a session that syncs from before it`() throws {
        let (world, news) = try world(["": answer("1")])
        try world.start()
        news.add(answer("2", text(2)), since: "1")
        world.run(.seconds(1))
        news.add(answer("3", text(3)), since: "2")
        world.run(.seconds(1))
        let count = world.http.calls.count
        let page = try world.sync(since: "1")
        #expect(texts(page) == ["text 2", "text 3"] && page.next.rawValue.hasSuffix("/3"))
        #expect(texts(try world.sync(since: "2")) == ["text 3"])
        #expect(texts(try world.sync(since: "3")).isEmpty)
        #expect(world.http.calls.count == count)
    }

    @Test func `a sync from another token interrupts the poll, which continues afterwards`() throws {
        let (world, news) = try world(["": answer("1"), "0": answer("2", text(1)), "1": answer("2", text(1))])
        try world.start(since: "1")
        world.run(.seconds(10))
        #expect(texts(try world.sync(since: "0")) == ["text 1"])
        news.add(answer("3", text(2)), since: "2")
        world.run(.seconds(1))
        #expect(world.liveTexts == [["text 2"]])
    }

    @Test func `messages during a lost connection are a backlog`() throws {
        let (world, news) = try world(["": answer("1")])
        let first = world.receive()
        world.run(.seconds(1))
        _ = try world.sync()
        world.http.answer = { _ in throw HTTPError(.connectionLost, host: "test", mayHaveReachedServer: true) }
        // The waiting poll is not affected; the next one fails.
        news.add(answer("2"), since: "1")
        world.run(.seconds(1))
        #expect(first.all.first as? ServiceError == .responseLost)
        news.add(answer("3", text(3)), since: "2")
        world.http.answer = { $0.isSync ? try await news.answer($0) : .json("{}") }
        world.receive()
        world.run(.seconds(1))
        #expect(world.liveTexts.isEmpty)
        #expect(texts(try world.sync(since: "2")) == ["text 3"])
    }

    @Test func `an unauthorized user is reported`() throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .failure(401, "M_UNKNOWN_TOKEN") }
        let failures = world.receive()
        world.run(.seconds(1))
        #expect(failures.all.first as? ServiceError == .endedLogin)
        #expect(world.events.all.isEmpty)
        #expect(throws: ServiceError.endedLogin) { try world.sync() }
    }

    @Test func `a login that another request found ended ends sync, too, although the connection is there`() throws {
        let (world, _) = try world(["": answer("1", text(1), state: adasRoomState)])
        try world.start()
        world.run(.seconds(1))
        _ = try world.sync(since: "1")
        world.http.intercept { $0.isLongPoll ? nil : .failure(401, "M_UNKNOWN_TOKEN") }
        #expect(throws: ServiceError.endedLogin) { try world.result { try await $0.setTyping(true, in: room) } }
        #expect(throws: ServiceError.endedLogin) { try world.sync(since: "1") }
    }

    @Test func `a forgotten token and another ledger's token are reported`() throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .failure(400, "M_UNKNOWN_POS") }
        #expect(throws: ServiceError.unknownSyncCursor) { try world.sync(since: "1") }
        world.http.answer = { _ in .failure(400, "M_INVALID_PARAM") }
        #expect(throws: ServiceError.unknownSyncCursor) { try world.sync(since: "1") }
        #expect(throws: ServiceError.unknownSyncCursor) {
            try world.result { try await $0.sync(since: SyncCursor("other/1")) }
        }
    }

    @Test func `a server's pause is respected`() throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .json(#"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":700}"#, status: 429) }
        #expect(throws: ServiceError.tryAgain(after: .milliseconds(700))) { try world.sync() }
    }

    @Test func `a response without a next token is lost`() throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .json(#"{"rooms":{}}"#) }
        #expect(throws: ServiceError.responseLost) { try world.sync() }
    }

    @Test(arguments: Seeds.upTo(100))
    func `despite overlaps each message is delivered, and live once`(seed: UInt64) throws {
        let (world, news) = try world(["": answer("1")], seed: seed)
        world.receive()
        world.run(.seconds(1))
        let start = try world.sync()
        world.begin { transport in
            var cursor = start.next
            for _ in 0..<20 { cursor = (try? await transport.sync(since: cursor))?.next ?? cursor }
        }
        for number in 1...10 {
            news.add(answer("\(number + 1)", text(number)), since: "\(number)")
            world.run(.milliseconds(100))
        }
        world.run(.seconds(5))
        #expect(world.liveTexts.flatMap(\.self) == (1...10).map { "text \($0)" })
        #expect(texts(try world.sync(since: "1")).count <= 10)
    }

    @Test func `events of all types are requested in the timeline, including the user's departure`() throws {
        let world = try TransportFixture(settings: MatrixSettings(messagesPerRoom: 7))
        world.http.answer = { _ in .json(answer("1")) }
        _ = try world.sync()
        let filter = try json(world.http.calls.first { $0.isSync }?.query["filter"] ?? "")
        let timeline = try filter["room"]?["timeline"].unwrapped()
        #expect(timeline?["types"] == nil && timeline?["not_types"] == nil && timeline?["limit"]?.integer == 7)
        #expect(timeline?["lazy_load_members"]?.bool == true)
        #expect(filter["room"]?["state"]?["lazy_load_members"]?.bool == true)
        func types(_ filter: JSONValue?) -> [String] { filter?["types"]?.elements.compactMap(\.string) ?? [] }
        #expect(types(filter["account_data"]) == ["m.direct", "m.ignored_user_list", "m.push_rules"])
        #expect(types(filter["room"]?["ephemeral"]) == ["m.receipt", "m.typing"])
        #expect(types(filter["room"]?["account_data"]) == RoomMarks.types)
        let state = Set(types(filter["room"]?["state"]))
        #expect(state.isSuperset(of: ["m.room.name", "m.room.encryption", "m.room.member", "m.space.child"]))
    }

    @Test func `no two of ten polls are the same request, which a homeserver may answer as before`() throws {
        let (world, news) = try world(["": answer("1")])
        try world.start()
        for number in 1...9 {
            news.add(answer("\(number + 1)"), since: "\(number)")
            world.run(.milliseconds(100))
        }
        let timeouts = world.http.calls.filter(\.isSync).compactMap { $0.query["timeout"] }
        #expect(timeouts.count == 11 && timeouts[0] == "0" && Set(timeouts.dropFirst()).count == 10)
    }

    @Test func `a first sync that is refused says why, and is no unknown cursor`() throws {
        let world = try TransportFixture()
        world.http.answer = { call in call.isSync ? .failure(403, "M_FORBIDDEN") : .json("{}") }
        #expect(throws: ServiceError.refused(.forbidden, text: "said M_FORBIDDEN")) { try world.sync() }
    }

    @Test func `updates of several polls have the newest counts of each chat only`() throws {
        func counts(_ unread: Int) -> String { #","unread_notifications":{"notification_count":\#(unread)}"# }
        let (world, news) = try world(["": answer("1", state: adasRoomState)])
        try world.start()
        let other = ChatID("!other:test")
        news.add(answer("2", text(2), extra: counts(5)), since: "1")
        world.run(.seconds(1))
        news.add(answer("3", text(3), state: adasRoomState, extra: counts(7), in: other), since: "2")
        world.run(.seconds(1))
        news.add(answer("4", text(4), extra: counts(0)), since: "3")
        world.run(.seconds(1))
        let updates = try world.sync(since: "1").updates.filter { !$0.messages.isEmpty }
        #expect(updates.map(\.unreadCount) == [nil, 7, 0])
    }

    @Test func `sync is up to date while it is connected and responses come in time`() throws {
        let (world, news) = try world(["": answer("1", state: adasRoomState)])
        func isUpToDate() throws -> Bool { try world.result { await $0.stream.isUpToDate } }
        #expect(try !isUpToDate())
        try world.start()
        world.run(.seconds(34))
        #expect(try isUpToDate())
        world.run(.seconds(2))
        #expect(try !isUpToDate(), "a poll ends after half a minute")
        news.add(answer("2", text(2)), since: "1")
        world.run(.seconds(1))
        #expect(try !isUpToDate(), "a late response may be as old as its request")
        news.add(answer("3", text(3)), since: "2")
        world.run(.seconds(1))
        #expect(try isUpToDate())
        world.http.answer = { _ in .failure(500, "M_UNKNOWN") }
        // The waiting poll is not affected; the next one fails.
        news.add(answer("4", text(4)), since: "3")
        world.run(.seconds(1))
        #expect(try !isUpToDate(), "the connection has ended")
    }

    @Test func `the typing of an ignored user is not told`() throws {
        let ignored =
            #","account_data":{"events":[{"type":"m.ignored_user_list","content":{"ignored_users":{"@ada:test":{}}}}]}}"#
        let (world, news) = try world(["": groupAnswer("1", text(1), state: gardenState).dropLast() + ignored])
        try world.start()
        let typing = #"{"type":"m.typing","content":{"user_ids":["\#(ada)","\#(bob)"]}}"#
        news.add(groupAnswer("2", extra: #","ephemeral":{"events":[\#(typing)]}"#), since: "1")
        world.run(.seconds(1))
        let authors = world.events.all.compactMap { event -> Author? in
            if case .typing(true, let author, room) = event { author } else { nil }
        }
        #expect(authors == [.member(bob)])
    }

    @Test func `messages before a departure hidden by changes are read back`() throws {
        let left = groupAnswer("2", change("$k", of: me, "leave", by: ada), limited: "t", joined: 1, as: "leave")
        let (world, news) = try world(["": answer("1", text(1), state: adasRoomState), "1": left])
        world.http.follow(news) { call in
            .json(call.path.contains("messages") ? #"{"chunk":[\#(text(7))],"end":"u"}"# : "{}")
        }
        _ = try world.sync()
        let page = try world.sync(since: "1")
        #expect(texts(page) == ["text 7", "removed you"])
        #expect(page.updates.first?.messages.first?.predecessor != nil)
    }

    @Test func `a stray receipt counts for the message before its event`() throws {
        let (world, news) = try world(["": answer("1", text(1), state: adasRoomState)])
        world.http.follow(news) { call in
            guard call.path.contains("context") else { return .json("{}") }
            return .json(#"{"event":\#(state("m.room.join_rules", "{}")),"events_before":[\#(text(1))]}"#)
        }
        try world.start()
        let receipt = #","ephemeral":{"events":[{"type":"m.receipt","content":{"$9":{"m.read":{"@ada:test":{}}}}}]}"#
        news.add(answer("2", text(2), extra: receipt), since: "1")
        world.run(.seconds(1))
        let receipts = world.events.all.flatMap { event in
            if case .updates(let updates) = event { updates.flatMap(\.receipts) } else { [ReadReceipt]() }
        }
        #expect(receipts == [ReadReceipt(reader: .contact, message: MessageID("$1"), scope: .everything)])
    }

    /// Ada has read up to a hidden event in two rooms.
    private func strayWorld(_ context: @escaping @Sendable (Call) throws -> HTTPResponse) throws -> (
        TransportFixture, [ChatID]
    ) {
        let (world, news) = try world(["": answer("1", text(1), state: adasRoomState)])
        let rooms = [ChatID("!a:test"), ChatID("!b:test")]
        world.http.follow(news) { call in call.path.contains("context") ? try context(call) : .json("{}") }
        try world.start()
        let receipt = #","ephemeral":{"events":[{"type":"m.receipt","content":{"$9":{"m.read":{"@ada:test":{}}}}}]}"#
        for (index, room) in rooms.enumerated() {
            let token = index + 1
            news.add(
                answer("\(token + 1)", text(2), state: adasRoomState, extra: receipt, in: room),
                since: "\(token)"
            )
        }
        world.run(.seconds(1))
        return (world, rooms)
    }

    private func settledRooms(_ world: TransportFixture) -> Set<ChatID> {
        let updates = world.events.all.flatMap { event in
            if case .updates(let updates) = event { updates } else { [ChatUpdate]() }
        }
        return Set(updates.filter { !$0.receipts.isEmpty }.map(\.chat.id))
    }

    private static let context = #"{"event":\#(state("m.room.join_rules", "{}")),"events_before":[\#(text(1))]}"#

    @Test func `the surroundings of a stray receipt are requested without the room's state`() throws {
        let (world, rooms) = try strayWorld { _ in .json(Self.context) }
        #expect(settledRooms(world) == Set(rooms))
        let asked = world.http.calls.filter { $0.path.contains("context") }
        #expect(!asked.isEmpty && asked.allSatisfy { $0.query["filter"] == EventFilter.page })
    }

    @Test func `a stray receipt with a lost response delays no other`() throws {
        let (world, rooms) = try strayWorld { call in
            guard call.path.contains("!b:test") else {
                throw HTTPError(.tooLarge, host: "test", mayHaveReachedServer: true)
            }
            return .json(Self.context)
        }
        #expect(settledRooms(world) == [rooms[1]])
        #expect(world.http.lines.count { $0.contains("!a:test/context") } == 2, "it is requested again")
    }

    @Test func `a stray receipt whose event the user may not see is not requested again`() throws {
        let (world, _) = try strayWorld { _ in .failure(403, "M_FORBIDDEN") }
        #expect(world.http.calls.count { $0.path.contains("context") } == 2, "one in each room")
        #expect(settledRooms(world).isEmpty)
    }

    @Test func `an unreachable server stops requests for stray receipts`() throws {
        let (world, _) = try strayWorld { _ in
            throw HTTPError(.cannotConnect, host: "test", mayHaveReachedServer: false)
        }
        // One for each poll with a receipt.
        #expect(world.http.calls.count { $0.path.contains("context") } == 2)
        #expect(settledRooms(world).isEmpty)
    }
}
