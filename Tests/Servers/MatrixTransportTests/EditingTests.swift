import ChatTypes
import HTTPClient
import JSONKit
import Synchronization
import Testing
import Transport

@testable import MatrixTransport

@Suite struct EditingTests {
    private static let edit = OutgoingAnnotation(
        id: MessageID("e"),
        of: MessageID("born"),
        in: room,
        kind: .edit(text: "better")
    )
    private static let putLine = "PUT v3/rooms/!room:test/send/m.room.message/e"

    /// A homeserver with a message of the user as event `$2`, which accepts edits.
    private func world(
        state: String = adasRoomState,
        original: String = text(2, by: me, own: "born"),
        placed: Bool = true
    ) throws -> (TransportFixture, SyncFake) {
        let (world, news) = (try TransportFixture(), SyncFake(["": answer("1", state: state)]))
        world.http.follow(news) { call in
            switch call.path.dropFirst(3).first {
            case "event":
                return .json(call.path.last == "$2" ? original : replacement("$e", of: "$2", "better", at: 7, by: me))
            case "send": return .json(#"{"event_id":"$e"}"#)
            default: return .json("{}")
            }
        }
        try world.start()
        if placed {
            news.add(answer("2", text(2, by: me, own: "born")), since: "1")
            world.run(.seconds(1))
        }
        return (world, news)
    }

    @Test func `editing replaces the content under the edit's own id, with the event's number`()
        throws
    {
        let (world, _) = try world()
        let made = try world.result { try await $0.annotate(Self.edit) }
        #expect(made.message == Self.edit.message && made.kind.text == "better" && made.author == .me)
        let echo = try RoomEvent(json(replacement("$e", of: "$2", "better", at: 7, by: me))).unwrapped()
        #expect(made.number == echo.editNumber)
        let put = try world.http.calls.first { $0.method == .put }.unwrapped()
        #expect(put.line == Self.putLine)
        #expect(put.body?["msgtype"]?.string == "m.text" && put.body?["body"]?.string == "* better")
        let new = put.body?["m.new_content"]
        #expect(new?["msgtype"]?.string == "m.text" && new?["body"]?.string == "better")
        #expect(new?["chat.viper.id"]?.string == "born")
        #expect(put.body?["m.relates_to"]?["rel_type"]?.string == "m.replace")
        #expect(put.body?["m.relates_to"]?["event_id"]?.string == "$2")
    }

    @Test func `an edit says whom the text mentions, and notifies only those whom it did not before`() throws {
        func put(_ text: String, mentioning former: String?, editedTo edited: String? = nil) throws -> JSONValue? {
            let mentions = former.map { ",\"m.mentions\":\($0)" } ?? ""
            let unsigned = edited.map {
                """
                ,"unsigned":{"m.relations":{"m.replace":{"type":"m.room.message","event_id":"$3","sender":"@me:test",\
                "content":{"msgtype":"m.text","body":"* so","m.mentions":{},\
                "m.relates_to":{"rel_type":"m.replace","event_id":"$2"},\
                "m.new_content":{"msgtype":"m.text","body":"so","m.mentions":\($0)}}}}}
                """
            }
            let original = """
                {"type":"m.room.message","event_id":"$2","sender":"@me:test",\
                "content":{"msgtype":"m.text","body":"so"\(mentions)}\(unsigned ?? "")}
                """
            let (world, _) = try world(original: original)
            let edit = OutgoingAnnotation(id: MessageID("e"), of: MessageID("born"), in: room, kind: .edit(text: text))
            _ = try world.result { try await $0.annotate(edit) }
            return try world.http.calls.first { $0.method == .put }.unwrapped().body
        }
        func people(_ content: JSONValue?) -> [String?]? {
            content?["m.mentions"].map { $0["user_ids"]?.elements.map(\.string) ?? [] }
        }
        let added = try put("tea, @Ada? @room", mentioning: nil)
        #expect(people(added) == ["@ada:test"] && people(added?["m.new_content"]) == ["@ada:test"])
        #expect(added?["m.mentions"]?["room"]?.bool == true)
        let known = try put("tea, @Ada? @room", mentioning: #"{"user_ids":["@ada:test"],"room":true}"#)
        #expect(people(known) == [] && people(known?["m.new_content"]) == ["@ada:test"])
        #expect(known?["m.mentions"]?["room"] == nil && known?["m.new_content"]?["m.mentions"]?["room"]?.bool == true)
        let again = try put("tea, @Ada? @room", mentioning: "{}", editedTo: #"{"user_ids":["@ada:test"],"room":true}"#)
        #expect(
            people(again) == [] && people(again?["m.new_content"]) == ["@ada:test"],
            "the first edit has notified her"
        )
        #expect(again?["m.mentions"]?["room"] == nil)
        let gone = try put("tea", mentioning: #"{"user_ids":["@ada:test"]}"#)
        #expect(people(gone) == [] && people(gone?["m.new_content"]) == [])
        #expect(try people(put("tea", mentioning: nil)) == [])
    }

    @Test func `an edit of an answer goes on mentioning whom it answers, and tells them nothing again`() throws {
        let original = """
            {"type":"m.room.message","event_id":"$2","sender":"@me:test","content":{"msgtype":"m.text","body":"so",\
            "m.mentions":{"user_ids":["@bob:test"]},"m.relates_to":{"m.in_reply_to":{"event_id":"$1"}}}}
            """
        let (world, _) = try world(original: original)
        _ = try world.result { try await $0.annotate(Self.edit) }
        let put = try world.http.calls.first { $0.method == .put }.unwrapped().body
        #expect(put?["m.new_content"]?["m.mentions"]?["user_ids"]?.elements.map(\.string) == ["@bob:test"])
        #expect(put?["m.mentions"]?["user_ids"]?.elements.isEmpty == true)
    }

    @Test func `a long text is sent once, with a shortened fallback`() throws {
        let (world, _) = try world()
        let text = String(repeating: "ä", count: 20_000)
        let edit = OutgoingAnnotation(id: MessageID("e"), of: MessageID("born"), in: room, kind: .edit(text: text))
        #expect(try world.result { try await $0.annotate(edit) }.kind.text == text)
        let put = try world.http.calls.first { $0.method == .put }.unwrapped()
        #expect(put.body?["m.new_content"]?["body"]?.string == text)
        #expect(put.body?["body"]?.string == "* " + String(repeating: "ä", count: 511))
        #expect(put.sent.count < 65_000, "no event may be larger than that")
    }

    @Test func `a new caption keeps the file, for clients without edits too`() throws {
        let (world, _) = try world(original: fileEvent(2, by: me, own: "born", caption: "worse"))
        #expect(try world.result { try await $0.annotate(Self.edit) }.kind.text == "better")
        let put = try world.http.calls.first { $0.method == .put }.unwrapped()
        let new = put.body?["m.new_content"]
        #expect(put.body?["body"]?.string == "* better" && new?["body"]?.string == "better")
        #expect(new?["chat.viper.id"]?.string == "born")
        for content in [put.body, new] {
            #expect(content?["msgtype"]?.string == "m.image" && content?["filename"]?.string == "a.png")
            #expect(content?["url"]?.string == "mxc://test/abc")
            let info = content?["info"]
            #expect(info?["mimetype"]?.string == "image/png" && info?["size"]?.integer == 7)
            #expect(info?["w"]?.integer == 1)
            // Values that events cannot contain are dropped from another client's content.
            #expect(info?["xyz.odd"]?.elements.map { $0.bool ?? ($0["a"]?.string == "b") } == [true, true])
        }
    }

    @Test func `a file without a caption keeps its name when it gets one`() throws {
        let original = """
            {"type":"m.room.message","event_id":"$2","sender":"@me:test","content":{"msgtype":"m.file","body":"a.pdf",\
            "file":{"url":"mxc://test/abc"}}}
            """
        let (world, _) = try world(original: original)
        _ = try world.result { try await $0.annotate(Self.edit) }
        let new = try world.http.calls.first { $0.method == .put }.unwrapped().body?["m.new_content"]
        #expect(new?["filename"]?.string == "a.pdf" && new?["body"]?.string == "better")
        #expect(new?["file"]?["url"]?.string == "mxc://test/abc")
    }

    @Test(arguments: ["send", "event"])
    func `after a lost response the edit is repeated with the same transaction id`(lost: String) throws {
        let (world, _) = try world()
        let answer = world.http.answer
        let isFirst = Mutex(true)
        world.http.answer = { call in
            let response = try await answer(call)
            let isFirst =
                call.path.dropFirst(3).first == lost && call.path.last != "$2"
                && isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
            if isFirst {
                throw HTTPError(.connectionLost, host: "test", mayHaveReachedServer: true)
            }
            return response
        }
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.annotate(Self.edit) } }
        let made = try world.result { try await $0.annotate(Self.edit) }
        #expect(try world.result { try await $0.annotate(Self.edit) } == made)
        #expect(world.http.lines.filter { $0.hasPrefix("PUT") } == Array(repeating: Self.putLine, count: 3))
    }

    @Test func `editing a message that was just sent waits for its event id`() throws {
        let (world, news) = try world(placed: false)
        world.begin { _ = try? await $0.annotate(Self.edit) }
        world.run(.seconds(1))
        #expect(!world.http.lines.contains(Self.putLine))
        news.add(answer("2", text(2, by: me, own: "born")), since: "1")
        world.run(.seconds(1))
        #expect(world.http.lines.contains(Self.putLine))
    }

    @Test(arguments: [
        (text(2), RefusalCode.unknownMessage),
        (#"{"type":"m.room.message","event_id":"$2","sender":"@me:test","content":{}}"#, .unknownMessage),
        (replacement("$2", of: "$1", "x", by: me), .noEdit),
        (
            #"{"type":"m.room.message","event_id":"$2","sender":"@me:test","content":{"msgtype":"m.location","body":"x"}}"#,
            .noEdit
        ),
        (#"{"type":"m.reaction","event_id":"$2","sender":"@me:test","content":{"m.relates_to":{"key":"x"}}}"#, .noEdit),
        (#"{"type":"m.room.message","event_id":"$2","sender":"@me:test","content":{"body":7}}"#, .noEdit),
    ])
    func `messages that are no texts of the user cannot be edited`(_ original: String, _ code: RefusalCode) throws {
        let (world, _) = try world(original: original)
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.annotate(Self.edit) } }
        let isText = code == .noEdit
        let text = isText ? "Only texts and captions can be edited" : "This message of yours no longer exists"
        #expect(error == .refused(code, text: text))
        #expect(!world.http.lines.contains(Self.putLine))
    }

    @Test func `an answer with another event than the one that was asked for is none`() throws {
        let (world, _) = try world(original: text(7, by: me, own: "born"))
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.annotate(Self.edit) } }
        #expect(!world.http.lines.contains(Self.putLine))
    }

