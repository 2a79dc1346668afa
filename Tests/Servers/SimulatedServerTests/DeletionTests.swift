import ChatTypes
import Testing
import Transport

@testable import SimulatedServer

@Suite struct DeletionTests {
    private let john = SimulatedWorld.john

    @Test func `only its author deletes a message, which stays a tombstone after a restart`() throws {
        let file = TemporaryFile()
        let before = try SimulatedWorld(journal: file.url)
        let (john, cursor) = (john, try before.run { try await before.connection.sync(since: nil).next })
        try before.run {
            _ = try await before.connection.send(before.outgoing(1))
            let theirs = try await before.server.contactWrites("secret", in: john)
            try await before.connection.annotate(.deletion(of: MessageID("own-1"), in: john))
            try await before.connection.annotate(.deletion(of: MessageID("own-1"), in: john))
            try await before.server.contactRemoves(theirs.id, in: john)
            await #expect(throws: ServiceError.self) {
                try await before.connection.annotate(.deletion(of: theirs.id, in: john))
            }
            await #expect(throws: ServiceError.self) {
                try await before.server.contactRemoves(MessageID("own-1"), in: john)
            }
        }
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        let log = try after.run { await after.server.log(of: john) }
        #expect(log.map(\.isDeleted) == [false, true, true])
        #expect(log.dropFirst().allSatisfy { $0.text.isEmpty && $0.imageCount == 0 })
        #expect(log.last?.predecessor?.position == log[1].position)
        let page = try after.run { try await after.connection.sync(since: cursor) }
        #expect(page.updates.flatMap(\.annotations).map(\.author) == [.me, .contact])
    }

    @Test func `events arrive live and in order, including typing`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        let (spy, john) = (LiveSpy(), john)
        world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(1))
        try world.run {
            try await world.server.contactTypes(in: john)
            let message = try await world.server.contactWrites("secret", in: john)
            try await world.server.contactRemoves(message.id, in: john)
        }
        world.run(for: .seconds(1))
        #expect(spy.events.dropFirst().first?.event == .typing(true, by: .contact, in: john))
        #expect(spy.messages.count == 1)
        #expect(spy.updates.last?.annotations.count == 1)
    }

    @Test func `a contact types before they answer`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        let (spy, john) = (LiveSpy(), john)
        world.begin { await world.server.run() }
        world.begin { await spy.connect(to: john, in: world) }
        world.run(for: .seconds(1))
        try world.run { _ = try await world.connection.send(world.outgoing(1)) }
        world.run(for: .seconds(60))
        let typing = spy.events.filter { $0.event == .typing(true, by: .contact, in: john) }.map(\.seconds)
        let answers = spy.events.filter {
            if case .updates(let updates) = $0.event {
                updates.contains { $0.messages.contains { $0.author == .contact } }
            } else {
                false
            }
        }
        .map(\.seconds)
        #expect(!answers.isEmpty)
        #expect(zip(typing, answers).allSatisfy { (2.9...3.1).contains($1 - $0) }, "\(typing) \(answers)")
        #expect(typing.count == answers.count)
    }
}
