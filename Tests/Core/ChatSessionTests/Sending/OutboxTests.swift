import ChatSession
import ChatStore
import ChatTypes
import RuntimeKit
import SimulationKit
import Synchronization
import Testing

@Suite struct OutboxTests {
    @Test func `a message shows as sending at once, then as sent under the same id`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        let id = try world.send("hello")
        #expect(try world.deliveries() == [.received, .sending])
        world.run(for: .seconds(1))
        #expect(try world.deliveries() == [.received, .sent])
        #expect(try world.messages().last?.id == id)
        #expect(world.service.log().last?.id == id)
    }

    @Test(arguments: [true, false])
    func `Markdown is read in texts, captions and edits unless the user wants none`(isRead: Bool) throws {
        let world = try SessionWorld(holding: [message(1)], readsMarkdown: isRead)
        world.run(for: .seconds(1))
        func isFormatted() throws -> Bool { try world.messages().last?.spans.isEmpty == false }
        let id = try world.send("**one**")
        #expect(try isFormatted() == isRead)
        try world.perform { try await $0.edit(id, to: "**two**", in: ada.id) }
        #expect(try world.messages().last?.text == "**two**" && isFormatted() == isRead)
        try world.send(try Original(10), "**three**")
        #expect(try world.messages().last?.text == "**three**" && isFormatted() == isRead)
    }

    @Test(arguments: ["", "  ", String(repeating: "x", count: 1 << 20)])
    func `send throws for texts that cannot be sent`(
        text: String
    ) throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        #expect(throws: TextError.self) { try world.send(text) }
        #expect(try world.deliveries() == [.received])
    }

    @Test(arguments: Seeds.upTo(50))
    func `messages of a chat are sent in order, once, despite failures`(seed: UInt64) throws {
        let failures: [ServiceError] = [
            .unreachable, .responseLost, .unauthorized(text: "out"), .tryAgain(after: .milliseconds(100)),
        ]
        let world = try SessionWorld(seed: seed, holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, (count + Int(seed)).isMultiple(of: 3) { throw failures[count % 4] }
            }
            script.after = { request, count in
                if request.kind == .send, (count + Int(seed)).isMultiple(of: 4) { throw ServiceError.responseLost }
            }
        }
        world.run(for: .seconds(1))
        for number in 1...5 { try world.send("own \(number)") }
        world.run(for: .seconds(3000))
        #expect(world.service.log().dropFirst().map(\.text) == (1...5).map { "own \($0)" })
        #expect(try world.texts() == ["text 1"] + (1...5).map { "own \($0)" })
        #expect(try world.deliveries().dropFirst().allSatisfy { $0 == .sent })
    }

    @Test func `a failing chat does not block another chat`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.service.hold([message(1)], in: ben)
        world.run(for: .seconds(1))
        let stuck = Mutex<MessageID?>(nil)
        world.service.script.before = { request, _ in
            if request.what == stuck.withLock({ $0?.rawValue }) { throw ServiceError.unreachable }
        }
        let first = try world.send("to Ada")
        stuck.withLock { $0 = first }
        try world.send("to Ada, later")
        try world.send("to Ben", to: ben)
        world.run(for: .seconds(5))
        #expect(try world.deliveries() == [.received, .sending, .sending])
        #expect(try world.deliveries(in: ben) == [.received, .sent])
    }

    @Test func `a refused message fails at once and later messages follow`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, count == 1 {
                    throw ServiceError.refused(.tooLong, text: "Too long")
                }
            }
        }
        world.run(for: .seconds(1))
        try world.send("one")
        try world.send("two")
        world.run(for: .milliseconds(200))
        #expect(try world.texts() == ["text 1", "two", "one"])
        #expect(try world.deliveries() == [.received, .sent, .failed(reason: "Too long")])
        world.run(for: .seconds(100))
        #expect(world.service.requests(.send).count == 2, "a refused message is not sent again by itself")
    }

    @Test func `a resent message is sent last, under its own id`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, count == 1 { throw ServiceError.refused(.tooLong, text: "Too long") }
                if request.kind == .send, count == 2 { throw ServiceError.tryAgain(after: .seconds(2)) }
            }
        }
        world.run(for: .seconds(1))
        let one = try world.send("one")
        world.run(for: .milliseconds(200))
        let two = try world.send("two")
        try world.perform { try await $0.resend(one, in: ada.id) }
        #expect(try world.deliveries() == [.received, .sending, .sending])
        world.run(for: .seconds(10))
        #expect(world.service.log().dropFirst().map(\.id) == [two, one])
        #expect(try world.messages().dropFirst().map(\.id) == [two, one])
        #expect(world.service.requests(.send).map(\.what) == [one, two, two, one].map(\.rawValue))
    }

    @Test func `resend does nothing unless sending failed`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        let id = try world.send("one")
        try world.perform { try await $0.resend(id, in: ada.id) }
        world.run(for: .seconds(5))
        try world.perform { try await $0.resend(id, in: ada.id) }
        try world.perform { try await $0.resend(MessageID("unknown"), in: ada.id) }
        world.run(for: .seconds(100))
        #expect(world.service.requests(.send).count == 1)
    }

    @Test func `send throws for an unknown chat and queues nothing`() throws {
        let world = try SessionWorld()
        #expect(throws: SessionError.unknownChat) { try world.send("hello") }
        world.run(for: .seconds(5))
        #expect(world.service.requests(.send).isEmpty)
    }

    @Test func `a draft is kept until it is sent`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        try world.perform { try await $0.saveDraft("hel", in: ada.id) }
        #expect(try world.history().timelines.map(\.draft) == ["hel"])
        try world.send("hello")
        #expect(try world.history().timelines.map(\.draft) == [""])
    }

    @Test func `a reply that is begun is kept with its message until it is sent, and an edit until it is saved`() throws
    {
        let world = try SessionWorld(holding: [message(1), message(2, from: .me, id: MessageID("mine"))])
        world.run(for: .seconds(1))
        let (reply, edit) = (DraftTarget.reply(to: MessageID("m1")), DraftTarget.edit(of: MessageID("mine")))
        func begun() throws -> [UnfinishedText] {
            try world.perform { try await $0.read { try $0.unfinishedTexts(in: ada.id) } }
        }
        try world.perform { session in
            for (text, target) in [("hel", reply), ("bett", edit)] {
                try await session.saveDraft(text, of: target, in: ada.id)
            }
        }
        #expect(try begun() == [UnfinishedText(reply, "hel"), UnfinishedText(edit, "bett")])
        try world.perform { _ = try await $0.reply("hello", to: MessageID("m1"), in: ada.id) }
        #expect(try begun() == [UnfinishedText(edit, "bett")])
        try world.perform { try await $0.edit(MessageID("mine"), to: "better", in: ada.id) }
        #expect(try begun() == [])
    }

    @Test func `a reply that could not be saved is shown, and saved with the next commit`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        try world.setDiskFull(true)
        let reply = DraftTarget.reply(to: MessageID("m1"))
        #expect(throws: StorageProblem.self) {
            try world.perform { try await $0.saveDraft("hel", of: reply, in: ada.id) }
        }
        #expect(world.session.unsavedDrafts.completing([], in: ada.id) == [UnfinishedText(reply, "hel")])
        #expect(world.session.unsavedDrafts[ada.id] == nil)
        try world.setDiskFull(false)
        world.run(for: .seconds(61))
        let stored = try world.perform { try await $0.read { try $0.unfinishedTexts(in: ada.id) } }
        #expect(stored == [UnfinishedText(reply, "hel")])
    }

    @Test(arguments: ["hel", "hello"])
    func `a message typed elsewhere empties a draft of the same text only`(draft: String) throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        try world.perform { try await $0.saveDraft(draft, in: ada.id) }
        try world.perform { _ = try await $0.send("hello", to: ada.id, isTypedElsewhere: true) }
        #expect(try world.texts() == ["text 1", "hello"])
        #expect(try world.history().timelines.map(\.draft) == [draft == "hello" ? "" : draft])
    }

    @Test func `a draft of a chat that is not stored yet is saved when it is`() throws {
        let world = try SessionWorld(holding: [message(1)])
        try world.perform { try await $0.saveDraft("hel", in: ada.id) }
        #expect(world.session.unsavedDrafts[ada.id] == "hel")
        world.run(for: .seconds(61))
        #expect(try world.history().timelines.map(\.draft) == ["hel"])
        #expect(world.session.unsavedDrafts[ada.id] == nil)
    }

    @Test func `a draft that could not be saved is saved with the next commit`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        try world.setDiskFull(true)
        for text in ["h", "hello"] {
            #expect(throws: StorageProblem.self) { try world.perform { try await $0.saveDraft(text, in: ada.id) } }
        }
        #expect(world.session.unsavedDrafts[ada.id] == "hello")
        try world.setDiskFull(false)
        world.run(for: .seconds(61))
        #expect(try world.history().timelines.map(\.draft) == ["hello"])
        #expect(world.session.unsavedDrafts[ada.id] == nil)
    }
}
