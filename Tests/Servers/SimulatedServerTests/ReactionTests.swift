import ChatTypes
import Testing

@testable import SimulatedServer

@Suite struct ReactionTests {
    private let john = SimulatedWorld.john

    private func reaction(_ isSet: Bool, as id: String, to message: MessageID) -> OutgoingAnnotation {
        OutgoingAnnotation(id: MessageID(id), of: message, in: john, kind: .reaction(text: "👍", isSet: isSet))
    }

    @Test func `anyone reacts to any message, once under one id, and it stays so after a restart`() throws {
        let file = TemporaryFile()
        let before = try SimulatedWorld(journal: file.url)
        let (john, cursor) = (john, try before.run { try await before.connection.sync(since: nil).next })
        let theirs = try before.run { try await before.server.contactWrites("hi", in: john).id }
        let set = reaction(true, as: "r1", to: theirs)
        let (made, removed) = try before.run {
            let made = try await before.connection.annotate(set)
            #expect(try await before.connection.annotate(set) == made)
            #expect(try await before.connection.annotate(reaction(true, as: "r2", to: theirs)) == made, "it is set")
            let other = try await before.server.contactReacts("👍", to: theirs, in: john)
            #expect(other.number > made.number && other.author == .contact)
            let removed = try await before.connection.annotate(reaction(false, as: "r3", to: theirs))
            #expect(removed.number > other.number)
            return (made, removed)
        }
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        let page = try after.run { try await after.connection.sync(since: cursor) }
        #expect(page.updates.flatMap(\.annotations).map(\.author) == [.me, .contact, .me])
        #expect(page.updates.flatMap(\.annotations).last == removed)
        #expect(try after.run { try await after.connection.annotate(set) } == made, "it is known by its id")
    }

    @Test func `a page of history carries the reactions to its messages`() throws {
        let world = try SimulatedWorld()
        let john = john
        let page = try world.run { () -> MessagePage in
            let first = try await world.server.contactWrites("first", in: john)
            try await world.server.contactReacts("🎉", to: first.id, in: john)
            let second = try await world.server.contactWrites("second", in: john)
            let cursor = try #require(second.predecessor?.cursor)
            return try await world.server.page(of: john, before: cursor, isEmpty: false)
        }
        #expect(page.annotations.map(\.kind) == [.reaction(text: "🎉", isSet: true)])
    }

    @Test func `a deleted message and an unusable text are refused`() throws {
        let world = try SimulatedWorld()
        let john = john
        try world.run {
            let message = try await world.server.contactWrites("hi", in: john)
            let long = Annotation.Kind.reaction(text: String(repeating: "x", count: 33), isSet: true)
            let wrong = OutgoingAnnotation(id: MessageID("r1"), of: message.id, in: john, kind: long)
            await #expect(throws: ServiceError.notReaction) { try await world.connection.annotate(wrong) }
            try await world.server.contactRemoves(message.id, in: john)
            await #expect(throws: ServiceError.unknownMessage) {
                try await world.connection.annotate(reaction(true, as: "r2", to: message.id))
            }
        }
    }

    @Test func `an ID that another annotation has is taken for no repetition`() throws {
        let (world, john) = (try SimulatedWorld(), john)
        try world.run {
            let first = try await world.server.contactWrites("one", in: john).id
            let second = try await world.server.contactWrites("two", in: john).id
            try await world.connection.annotate(reaction(true, as: "r1", to: first))
            await #expect(throws: ServiceError.tryAgain(after: .seconds(3)), "the journal cannot take it") {
                try await world.connection.annotate(reaction(true, as: "r1", to: second))
            }
            #expect(await world.server.reactionAndPollLog(of: john).map(\.message) == [first])
        }
    }
}
