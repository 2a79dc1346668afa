import ChatTypes
import Testing

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
            await #expect(throws: ServiceError.self) {
                try await world.connection.annotate(ours(.pollEnd, "e1", of: poll.id))
            }
            await #expect(throws: ServiceError.self) {
                try await world.connection.annotate(ours(.vote(answers: ["a"]), "v1", of: text.id))
            }
            #expect(try await world.server.contactEndsPoll(poll.id, in: john).author == .contact)
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
}
