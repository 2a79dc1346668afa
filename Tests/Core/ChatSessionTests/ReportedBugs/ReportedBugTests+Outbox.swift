import ChatSession
import ChatStore
import ChatTypes
import SimulationKit
import Testing

extension ReportedBugTests {
    /// element-x-ios#4242: the echo came before the send's response: two bubbles, one "failed".
    @Test(arguments: Seeds.upTo(50))
    func `an echo before the response gives one sent message`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)]) { script in
            // The first response is lost, and the echo comes during the second attempt.
            script.after = { request, count in
                if request.kind == .send, count == 1 { throw ServiceError.responseLost }
            }
        }
        world.enter(ada)
        world.run(for: .seconds(1))
        try world.send("hello")
        try world.run { $0.service.log().count == 2 }
        world.sockets.bring(news([world.service.log()[1]]))
        for _ in 1...100 {
            world.run(for: .milliseconds(20))
            #expect(try world.texts() == ["text 1", "hello"])
            #expect(try [.sending, .sent].contains(world.deliveries()[1]))
        }
        #expect(try world.deliveries() == [.received, .sent])
    }

    /// matrix-rust-sdk#3941, element-x-ios#3186: a sent message vanished between the acknowledgement and the echo.
    @Test(arguments: Seeds.upTo(50))
    func `a sent message stays on screen until and after its echo`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)])
        world.enter(ada)
        world.run(for: .seconds(1))
        let id = try world.send("hello")
        for step in 1...200 {
            world.run(for: .milliseconds(1))
            #expect(try world.messages().count { $0.id == id } == 1)
            if step == 120 { world.sockets.bring(news([world.service.log()[1]])) }
        }
        #expect(try world.deliveries() == [.received, .sent])
    }

    /// element-x-ios#1530, #1726: an unsent message was lost on leaving the chat, or offline.
    @Test func `an unsent message survives its screen, an outage and a restart`() throws {
        let file = TemporaryFile()
        do {
            let world = try SessionWorld(file: file.path, holding: [message(1)])
            let screen = world.enter(ada)
            world.run(for: .seconds(1))
            world.service.script.before = { _, _ in throw ServiceError.unreachable }
            try world.send("hello")
            screen.cancel()
            world.run(for: .seconds(100))
            #expect(try world.deliveries() == [.received, .sending])
        }
        let world = try SessionWorld(file: file.path, holding: [message(1)])
        #expect(try world.deliveries() == [.received, .sending])
        world.run(for: .seconds(1))
        #expect(try world.deliveries() == [.received, .sent])
    }

    /// element-ios#2751: "resend all" sent everything three times.
    @Test func `resending all messages three times sends each once`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, count <= 3 { throw ServiceError.refused(.tooLong, text: "No") }
            }
            script.after = { request, count in
                if request.kind == .send, count.isMultiple(of: 2) { throw ServiceError.responseLost }
            }
        }
        world.run(for: .seconds(1))
        let ids = try (1...3).map { try world.send("own \($0)") }
        world.run(for: .seconds(5))
        for _ in 1...3 {
            for id in ids { try world.perform { try await $0.resend(id, in: ada.id) } }
        }
        world.run(for: .seconds(60))
        #expect(world.service.log().dropFirst().map(\.id) == ids)
        #expect(try world.deliveries() == [.received, .sent, .sent, .sent])
    }

    /// stream-chat-swift#2676: killed while sending: stuck at "sending" for ever.
    @Test(arguments: Seeds.every(3, of: 0...30))
    func `a program killed while sending continues at the next launch`(milliseconds: Int) throws {
        let file = TemporaryFile()
        let killed = try SessionWorld(file: file.path, holding: [message(1)])
        killed.run(for: .seconds(1))
        let id = try killed.send("hello")
        killed.run(for: .milliseconds(milliseconds * 2))
        // The killed session does not run any more, so it cannot clean up.
        let world = try SessionWorld(seed: 1, file: file.path, holding: killed.service.log())
        world.run(for: .seconds(5))
        #expect(try world.deliveries() == [.received, .sent])
        #expect(world.service.log().map(\.id) == [MessageID("m1"), id])
    }

    /// stream-chat-swift#3316, #3202: queued messages changed order after a failure.
    @Test(arguments: 1...5)
    func `a failing message holds later ones back, so their order stays`(failing: Int) throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .send, (failing..<failing + 3).contains(count) { throw ServiceError.unreachable }
            }
        }
        world.run(for: .seconds(1))
        for number in 1...5 { try world.send("own \(number)") }
        for _ in 1...200 {
            world.run(for: .milliseconds(50))
            #expect(try world.texts() == ["text 1"] + (1...5).map { "own \($0)" })
        }
        #expect(world.service.log().map(\.text) == ["text 1"] + (1...5).map { "own \($0)" })
    }

    /// stream-chat-flutter#2106, tdesktop#5033: messages lost and reordered by an outage.
    @Test(arguments: Seeds.every(4, of: 1...40))
    func `an outage at any request neither loses nor reorders messages`(step: Int) throws {
        let world = try SessionWorld(holding: [message(1)])
        world.enter(ada)
        let count = Counter()
        let isOut: @Sendable () -> Bool = { (step..<step + 12).contains(count.value / 2) }
        world.service.script.before = { _, _ in
            count.increment()
            if isOut() { throw ServiceError.unreachable }
        }
        world.service.script.after = { _, _ in
            count.increment()
            if isOut() { throw ServiceError.responseLost }
        }
        for number in 1...6 {
            world.run(for: .milliseconds(40))
            if number == 1 { world.run(for: .milliseconds(200)) }
            guard try world.messages().count > 0 else { continue }
            try world.send("own \(number)")
            if isOut() { world.sockets.drop() }
            try world.markRead(1)
        }
        world.run(for: .seconds(300))
        let sent = try world.texts().dropFirst()
        #expect(sent.elementsEqual(world.service.log().dropFirst().map(\.text)) && sent.elementsEqual(sent.sorted()))
        #expect(try world.deliveries().dropFirst().allSatisfy { $0 == .sent })
        #expect(try world.unread() == 0 || sent.isEmpty)
    }
}
