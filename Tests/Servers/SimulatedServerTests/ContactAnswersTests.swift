import ChatTypes
import SimulationKit
import Testing
import Transport

@testable import SimulatedServer

/// A contact's reactions to one or more messages of the user's, in seconds.
private struct Answers {
    var sent: [Double] = []
    var reads: [(seconds: Double, message: MessageID)] = []
    var answers: [(seconds: Double, message: Message)] = []
}

/// Sends a message after each pause, listens by socket until long after the last, and returns the reactions.
private func converse(seed: UInt64, pauses: [Double]) throws -> Answers {
    let world = try SimulatedWorld(seed: seed)
    defer { world.end() }
    let spy = LiveSpy()
    let ben = try world.run { try await world.connection.createChat(with: "Ben") }
    world.begin { await world.server.run() }
    world.begin { await spy.connect(to: ben.id, in: world) }
    var result = Answers()
    for (number, pause) in pauses.enumerated() {
        world.run(for: .seconds(pause))
        try world.run { try await world.connection.send(world.outgoing(number, to: ben.id)) }
        result.sent.append(world.seconds)
    }
    world.run(for: .seconds(300))
    for event in spy.events {
        guard case .updates(let updates) = event.event else { continue }
        for update in updates {
            result.reads += update.receipts.map { (event.seconds, $0.message) }
            result.answers += update.messages.filter { $0.author == .contact }.map { (event.seconds, $0) }
        }
    }
    return result
}

/// The time that a round trip may add on either side.
private let trip = 0.06

@Suite struct ContactAnswersTests {
    private let seeds = Seeds.upTo(150)

    @Test func `one message is read after 1.5 to 5.5 seconds, then answered every 5 to 15 seconds`() throws {
        var counts = Set<Int>()
        for seed in seeds {
            let conversation = try converse(seed: seed, pauses: [1])
            #expect(conversation.reads.map(\.message) == [MessageID("own-0")])
            let read = try #require(conversation.reads.first).seconds
            #expect((1.5 - trip...5.5 + trip).contains(read - conversation.sent[0]))
            var last = read
            for answer in conversation.answers {
                #expect((5 - trip...15 + trip).contains(answer.seconds - last))
                last = answer.seconds
            }
            #expect((1...5).contains(conversation.answers.count))
            #expect(last - conversation.sent[0] <= 30 + trip, "silence after half a minute")
            counts.insert(conversation.answers.count)
        }
        #expect(counts.count > 2, "conversations differ")
    }

