import ChatTypes
import HTTPClient
import JSONKit
import Testing
import Transport

@testable import MatrixTransport

@Suite struct ReplyTests {
    private func reply(_ body: String, to event: String = "$1", extra: String = "") -> String {
        """
        {"type":"m.room.message","event_id":"$9","sender":"\(ada)","origin_server_ts":9000,\
        "content":{"msgtype":"m.text","body":"\(body)","m.relates_to":{"m.in_reply_to":{"event_id":"\(event)"}\(extra)}}}
        """
    }

    private func message(_ event: String, in ledger: MatrixLedger? = nil) async throws -> Message {
        let ledger = try ledger ?? Folder().open()
        let timeline = "\(text(1)),\(text(2, by: me, own: "born")),\(event)"
        let updates = try await ledger.apply(syncAnswer(answer("1", timeline)), since: nil)
        return try updates.flatMap(\.messages).last.unwrapped()
    }

    @Test func `a reply names the message that it answers, also one of the user`() async throws {
        #expect(try await message(reply("yes")).repliesTo == MessageID("$1"))
        #expect(try await message(reply("yes", to: "$2")).repliesTo == MessageID("born"))
        #expect(try await message(reply("yes", to: "$7")).repliesTo == MessageID("$7"), "not here")
    }

    @Test func `a reply to a sent message that has no position yet names the message`() async throws {
        let ledger = try Folder().open()
        try await ledger.write { try $0.outgoing.setEvent(MessageID("$8"), ofSent: MessageID("w8")) }
        #expect(try await message(reply("yes", to: "$8"), in: ledger).repliesTo == MessageID("w8"))
    }

    @Test(arguments: [
        (#"> <@ada:test> hi\n\nyes"#, "yes"), (#"> <@ada:test> hi\n> there\n\nyes\n> no"#, "yes\n> no"),
        (#"> <@ada:test> hi\nyes"#, "yes"), ("yes", "yes"), ("> quote", "> quote"), (#"> a\n"#, "> a\n"),
    ])
    func `the quote of older clients is removed from a reply`(body: String, text: String) async throws {
        #expect(try await message(reply(body)).text == text)
    }

    @Test func `a quote in a message that is no reply stays`() throws {
        let content = try json(#"{"msgtype":"m.text","body":"> a\n\nb"}"#)
        #expect(MessageContent(type: "m.room.message", content: content).body == "> a\n\nb")
    }

    @Test func `a message of a thread is no reply unless it says so`() async throws {
        let thread = #","rel_type":"m.thread","event_id":"$1""#
        #expect(try await message(reply("yes", extra: thread + #","is_falling_back":true"#)).repliesTo == nil)
        #expect(
            try await message(reply("yes", extra: thread + #","is_falling_back":false"#)).repliesTo == MessageID("$1")
        )
        #expect(try await message(reply("yes", extra: thread)).repliesTo == MessageID("$1"), "absent is false")
    }

    @Test func `an answer to a message of a thread stays in the thread`() throws {
        let thread = #","rel_type":"m.thread","event_id":"$1","is_falling_back":true"#
        let world = try TransportFixture()
        let news = SyncFake(["": answer("1", "\(text(1)),\(reply("no", extra: thread))")])
        world.http.follow(news) { _ in .json(#"{"event_id":"$10"}"#) }
        try world.start()
        func relation(answering event: String, _ id: String) throws -> JSONValue {
            let answered = MessageID(event)
            let outgoing = OutgoingMessage(id: MessageID(id), chat: room, text: "yes", repliesTo: answered)
            _ = try? world.result { try await $0.send(outgoing) }
            let put = try world.http.calls.last { $0.method == .put }.unwrapped()
            return try (put.body?["m.relates_to"]).unwrapped()
        }
        let inThread = try relation(answering: "$9", "w1")
        #expect(inThread["m.in_reply_to"]?["event_id"]?.string == "$9" && inThread["rel_type"]?.string == "m.thread")
        #expect(inThread["event_id"]?.string == "$1" && inThread["is_falling_back"]?.bool == false)
        let outside = try relation(answering: "$1", "w2")
        #expect(outside["m.in_reply_to"]?["event_id"]?.string == "$1" && outside["rel_type"] == nil)
    }

    @Test func `a sent reply names the event and mentions its author`() throws {
        let (world, news) = (try TransportFixture(), SyncFake(["": answer("1", text(2))]))
        world.http.follow(news) { _ in .json(#"{"event_id":"$9"}"#) }
        try world.start()
        let outgoing = OutgoingMessage(id: MessageID("w1"), chat: room, text: "yes", repliesTo: MessageID("$2"))
        _ = try? world.result { try await $0.send(outgoing) }
        let put = try world.http.calls.first { $0.method == .put }.unwrapped()
        #expect(put.body?["body"]?.string == "yes", "without a quote")
        #expect(put.body?["m.relates_to"]?["m.in_reply_to"]?["event_id"]?.string == "$2")
        #expect(put.body?["m.mentions"]?["user_ids"]?.elements.map(\.string) == [ada.rawValue])
    }

    @Test func `a reply to one's own message mentions nobody`() throws {
        let (world, news) = (try TransportFixture(), SyncFake(["": answer("1", "\(text(2)),\(text(3, by: me))")]))
        world.http.follow(news) { _ in .json(#"{"event_id":"$9"}"#) }
        try world.start()
        let outgoing = OutgoingMessage(id: MessageID("w1"), chat: room, text: "yes", repliesTo: MessageID("$3"))
        _ = try? world.result { try await $0.send(outgoing) }
        let put = try world.http.calls.first { $0.method == .put }.unwrapped()
        #expect(put.body?["m.relates_to"]?["m.in_reply_to"]?["event_id"]?.string == "$3")
        #expect(put.body?["m.mentions"]?["user_ids"]?.elements.isEmpty == true)
    }

    @Test func `a sent text mentions the members that it names, and everyone`() throws {
        let (world, news) = (try TransportFixture(), SyncFake(["": groupAnswer("1", text(2), state: gardenState)]))
        world.http.follow(news) { _ in .json(#"{"event_id":"$9"}"#) }
        try world.start()
        func mentions(_ text: String, _ id: String, answering event: String? = nil) throws -> JSONValue? {
            let answered = event.map { MessageID($0) }
            let outgoing = OutgoingMessage(id: MessageID(id), chat: room, text: text, repliesTo: answered)
            _ = try? world.result { try await $0.send(outgoing) }
            return try world.http.calls.last { $0.method == .put }.unwrapped().body?["m.mentions"]
        }
        #expect(try mentions("tea, @Bob?", "w1")?["user_ids"]?.elements.map(\.string) == [bob.rawValue])
        #expect(try mentions("@room tea", "w2")?["room"]?.bool == true)
        let both = try mentions("@Bob @Ada yes", "w3", answering: "$2")
        #expect(both?["user_ids"]?.elements.map(\.string) == [ada.rawValue, bob.rawValue] && both?["room"] == nil)
        // Nobody, so that a member who is called Tea is not notified.
        #expect(try mentions("tea", "w4")?["user_ids"]?.elements.isEmpty == true)
    }
}
