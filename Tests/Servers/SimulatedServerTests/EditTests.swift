import ChatTypes
import Testing

@testable import SimulatedServer

@Suite struct EditTests {
    private let john = SimulatedWorld.john

    @Test func `a message is edited by its author alone, once under one id, and stays so after a restart`() throws {
        let file = TemporaryFile()
        let before = try SimulatedWorld(journal: file.url)
        let (john, cursor) = (john, try before.run { try await before.connection.sync(since: nil).next })
        let edit = OutgoingAnnotation.edit("edit-1", of: "own-1", to: "better", in: john)
        try before.run {
            _ = try await before.connection.send(before.outgoing(1))
            let theirs = try await before.server.contactWrites("first", in: john)
            let made = try await before.connection.annotate(edit)
            #expect(try await before.connection.annotate(edit) == made)
            try await before.server.contactEdits(theirs.id, to: "second", in: john)
            let third = try await before.server.contactEdits(theirs.id, to: "third", in: john)
            #expect(third.number > made.number)
            let wrong = OutgoingAnnotation(
                id: MessageID("edit-2"),
                of: theirs.id,
                in: john,
                kind: .edit(text: "not mine")
            )
            await #expect(throws: ServiceError.self) { try await before.connection.annotate(wrong) }
            let empty = OutgoingAnnotation.edit("edit-3", of: "own-1", to: " ", in: john)
            await #expect(throws: ServiceError.self) { try await before.connection.annotate(empty) }
        }
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        let log = try after.run { await after.server.log(of: john) }
        #expect(log.dropFirst().map(\.text) == ["better", "third"])
        #expect(log.map { $0.editNumber > 0 } == [false, true, true])
        let page = try after.run { try await after.connection.sync(since: cursor) }
        #expect(page.updates.flatMap(\.annotations).map(\.kind.text) == ["better", "second", "third"])
        #expect(
            try after.run { try await after.connection.annotate(edit) }.kind.text == "better",
            "it is known by its id"
        )
    }

    @Test func `a deleted message cannot be edited`() throws {
        let (world, john) = (try SimulatedWorld(), john)
        try world.run {
            let message = try await world.server.contactWrites("secret", in: john)
            try await world.server.contactRemoves(message.id, in: john)
            await #expect(throws: ServiceError.self) {
                try await world.server.contactEdits(message.id, to: "again", in: john)
            }
        }
        #expect(try world.run { await world.server.log(of: john) }.last?.text == "")
    }

    @Test func `an edit comes live, after its message`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        let (spy, john) = (LiveSpy(), john)
        world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(1))
        try world.run {
            let message = try await world.server.contactWrites("first", in: john)
            try await world.server.contactEdits(message.id, to: "second", in: john)
        }
        world.run(for: .seconds(1))
        #expect(spy.updates.last?.annotations.map(\.kind.text) == ["second"])
    }
}
