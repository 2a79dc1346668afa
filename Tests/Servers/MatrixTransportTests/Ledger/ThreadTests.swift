import ChatTypes
import HTTPClient
import JSONKit
import Testing
import Transport

@testable import MatrixTransport

/// Threads on a homeserver: what is received, counted, sent and read by thread.
@Suite struct ThreadTests {
    private func answerEvent(_ number: Int, to root: String, by sender: ContactID = ada) -> String {
        """
        {"type":"m.room.message","event_id":"$\(number)","sender":"\(sender)","origin_server_ts":\(1000 * number),\
        "content":{"msgtype":"m.text","body":"answer \(number)","m.relates_to":{"rel_type":"m.thread","event_id":"\(root)",\
        "m.in_reply_to":{"event_id":"\(root)"},"is_falling_back":true}}}
        """
    }

    @Test func `an answer is in the thread of its root, also of the user's own`() async throws {
        let told = try LedgerFixture()
        let timeline = [text(1), text(2, by: me, own: "born"), answerEvent(3, to: "$1"), answerEvent(4, to: "$2")]
        let update = try await told.apply(answer("1", timeline.joined(separator: ","), state: adasRoomState))
        #expect(update?.messages.map(\.thread?.rawValue) == [nil, nil, "$1", "born"])
    }

    @Test func `counts by thread are parts of the room's, and are forgotten when they are missing`() async throws {
        let told = try LedgerFixture()
        let main = #","unread_notifications":{"notification_count":1,"highlight_count":0}"#
        let threads =
            #","unread_thread_notifications":{"$1":{"notification_count":5,"highlight_count":2},"":{},"$2":7}"#
        let first = try await told.apply(answer("1", text(1), state: adasRoomState, extra: main + threads), since: nil)
        #expect(first?.unreadCount == 6 && first?.mentionCount == 2)
        #expect(first?.threadCounts == [ThreadCount(root: MessageID("$1"), unread: 5, mentions: 2)])
        let second = try await told.apply(answer("2", extra: main))
        #expect(second?.unreadCount == 1 && second?.threadCounts == [])
    }

    @Test func `mentions in threads of an encrypted room are not known`() async throws {
        let told = try LedgerFixture()
        let counts =
            #","unread_notifications":{"notification_count":0,"highlight_count":0}"#
            + #","unread_thread_notifications":{"$1":{"notification_count":5,"highlight_count":0}}"#
        let state = "\(adasRoomState),\(state("m.room.encryption", "{}"))"
        let update = try await told.apply(answer("1", text(1), state: state, extra: counts), since: nil)
        #expect(update?.threadCounts == [ThreadCount(root: MessageID("$1"), unread: 5)])
    }

