import ChatTypes
import Testing

@testable import MatrixTransport

/// The homeserver's counts of a room, and the event up to which it is read.
@Suite struct CountTests {
    private let told: LedgerFixture

    init() throws { told = try LedgerFixture() }

    private func counts(_ unread: Int, _ mentions: Int) -> String {
        #","unread_notifications":{"notification_count":\#(unread),"highlight_count":\#(mentions)}"#
    }

    private func custom(_ id: String, _ type: String = "org.example", _ content: String = "{}") -> String {
        """
        {"type":"\(type)","event_id":"\(id)","sender":"\(ada)","origin_server_ts":1,"content":\(content)}
        """
    }

    @Test func `counts are delivered when they change or come with events, and not again`() async throws {
        let first = try await told.apply(answer("1", text(1), state: adasRoomState, extra: counts(1, 0)), since: nil)
        #expect(first?.unreadCount == 1 && first?.mentionCount == 0)
        #expect(try await told.apply(answer("2", extra: counts(1, 0)))?.unreadCount == nil)
        let changed = try await told.apply(answer("3", extra: counts(0, 0)))
        #expect(changed?.unreadCount == 0 && changed?.messages.isEmpty == true)
        let same = try await told.apply(answer("4", text(2), extra: counts(0, 0)))
        #expect(same?.unreadCount == 0)
    }

    @Test func `an event of an unknown type that counts is delivered as a count`() async throws {
        try await told.apply(answer("1", text(1), state: adasRoomState, extra: counts(0, 0)), since: nil)
        let update = try await told.apply(answer("2", custom("$c"), extra: counts(1, 1)))
        #expect(update?.unreadCount == 1 && update?.mentionCount == 1 && update?.messages.isEmpty == true)
    }

    @Test func `the homeserver's mentions do not count in an encrypted room`() async throws {
        let state = "\(adasRoomState),\(state("m.room.encryption", "{}"))"
        let update = try await told.apply(answer("1", text(1), state: state, extra: counts(3, 0)), since: nil)
        #expect(update?.unreadCount == 3 && update?.mentionCount == nil)
    }

    @Test func `a replaced room counts until the user is in its successor`() async throws {
        let tombstone = state("m.room.tombstone", #"{"replacement_room":"!new:test"}"#)
        let update = try await told.apply(answer("1", "\(text(1)),\(tombstone)", extra: counts(2, 1)), since: nil)
        #expect(update?.unreadCount == 2 && update?.mentionCount == 1)
        let own = state("m.room.member", key: me.rawValue, #"{"membership":"invite"}"#)
        let invitation = #""invite":{"!new:test":{"invite_state":{"events":[\#(own)]}}}"#
        try await told.apply(#"{"next_batch":"2","rooms":{\#(invitation)}}"#)
        #expect(try await told.apply(answer("2", text(5), extra: counts(4, 1)))?.unreadCount == 4, "it was not joined")
        try await told.apply(answer("2", state: adasRoomState, in: ChatID("!new:test")))
        let later = try await told.apply(answer("3", text(2), extra: counts(3, 1)))
        #expect(later?.unreadCount == 0 && later?.mentionCount == 0)
    }

    @Test(arguments: ["org.example", "m.reaction", "m.room.redaction", "m.call.candidates", "m.beacon"])
    func `the newest message is read with every event behind it`(type: String) async throws {
        try await told.apply(answer("1", "\(text(1)),\(text(2))", state: adasRoomState), since: nil)
        try await told.apply(answer("2", custom("$last", type)))
        func last(_ id: String) async throws -> MessageID {
            try await told.ledger.read { try $0.rooms.lastEvent(readWith: MessageID(id), in: room) }
        }
        #expect(try await last("$2") == MessageID("$last"))
        #expect(try await last("$1") == MessageID("$1"), "another message follows")
        try await told.apply(answer("3", text(3)))
        #expect(try await last("$3") == MessageID("$3"))
    }

    @Test func `a call counts and is told as the rules say, and other lines are quiet`() async throws {
        try await told.apply(answer("1", text(1), state: adasRoomState), since: nil)
        let call = custom("$call", "m.call.invite", #"{"call_id":"1","version":"1"}"#)
        let topic = state("m.room.topic", #"{"topic":"x"}"#)
        let lines = try await told.apply(answer("2", "\(call),\(topic)"))?.messages
        #expect(lines?.map(\.isQuiet) == [false, true] && lines?.allSatisfy { $0.event != nil } == true)
        let tombstone = state("m.room.tombstone", #"{"replacement_room":"!new:test"}"#)
        let replaced = try await told.apply(answer("3", tombstone))?.messages
        #expect(replaced?.map(\.mentionsMe) == [true])
    }

    @Test func `a message of an unknown type that mentions somebody is shown, and one that mentions nobody is not`()
        async throws
    {
        try await told.apply(answer("1", text(1), state: adasRoomState), since: nil)
        let mention = #"{"body":"look","m.mentions":{"user_ids":["@me:test"]}}"#
        let nobody = #"{"body":"look","m.mentions":{}}"#
        let update = try await told.apply(
            answer(
                "2",
                [custom("$a", "org.example", mention), custom("$b", "org.example", nobody)].joined(separator: ",")
            )
        )
        #expect(update?.messages.map(\.text) == ["look"] && update?.messages.map(\.mentionsMe) == [true])
    }

    @Test func `counts are delivered if only the mentions or threads change, or a receipt comes`() async throws {
        func thread(_ root: String, _ unread: Int = 1) -> String {
            #","unread_thread_notifications":{"\#(root)":{"notification_count":\#(unread)}}"#
        }
        let first = answer("1", text(1), state: adasRoomState, extra: counts(2, 0) + thread("$1"))
        try await told.apply(first, since: nil)
        #expect(try await told.apply(answer("2", extra: counts(2, 0) + thread("$1")))?.unreadCount == nil)
        let mention = try await told.apply(answer("3", extra: counts(2, 1) + thread("$1")))
        #expect(mention?.unreadCount == 3 && mention?.mentionCount == 1)
        let moved = try await told.apply(answer("4", extra: counts(2, 1) + thread("$2")))
        #expect(moved?.threadCounts?.map(\.root.rawValue) == ["$2"])
        let read = try await told.apply(answer("5", extra: counts(2, 1) + thread("$2") + receipts([("$1", ada)])))
        #expect(read?.unreadCount == 3)
    }

    @Test func `the root of a thread may contain blanks`() async throws {
        let odd = #","unread_thread_notifications":{"$a b c":{"notification_count":5}}"#
        let update = try await told.apply(answer("1", text(1), state: adasRoomState, extra: counts(1, 0) + odd))
        #expect(update?.threadCounts == [ThreadCount(root: MessageID("$a b c"), unread: 5, mentions: 0)])
    }

    @Test func `the root of a thread cannot bring the count of another one`() async throws {
        let forged = #","unread_thread_notifications":{"$1\n9 9 $2":{"notification_count":5}}"#
        let update = try await told.apply(answer("1", text(1), state: adasRoomState, extra: counts(1, 0) + forged))
        #expect(update?.unreadCount == 6 && update?.threadCounts == [])
    }
}
