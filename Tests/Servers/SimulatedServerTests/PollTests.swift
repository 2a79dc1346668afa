import ChatTypes
import RuntimeKit
import SimulationKit
import Testing
import Transport

@testable import SimulatedServer

@Suite struct PollTests {
    private let john = SimulatedWorld.john
    private let lunch = Poll(
        question: "Lunch?",
        answers: [.init(id: "a", text: "Pizza"), .init(id: "b", text: "Soup")]
    )

    private func ours(_ kind: Annotation.Kind, _ id: String, of message: MessageID) -> OutgoingAnnotation {
        OutgoingAnnotation(id: MessageID(id), of: message, in: john, kind: kind)
    }

    @Test func `polls, votes and ends go through the server, and stay after a restart`() throws {
        let file = TemporaryFile()
        let before = try SimulatedWorld(journal: file.url)
        let (john, cursor) = (john, try before.run { try await before.connection.sync(since: nil).next })
        let lunch = lunch
        try before.run {
            let poll = OutgoingMessage(id: MessageID("p1"), chat: john, text: lunch.text, poll: lunch)
            #expect(try await before.connection.send(poll).poll == lunch)
            let theirs = try await before.server.contactVotes(for: ["a"], in: poll.id, of: john)
            let mine = try await before.connection.annotate(ours(.vote(answers: ["b"]), "v1", of: poll.id))
            let changed = try await before.connection.annotate(ours(.vote(answers: ["a"]), "v2", of: poll.id))
            #expect(theirs.number < mine.number && mine.number < changed.number)
            #expect(try await before.connection.annotate(ours(.pollEnd, "e1", of: poll.id)).kind == .pollEnd)
            await #expect(throws: ServiceError.self, "it has ended") {
                try await before.server.contactVotes(for: ["b"], in: poll.id, of: john)
            }
        }
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        let page = try after.run { try await after.connection.sync(since: cursor) }
        #expect(page.updates.flatMap(\.messages).compactMap(\.poll) == [lunch])
        let kinds = page.updates.flatMap(\.annotations).map(\.kind)
        #expect(kinds == [.vote(answers: ["a"]), .vote(answers: ["b"]), .vote(answers: ["a"]), .pollEnd])
    }

    @Test func `only the author of a poll ends it, and only polls have votes`() throws {
        let world = try SimulatedWorld()
        let (john, lunch) = (john, lunch)
        try world.run {
            let poll = try await world.server.contactAsks(lunch, in: john)
            let text = try await world.server.contactWrites("hi", in: john)
            await #expect(throws: ServiceError.unknownMessage) {
                try await world.connection.annotate(ours(.pollEnd, "e1", of: poll.id))
            }
            await #expect(throws: ServiceError.noPoll) {
                try await world.connection.annotate(ours(.vote(answers: ["a"]), "v1", of: text.id))
            }
            let own = try await world.connection.send(world.outgoing(1)).id
            await #expect(throws: ServiceError.noPoll) {
                try await world.connection.annotate(ours(.pollEnd, "e2", of: own))
            }
            #expect(try await world.server.contactEndsPoll(poll.id, in: john).author == .contact)
        }
    }

    @Test func `the end of a poll is a line, once, if the server tells events`() throws {
        let world = try SimulatedWorld()
        let server = try SimulatedChatServer(environment: world.environment, tellsEvents: true)
        let lunch = lunch
        try world.run {
            let john = try await server.createChat(with: "John").id
            let poll = try await server.contactAsks(lunch, in: john)
            for _ in 1...2 { try await server.contactEndsPoll(poll.id, in: john) }
            let line = try #require(await server.log(of: john).last)
            #expect(line.event == .changed && line.text == "ended a poll" && line.author == .contact)
            #expect(SimulatedChatServer.poll(endedBy: line.id) == poll.id)
            #expect(await server.log(of: john).count { $0.event != nil } == 1)
            #expect(SimulatedChatServer.poll(endedBy: poll.id) == nil)
        }
    }

    @Test func `a page of history carries the votes in its polls`() throws {
        let world = try SimulatedWorld()
        let (john, lunch) = (john, lunch)
        let page = try world.run { () -> MessagePage in
            let poll = try await world.server.contactAsks(lunch, in: john)
            try await world.server.contactVotes(for: ["b"], in: poll.id, of: john)
            try await world.server.contactEndsPoll(poll.id, in: john)
            let second = try await world.server.contactWrites("second", in: john)
            let cursor = try #require(second.predecessor?.cursor)
            return try await world.server.page(of: john, before: cursor, isEmpty: false)
        }
        #expect(page.annotations.map(\.kind) == [.vote(answers: ["b"]), .pollEnd])
    }

    @Test func `a poll cannot be edited, and ends once`() throws {
        let world = try SimulatedWorld()
        let (john, lunch) = (john, lunch)
        try world.run {
            let poll = OutgoingMessage(id: MessageID("p1"), chat: john, text: lunch.text, poll: lunch)
            _ = try await world.connection.send(poll)
            await #expect(throws: ServiceError.noPoll) {
                try await world.connection.annotate(ours(.edit(text: "Dinner?"), "x1", of: poll.id))
            }
            let end = try await world.connection.annotate(ours(.pollEnd, "e1", of: poll.id))
            #expect(try await world.connection.annotate(ours(.pollEnd, "e2", of: poll.id)) == end)
            #expect(await world.server.reactionAndPollLog(of: john) == [end])
        }
    }

    @Test func `some questions of the contacts ask polls, none twice in a row`() throws {
        let polls = LineKind.question.lines.compactMap(LineKind.poll(in:))
        #expect(polls.count == 2)
        #expect(LineKind.comment.lines.allSatisfy { LineKind.poll(in: $0) == nil })
        let last = try #require(polls.first)
        let next = (UInt64(1)...200).map { seed in
            LineKind.question.line(after: last.text, from: RandomSource(SplitMix64(seed: seed)))
        }
        let asked = Set(next.compactMap { LineKind.poll(in: $0)?.text })
        #expect(asked == [polls[1].text])
    }

    @Test func `a contact asks a poll in some conversation`() throws {
        var asked: Message?
        for seed in UInt64(1)...100 where asked == nil { asked = try poll(askedIn: seed) }
        let message = try #require(asked)
        #expect(message.author == .contact && message.text == message.poll?.text)
    }

    /// Returns the message with a poll that the contact answers with, if it does.
    private func poll(askedIn seed: UInt64) throws -> Message? {
        let world = try SimulatedWorld(seed: seed)
        defer { world.end() }
        let john = john
        world.begin { await world.server.run() }
        try world.run { try await world.connection.send(world.outgoing(0, to: john)) }
        world.run(for: .seconds(120))
        return try world.run { await world.server.log(of: john) }.first { $0.poll != nil }
    }
}
