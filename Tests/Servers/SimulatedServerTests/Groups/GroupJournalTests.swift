import ChatTypes
import Foundation
import Testing

@testable import SimulatedServer

@Suite struct GroupJournalTests {
    private let file = TemporaryFile()
    private let friends = SimulatedWorld.friends

    /// A group with every kind of event.
    private func live(in world: SimulatedWorld) throws -> SyncCursor {
        try world.beginFriends()
        let (friends, ada) = (friends, SimulatedWorld.ada)
        return try world.run {
            let server = world.server
            _ = try await world.connection.send(world.outgoing(1, to: friends))
            let message = try await server.contactWrites("Hi", in: friends, by: ada)
            let cursor = try await world.connection.sync(since: nil).next
            try await server.contactReads(in: friends, by: ada)
            try await server.contactEdits(message.id, to: "Ho", in: friends, by: ada)
            let john = try await server.contactJoins("John", in: friends)
            try await server.contactJoins("Nobody knows", in: friends)
            try await server.contactRenames(john, to: "Johnny", in: friends)
            try await server.contactLeaves(SimulatedWorld.ben, in: friends)
            try await server.contactRenames(to: "Johannes", in: SimulatedWorld.john)
            try await world.connection.setMembership(.leave, in: friends)
            try await server.contactRemoves(message.id, in: friends, by: ada)
            return cursor
        }
    }

    private func everything(in world: SimulatedWorld, since cursor: SyncCursor) throws -> [String] {
        let friends = friends
        return try world.run {
            var all = ["\(await world.server.chats)", "\(await world.server.members(of: friends))"]
            for log in [await world.server.log(of: friends), await world.server.knownLog(of: friends)] {
                all += log.map { "\($0)" }
            }
            for reader in [Author.me, .member(SimulatedWorld.ada), .member(ContactID("john"))] {
                all.append("\(String(describing: await world.server.newestRead(by: reader, in: friends)))")
            }
            for cursor in [cursor, nil] { all.append("\(try await world.connection.sync(since: cursor))") }
            return all
        }
    }

    @Test func `after a restart a group is as it was, and cursors go on`() throws {
        let before = try SimulatedWorld(journal: file.url)
        let cursor = try live(in: before)
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        let states = (try everything(in: before, since: cursor), try everything(in: after, since: cursor))
        #expect(states.0 == states.1)
        try after.run { try await after.connection.setMembership(.join, in: SimulatedWorld.friends) }
        let later = try SimulatedWorld(seed: 3, journal: file.url)
        let again = (try everything(in: after, since: cursor), try everything(in: later, since: cursor))
        #expect(again.0 == again.1 && again.0 != states.0)
    }

    @Test func `a server that is started again in place holds what it held`() throws {
        let world = try SimulatedWorld(journal: file.url)
        let cursor = try live(in: world)
        let before = try everything(in: world, since: cursor)
        try world.run { try await world.server.restart() }
        #expect(try everything(in: world, since: cursor) == before)
    }

    @Test func `a group is one line: begun with all its members, or not at all`() throws {
        let world = try SimulatedWorld(journal: file.url)
        let count = file.lines.count
        try world.beginFriends()
        #expect(file.lines.count == count + 1)
    }

