import ChatTypes
import Testing
import Transport

@testable import SimulatedServer

/// Threads, and how far people have read in them.
@Suite struct ThreadTests {
    private let file = TemporaryFile()

    @Test func `a thread begins with a message outside threads, and with no event`() throws {
        let (world, john) = (try SimulatedWorld(), SimulatedWorld.john)
        @Sendable func answer(_ number: Int, to root: MessageID) async throws -> Message {
            let id = MessageID("own-\(number)")
            return try await world.connection.send(OutgoingMessage(id: id, chat: john, text: "yes", thread: root))
        }
        try world.run {
            let root = try await world.server.contactWrites("root", in: john)
            let first = try await answer(1, to: root.id)
            #expect(first.thread == root.id)
            try await world.connection.change(.pin(root.id, true), in: john)
            let event = try #require(await world.server.log(of: john).last)
            #expect(event.event == .changed)
            let zoe = try await world.connection.createChat(with: "Zoe").id
            let elsewhere = try await world.server.contactWrites("elsewhere", in: zoe).id
            for (number, wrong) in [first.id, event.id, elsewhere, MessageID("none")].enumerated() {
                await #expect(throws: ServiceError.noThread) { try await answer(2 + number, to: wrong) }
            }
        }
    }

    @Test func `a receipt for everything reads each thread, and any other its own part alone, also after a restart`()
        throws
    {
        let (world, john) = (try SimulatedWorld(journal: file.url), SimulatedWorld.john)
        let (root, inside, outside) = try world.run {
            let root = try await world.server.contactWrites("root", in: john).id
            let inside = try await world.server.contactWrites("inside", inThread: root, in: john).id
            return (root, inside, try await world.server.contactWrites("outside", in: john).id)
        }
        func read(_ world: SimulatedWorld) throws -> [MessageID?] {
            try world.run {
                let main = await world.server.newestRead(by: .me, in: john)
                return [main, await world.server.newestRead(by: .me, in: john, thread: root)]
            }
        }
        try world.run { try await world.connection.markRead(john, upTo: outside, in: .main) }
        #expect(try read(world) == [outside, nil])
        try world.run { try await world.connection.markRead(john, upTo: inside, in: .thread(root)) }
        #expect(try read(world) == [outside, inside])
        let last = try world.run {
            let last = try await world.server.contactWrites("last", inThread: root, in: john).id
            try await world.connection.markRead(john, upTo: last, in: .everything)
            return last
        }
        #expect(try read(world) == [last, last])
        let again = try SimulatedWorld(seed: 2, journal: file.url)
        #expect(try read(again) == [last, last])
        let receipts = try again.run { try await again.connection.sync(since: nil) }.updates.flatMap(\.receipts)
        #expect(
            receipts == [
                ReadReceipt(reader: .me, message: last, scope: .main),
                ReadReceipt(reader: .me, message: last, scope: .thread(root)),
            ]
        )
    }

    @Test func `a contact who reads has read the user's newest message in each thread and outside`() throws {
        let (world, john) = (try SimulatedWorld(), SimulatedWorld.john)
        let read = try world.run {
            let root = try await world.server.contactWrites("root", in: john).id
            _ = try await world.connection.send(world.outgoing(1))
            _ = try await world.connection.send(
                OutgoingMessage(id: MessageID("own-2"), chat: john, text: "inside", thread: root)
            )
            try await world.server.contactReads(in: john)
            let main = await world.server.newestRead(by: .contact, in: john)
            return [main, await world.server.newestRead(by: .contact, in: john, thread: root)]
        }
        #expect(read == [MessageID("own-1"), MessageID("own-2")])
    }

    @Test func `a thread that does not begin in the chat cannot be read`() throws {
        let (world, john) = (try SimulatedWorld(), SimulatedWorld.john)
        let last = try world.run { try await world.server.contactWrites("last", in: john).id }
        let none = ReceiptScope.thread(MessageID("none"))
        let code = refusal { try world.run { try await world.connection.markRead(john, upTo: last, in: none) } }
        #expect(code == .unknownMessage)
    }

    @Test func `a contact who reads up to a message reads its thread alone, and no line about an event`() throws {
        let (world, john) = (try SimulatedWorld(), SimulatedWorld.john)
        let (root, sent) = try world.run {
            let root = try await world.server.contactWrites("root", in: john).id
            let inside = OutgoingMessage(id: MessageID("own-1"), chat: john, text: "inside", thread: root)
            return (root, try await world.connection.send(inside).id)
        }
        func read() throws -> [MessageID?] {
            try world.run {
                let main = await world.server.newestRead(by: .contact, in: john)
                return [main, await world.server.newestRead(by: .contact, in: john, thread: root)]
            }
        }
        try world.run { try await world.server.contactReads(upTo: sent, in: john) }
        #expect(try read() == [nil, sent])
        try world.run {
            _ = try await world.connection.send(world.outgoing(2))
            try await world.connection.change(.pin(root, true), in: john)
            try await world.server.contactReads(in: john)
        }
        #expect(try read() == [MessageID("own-2"), sent])
    }
}
