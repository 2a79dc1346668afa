import ChatTypes
import HTTPClient
import JSONKit
import Testing
import Transport

@testable import MatrixTransport

/// Receipts in groups for hidden or unknown events.
@Suite struct StrayReceiptTests {
    private func world(_ first: String) throws -> (TransportFixture, SyncFake) {
        let (world, news) = (try TransportFixture(), SyncFake(["": first]))
        world.http.follow(news) { call in
            guard call.path.contains("context") else { return .json("{}") }
            return .json(#"{"event":\#(state("m.room.join_rules", "{}")),"events_before":[\#(text(1))]}"#)
        }
        try world.start()
        return (world, news)
    }

    private func read(_ world: TransportFixture) -> [ReadReceipt] {
        world.events.all.flatMap { event in
            if case .updates(let updates) = event { updates.flatMap(\.receipts) } else { [ReadReceipt]() }
        }
    }

    private func askedCount(_ world: TransportFixture) -> Int { world.http.lines.count { $0.contains("/context/") } }

    @Test func `an event that several users have read is requested once for all of them`() throws {
        let (world, news) = try world(groupAnswer("1", text(1), state: gardenState))
        news.add(groupAnswer("2", text(2), extra: receipts([("$9", ada), ("$9", bob), ("$9", me)])), since: "1")
        world.run(.seconds(1))
        #expect(Set(read(world).map(\.reader)) == [.me, .member(ada), .member(bob)])
        #expect(read(world).allSatisfy { $0.message == MessageID("$1") })
        #expect(askedCount(world) == 1)
    }

    /// A receipt for an edit, with ten edits before it and further pages of a hundred edits before those.
    private func worldOfEdits(pages: Int) throws -> (TransportFixture, SyncFake) {
        let (world, news) = try world(groupAnswer("1", text(1), state: gardenState))
        world.http.intercept { call in
            if call.path.contains("context") {
                let event = replacement(of: "$1", "new")
                let before = Array(repeating: event, count: 10).joined(separator: ",")
                return .json(#"{"event":\#(event),"events_before":[\#(before)],"start":"t0"}"#)
            }
            guard call.path.contains("messages"), let page = call.query["from"]?.dropFirst().first?.wholeNumberValue
            else { return nil }
            let event = page == pages ? text(1) : replacement(of: "$1", "new")
            return .json(#"{"chunk":[\#(event)],"end":"t\#(page < 9 ? page + 1 : 0)"}"#)
        }
        news.add(groupAnswer("2", text(2), extra: receipts([("$9", ada)])), since: "1")
        world.run(.seconds(1))
        return (world, news)
    }

    @Test func `a receipt for the last of many edits counts for the message before them`() throws {
        let (world, _) = try worldOfEdits(pages: 3)
        #expect(read(world) == [ReadReceipt(reader: .member(ada), message: MessageID("$1"), scope: .everything)])
    }

    @Test func `one receipt at a time is read back for, since sync waits`() throws {
        let (world, news) = try worldOfEdits(pages: 3)
        news.add(groupAnswer("3", text(3), extra: receipts([("$8", bob), ("$7", cyd)])), since: "2")
        world.run(.seconds(1))
        #expect(world.http.lines.count { $0.contains("/messages") } == 8)
        news.add(groupAnswer("4", text(4)), since: "3")
        world.run(.seconds(1))
        #expect(world.http.lines.count { $0.contains("/messages") } == 12)
        #expect(Set(read(world).map(\.reader)) == [.member(ada), .member(bob), .member(cyd)])
    }

    @Test func `a receipt behind endless edits is not requested again`() throws {
        let (world, news) = try worldOfEdits(pages: 100)
        #expect(read(world).isEmpty && world.http.lines.count { $0.contains("/messages") } == 10)
        news.add(groupAnswer("3", text(3)), since: "2")
        world.run(.seconds(1))
        #expect(askedCount(world) == 1)
    }

    @Test func `receipts of a group's initial sync wait for their messages without requests`()
        async throws
    {
        let (world, news) = try world(
            groupAnswer("1", text(5), limited: "t", state: gardenState, extra: receipts([("$2", ada), ("$3", bob)]))
        )
        news.add(groupAnswer("2", text(6)), since: "1")
        world.run(.seconds(1))
        #expect(askedCount(world) == 0 && read(world).isEmpty)
        let places = try world.result { _ in try await world.ledger.places(in: room) }
        let events = try RoomEvent.list(json("[\(text(4)),\(text(3)),\(text(2))]"))
        let key = try world.result { _ in try await world.ledger.read { try $0.rooms.room(room) }.unwrapped().key }
        let place = try places[MessageID("$5")].unwrapped().rawValue
        _ = try world.result { _ in try await world.ledger.apply(page: events, before: place, end: nil, in: key) }
        let receipts = try world.sync(since: "2").updates.flatMap(\.receipts)
        #expect(
            Set(receipts) == [
                ReadReceipt(reader: .member(ada), message: MessageID("$2"), scope: .everything),
                ReadReceipt(reader: .member(bob), message: MessageID("$3"), scope: .everything),
            ]
        )
    }

    @Test func `a receipt for an event that is not a message needs no request`() throws {
        let (world, news) = try world(groupAnswer("1", text(1), state: gardenState))
        let events = "\(text(2)),\(replacement(of: "$1", "new")),\(change("$j", of: cyd, name: "Cyd"))"
        let read = receipts([("$edit", ada), ("$j", bob)])
        news.add(groupAnswer("2", events, extra: read), since: "1")
        world.run(.seconds(1))
        #expect(self.read(world).map(\.message.rawValue) == ["$2", "$j"])
        #expect(askedCount(world) == 0)
    }

    private func readReceipts(byThread readers: [(event: String, reader: ContactID, thread: String?)]) -> String {
        let events = readers.map { event, reader, thread in
            let thread = thread.map { #","thread_id":"\#($0)""# } ?? ""
            return #"{"type":"m.receipt","content":{"\#(event)":{"m.read":{"\#(reader)":{"ts":1\#(thread)}}}}}"#
        }
        return #","ephemeral":{"events":[\#(events.joined(separator: ","))]}"#
    }

    @Test func `receipts by thread cover their threads, and each is kept until its event arrives`() async throws {
        let extra = readReceipts(byThread: [
            ("$2", ada, "$1"), ("$9", bob, "$1"), ("$9", bob, "main"), ("$2", me, nil), ("$3", cyd, "$3"),
        ])
        let told = try LedgerFixture()
        let timeline = "\(texts(1...2)),\(text(3, by: me, own: "born"))"
        let update = try await told.apply(groupAnswer("1", timeline, state: gardenState, extra: extra))
        let second = MessageID("$2")
        #expect(
            update?.receipts == [
                ReadReceipt(reader: .member(ada), message: second, scope: .thread(MessageID("$1"))),
                ReadReceipt(reader: .me, message: second, scope: .everything),
                ReadReceipt(
                    reader: .member(cyd),
                    message: MessageID("born"),
                    scope: .thread(MessageID("born"))
                ),
            ]
        )
        #expect(try await told.ledger.read { try $0.receipts.strays(limit: 8) }.map(\.thread) == ["$1", "main"])
    }

    @Test func `a receipt with nothing to read before its event goes alone`() async throws {
        let told = try LedgerFixture()
        let extra = readReceipts(byThread: [("$9", bob, "$1"), ("$9", bob, "main"), ("$9", ada, "main")])
        try await told.apply(groupAnswer("1", text(1), state: gardenState, extra: extra))
        let strays = try await told.ledger.read { try $0.receipts.strays(limit: 8) }
        #expect(strays.map(\.reader) == [ada, bob, bob])
        #expect(try await told.ledger.write { try $0.receipts.resolve(strays[2], with: []) } == nil)
        #expect(try await told.ledger.read { try $0.receipts.strays(limit: 8) } == Array(strays.prefix(2)))
    }

    @Test func `a newer receipt waits on when the session has stored an older one of its reader`() async throws {
        let told = try LedgerFixture()
        try await told.apply(groupAnswer("1", text(1), state: gardenState))
        try await told.apply(groupAnswer("2", text(2), extra: receipts([("$8", bob)])))
        let stray = try await told.ledger.read { try $0.receipts.strays(limit: 8) }.first.unwrapped()
        let found = try RoomEvent.list(json("[\(text(1))]"))
        _ = try await told.ledger.write { try $0.receipts.resolve(stray, with: found) }
        #expect(try await told.ledger.write { try $0.receipts.due(since: "1", next: "2") }.count == 1)
        try await told.apply(groupAnswer("3", text(3), extra: receipts([("$9", bob)])))
        #expect(try await told.ledger.write { try $0.receipts.due(since: "2", next: "3") } == [])
        let waiting = try await told.ledger.read { try $0.receipts.strays(limit: 8) }
        #expect(waiting.map(\.event) == [MessageID("$9")])
    }

    @Test func `the newest of several receipts of one reader is kept in any order`() async throws {
        let read = #"{"$9":{"m.read":{"\#(ada)":{"ts":9}}},"$8":{"m.read":{"\#(ada)":{"ts":8}}}}"#
        let extra = #","ephemeral":{"events":[{"type":"m.receipt","content":\#(read)}]}"#
        let told = try LedgerFixture()
        try await told.apply(groupAnswer("1", text(1), state: gardenState, extra: extra))
        #expect(try await told.ledger.read { try $0.receipts.strays(limit: 8) }.map(\.event) == [MessageID("$9")])
    }

    @Test func `at most eight events are requested at a time`() throws {
        let (world, news) = try world(groupAnswer("1", text(1), state: gardenState))
        let read = receipts((1...20).map { ("$x\($0)", ContactID("@p\($0):test")) })
        news.add(groupAnswer("2", text(2), extra: read), since: "1")
        world.run(.seconds(1))
        #expect(askedCount(world) == 8)
        news.add(groupAnswer("3", text(3)), since: "2")
        world.run(.seconds(1))
        #expect(askedCount(world) == 16)
    }

    @Test func `receipts over the number of members are dropped`() async throws {
        let told = try LedgerFixture()
        try await told.apply(groupAnswer("1", text(1), state: gardenState), since: nil)
        for start in [0, 2600] {
            let read = receipts((1...2600).map { ("$x\($0)", ContactID("@p\(start + $0):test")) })
            try await told.apply(groupAnswer("2", text(2), extra: read))
        }
        #expect(try await told.ledger.read { try $0.receipts.strays(limit: 20_000) }.count <= Limits.members + 1)
    }

    @Test func `the user's own receipt of a group's initial sync is looked up, and before those of others`()
        async throws
    {
        let told = try LedgerFixture()
        let read = receipts([("$2", ada), ("$3", me)])
        try await told.apply(groupAnswer("1", text(5), limited: "t", state: gardenState, extra: read), since: nil)
        #expect(try await told.ledger.read { try $0.receipts.strays(limit: 8) }.map(\.reader) == [me])
        try await told.apply(groupAnswer("2", text(6), extra: receipts([("$1", bob)])))
        #expect(try await told.ledger.read { try $0.receipts.strays(limit: 8) }.map(\.reader) == [me, bob])
    }

    @Test(arguments: [(ada, "$4"), (me, "born")])
    func `a receipt leads to a client id only if the user wrote the message`(_ author: ContactID, _ id: String)
        async throws
    {
        let told = try LedgerFixture()
        try await told.apply(groupAnswer("1", text(1), state: gardenState), since: nil)
        try await told.apply(groupAnswer("2", text(6), extra: receipts([("$9", bob)])))
        let stray = try await told.ledger.read { try $0.receipts.strays(limit: 8) }.first.unwrapped()
        let found = try RoomEvent.list(json("[\(text(4, by: author, own: "born"))]"))
        let update = try await told.ledger.write { try $0.receipts.resolve(stray, with: found) }
        #expect(update?.receipts.map(\.message.rawValue) == [id])
    }
}
