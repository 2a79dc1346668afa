import ChatSession
import ChatStore
import ChatTypes
import SimulationKit
import Testing

@Suite struct OutboxRetryTests {
    @Test func `the delay between attempts grows to half a minute`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, _ in if request.kind == .send { throw ServiceError.unreachable } }
        }
        world.run(for: .seconds(1))
        try world.send("hello")
        world.run(for: .seconds(3600))
        let times = world.service.requests(.send).map { $0.time / .seconds(1) }
        let delays = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(delays.count > 100, "it is never given up")
        #expect((0.25...0.55).contains(delays[0]) && (1...2.1).contains(delays[2]))
        #expect(delays[8...].allSatisfy { (15...30.1).contains($0) })
        #expect(Set(delays[8...]).count > 50, "with jitter")
        #expect(try world.deliveries() == [.received, .sending])
    }

    @Test func `the backoff is reset for the next message`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, count <= 6 || count == 8 { throw ServiceError.unreachable }
            }
        }
        world.run(for: .seconds(1))
        try world.send("one")
        try world.send("two")
        world.run(for: .seconds(200))
        let times = world.service.requests(.send).map { $0.time / .seconds(1) }
        try #require(times.count == 9)
        #expect(times[6] - times[5] > 8 && times[8] - times[7] < 0.6)
    }

    @Test func `a delay that the server asks for is kept`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, count == 1 { throw ServiceError.tryAgain(after: .seconds(90)) }
            }
        }
        world.run(for: .seconds(1))
        try world.send("hello")
        world.run(for: .seconds(89))
        #expect(world.service.requests(.send).count == 1)
        world.run(for: .seconds(5))
        #expect(try world.deliveries() == [.received, .sent])
    }

    /// A world whose server asks for an hour at the first message, and the notifications of the session.
    private func hour() throws -> (SessionWorld, Recorder<String>, MessageID) {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, count == 1 { throw ServiceError.tryAgain(after: .seconds(3600)) }
            }
        }
        let shown = Recorder<String>()
        world.begin { session in await session.showNotifications { shown.record($0.message.text) } }
        world.begin { $0.setTopChat(ada.id) }
        world.run(for: .seconds(1))
        let id = try world.send("hello")
        world.run(for: .seconds(5))
        return (world, shown, id)
    }

    @Test func `a long delay that the server asks for is told, also in the open chat, and kept`() throws {
        let (world, shown, _) = try hour()
        #expect(shown.values.count == 1 && shown.values.first?.contains("60 minutes") == true)
        world.run(for: .seconds(3500))
        #expect(world.service.requests(.send).count == 1)
        world.run(for: .seconds(200))
        #expect(try world.deliveries() == [.received, .sent])
    }

    @Test func `a text whose key cannot be shared is told of once, and again after another was sent`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, count != 11 { throw ServiceError.keysNotShared }
            }
        }
        let shown = Recorder<String>()
        world.begin { session in await session.showNotifications { shown.record($0.message.text) } }
        world.begin { $0.setTopChat(ada.id) }
        world.run(for: .seconds(1))
        try world.send("one")
        world.run(for: .seconds(1))
        #expect(shown.values.isEmpty, "it may pass")
        world.run(for: .seconds(59))
        #expect(shown.values.map { $0.hasPrefix("Not sent yet") } == [true])
        world.run(for: .seconds(300))
        #expect(try world.deliveries() == [.received, .sent] && shown.values.count == 1)
        try world.send("two")
        world.run(for: .seconds(60))
        #expect(shown.values.count == 2)
        #expect(try world.deliveries() == [.received, .sent, .sending])
    }

    @Test func `failures of the network in between neither hide nor repeat that a key cannot be shared`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                guard request.kind == .send else { return }
                throw count.isMultiple(of: 2) ? ServiceError.unreachable : .keysNotShared
            }
        }
        let shown = Recorder<String>()
        world.begin { session in await session.showNotifications { shown.record($0.message.text) } }
        world.begin { $0.setTopChat(ada.id) }
        world.run(for: .seconds(1))
        try world.send("one")
        world.run(for: .seconds(3600))
        #expect(shown.values.map { $0.hasPrefix("Not sent yet") } == [true])
    }

    @Test(arguments: ["a new text", "resend", "resendAll"])
    func `a new text, or sending again, ends a long delay`(way: String) throws {
        let (world, _, id) = try hour()
        switch way {
        case "resend": try world.perform { try await $0.resend(id, in: ada.id) }
        case "resendAll": try world.perform { try await $0.resendAll(in: ada.id) }
        default: try world.send("more")
        }
        world.run(for: .seconds(5))
        #expect(try world.deliveries().dropFirst().allSatisfy { $0 == .sent })
        #expect(world.service.log().map(\.text) == ["text 1", "hello"] + (way == "a new text" ? ["more"] : []))
    }

    @Test(arguments: [(60, false), (61, true)])
    func `a delay is told if it is longer than a minute`(seconds: Int, isTold: Bool) throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, count == 1 { throw ServiceError.tryAgain(after: .seconds(seconds)) }
            }
        }
        let shown = Recorder<String>()
        world.begin { session in await session.showNotifications { shown.record($0.message.text) } }
        world.run(for: .seconds(1))
        try world.send("hello")
        world.run(for: .seconds(5))
        #expect(shown.values.isEmpty != isTold)
    }

    @Test func `messages that are sent again show as waiting at once`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, _ in
                if request.kind == .send { throw ServiceError.refused(.tooLong, text: "Too large") }
            }
        }
        world.run(for: .seconds(1))
        try world.send("one")
        world.run(for: .seconds(1))
        world.service.script.before = { _, _ in throw ServiceError.unreachable }
        let shown = Counter()
        world.listen(to: .chat(ada.id), shown)
        world.run(for: .milliseconds(10))
        let before = shown.value
        try world.perform { try await $0.resendAll(in: ada.id) }
        world.run(for: .milliseconds(10))
        #expect(shown.value > before)
    }

    @Test func `all failed messages of a chat are sent again in their order, wherever the user looks`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, count <= 2 { throw ServiceError.refused(.tooLong, text: "Too large") }
            }
        }
        world.run(for: .seconds(1))
        for text in ["one", "two"] {
            try world.send(text)
            world.run(for: .seconds(1))
        }
        try world.send("three")
        world.run(for: .seconds(1))
        try world.perform { try await $0.resendAll(in: ada.id) }
        world.run(for: .seconds(1))
        #expect(world.service.log().map(\.text) == ["text 1", "three", "one", "two"])
    }

    @Test func `a refused text is told where the user looks, and marked in the list until it is sent`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, count == 1 { throw ServiceError.refused(.tooLong, text: "Too large") }
            }
        }
        let shown = Recorder<String>()
        world.begin { session in await session.showNotifications { shown.record($0.message.text) } }
        world.run(for: .seconds(1))
        let id = try world.send("a **long** text")
        world.run(for: .seconds(1))
        #expect(shown.values == ["Not sent (Too large): a long text"])
        func hasFailed() throws -> Bool? {
            try world.perform { try await $0.read { try $0.chats(limit: 9).first { $0.id == ada.id }?.hasFailed } }
        }
        #expect(try hasFailed() == true)
        try world.perform { try await $0.resend(id, in: ada.id) }
        world.run(for: .seconds(1))
        #expect(try hasFailed() == false && world.deliveries().last == .sent)
    }

    @Test func `a refused edit is told where the user looks`() throws {
        let mine = message(2, from: .me, id: MessageID("mine"), text: "text")
        let world = try SessionWorld(holding: [message(1), mine]) { script in
            script.before = { request, _ in
                if request.kind == .edit { throw ServiceError.refused(.tooLong, text: "Too large") }
            }
        }
        let shown = Recorder<String>()
        world.begin { session in await session.showNotifications { shown.record($0.message.text) } }
        world.run(for: .seconds(1))
        try world.perform { try await $0.edit(MessageID("mine"), to: "a longer text", in: ada.id) }
        world.run(for: .seconds(1))
        #expect(shown.values == ["Not edited (Too large): a longer text"])
        #expect(try world.texts().last == "text")
    }

    @Test func `a login that has ended is told by the text that was refused for it`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        world.service.script.before = { _, _ in throw ServiceError.unauthorized(text: "out") }
        try world.send("hello")
        world.run(for: .seconds(2))
        let status = try world.perform { await $0.status }
        #expect(status.connection.requests == .failing(.unauthorized(text: "out")))
    }

    @Test func `a text that the server would refuse for its length is not queued`() throws {
        let world = try SessionWorld(holding: [message(1)]) { $0.textLimit = 10 }
        world.run(for: .seconds(1))
        #expect(throws: TextError.tooLong(bytes: 12, limit: 10)) { try world.send("twelve bytes") }
        let id = try world.send("short")
        #expect(throws: TextError.tooLong(bytes: 12, limit: 10)) {
            try world.perform { try await $0.edit(id, to: "twelve bytes", in: ada.id) }
        }
        #expect(try world.messages().map(\.text) == ["text 1", "short"])
    }

    @Test(arguments: Seeds.upTo(20))
    func `all chats retry at once when the server is back`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)])
        world.run(for: .seconds(1))
        world.service.script.before = { _, _ in throw ServiceError.unreachable }
        world.push.refusal = .unreachable
        world.push.drop()
        try world.send("hello")
        world.run(for: .seconds(600))
        let sends = world.service.requests(.send).count
        world.service.script.before = { _, _ in }
        world.push.refusal = nil
        world.run(for: .seconds(31))
        let back = try #require(world.service.requests(.sync).first { $0.time > .seconds(601) }).time
        let sent = try #require(world.service.requests(.send).dropFirst(sends).first).time
        #expect(sent < back + .seconds(1))
        #expect(try world.deliveries() == [.received, .sent] && world.push.openCount == 1)
    }

    @Test(arguments: Seeds.upTo(50))
    func `a message with a lost response is sent once`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)]) { script in
            script.after = { request, count in
                if request.kind == .send, count < 4 { throw ServiceError.responseLost }
            }
        }
        world.run(for: .seconds(1))
        try world.send("hello")
        world.run(for: .seconds(30))
        #expect(world.service.log().map(\.text) == ["text 1", "hello"])
        #expect(try world.deliveries() == [.received, .sent])
        #expect(Set(world.service.requests(.send).map(\.what)).count == 1)
    }

    /// stream-chat-swift#3061, stream-chat-android#6587: response lost, the retry refused as a duplicate, shown as failed.
    @Test(arguments: Seeds.upTo(50))
    func `a message refused as a duplicate counts as sent`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)]) { script in
            script.before = { request, count in
                guard request.kind == .send, count > 1 else { return }
                throw ServiceError.refused(.duplicate, text: "Already there")
            }
            script.after = { request, _ in if request.kind == .send { throw ServiceError.responseLost } }
        }
        world.run(for: .seconds(1))
        try world.send("hello")
        for _ in 1...100 {
            world.run(for: .milliseconds(50))
            let last = try world.deliveries().last
            #expect(last == .sending || last == .sent)
        }
        #expect(try world.deliveries() == [.received, .sent])
        #expect(world.service.log().map(\.text) == ["text 1", "hello"])
        #expect(world.service.requests(.send).count == 2)
    }

    @Test func `a response with another message does not cause a tight loop`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.sendAnswer = { _, count in message(count + 1, from: .me, id: MessageID("other-\(count)")) }
        }
        world.run(for: .seconds(1))
        try world.send("hello")
        world.run(for: .seconds(600))
        #expect(world.service.requests(.send).count < 60)
        #expect(try world.deliveries().last == .sending)
    }

    @Test func `a contradictory response does not cause a tight loop`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.sendAnswer = { outgoing, _ in message(1, from: .me, id: outgoing.id) }
        }
        world.run(for: .seconds(1))
        try world.send("hello")
        world.run(for: .seconds(600))
        #expect(world.service.requests(.send).count < 60)
        #expect(try world.deliveries() == [.received, .sending])
    }

    @Test func `a duplicate before the stored history is found there and blocks nothing`()
        throws
    {
        let world = try SessionWorld { script in
            script.syncLimit = 3
            script.before = { request, _ in if request.kind == .send { throw ServiceError.unreachable } }
        }
        try world.perform { try await $0.createChat(with: ada.contact.name) }
        let id = try world.send("first")
        world.run(for: .seconds(1))
        world.service.hold([message(1, from: .me, id: id)] + (2...20).map { message($0) })
        world.run(for: .seconds(61))
        try world.markRead(20)
        world.service.script.before = { request, _ in
            if request.kind == .send { throw ServiceError.refused(.duplicate, text: "Already there") }
        }
        world.run(for: .seconds(600))
        #expect(try world.messages().map(\.id).first == id)
        #expect(try world.messages().first?.position == Position(10))
        #expect(world.service.requests(.send).filter { $0.what == id.rawValue }.count <= 10)
    }

    @Test(arguments: [[ServiceFake.Kind.sync], [.page], [.sync, .page]])
    func `a duplicate without a known position blocks nothing`(
        refused: [ServiceFake.Kind]
    ) throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(10))
        world.service.script.before = { request, count in
            if refused.contains(request.kind) { throw ServiceError.refused(RefusalCode(rawValue: "no"), text: "No") }
            guard request.kind == .send, count == 1 else { return }
            throw ServiceError.refused(.duplicate, text: "Already there")
        }
        let first = try world.send("first")
        let second = try world.send("second")
        world.run(for: .seconds(60))
        #expect(try world.deliveries() == [.received, .sent, .sent])
        #expect(world.service.requests(.send).map(\.what) == [first.rawValue, second.rawValue])
        world.service.script.before = { _, _ in }
        world.service.hold([message(3, from: .me, id: first)])
        world.run(for: .seconds(100))
        #expect(try world.texts() == ["text 1", "second", "text 3"])
        #expect(try world.deliveries() == [.received, .sent, .sent])
    }

    @Test(arguments: Seeds.upTo(20))
    func `a restart sends waiting messages in order and under the same ids`(seed: UInt64) throws {
        let file = TemporaryFile()
        let ids: [MessageID]
        do {
            let world = try SessionWorld(seed: seed, file: file.path, holding: [message(1)]) { script in
                script.after = { request, _ in if request.kind == .send { throw ServiceError.responseLost } }
            }
            world.run(for: .seconds(1))
            ids = try (1...3).map { try world.send("own \($0)") }
            world.run(for: .milliseconds(Int(seed) * 5))
            world.stop()
        }
        let world = try SessionWorld(seed: seed + 1000, file: file.path, holding: [message(1)])
        #expect(try world.messages().suffix(3).map(\.id) == ids)
        world.run(for: .seconds(10))
        #expect(world.service.log().dropFirst().map(\.id) == ids)
        #expect(try world.deliveries() == [.received, .sent, .sent, .sent])
    }

    @Test func `a new text does not shorten a delay of up to a minute`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, count == 1 { throw ServiceError.tryAgain(after: .seconds(60)) }
            }
        }
        world.run(for: .seconds(1))
        try world.send("hello")
        world.run(for: .seconds(5))
        try world.send("more")
        world.run(for: .seconds(50))
        #expect(world.service.requests(.send).count == 1)
        world.run(for: .seconds(10))
        #expect(world.service.log().map(\.text) == ["text 1", "hello", "more"])
    }
}