    @Test(arguments: [("m.text", "m.text"), ("m.notice", "m.notice"), ("m.emote", "m.text")])
    func `an edited notice stays one, and an emote becomes a text unless the new text is an emote`(
        _ former: String,
        _ kind: String
    ) throws {
        let content = #"{"msgtype":"\#(former)","body":"worse"}"#
        let original = #"{"type":"m.room.message","event_id":"$2","sender":"@me:test","content":\#(content)}"#
        let (world, _) = try world(original: original)
        _ = try world.result { try await $0.annotate(Self.edit) }
        let put = try world.http.calls.first { $0.method == .put }.unwrapped().body
        #expect(put?["msgtype"]?.string == kind && put?["m.new_content"]?["msgtype"]?.string == kind)
    }

    @Test func `a refused edit has the homeserver's words`() throws {
        let (world, _) = try world()
        world.http.answer = { _ in .failure(404, "M_NOT_FOUND") }
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.annotate(Self.edit) } }
        #expect(error == .refused(.notFound, text: "said M_NOT_FOUND"))
    }

    @Test func `edits for an encrypted room are not sent`() throws {
        let (world, _) = try world(state: "\(adasRoomState),\(state("m.room.encryption", "{}"))")
        #expect(throws: ServiceError.encrypted) { try world.result { try await $0.annotate(Self.edit) } }
        #expect(!world.http.lines.contains { $0.hasPrefix("PUT") })
    }

    @Test func `a page of edits only is skipped, and the edits are delivered`() throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .json(answer("1", text(1), state: adasRoomState)) }
        _ = try world.sync()
        world.http.answer = { _ in .json(answer("2", text(9), limited: "t")) }
        let nine = try world.sync(since: "1").updates.flatMap(\.messages).first.unwrapped()
        world.http.answer = { call in
            call.query["from"] == "t"
                ? .json(#"{"chunk":[\#(replacement(of: "$1", "new"))],"end":"u"}"#)
                : .json(#"{"chunk":[\#(text(8))],"end":"v"}"#)
        }
        let cursor = try nine.predecessor.unwrapped().cursor
        let page = try world.result { try await $0.page(of: room, before: cursor) }
        #expect(page.messages.map(\.text) == ["text 8"] && page.annotations.map(\.kind.text) == ["new"])
    }

    @Test func `a receipt for an edit counts for the message before it`() throws {
        let receipt = #","ephemeral":{"events":[{"type":"m.receipt","content":{"$edit":{"m.read":{"@ada:test":{}}}}}]}"#
        let first = answer("1", "\(text(1)),\(text(2, by: me, own: "born"))", state: adasRoomState, extra: receipt)
        let (world, news) = (try TransportFixture(), SyncFake(["": first]))
        let edit = replacement(of: "$1", "new")
        world.http.answer = { call in
            guard call.path.contains("context") else { return try await news.answer(call) }
            return .json(#"{"event":\#(edit),"events_before":[\#(edit),\#(text(2, by: me, own: "born"))]}"#)
        }
        try world.start()
        news.add(answer("2", edit), since: "1")
        world.run(.seconds(1))
        let receipts = try world.sync(since: "1").updates.flatMap(\.receipts)
        #expect(receipts.contains(ReadReceipt(reader: .contact, message: MessageID("born"), scope: .everything)))
    }
}