    @Test func `a chat whose mode changes is told with the counts of its threads`() async throws {
        let told = try LedgerFixture()
        let counts =
            #","unread_notifications":{"notification_count":1,"highlight_count":0}"#
            + #","unread_thread_notifications":{"born":{"notification_count":1},"$1":{"notification_count":2}}"#
        try await told.apply(answer("1", text(1), state: adasRoomState, extra: counts), since: nil)
        func apply(_ next: String, _ rules: String) async throws -> ChatUpdate? {
            let data = #"{"type":"m.push_rules","content":{"global":{"room":[\#(rules)]}}}"#
            return try await told.apply(#"{"next_batch":"\#(next)","account_data":{"events":[\#(data)]}}"#)
        }
        let rule = #"{"rule_id":"\#(room)","default":false,"enabled":true,"actions":[]}"#
        #expect(try await apply("2", rule)?.notifications == .mentions)
        let back = try await apply("3", "")
        #expect(back?.notifications == .all && back?.unreadCount == 4)
        #expect(back?.threadCounts?.map(\.root.rawValue) == ["$1", "born"] && back?.threadCounts?.first?.unread == 2)
    }

    @Test func `a thread below a message of the user is counted under the message's id here`() async throws {
        let told = try LedgerFixture()
        let counts =
            #","unread_notifications":{"notification_count":0},"unread_thread_notifications":{"$2":{"notification_count":1}}"#
        let timeline = "\(text(1)),\(text(2, by: me, own: "born"))"
        let update = try await told.apply(answer("1", timeline, state: adasRoomState, extra: counts), since: nil)
        #expect(update?.threadCounts?.map(\.root) == [MessageID("born")])
    }

    @Test func `a message is read up to the newest event of any type only if no other follows where it stands`()
        async throws
    {
        let told = try LedgerFixture()
        let custom = text(9).replacing("m.room.message", with: "org.example").replacing("$9", with: "$c")
        try await told.apply(answer("1", "\(texts(1...2)),\(custom)", state: adasRoomState), since: nil)
        let answers = [
            answerEvent(3, to: "$1"), answerEvent(4, to: "$1"), answerEvent(5, to: "$2"), reaction("$r", to: "$4"),
        ]
        try await told.apply(answer("2", answers.joined(separator: ",")))
        let last = try await told.ledger.read { tables in
            let key = try tables.rooms.room(room).unwrapped().key
            let outside = try ["$1", "$2"].map {
                try tables.rooms.lastEventOutsideThreads(readWith: MessageID($0), in: room)
            }
            let inside = try [("$3", "$1"), ("$4", "$1"), ("$5", "$2")].map { event, root in
                try tables.events.lastEvent(readWith: MessageID(event), of: MessageID(root), in: key)
            }
            return (outside + inside).map(\.rawValue)
        }
        #expect(last == ["$1", "$c", "$3", "$r", "$5"])
    }

    @Test func `a ledger from before threads has read a chat up to its last event, as then`() async throws {
        let told = try LedgerFixture()
        let custom = text(9).replacing("m.room.message", with: "org.example").replacing("$9", with: "$c")
        try await told.apply(answer("1", "\(text(1)),\(custom)", state: adasRoomState), since: nil)
        try told.folder.downgrade(to: 17)
        let last = try await told.folder.open().read {
            try $0.rooms.lastEventOutsideThreads(readWith: MessageID("$1"), in: room)
        }
        #expect(last == MessageID("$c"))
    }

    /// A transport that knows a message, an answer to it, and a reaction to the answer.
    private func world() throws -> TransportFixture {
        let world = try TransportFixture()
        let reaction = """
            {"type":"m.reaction","event_id":"$r","sender":"\(ada)","origin_server_ts":4000,\
            "content":{"m.relates_to":{"rel_type":"m.annotation","event_id":"$3","key":"+"}}}
            """
        let timeline = [text(1), text(2), answerEvent(3, to: "$1"), reaction].joined(separator: ",")
        let news = SyncFake(["": answer("1", timeline, state: adasRoomState)])
        world.http.follow(news) { _ in .json(#"{"event_id":"$10"}"#) }
        try world.start()
        return world
    }

    @Test(arguments: [(nil, "$3", true), ("$2", "$2", false)])
    func `an answer names the root, and what it answers or else the newest of the thread`(
        answered: String?,
        named: String,
        isFallback: Bool
    ) throws {
        let world = try world()
        let outgoing = OutgoingMessage(
            id: MessageID("w"),
            chat: room,
            text: "yes",
            repliesTo: answered.map { MessageID($0) },
            thread: MessageID("$1")
        )
        _ = try? world.result { try await $0.send(outgoing) }
        let relation = try world.http.calls.last { $0.method == .put }?.body?["m.relates_to"].unwrapped()
        #expect(relation?["rel_type"]?.string == "m.thread" && relation?["event_id"]?.string == "$1")
        #expect(relation?["m.in_reply_to"]?["event_id"]?.string == named)
        #expect(relation?["is_falling_back"]?.bool == isFallback)
    }

    /// The reaction to the answer is in the thread.
    @Test(arguments: [(ReceiptScope.main, "$2", "$2", "main"), (.thread(MessageID("$1")), "$3", "$r", "$1")])
    func `a receipt names its thread, and its newest event of any type`(
        scope: ReceiptScope,
        event: String,
        last: String,
        thread: String
    ) throws {
        let world = try world()
        try world.result { try await $0.markRead(room, upTo: MessageID(event), in: scope) }
        let call = try world.http.calls.last.unwrapped()
        #expect(call.path.contains("receipt") && call.path.last == last)
        #expect(call.body?["thread_id"]?.string == thread)
        #expect(world.http.lines.contains { $0.contains("read_markers") } == (scope == .main))
    }

    private func receiptPaths(_ world: TransportFixture) -> [String?] {
        world.http.calls.filter { $0.path.contains("receipt") }.map(\.path.last)
    }

    @Test func `a receipt that is refused for an event behind its message is sent for the message, once`() throws {
        let world = try world()
        world.http.intercept { $0.path.last == "$r" ? .failure(400, "M_INVALID_PARAM") : nil }
        try world.result { try await $0.markRead(room, upTo: MessageID("$3"), in: .thread(MessageID("$1"))) }
        #expect(receiptPaths(world) == ["$r", "$3"])
        #expect(world.http.calls.last?.body?["thread_id"]?.string == "$1")
        world.http.intercept { $0.path.contains("receipt") ? .failure(400, "M_INVALID_PARAM") : nil }
        #expect(throws: ServiceError.self) {
            try world.result { try await $0.markRead(room, upTo: MessageID("$2"), in: .main) }
        }
        #expect(receiptPaths(world) == ["$r", "$3", "$2"])
    }

    @Test(arguments: [("$3", "unknown"), ("unknown", "$1")])
    func `a receipt for an unknown message or thread is refused, and marks nothing`(event: String, root: String) throws
    {
        let world = try world()
        #expect(throws: ServiceError.refused(.unknownMessage, text: "The server has no such message yet")) {
            try world.result { try await $0.markRead(room, upTo: MessageID(event), in: .thread(MessageID(root))) }
        }
        #expect(!world.http.lines.contains { $0.hasPrefix("POST") })
    }

    @Test func `a receipt for everything has no thread`() throws {
        let world = try world()
        try world.result { try await $0.markRead(room, upTo: MessageID("$3"), in: .everything) }
        let body = try world.http.calls.last.unwrapped().body
        #expect(body?["m.read"]?.string == "$r", "the reaction behind it has no message of its own")
        #expect(body?["thread_id"] == nil)
    }

    @Test func `sync asks for the counts of threads`() {
        #expect(EventFilter.sync(messagesPerRoom: 20).contains(#""unread_thread_notifications":true"#))
    }

    @Test func `a message that is read back again does not take the read marker back`() async throws {
        let told = try LedgerFixture()
        try await told.apply(answer("1", "\(text(1)),\(text(2))", state: adasRoomState), since: nil)
        var response = try syncAnswer(answer("2", "\(text(1)),\(answerEvent(3, to: "$1"))"))
        response.joined[0].update.timeline[0].isOld = true
        _ = try await told.ledger.apply(response, since: "1")
        let last = try await told.ledger.read {
            try $0.rooms.lastEventOutsideThreads(readWith: MessageID("$2"), in: room)
        }
        #expect(last == MessageID("$2"))
    }
}
