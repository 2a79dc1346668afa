import ChatTypes
import Testing
import Transport

@testable import SimulatedServer

@Suite struct SyncTests {
    private let john = SimulatedWorld.john

    @Test func `sync brings what changed since the cursor, and then nothing`() throws {
        let world = try SimulatedWorld()
        let (second, third) = try world.run {
            let (server, connection, john) = (world.server, world.connection, SimulatedWorld.john)
            let ada = try await connection.createChat(with: "Ada Lovelace")
            let first = try await connection.sync(since: nil)
            let message = try await server.contactWrites("Hello", in: ada.id)
            let sent = try await connection.send(world.outgoing(1))
            try await server.contactReads(in: john)
            try await connection.markRead(ada.id, upTo: message.id)
            let second = try await connection.sync(since: first.next)
            #expect(second.updates.map(\.messages) == [[sent], [message]], "the oldest change first")
            return (second, try await connection.sync(since: second.next))
        }
        #expect(second.updates.map(\.receipts).map { $0.map(\.reader) } == [[.contact], [.me]])
        #expect(second.updates[0].receipts[0].message == MessageID("own-1"))
        #expect(second.isComplete && third.isComplete && third.updates.isEmpty)
    }

    @Test func `a chat with much news brings the newest twenty, and the gap shows`() throws {
        let world = try SimulatedWorld()
        let (known, update) = try world.run {
            let first = try await world.connection.sync(since: nil)
            for number in 1...30 { try await world.server.contactWrites("\(number)", in: SimulatedWorld.john) }
            let second = try await world.connection.sync(since: first.next)
            return (first.updates[0].messages[0], second.updates[0])
        }
        #expect(update.messages.map(\.text) == (11...30).map(String.init))
        let predecessor = try #require(update.messages[0].predecessor)
        #expect(predecessor.position > known.position, "something stands between")
        let page = try world.run { try await world.connection.page(of: john, before: predecessor.cursor) }
        #expect(page.messages.map(\.text) == [known.text] + (1...10).map(String.init))
    }

    @Test func `many chats come in pages of a hundred, without a loss between pages`() throws {
        let world = try SimulatedWorld()
        let (held, log) = try world.run {
            var chats: [ChatID] = []
            for number in 1...250 { chats.append(try await world.connection.createChat(with: "Person \(number)").id) }
            for chat in chats { try await world.server.contactWrites("Hello", in: chat) }
            var (held, page) = (Set<MessageID>(), try await world.connection.sync(since: nil))
            var count = 0
            while true {
                #expect(page.updates.count <= 100)
                held.formUnion(page.updates.flatMap(\.messages).map(\.id))
                if page.isComplete { break }
                // The next chats change by a receipt only, which must not lose their messages.
                count += 1
                let chat = chats[count * 100 + 40]
                try await world.connection.markRead(chat, upTo: try #require(await world.server.log(of: chat).last).id)
                page = try await world.connection.sync(since: page.next)
            }
            var log = Set<MessageID>()
            for chat in await world.server.chats { log.formUnion(await world.server.log(of: chat.id).map(\.id)) }
            #expect(count == 2)
            #expect(try await world.connection.sync(since: page.next).updates.isEmpty)
            return (held, log)
        }
        #expect(held == log && log.count == 251)
    }

    @Test(arguments: [
        "", "...", "a", "1.2.3", "%.0", "%.0.1", "%.0.1.0.0", "x.0.1.0", "%.2.1.0", "%.-1.1.0", "%.0.4.0", "%.0.+1.0",
        "%.00.1.0", "%.0.1.00", "%.0.1.1", "%.0.1.-1",
    ])
    func `a cursor that this server never made is refused`(template: String) throws {
        let world = try SimulatedWorld()
        let server = try world.run { try await world.connection.sync(since: nil).next }.rawValue.split(separator: ".")[
            0
        ]
        // The first start takes three entries.
        for reached in ["0.0", "0.1", "1.1", "3.3"] {
            let cursor = SyncCursor("\(server).\(reached).0")
            #expect(try world.run { try await world.connection.sync(since: cursor).isComplete })
        }
        let cursor = SyncCursor(template.replacing("%", with: server))
        #expect(refusal { try world.run { try await world.connection.sync(since: cursor) } } == .unknownCursor)
    }

    @Test func `a cursor of another server is refused`() throws {
        let (one, other) = (try SimulatedWorld(seed: 1), try SimulatedWorld(seed: 2))
        let cursor = try one.run { try await one.connection.sync(since: nil).next }
        #expect(refusal { try other.run { try await other.connection.sync(since: cursor) } } == .unknownCursor)
        #expect(try one.run { try await one.connection.sync(since: cursor).updates.isEmpty })
    }
}
