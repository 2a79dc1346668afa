import ChatTypes
import Foundation
import RuntimeKit
import Testing
import Transport

@testable import SimulatedServer

@Suite struct HistoryTests {
    private let john = SimulatedWorld.john

    @Test(arguments: [1, 49, 50, 51, 100, 237])
    func `paging backwards brings every message once, in ascending pages of at most fifty`(count: Int) throws {
        let world = try SimulatedWorld()
        let pages = try world.run { try await pagesToTheStart(in: world, writing: count) }
        let log = try world.run { await world.server.log(of: SimulatedWorld.john) }
        #expect(pages.allSatisfy { $0.messages.count <= 50 && $0.messages == $0.messages.sorted(by: ascending) })
        #expect(pages.reversed().flatMap(\.messages) == log.dropLast())
        #expect(pages.last?.messages.first?.predecessor == nil)
    }

    @Test func `an empty page is not the start, and its cursor goes on`() throws {
        var conditions = NetworkConditions.perfect
        conditions.emptyPageRate = 0.5
        let world = try SimulatedWorld(seed: 3, conditions: conditions)
        let pages = try world.run { try await pagesToTheStart(in: world, writing: 500) }
        let log = try world.run { await world.server.log(of: SimulatedWorld.john) }
        #expect(pages.contains { $0.messages.isEmpty })
        #expect(pages.allSatisfy { !$0.messages.isEmpty || $0.next != nil })
        #expect(pages.reversed().flatMap(\.messages) == log.dropLast())
        #expect(zip(pages, pages.dropFirst()).allSatisfy { $0.next != $1.next }, "a cursor never leads to itself")
    }

    @Test(arguments: ["", "x", "7", "-1", "+1", "9999999999999999999", "1++", "١", "0"])
    func `a cursor that the server never made is refused`(cursor: String) throws {
        let world = try SimulatedWorld()
        let code = refusal { try world.run { try await world.connection.page(of: john, before: PageCursor(cursor)) } }
        #expect(code == .unknownCursor)
    }

    @Test func `history of an unknown chat is refused`() throws {
        let world = try SimulatedWorld()
        let code = refusal {
            try world.run { try await world.connection.page(of: ChatID("x"), before: PageCursor("1")) }
        }
        #expect(code == .unknownChat)
    }

    @Test func `time never goes back within a chat, even if the clock does`() throws {
        let world = try SimulatedWorld()
        var environment = world.environment
        let start = environment.now()
        let random = environment.random
        environment.now = { start.addingTimeInterval(Double(random.integer(in: -7200...7200))) }
        let server = try SimulatedChatServer(environment: environment)
        let log = try world.run {
            for _ in 1...100 { try await server.contactWrites("Hi", in: SimulatedWorld.john) }
            return await server.log(of: SimulatedWorld.john)
        }
        #expect(zip(log, log.dropFirst()).allSatisfy { $0.sentAt <= $1.sentAt })
    }
}

private func ascending(_ one: Message, _ other: Message) -> Bool { one.position < other.position }

/// Lets John write, then reads back from before his newest message.
private func pagesToTheStart(in world: SimulatedWorld, writing count: Int) async throws -> [MessagePage] {
    var newest: Message?
    for number in 1...count {
        newest = try await world.server.contactWrites("Line \(number)", in: SimulatedWorld.john)
    }
    var (pages, cursor) = ([MessagePage](), newest?.predecessor?.cursor)
    while let next = cursor {
        pages.append(try await world.connection.page(of: SimulatedWorld.john, before: next))
        cursor = pages.last?.next
    }
    return pages
}
