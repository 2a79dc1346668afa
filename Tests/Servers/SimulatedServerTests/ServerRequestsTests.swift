import ChatTypes
import Foundation
import Testing
import Transport

@testable import SimulatedServer

@Suite struct ServerRequestsTests {
    private let john = SimulatedWorld.john

    @Test func `the first start has one chat with one unread message, 500 seconds old`() throws {
        let world = try SimulatedWorld()
        let page = try world.run { try await world.connection.sync(since: nil) }
        let update = try #require(page.updates.first)
        #expect(page.updates.count == 1 && page.isComplete)
        #expect(update.chat.contact.name == "John" && update.chat.id == john)
        #expect(update.messages.map(\.text) == ["Hi, you're here too?"])
        #expect(update.messages.map(\.author) == [.contact])
        #expect(update.messages.map(\.sentAt) == [Date(timeIntervalSince1970: 1_647_000_000 - 500)])
        #expect(update.receipts.isEmpty)
    }

    @Test func `positions are strictly increasing and sparse, and each message names its predecessor`() throws {
        let world = try SimulatedWorld()
        for number in 1...300 { try world.run { try await world.connection.send(world.outgoing(number)) } }
        let log = try world.run { await world.server.log(of: SimulatedWorld.john) }
        #expect(log.count == 301 && log[0].predecessor == nil)
        let steps = zip(log, log.dropFirst()).map { $1.position.rawValue - $0.position.rawValue }
        #expect(steps.allSatisfy { (1...1000).contains($0) } && Set(steps).count > 100)
        #expect(log.dropFirst().map(\.predecessor?.position) == log.dropLast().map(\.position))
    }

    @Test func `the same id returns the same message, even with another body or in another chat`() throws {
        let world = try SimulatedWorld()
        let (first, second, third) = try world.run {
            let ada = try await world.connection.createChat(with: "Ada Lovelace")
            return (
                try await world.connection.send(world.outgoing(1, "One")),
                try await world.connection.send(world.outgoing(1, "Two")),
                try await world.connection.send(world.outgoing(1, "Three", to: ada.id))
            )
        }
        #expect(first == second && first == third && first.text == "One" && first.author == .me)
        #expect(try world.run { await world.server.log(of: SimulatedWorld.john).count } == 2)
    }

    @Test(arguments: [
        (String(repeating: "é", count: OutgoingMessage.textLimit / 2) + "!", RefusalCode.tooLong),
        ("", .emptyMessage), (" \n\t\u{00A0}", .emptyMessage),
    ])
    func `a text that is too long or empty is refused`(text: String, code: RefusalCode) throws {
        let world = try SimulatedWorld()
        #expect(refusal { try world.run { try await world.connection.send(world.outgoing(1, text)) } } == code)
        #expect(try world.run { await world.server.log(of: SimulatedWorld.john).count } == 1)
    }

    @Test func `a text as long as can be is taken`() throws {
        let world = try SimulatedWorld()
        let text = String(repeating: "é", count: OutgoingMessage.textLimit / 2)
        #expect(try world.run { try await world.connection.send(world.outgoing(1, text)).text == text })
    }

    @Test func `a request for an unknown chat or message is refused`() throws {
        let world = try SimulatedWorld()
        let nowhere = ChatID("chat-nobody")
        let connection = world.connection
        #expect(refusal { try world.run { try await connection.send(world.outgoing(1, to: nowhere)) } } == .unknownChat)
        #expect(
            refusal { try world.run { try await connection.markRead(nowhere, upTo: MessageID("x")) } } == .unknownChat
        )
        #expect(refusal { try world.run { try await connection.connect(to: nowhere) { _ in } } } == .unknownChat)
        #expect(refusal { try world.run { try await world.server.contactWrites("Hi", in: nowhere) } } == .unknownChat)
        #expect(
            refusal { try world.run { try await connection.markRead(john, upTo: MessageID("x")) } } == .unknownMessage
        )
    }

    @Test func `receipts of both readers only move forward`() throws {
        let world = try SimulatedWorld()
        let marks = try world.run {
            let (server, john) = (world.server, SimulatedWorld.john)
            let one = try await world.connection.send(world.outgoing(1))
            let two = try await world.connection.send(world.outgoing(2))
            try await world.connection.markRead(john, upTo: two.id)
            try await world.connection.markRead(john, upTo: one.id)
            try await server.contactReads(upTo: two.id, in: john)
            try await server.contactReads(upTo: one.id, in: john)
            return [await server.newestRead(by: .me, in: john), await server.newestRead(by: .contact, in: john)]
        }
        #expect(marks == [MessageID("own-2"), MessageID("own-2")])
    }

    @Test func `a receipt for a message of another chat is refused`() throws {
        let world = try SimulatedWorld()
        let code = refusal {
            try world.run {
                let ada = try await world.connection.createChat(with: "Ada Lovelace")
                let sent = try await world.connection.send(world.outgoing(1))
                try await world.connection.markRead(ada.id, upTo: sent.id)
            }
        }
        #expect(code == .unknownMessage)
    }

    @Test func `every request takes its time`() throws {
        let world = try SimulatedWorld()
        for _ in 1...50 {
            let start = world.seconds
            try world.run { try await world.connection.sync(since: nil) }
            #expect((0.02...0.06).contains(world.seconds - start))
        }
    }

    @Test func `a message arrives with all its parts, and keeps them over a restart`() throws {
        let (file, john, said) = (TemporaryFile(), john, TypedText.read("**Hi** there"))
        let world = try SimulatedWorld(journal: file.url)
        let (root, theirs, ours) = try world.run {
            let root = try await world.server.contactWrites("root", in: john).id
            let theirs = try await world.server.contactWrites(
                said.text,
                spans: said.spans,
                imageCount: 2,
                replyingTo: root,
                inThread: root,
                mentioningMe: true,
                in: john
            )
            let ours = OutgoingMessage(
                id: MessageID("own-1"),
                chat: john,
                text: said.text,
                spans: said.spans,
                repliesTo: theirs.id,
                thread: root
            )
            return (root, theirs, try await world.connection.send(ours))
        }
        #expect(theirs.repliesTo == root && theirs.thread == root && theirs.mentionsMe && theirs.imageCount == 2)
        #expect(ours.repliesTo == theirs.id && ours.thread == root && !ours.mentionsMe && ours.imageCount == 0)
        #expect([theirs, ours].allSatisfy { $0.spans == said.spans && !$0.spans.isEmpty })
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        #expect(try after.run { await after.server.log(of: john) }.suffix(2) == [theirs, ours])
    }
}

/// Returns the code of the refusal of `work`; nil without one.
func refusal<Answer>(_ work: () throws -> Answer) -> RefusalCode? {
    do {
        _ = try work()
    } catch ServiceError.refused(let code, let text) where !text.isEmpty {
        return code
    } catch {}
    return nil
}
