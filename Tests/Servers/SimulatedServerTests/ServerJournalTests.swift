import CSystem
import ChatTypes
import Foundation
import Testing
import Transport

@testable import SimulatedServer

@Suite struct ServerJournalTests {
    private let file = TemporaryFile()
    private let john = SimulatedWorld.john

    @Test func `a server started again holds what it held, and its cursors go on`() throws {
        let before = try SimulatedWorld(journal: file.url)
        let cursor = try before.run {
            let ada = try await before.connection.createChat(with: " ada LOVELACE ")
            for number in 1...30 { _ = try await before.connection.send(before.outgoing(number, to: ada.id)) }
            try await before.server.contactWrites("", imageCount: 2, in: ada.id)
            try await before.server.contactReads(in: ada.id)
            let cursor = try await before.connection.sync(since: nil).next
            try await before.connection.markRead(ada.id, upTo: MessageID("own-7"))
            return cursor
        }
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        let states = try [before, after].map { world in try world.run { try await everything(in: world, since: cursor) }
        }
        #expect(states[0] == states[1])
        #expect(states[1].news.map(\.receipts) == [[ReadReceipt(reader: .me, message: MessageID("own-7"))]])
    }

    /// A journal in which edits and deletions had an entry each.
    private static let oldJournal = #"""
        {"founded":{"at":668692300,"server":"910a2dec89025cc1"}}
        {"opened":{"at":668692300,"chat":"chat-john","contact":{"id":"john","name":"John"}}}
        {"said":{"message":{"at":668692300,"author":"contact","chat":"chat-john","id":"greeting",\#
        "imageCount":0,"position":17200445,"remark":"greeting","text":"Hi, you're here too?"}}}
        {"said":{"message":{"at":668692800,"author":"me","chat":"chat-john","id":"own-1","imageCount":0,\#
        "position":17201323,"text":"Hello"}}}
        {"said":{"message":{"at":668692800,"author":"me","chat":"chat-john","id":"own-2","imageCount":0,\#
        "position":17201728,"text":"Hello"}}}
        {"said":{"message":{"at":668692800,"author":"contact","chat":"chat-john","id":"theirs",\#
        "imageCount":0,"position":17202259,"text":"first"}}}
        {"said":{"message":{"at":668692800,"author":"contact","chat":"chat-john","id":"secret",\#
        "imageCount":0,"position":17202905,"text":"secret"}}}
        {"edited":{"edit":{"at":668692800,"chat":"chat-john","id":"edit-1","message":"own-1",\#
        "number":17200001,"text":"better"}}}
        {"edited":{"edit":{"at":668692800,"chat":"chat-john","id":"edit-2","message":"theirs",\#
        "number":17200001,"text":"second"}}}
        {"removed":{"at":668692800,"chat":"chat-john","message":"own-2"}}
        {"removed":{"at":668692800,"chat":"chat-john","message":"secret"}}