    /// A line of each kind, with an impossible replacement for a part of it.
    @Test(arguments: [
        (#""member:ada-lovelace""#, #""member:nobody""#), (#""member:ada-lovelace""#, #""contact""#),
        (#""member:ben""#, #""member:""#), (#""member:ben""#, #""contact""#), (#""number":[0-9]+"#, #""number":0"#),
        (#""number":[0-9]+"#, #""number":9223372036854775807"#),
        (#""number":[0-9]+"#, #""number":-9223372036854775808"#), (#""id":"ben""#, #""id":"""#),
        (#""id":"ben""#, #""id":"ada-lovelace""#), (#""members":\[[^\]]*\]"#, #""members":[]"#),
        (#""chat":"group:friends""#, #""chat":"chat-john""#), (#""chat":"group:friends""#, #""chat":"group:none""#),
        (#""chat":"chat-john""#, #""chat":"group:none""#),
    ])
    func `a line that cannot follow those before it is an error that names it`(what: String, other: String) throws {
        _ = try live(in: try SimulatedWorld(journal: file.url))
        let lines = file.lines.map(String.init)
        let regex = try Regex(what)
        var wrong = 0
        for (index, line) in lines.enumerated() where index > 2 && line.contains(regex) {
            // The chat between two has lines of its own.
            if line.contains("renamed") != what.contains("chat-john") { continue }
            let replaced = line.replacing(regex, with: other)
            // A deletion has the number 0.
            if replaced == line { continue }
            var changed = lines
            changed[index] = replaced
            try file.write(changed.map { $0 + "\n" }.joined())
            let error = #expect(throws: JournalError.self) { try SimulatedWorld(journal: file.url) }
            guard case .damaged(_, let number, let reason) = error, reason.utf8.count < 300 else {
                Issue.record("line \(index + 1) was at fault: \(String(describing: error)) \(changed[index])")
                continue
            }
            // A group with another ID is possible; the next line of this group is not.
            let isLater = line.contains("begun") && number > index + 1
            #expect(number == index + 1 || isLater, "\(reason)")
            wrong += 1
        }
        #expect(wrong > 0)
    }

    @Test func `a group in a journal has at most as many people as it can have`() throws {
        try SimulatedWorld(journal: file.url).beginFriends()
        let text = file.text
        for (count, isWhole) in [(Limits.members - 1, true), (Limits.members, false)] {
            let more = (2..<count).map { #"{"id":"m\#($0)","name":"M"},"# }.joined()
            try file.write(text.replacing(#""members":["#, with: #""members":["# + more))
            #expect(((try? SimulatedWorld(journal: file.url)) != nil) == isWhole)
        }
    }

    @Test func `numbers ascend even when the end of the journal was lost`() throws {
        let before = try SimulatedWorld(journal: file.url)
        _ = try live(in: before)
        let lost = try before.run { await before.server.members(of: SimulatedWorld.friends) }.map(\.number).max()
        for clock in [-3600.0, 0, 7200] {
            for kept in [4, 5, 10] where clock > 0 || kept > 4 {
                try file.write(file.lines.prefix(kept).map { $0 + "\n" }.joined())
                let start = Date(timeIntervalSince1970: 1_647_000_000 + clock)
                let after = try SimulatedWorld(seed: 2, journal: file.url, startingAt: start)
                try after.run { try await after.connection.setMembership(.leave, in: SimulatedWorld.friends) }
                let ours = try #require(try after.members()[""])
                #expect(ours.number > (try #require(lost)))
            }
            _ = try? FileManager.default.removeItem(at: file.url)
            _ = try live(in: try SimulatedWorld(journal: file.url))
        }
    }

    @Test func `numbers ascend with a stopped clock if any entry of that run is left`() throws {
        let friends = friends
        _ = try SimulatedWorld(journal: file.url)
        let kept: [@Sendable (SimulatedWorld) async throws -> Void] = [
            { _ = try await $0.connection.createGroup($0.group()) },
            { try await $0.server.contactRenames(SimulatedWorld.ben, to: "Benjamin", in: friends) },
        ]
        for keep in kept {
            let before = try SimulatedWorld(journal: file.url)
            try before.run { try await keep(before) }
            let lines = file.lines
            try before.run { try await before.server.contactRenames(SimulatedWorld.ben, to: "B", in: friends) }
            let lost = try #require(try before.members()["B"]).number
            try file.write(lines.map { $0 + "\n" }.joined())
            let after = try SimulatedWorld(journal: file.url)
            try after.run { try await after.server.contactRenames(SimulatedWorld.ben, to: "C", in: friends) }
            #expect(try #require(try after.members()["C"]).number > lost)
            try file.write(lines.map { $0 + "\n" }.joined())
        }
    }

    /// A journal from before there were groups.
    @Test func `a journal without groups is read, and continues with a group`() throws {
        try file.write(oldJournal)
        let world = try SimulatedWorld(seed: 8, journal: file.url)
        let (ada, zoe) = (ChatID("chat-ada-lovelace"), ChatID("chat-zoe"))
        let (chats, conversation, other) = try world.run {
            (await world.server.chats, await world.server.log(of: ada), await world.server.log(of: zoe))
        }
        #expect(chats.map(\.id) == [SimulatedWorld.john, ada, zoe] && !chats.contains(where: \.isGroup))
        #expect(conversation.map(\.author) == [.me, .contact] && conversation.map(\.text) == ["Hello", "Hi there"])
        #expect(other.map(\.isDeleted) == [true, false] && other.map(\.imageCount) == [0, 2])
        #expect(try world.run { await world.server.newestRead(by: .contact, in: ada) } == MessageID("own-1"))
        #expect(try world.run { await world.server.newestRead(by: .me, in: ada) } == MessageID("theirs-1"))
        let lines = oldJournal.split(separator: "\n").count
        #expect(file.lines.count == lines, "nothing of it is written anew")
        try world.run { _ = try await world.connection.createGroup(world.group("friends", ["Zoe", "Ben"])) }
        let after = try SimulatedWorld(seed: 9, journal: file.url)
        #expect(try after.members()["Zoe"]?.member == .member(ContactID("zoe")))
    }
}

private let oldJournal = #"""
    {"founded":{"at":668692300,"server":"63cbe1e459320dd7"}}
    {"opened":{"at":668692300,"chat":"chat-john","contact":{"id":"john","name":"John"}}}
    {"said":{"message":{"at":668692300,"author":"contact","chat":"chat-john","id":"044c3cd7f43c661ce6984080bab12a02","imageCount":0,"position":1727004672000583,"remark":"greeting","text":"Hi, you're here too?"}}}
    {"opened":{"at":668692800.0267152,"chat":"chat-ada-lovelace","contact":{"id":"ada-lovelace","name":"Ada Lovelace"}}}
    {"opened":{"at":668692800.0814536,"chat":"chat-zoe","contact":{"id":"zoe","name":"Zoe"}}}
    {"said":{"message":{"at":668692800.1217484,"author":"me","chat":"chat-ada-lovelace","id":"own-1","imageCount":0,"position":1727004672000104,"text":"Hello"}}}
    {"read":{"at":668692800.1340201,"chat":"chat-ada-lovelace","message":"own-1","reader":"contact"}}
    {"said":{"message":{"at":668692800.1340201,"author":"contact","chat":"chat-ada-lovelace","id":"theirs-1","imageCount":0,"position":1727004672001023,"text":"Hi"}}}
    {"edited":{"edit":{"at":668692800.1340201,"chat":"chat-ada-lovelace","id":"df0f9924a3016430dd2f9b2d0b5f15e6","message":"theirs-1","number":9,"text":"Hi there"}}}
    {"read":{"at":668692800.1529971,"chat":"chat-ada-lovelace","message":"theirs-1","reader":"me"}}
    {"said":{"message":{"at":668692800.201154,"author":"me","chat":"chat-zoe","id":"own-2","imageCount":0,"position":1727004672000758,"text":"Oops"}}}
    {"removed":{"at":668692800.2487105,"chat":"chat-zoe","message":"own-2"}}
    {"said":{"message":{"at":668692800.2670872,"author":"contact","chat":"chat-zoe","id":"theirs-2","imageCount":2,"position":1727004672001182,"text":""}}}

    """#
