import ChatTypes
import Foundation
import RuntimeKit
import Testing

@testable import SimulatedServer

/// A power cut loses the journal's last lines while clients have their messages.
@Suite struct LostTailTests {
    private let file = TemporaryFile()
    private let john = SimulatedWorld.john

    /// One remaining message of that run is enough, or a clock that went on.
    @Test(arguments: 1...7, [0, -3600, 7200])
    func `a message after a loss has a position above all earlier ones`(lost: Int, clock: TimeInterval) throws {
        try check(losing: lost, clockGoingOn: clock)
    }

    @Test(arguments: [8, 9, 10]) func `a message after the loss of a whole run has a position above all earlier ones`(
        lost: Int
    ) throws {
        try check(losing: lost, clockGoingOn: 1)
    }

    private func check(losing lost: Int, clockGoingOn clock: TimeInterval) throws {
        let before = try SimulatedWorld(journal: file.url)
        let highest = try before.run {
            for number in 1...4 {
                _ = try await before.connection.send(before.outgoing(number))
                try await before.server.contactWrites("Answer \(number)", in: SimulatedWorld.john)
            }
            return await before.server.log(of: SimulatedWorld.john).map(\.position).max()
        }
        try file.write(file.lines.dropLast(lost).map { $0 + "\n" }.joined())
        let start = Date(timeIntervalSince1970: 1_647_000_000 + clock)
        let after = try SimulatedWorld(seed: 2, journal: file.url, startingAt: start)
        let next = try after.run { try await after.server.contactWrites("Do you hear me?", in: SimulatedWorld.john) }
        let last = try #require(highest)
        #expect(next.position > last)
    }

    @Test func `a lost chat that is opened again continues above its old positions`() throws {
        let before = try SimulatedWorld(journal: file.url)
        let last = try before.run {
            let ada = try await before.connection.createChat(with: "Ada")
            return try await before.server.contactWrites("Hello", in: ada.id)
        }
        try file.write(file.lines.prefix(3).map { $0 + "\n" }.joined())
        let after = try SimulatedWorld(
            seed: 2,
            journal: file.url,
            startingAt: Date(timeIntervalSince1970: 1_647_000_001)
        )
        let next = try after.run {
            let ada = try await after.connection.createChat(with: "Ada")
            return try await after.server.contactWrites("Hello again", in: ada.id)
        }
        #expect(next.position > last.position)
    }

    @Test func `a cursor from a future that was lost is refused, so that sync starts again`() throws {
        let before = try SimulatedWorld(journal: file.url)
        let cursor = try before.run {
            _ = try await before.connection.send(before.outgoing(1))
            return try await before.connection.sync(since: nil).next
        }
        try file.write(file.lines.dropLast().map { $0 + "\n" }.joined())
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        #expect(refusal { try after.run { try await after.connection.sync(since: cursor) } } == .unknownCursor)
    }

    /// Fewer entries than were lost, as many, or more.
    @Test(arguments: 0...3)
    func `a cursor from a lost future is refused after new entries, too`(count: Int) throws {
        let before = try SimulatedWorld(journal: file.url)
        let cursor = try before.run {
            let message = try await before.server.contactWrites("first", in: SimulatedWorld.john)
            try await before.server.contactEdits(message.id, to: "second", in: SimulatedWorld.john)
            try await before.server.contactEdits(message.id, to: "third", in: SimulatedWorld.john)
            return try await before.connection.sync(since: nil).next
        }
        try file.write(file.lines.dropLast(2).map { $0 + "\n" }.joined())
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        let error = refusal {
            try after.run {
                let message = await after.server.log(of: SimulatedWorld.john)[1]
                for number in 0..<max(0, count - 1) {
                    try await after.server.contactEdits(message.id, to: "\(number)", in: SimulatedWorld.john)
                }
                if count > 0 { try await after.server.contactRemoves(message.id, in: SimulatedWorld.john) }
                _ = try await after.connection.sync(since: cursor)
            }
        }
        #expect(error == .unknownCursor)
    }

    @Test func `positions stay within JSON's exact integers for centuries`() throws {
        for year in [0.0, 100, -2000, 1e300] {
            let start = Date(timeIntervalSince1970: 1_647_000_000 + year * 31_556_952)
            let world = try SimulatedWorld(startingAt: start)
            let log = try world.run { await world.server.log(of: SimulatedWorld.john) }
            #expect(log.allSatisfy { (1...(1 << 53)).contains($0.position.rawValue) } && !log.isEmpty)
        }
    }

    @Test(arguments: [false, true]) func `an edit after a loss has a number above all earlier ones`(isOurs: Bool)
        throws
    {
        let before = try SimulatedWorld(journal: file.url)
        let message = try before.run {
            if isOurs { return try await before.connection.send(before.outgoing(1)) }
            return try await before.server.contactWrites("first", in: SimulatedWorld.john)
        }
        let known = try before.run { try await edit(message, in: before, times: 3) }
        #expect(known == known.sorted() && Set(known).count == known.count)
        try file.write(file.lines.dropLast(2).map { $0 + "\n" }.joined())
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        let next = try after.run { try await edit(message, in: after, times: 1) }
        #expect(known.allSatisfy { $0 < next[0] })
    }

    /// Each start reads all lines of the earlier ones, so that a hundred starts stand for a thousand.
    @Test func `a journal that was started a thousand times has room left`() throws {
        var (first, last): (Position?, Position?)
        for seed in 1...100 {
            let world = try SimulatedWorld(seed: UInt64(seed), journal: file.url)
            let position = try world.run { try await world.server.contactWrites("x", in: SimulatedWorld.john).position }
            if let last { #expect(last < position) }
            (first, last) = (first ?? position, position)
        }
        let (start, end) = (try #require(first).rawValue, try #require(last).rawValue)
        #expect(start + 11 * (end - start) < 1 << 52)
    }
}

/// The number of the next edit of a message.
private func edit(_ message: Message, in world: SimulatedWorld, times: Int) async throws -> [Int64] {
    var numbers: [Int64] = []
    for number in 1...times {
        let text = "text \(number)"
        if message.author == .me {
            let id = world.environment.makeMessageID()
            let edit = OutgoingAnnotation(id: id, of: message.id, in: SimulatedWorld.john, kind: .edit(text: text))
            numbers.append(try await world.connection.annotate(edit).number)
        } else {
            let edit = try await world.server.contactEdits(message.id, to: text, in: SimulatedWorld.john)
            numbers.append(edit.number)
        }
    }
    return numbers
}