        """#

    @Test func `an old journal keeps its edits and deletions, and their IDs`() throws {
        try file.write(Self.oldJournal)
        let (world, john) = (try SimulatedWorld(journal: file.url), john)
        let log = try world.run { await world.server.log(of: john) }
        #expect(log.dropFirst().map(\.text) == ["better", "", "second", ""])
        #expect(log.map(\.isDeleted) == [false, false, true, false, true])
        #expect(log.map { $0.editNumber > 0 } == [false, true, false, true, false])
        let count = file.lines.count
        let edit = OutgoingAnnotation.edit("edit-1", of: "own-1", to: "better", in: john)
        let known = try world.run {
            try await world.connection.annotate(.deletion(of: MessageID("own-2"), in: john))
            return try await world.connection.annotate(edit)
        }
        #expect(known == log[1].edit)
        #expect(file.lines.count == count, "repetitions add nothing")
        let page = try world.run { try await world.connection.sync(since: nil) }
        #expect(page.updates.flatMap(\.annotations).map(\.message.rawValue) == ["own-1", "theirs", "own-2", "secret"])
    }

    @Test func `a restart in place forgets what is not in the journal`() throws {
        let world = try SimulatedWorld(journal: file.url)
        defer { world.end() }
        let john = john
        world.begin { await world.server.run() }
        try world.run {
            _ = try await world.connection.send(world.outgoing(1))
            try await world.connection.setTyping(true, in: john)
        }
        world.run(for: .seconds(6))
        #expect(try world.run { await world.server.newestRead(by: .contact, in: john) } == MessageID("own-1"))
        try world.run {
            try await world.connection.setPresence(.away)
            try await world.server.restart()
        }
        #expect(try !world.run { await world.server.isTyping(in: john) })
        world.run(for: .seconds(60))
        #expect(try world.run { await world.server.log(of: john).count } == 2, "no answer, and no goodbye")
        try world.run {
            _ = try await world.connection.send(world.outgoing(2))
            try await world.server.restart()
        }
        world.run(for: .seconds(60))
        #expect(try world.run { await world.server.newestRead(by: .contact, in: john) } == MessageID("own-2"))
        #expect(try world.run { await world.server.log(of: john).count } > 3)
    }

    @Test func `a message sent again after a restart is the same message`() throws {
        let before = try SimulatedWorld(journal: file.url)
        let first = try before.run { try await before.connection.send(before.outgoing(1, "One")) }
        let after = try SimulatedWorld(seed: 2, journal: file.url)
        #expect(try after.run { try await after.connection.send(after.outgoing(1, "Two")) } == first)
        #expect(try after.run { await after.server.log(of: SimulatedWorld.john).count } == 2)
    }

    @Test func `a torn last line is cut off before the next one is written`() throws {
        let before = try SimulatedWorld(journal: file.url)
        let long = String(repeating: "long ", count: 100)
        try before.run { try await before.connection.send(before.outgoing(1, long)) }
        let whole = file.text
        let last = try #require(file.lines.last).utf8.count
        for torn in stride(from: 1, through: last + 1, by: 7) {
            try file.write(String(whole.dropLast(torn)))
            let after = try SimulatedWorld(seed: 2, journal: file.url)
            let sent = try after.run {
                #expect(await after.server.log(of: SimulatedWorld.john).count == 1)
                return try await after.connection.send(after.outgoing(2))
            }
            #expect(file.text.hasSuffix("}\n"))
            let again = try SimulatedWorld(seed: 3, journal: file.url)
            #expect(try again.run { await again.server.log(of: SimulatedWorld.john).last } == sent)
        }
    }

    @Test func `a first start that was interrupted goes on`() throws {
        _ = try SimulatedWorld(journal: file.url)
        let lines = file.lines
        for count in 0...lines.count {
            try file.write(lines.prefix(count).map { $0 + "\n" }.joined())
            let world = try SimulatedWorld(seed: 2, journal: file.url)
            #expect(
                try world.run { await world.server.log(of: SimulatedWorld.john).map(\.text) } == [
                    "Hi, you're here too?"
                ]
            )
            #expect(file.lines.count == lines.count)
        }
    }

    @Test(arguments: ["", "{}", "no", #"{"said":{}}"#, "\u{0}", String(repeating: "[", count: 100_000)])
    func `a broken line in the middle is an error that names it`(broken: String) throws {
        let world = try SimulatedWorld(journal: file.url)
        try world.run { try await world.connection.send(world.outgoing(1)) }
        var lines = file.lines.map(String.init)
        lines[2] = broken
        try file.write(lines.map { $0 + "\n" }.joined())
        let error = #expect(throws: JournalError.self) { try SimulatedWorld(journal: file.url) }
        #expect(error == .damaged(file.url, line: 3, reason: "it is not an entry of this journal"))
    }

    @Test func `an entry that cannot follow those before it is an error that names its line`() throws {
        let world = try SimulatedWorld(journal: file.url)
        try world.run { try await world.connection.send(world.outgoing(1)) }
        let lines = file.lines
        for (misplaced, line) in [([0, 1, 2, 3, 3], 5), ([0, 0], 2), ([1], 1), ([0, 1, 1], 3), ([0, 2], 2)] {
            try file.write(misplaced.map { lines[$0] + "\n" }.joined())
            let error = #expect(throws: JournalError.self) { try SimulatedWorld(journal: file.url) }
            guard case .damaged(_, line, _) = error else {
                Issue.record("\(line) is at fault: \(String(describing: error))")
                continue
            }
        }
    }

    @Test(arguments: [
        #"{"uploaded":{"file":{"id":"own-1","file":"upload-1","byteCount":1,"at":0}}}"#,
        #"{"begun":{"group":{"chat":"group:a","contact":{"id":"group:a","name":"A"},"number":1,"at":0,"#
            + #""members":[{"id":"ada","name":"Ada"}]}}}"#,
    ])
    func `a journal that does not begin with a chat between two is an error`(second: String) throws {
        _ = try SimulatedWorld(journal: file.url)
        try file.write("\(file.lines[0])\n\(second)\n")
        let error = #expect(throws: JournalError.self) { try SimulatedWorld(journal: file.url) }
        guard case .damaged(_, 2, _) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    @Test func `a position out of reach is an error, not an overflow`() throws {
        _ = try SimulatedWorld(journal: file.url)
        for position in ["9223372036854775807", "-5", "0"] {
            let text = file.text.replacing(/"position":\d+/, with: "\"position\":\(position)")
            try file.write(text)
            #expect(throws: JournalError.self) { try SimulatedWorld(journal: file.url) }
            try file.write(text.replacing("\"position\":\(position)", with: "\"position\":7"))
        }
    }

    @Test func `no other user may read the journal, and printing it obeys no escape`() throws {
        try Data().write(to: file.url)
        let world = try SimulatedWorld(journal: file.url)
        let text = "\u{1B}[2J \u{9B}2J \u{202E}right\u{2066} \u{0} \n \u{2028} 🙂"
        let sent = try world.run { try await world.connection.send(world.outgoing(1, text)) }
        #expect(file.text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.properties.isBidiControl && $0.value >= 0x20 })
        #expect(!file.text.unicodeScalars.contains("\u{9B}") && !file.text.unicodeScalars.contains("\u{2028}"))
        let again = try SimulatedWorld(journal: file.url)
        #expect(try again.run { await again.server.log(of: SimulatedWorld.john).last } == sent)
        #expect(sent.text == text)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a journal that cannot be opened says why`() throws {
        let place = URL(filePath: "/nowhere/at/all.jsonl")
        let error = #expect(throws: JournalError.self) { try SimulatedWorld(journal: place) }
        #expect(error == .unusable(place, reason: "No such file or directory"))
    }

    @Test func `a journal path that is not a file is an error`() throws {
        #expect(mkfifo(file.url.path, 0o600) == 0)
        for place in [file.url, URL(filePath: "/dev/zero"), URL(filePath: "/dev/null")] {
            let error = #expect(throws: JournalError.self) { try SimulatedWorld(journal: place) }
            #expect(error == .unusable(place, reason: "it is not a regular file"))
        }
        let folder = URL.temporaryDirectory
        let error = #expect(throws: JournalError.self) { try SimulatedWorld(journal: folder) }
        #expect(error == .unusable(folder, reason: "Is a directory"))
    }

    @Test func `an id of any length is cut in what is said about it`() throws {
        _ = try SimulatedWorld(journal: file.url)
        let id = String(repeating: "x", count: 1_000_000)
        try file.write(file.text.replacing(#""chat":"chat-john""#, with: #""chat":"\#(id)""#))
        try file.write(file.text.replacing(id, with: "chat-john", maxReplacements: 1))
        let error = #expect(throws: JournalError.self) { try SimulatedWorld(journal: file.url) }
        guard case .damaged(_, _, let reason) = error, reason.count < 300 else {
            Issue.record("another error: \(String(describing: error).prefix(400))")
            return
        }
    }
}

private struct Everything: Equatable {
    var chats: [ChatHeader]
    var logs: [[Message]] = []
    var marks: [MessageID?] = []
    var news: [ChatUpdate]
}

private func everything(in world: SimulatedWorld, since cursor: SyncCursor) async throws -> Everything {
    var all = Everything(
        chats: await world.server.chats,
        news: try await world.connection.sync(since: cursor).updates
    )
    for chat in all.chats {
        all.logs.append(await world.server.log(of: chat.id))
        for reader in [Author.me, .contact] { all.marks.append(await world.server.newestRead(by: reader, in: chat.id)) }
    }
    return all
}
