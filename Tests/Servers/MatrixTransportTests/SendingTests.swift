import ChatTypes
import HTTPClient
import JSONKit
import Synchronization
import Testing
import Transport

@testable import MatrixTransport

@Suite struct SendingTests {
    private static let message = OutgoingMessage(id: MessageID("born"), chat: room, text: "Hello \"there\"")

    /// A homeserver that accepts messages, with `echo` as their echoes.
    private func world(state: String = adasRoomState, echoes: Bool = true) throws -> TransportFixture {
        let (world, news) = (try TransportFixture(), SyncFake(["": answer("1", state: state)]))
        world.http.follow(news) { call in
            if call.path.contains("send") {
                if echoes { news.add(answer("2", text(2, by: me, own: call.path.last)), since: "1") }
                return .json(#"{"event_id":"$2"}"#)
            }
            return .json("{}")
        }
        try world.start()
        return world
    }

    @Test func `a message is sent with its id in the content and returns with its position`() throws {
        let world = try world()
        let sent = try world.result { try await $0.send(Self.message) }
        #expect(sent.id == Self.message.id && sent.author == .me)
        let call = try world.http.calls.first { $0.path.contains("send") }.unwrapped()
        #expect(call.line == "PUT v3/rooms/!room:test/send/m.room.message/born")
        #expect(call.body?["chat.viper.id"]?.string == "born")
        #expect(call.body?["body"]?.string == "Hello \"there\"")
    }

    @Test func `a poll is sent as one, with its id in the content`() throws {
        let world = try world()
        let poll = Poll(
            question: "Lunch?",
            answers: [.init(id: "a", text: "Pizza"), .init(id: "b", text: "Soup")]
        )
        let message = OutgoingMessage(id: Self.message.id, chat: room, text: poll.text, poll: poll)
        #expect(try world.result { try await $0.send(message) }.id == message.id)
        let call = try world.http.calls.first { $0.path.contains("send") }.unwrapped()
        #expect(call.line == "PUT v3/rooms/!room:test/send/org.matrix.msc3381.poll.start/born")
        #expect(call.body?["chat.viper.id"]?.string == "born")
        #expect(MessageContent(type: RoomEvent.unstablePollType, content: call.body).poll == poll)
    }

    @Test func `the key of an encrypted file is not sent to a room in the clear`() throws {
        let (world, id) = (try world(), try encryptedFileID())
        #expect(try !world.result { try await $0.canReuse(id, in: room) })
        #expect(try world.result { try await $0.canReuse(FileID("mxc://test/abc"), in: room) })
        let file = AttachedFile(id: id, name: "a.x", type: "image/png", byteCount: 7)
        let message = OutgoingMessage(id: Self.message.id, chat: room, text: "", attachment: file)
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.send(message) } }
        guard case .refused(.encrypted, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!world.http.calls.contains { $0.path.contains("send") })
    }

    @Test(arguments: [
        ("image/PNG", "m.image"), ("video/mp4", "m.video"), ("audio/ogg", "m.audio"), ("text/plain", "m.file"),
    ])
    func `a file is sent as its kind of message, with or without a caption`(_ type: String, _ kind: String)
        throws
    {
        for caption in ["Look", ""] {
            let world = try world()
            let pixels = kind == "m.image" ? PixelSize(width: 320, height: 240) : nil
            let id = FileID("mxc://test/abc")
            let file = AttachedFile(id: id, name: "a.x", type: type, byteCount: 7, pixels: pixels)
            let message = OutgoingMessage(id: Self.message.id, chat: room, text: caption, attachment: file)
            #expect(try world.result { try await $0.send(message) }.id == message.id)
            let call = try world.http.calls.first { $0.path.contains("send") }.unwrapped()
            #expect(call.line == "PUT v3/rooms/!room:test/send/m.room.message/born")
            #expect(call.body?["msgtype"]?.string == kind && call.body?["chat.viper.id"]?.string == "born")
            #expect(call.body?["body"]?.string == (caption.isEmpty ? "a.x" : caption))
            #expect(call.body?["filename"]?.string == "a.x" && call.body?["url"]?.string == "mxc://test/abc")
            #expect(call.body?["info"]?["w"]?.integer == (pixels == nil ? nil : 320))
            #expect(call.body?["info"]?["mimetype"]?.string == type && call.body?["info"]?["size"]?.integer == 7)
            // The adapter reads it back as the same content.
            let shown = MessageContent(type: "m.room.message", content: call.body)
            #expect(shown.shown.text == caption && shown.file == file)
        }
    }

    @Test func `a message without an echo counts as sent`() throws {
        let world = try world(echoes: false)
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.send(Self.message) } }
        guard case .refused(.duplicate, _)? = error else { throw Missing() }
    }

    @Test func `a message known from an earlier process is not sent again`() throws {
        let world = try world()
        _ = try world.result { try await $0.send(Self.message) }
        let count = world.http.calls.count { $0.path.contains("send") }
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.send(Self.message) } }
        guard case .refused(.duplicate, _)? = error else { throw Missing() }
        #expect(world.http.calls.count { $0.path.contains("send") } == count)
    }

    @Test func `after a lost response the same transaction id is used again`() throws {
        let world = try world()
        let answer = world.http.answer
        let isFirst = Mutex(true)
        world.http.answer = { call in
            if call.path.contains("send"),
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            {
                throw HTTPError(.connectionLost, host: "test", mayHaveReachedServer: true)
            }
            return try await answer(call)
        }
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.send(Self.message) } }
        #expect(try world.result { try await $0.send(Self.message) }.id == Self.message.id)
        let lines = world.http.lines.filter { $0.contains("send") }
        #expect(lines.count == 2 && lines[0] == lines[1])
    }

    @Test(arguments: [true, false])
    func `a message tried long ago is searched for before it is sent again`(
        isThere: Bool
    ) throws {
        let world = try world(echoes: false)
        world.http.intercept { call in
            if call.path.contains("send") {
                throw HTTPError(.connectionLost, host: "test", mayHaveReachedServer: true)
            }
            let newest = "\(text(3)),\(text(2, by: me, own: isThere ? "born" : "other"))"
            return call.path.contains("messages") ? .json(#"{"chunk":[\#(newest)]}"#) : nil
        }
        for _ in 1...2 {
            #expect(throws: ServiceError.responseLost) { try world.result { try await $0.send(Self.message) } }
        }
        #expect(world.http.lines.count { $0.contains("send") } == 2)
        #expect(!world.http.lines.contains { $0.contains("messages") })
        world.run(.seconds(21 * 60))
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.send(Self.message) } }
        guard isThere else {
            #expect(error == .responseLost && world.http.lines.last?.contains("send") == true)
            return
        }
        guard case .refused(.duplicate, _)? = error else { throw Missing() }
        #expect(world.http.lines.count { $0.contains("send") } == 2)
        _ = try world.result { try await $0.annotate(.deletion(of: Self.message.id, in: room)) }
        #expect(world.http.lines.last == "PUT v3/rooms/!room:test/redact/$2/unsend-born")
    }

    @Test func `the age of a message counts from its first attempt, however often it is tried`() throws {
        let world = try world(echoes: false)
        world.http.intercept { call in
            if call.path.contains("send") {
                throw HTTPError(.connectionLost, host: "test", mayHaveReachedServer: true)
            }
            return call.path.contains("messages") ? .json(#"{"chunk":[\#(text(3))]}"#) : nil
        }
        for _ in 1...3 {
            #expect(throws: ServiceError.responseLost) { try world.result { try await $0.send(Self.message) } }
            world.run(.seconds(15 * 60))
        }
        #expect(world.http.lines.count { $0.contains("messages") } == 1)
    }

    @Test func `a message tried by an earlier process is searched for, any other is sent at once`()
        throws
    {
        for hasNews in [false, true] {
            let world = try TransportFixture()
            world.http.answer = { call in
                if call.isSync { return .json(answer("1", text(9), limited: "t", state: adasRoomState)) }
                if call.path.contains("send") { return .json(#"{"event_id":"$9"}"#) }
                return .json(call.path.contains("messages") ? #"{"chunk":[\#(text(2, by: me, own: "born"))]}"# : "{}")
            }
            #expect(
                try world.result { _ in
                    try await world.ledger.write { try $0.outgoing.beginAttempt(at: Self.message.id) }
                }
            )
            if hasNews { _ = try world.sync() }
            let error = #expect(throws: ServiceError.self) { try world.result { try await $0.send(Self.message) } }
            guard case .refused(.duplicate, _)? = error else { throw Missing() }
            #expect(!world.http.lines.contains { $0.contains("send") })
            let other = OutgoingMessage(id: MessageID("other"), chat: room, text: "Hello")
            _ = #expect(throws: ServiceError.self) { try world.result { try await $0.send(other) } }
            #expect(world.http.lines.count { $0.contains("messages") } == 1)
            #expect(world.http.lines.last == "PUT v3/rooms/!room:test/send/m.room.message/other")
            #expect(
                try !world.result { _ in try await world.ledger.write { try $0.outgoing.beginAttempt(at: other.id) } }
            )
        }
    }

    @Test func `a refused message does not count as tried unless it was before`() throws {
        for isSecond in [false, true] {
            let world = try world(echoes: false)
            if isSecond {
                _ = try world.result { _ in
                    try await world.ledger.write { try $0.outgoing.beginAttempt(at: Self.message.id) }
                }
            }
            world.http.answer = { $0.path.contains("send") ? .failure(403, "M_FORBIDDEN") : .json(#"{"chunk":[]}"#) }
            _ = #expect(throws: ServiceError.self) { try world.result { try await $0.send(Self.message) } }
            #expect(
                try world.result { _ in try await world.ledger.read { try $0.outgoing.wasTried(Self.message.id) } }
                    == isSecond
            )
        }
    }

    @Test func `a message that was tried before is sent although the homeserver does not show the newest ones`() throws
    {
        let world = try world(echoes: false)
        _ = try world.result { _ in
            try await world.ledger.write { try $0.outgoing.beginAttempt(at: Self.message.id) }
        }
        world.http.intercept { $0.path.contains("messages") ? .failure(403, "M_FORBIDDEN") : nil }
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.send(Self.message) } }
        guard case .refused(.duplicate, _)? = error else { throw Missing() }
        #expect(world.http.lines.contains("PUT v3/rooms/!room:test/send/m.room.message/born"))
    }

    @Test func `messages for an encrypted room are not sent`() throws {
        let world = try world(state: "\(adasRoomState),\(state("m.room.encryption", "{}"))")
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.send(Self.message) } }
        guard case .refused(.encrypted, _)? = error else { throw Missing() }
        #expect(!world.http.lines.contains { $0.contains("send") })
    }

    @Test func `a file for an encrypted room is not uploaded`() throws {
        let world = try world(state: "\(adasRoomState),\(state("m.room.encryption", "{}"))")
        let file = OutgoingFile(id: Self.message.id, chat: room, name: "a", type: "a/b", byteCount: 1, digest: "")
        let error = #expect(throws: ServiceError.self) {
            try world.result { try await $0.upload(file) { _, _ in throw Missing() } }
        }
        guard case .refused(.encrypted, _)? = error else { throw Missing() }
        #expect(!world.http.lines.contains { $0.contains("media") })
    }

    @Test func `writing into an invitation is refused, and accepts nothing`() throws {
        let world = try TransportFixture()
        world.http.answer = { $0.isSync ? .json(MembershipTests.invited) : .json("{}") }
        _ = try world.sync()
        let known = world.http.lines.count
        let file = OutgoingFile(id: Self.message.id, chat: room, name: "a", type: "a/b", byteCount: 1, digest: "")
        for request: @Sendable (MatrixTransport) async throws -> Void in [
            { _ = try await $0.send(Self.message) }, { _ = try await $0.upload(file) { _, _ in throw Missing() } },
        ] {
            let error = #expect(throws: ServiceError.self) { try world.result { try await request($0) } }
            guard case .refused(.notMember, let text)? = error else { throw Missing() }
            #expect(text.contains("join"))
        }
        #expect(!world.http.lines.dropFirst(known).contains { $0.contains("join") || $0.contains("/send/") })
    }

    @Test func `a room that was joined a moment ago takes a message before sync tells of it`() throws {
        let world = try TransportFixture()
        world.http.answer = { call in
            if call.isSync { return .json(MembershipTests.invited) }
            if call.path.contains("m.room.member") { return .json(#"{"membership":"join"}"#) }
            return call.path.contains("m.room.encryption") ? .failure(404, "M_NOT_FOUND") : .json(#"{"event_id":"$1"}"#)
        }
        _ = try world.sync()
        // Its position follows with sync.
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.send(Self.message) } }
        guard case .refused(.duplicate, _)? = error else { throw Missing() }
        #expect(world.http.lines.contains { $0.contains("/send/") })
    }

    @Test func `a chat with a person who has invited the user is their invitation`() throws {
        let world = try TransportFixture()
        world.http.answer = { $0.isSync ? .json(MembershipTests.invited) : .json("{}") }
        _ = try world.sync()
        #expect(try world.result { try await $0.createChat(with: "@ada:test") }.id == room)
        #expect(!world.http.lines.contains { $0.contains("join") || $0.contains("createRoom") })
    }

    @Test(arguments: [true, false])
    func `receipts are public or private as configured`(isPublic: Bool) throws {
        let world = try TransportFixture(settings: MatrixSettings(sendsReadReceipts: isPublic))
        try world.result { try await $0.markRead(room, upTo: MessageID("$7"), in: .everything) }
        let body = world.http.calls.last?.body
        #expect(body?["m.fully_read"]?.string == "$7")
        #expect(body?["m.read"]?.string == (isPublic ? "$7" : nil))
        #expect(body?["m.read.private"]?.string == (isPublic ? nil : "$7"))
        for scope in [ReceiptScope.main, .thread(MessageID("$1"))] {
            try world.result { try await $0.markRead(room, upTo: MessageID("$7"), in: scope) }
            let type = isPublic ? "m.read" : "m.read.private"
            #expect(world.http.calls.last?.line == "POST v3/rooms/!room:test/receipt/\(type)/$7")
        }
    }

    @Test func `a receipt without a message is for the newest event of the room`() throws {
        let world = try TransportFixture()
        let call = text(9).replacing("m.room.message", with: "m.custom").replacing("$9", with: "$call")
        world.http.answer = { $0.isSync ? .json(answer("1", call, state: adasRoomState)) : .json("{}") }
        _ = try world.sync()
        try world.result { try await $0.markRead(room, upTo: MessageID(""), in: .everything) }
        #expect(world.http.calls.last?.body?["m.fully_read"]?.string == "$call")
    }

    @Test func `a receipt without a message is refused once the room has a message`() throws {
        let world = try TransportFixture()
        let call = text(9).replacing("m.room.message", with: "m.custom").replacing("$9", with: "$call")
        world.http.answer = { $0.isSync ? .json(answer("1", call, state: adasRoomState)) : .json("{}") }
        _ = try world.sync()
        world.http.answer = { $0.isSync ? .json(answer("2", text(10))) : .json("{}") }
        _ = try world.sync(since: "1")
        #expect(throws: ServiceError.self) {
            try world.result { try await $0.markRead(room, upTo: MessageID(""), in: .everything) }
        }
        #expect(!world.http.lines.contains { $0.contains("read_markers") })
    }

    @Test(arguments: [true, false])
    func `others are told that the user is typing if that is configured`(isTold: Bool) throws {
        let world = try TransportFixture(settings: MatrixSettings(sendsTyping: isTold))
        let count = world.http.calls.count
        for isTyping in [true, false] { try world.result { try await $0.setTyping(isTyping, in: room) } }
        #expect(world.http.calls.count - count == (isTold ? 2 : 0))
        let bodies = world.http.calls.dropFirst(count).map(\.body)
        #expect(bodies.map { $0?["typing"]?.bool } == (isTold ? [true, false] : []))
        #expect(bodies.map { $0?["timeout"]?.integer } == (isTold ? [6000, nil] : []))
    }

    @Test(arguments: [(Presence.away, "unavailable"), (.active, "online")])
    func `presence is sent, and every poll carries it`(presence: Presence, word: String) throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .json(answer("1")) }
        try world.result { try await $0.setPresence(presence) }
        #expect(world.http.calls.last?.body?["presence"]?.string == word)
        _ = try world.sync()
        #expect(world.http.calls.last?.query["set_presence"] == word)
    }

    @Test(arguments: [(false, 60_000, true), (false, 64_000, false), (true, 46_000, true), (true, 50_000, false)])
    func `a text fits if its event does, which has less room in an encrypted chat`(
        _ isEncrypted: Bool,
        _ count: Int,
        _ fits: Bool
    ) throws {
        let encryption = isEncrypted ? ",\(state("m.room.encryption", "{}"))" : ""
        let world = try world(state: adasRoomState + encryption)
        let plain = String(repeating: "a", count: count)
        let excess = try world.result { await $0.excess(of: FormattedText(plain), in: room) }
        #expect((excess == 0) == fits && excess < count / 4)
        let shorter = String(plain.dropLast(excess))
        #expect(try world.result { await $0.excess(of: FormattedText(shorter), in: room) } == 0)
        // A quotation mark takes two bytes.
        let quotes = String(repeating: "\"", count: count)
        let quoted = try world.result { await $0.excess(of: FormattedText(quotes), in: room) }
        #expect(quoted > count / 3)
    }
}
