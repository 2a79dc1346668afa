import ChatSession
import ChatStore
import ChatTypes
import Synchronization
import Testing

@Suite struct OutboxTests {
    @Test func `a message is shown as sending at once, and then as sent under the same id`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        let id = try world.send("hello")
        #expect(try world.deliveries() == [.received, .sending])
        world.run(for: .seconds(1))
        #expect(try world.deliveries() == [.received, .sent])
        #expect(try world.messages().last?.id == id)
        #expect(world.service.log().last?.id == id)
    }

    @Test(arguments: ["", "  ", String(repeating: "x", count: 1 << 20)]) func `what cannot be sent is not taken`(
        text: String
    ) throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        #expect(throws: TextError.self) { try world.send(text) }
        #expect(try world.deliveries() == [.received])
    }

    @Test(arguments: UInt64(1)...50)
    func `messages of a chat go out in order through temporary failures, each once`(seed: UInt64) throws {
        let failures: [ServiceError] = [
            .unreachable, .responseLost, .unauthorized, .tryAgain(after: .milliseconds(100)),
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

    @Test func `one chat's failure does not hold up another chat`() throws {
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

    @Test func `a refusal fails at once and releases those behind it`() throws {
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

    @Test func `a message resent goes last, under its own id`() throws {
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

    @Test func `resending what has not failed does nothing`() throws {
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

    @Test func `nothing is queued in a chat that is not there`() throws {
        let world = try SessionWorld()
        #expect(throws: SessionError.unknownChat) { try world.send("hello") }
        world.run(for: .seconds(5))
        #expect(world.service.requests(.send).isEmpty)
    }

    @Test func `what was typed is kept until it is sent`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        try world.perform { try await $0.saveDraft("hel", in: ada.id) }
        #expect(try world.history().timelines.map(\.draft) == ["hel"])
        try world.send("hello")
        #expect(try world.history().timelines.map(\.draft) == [""])
    }

    @Test(arguments: ["hel", "hello"])
    func `a text that was typed elsewhere leaves a draft alone, unless it is that very text`(draft: String) throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        try world.perform { try await $0.saveDraft(draft, in: ada.id) }
        try world.perform { _ = try await $0.send("hello", to: ada.id, typedElsewhere: true) }
        #expect(try world.texts() == ["text 1", "hello"])
        #expect(try world.history().timelines.map(\.draft) == [draft == "hello" ? "" : draft])
    }

    @Test func `a draft in a chat that the history does not have yet is saved once it has`() throws {
        let world = try SessionWorld(holding: [message(1)])
        try world.perform { try await $0.saveDraft("hel", in: ada.id) }
        #expect(world.session.unsavedDrafts[ada.id] == "hel")
        world.run(for: .seconds(61))
        #expect(try world.history().timelines.map(\.draft) == ["hel"])
        #expect(world.session.unsavedDrafts[ada.id] == nil)
    }

    @Test func `a draft that the disk does not take is saved with the next change that it takes`() throws {
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