    @Test func `messages written in a row are read together and answered in one series`() throws {
        for seed in seeds {
            let conversation = try converse(seed: seed, pauses: [1, 0.4, 0.4, 7, 9, 11, 8, 12, 0.1])
            let lastSent = try #require(conversation.sent.last)
            for sent in conversation.sent {
                #expect(
                    conversation.reads.contains { (0...5.5 + trip).contains($0.seconds - sent) },
                    "each is read in time"
                )
            }
            #expect(conversation.reads.last?.message == MessageID("own-8"))
            let gaps = zip(conversation.answers, conversation.answers.dropFirst()).map { $1.seconds - $0.seconds }
            #expect(gaps.allSatisfy { $0 >= 5 - trip }, "never two series beside each other")
            let after = conversation.answers.filter { $0.seconds > lastSent }
            #expect(after.contains { $0.seconds - lastSent <= 20.5 + trip }, "an answer always comes")
            #expect(after.count <= 5 && after.allSatisfy { $0.seconds - lastSent <= 30 + trip })
        }
    }

    @Test func `a new message after a silence is answered again, without a second greeting`() throws {
        for seed in seeds {
            let conversation = try converse(seed: seed, pauses: [1, seed % 2 == 0 ? 31 : 100])
            let first = conversation.answers.filter { $0.seconds < conversation.sent[1] }
            let second = conversation.answers.filter { $0.seconds > conversation.sent[1] }
            #expect(!first.isEmpty && !second.isEmpty)
            #expect(greetings.contains(first[0].message.text))
            #expect(!second.contains { greetings.contains($0.message.text) })
            #expect(second[0].message.text.hasSuffix("?"))
            #expect(
                second[0].seconds - (conversation.reads.last?.seconds ?? 0) >= 5 - trip,
                "read first, then answered"
            )
            #expect(first.count < 2 || first[1].message.text.hasSuffix("?"))
            #expect(first.dropFirst(2).allSatisfy { !$0.message.text.hasSuffix("?") })
        }
    }

    @Test func `about one comment in ten is a picture without a text`() throws {
        var comments: [Message] = []
        for seed in UInt64(1)...40 {
            let conversation = try converse(seed: seed, pauses: [1] + Array(repeating: 20, count: 20))
            let texts = conversation.answers.map(\.message.text)
            #expect(zip(texts, texts.dropFirst()).allSatisfy { $0.isEmpty || $0 != $1 }, "no line comes twice in a row")
            comments += conversation.answers.dropFirst(2).map(\.message)
        }
        let images = comments.filter { $0.imageCount > 0 }
        #expect((0.07...0.13).contains(Double(images.count) / Double(comments.count)))
        #expect(images.allSatisfy { $0.imageCount == 1 && $0.attachment?.isPicture == true })
        #expect(images.allSatisfy { $0.attachment?.error == nil }, "it can be fetched")
        #expect(comments.allSatisfy { $0.text.isEmpty == ($0.imageCount > 0) })
        #expect(Set(comments.map(\.text)).count > 30, "contacts have more than one thing to say")
    }

    @Test func `contacts answer only while the server runs, and resume with the next run`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        try world.run { try await world.connection.send(world.outgoing(1)) }
        world.run(for: .seconds(100))
        #expect(try world.run { await world.server.log(of: SimulatedWorld.john).count } == 2)
        let run = world.begin { await world.server.run() }
        world.run(for: .seconds(1))
        #expect(
            try world.run { await world.server.newestRead(by: .contact, in: SimulatedWorld.john) } == MessageID("own-1")
        )
        run.cancel()
        world.run(for: .seconds(100))
        #expect(try world.run { await world.server.log(of: SimulatedWorld.john).count } == 2)
        world.begin { await world.server.run() }
        world.run(for: .seconds(1))
        #expect(try world.run { await world.server.log(of: SimulatedWorld.john).count } > 2)
    }

    @Test func `after a restart a contact reads what it had not, and answers`() throws {
        let file = TemporaryFile()
        let before = try SimulatedWorld(journal: file.url)
        try before.run { try await before.connection.send(before.outgoing(1)) }
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        defer { after.end() }
        after.begin { await after.server.run() }
        after.run(for: .seconds(5.6))
        #expect(
            try after.run { await after.server.newestRead(by: .contact, in: SimulatedWorld.john) } == MessageID("own-1")
        )
        after.run(for: .seconds(15))
        #expect(try after.run { await after.server.log(of: SimulatedWorld.john).count } > 2)
    }

    @Test func `a contact answers in the thread where the user wrote last, and says goodbye outside`() throws {
        let (world, john) = (try SimulatedWorld(), SimulatedWorld.john)
        defer { world.end() }
        world.begin { await world.server.run() }
        let root = try world.run {
            let root = try await world.server.contactWrites("root", in: john).id
            let inside = OutgoingMessage(id: MessageID("own-1"), chat: john, text: "inside", thread: root)
            _ = try await world.connection.send(inside)
            return root
        }
        world.run(for: .seconds(100))
        let answers = try world.run { await world.server.log(of: john) }.dropFirst(3)
        #expect(!answers.isEmpty && answers.allSatisfy { $0.thread == root && !$0.mentionsMe })
        try world.run { try await world.connection.setPresence(.away) }
        world.run(for: .seconds(20))
        let goodbye = try world.run { await world.server.log(of: john) }.last
        #expect(goodbye?.thread == nil && LineKind.goodbye.lines.contains(goodbye?.text ?? ""))
    }

    @Test(arguments: [false, true])
    func `a message read in its thread is not answered again after a restart`(isGroup: Bool) throws {
        let (file, chat) = (TemporaryFile(), isGroup ? SimulatedWorld.friends : SimulatedWorld.john)
        let people: [ContactID?] = isGroup ? [SimulatedWorld.ada, SimulatedWorld.ben] : [nil]
        let world = try SimulatedWorld(journal: file.url)
        defer { world.end() }
        try world.beginFriends()
        let log = try world.run {
            let root = try await world.server.contactWrites("root", in: chat, by: people[0]).id
            let inside = OutgoingMessage(id: MessageID("own-1"), chat: chat, text: "inside", thread: root)
            _ = try await world.connection.send(inside)
            for person in people { try await world.server.contactReads(in: chat, by: person) }
            try await world.server.restart()
            return await world.server.log(of: chat)
        }
        world.begin { await world.server.run() }
        world.run(for: .seconds(100))
        #expect(try world.run { await world.server.log(of: chat) } == log)
    }
}

private let greetings = Set(LineKind.greeting.lines)
