import ChatSession
import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import JSONKit
import Testing
import ThreadTesting

@testable import MatrixTransport

@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct SynapseTests {
    private let synapse: Synapse
    private let client = LenientClient()

    init() async throws { synapse = try await Synapse.running(for: "messages").unwrapped() }

    /// Alice uses this adapter, Bob another client; Alice has accepted an invitation to their direct room.
    private func conversation(messagesPerRoom: Int = 20) async throws -> (alice: RealSession, bob: Peer, room: ChatID) {
        let account = try await synapse.logIn("alice", over: client)
        let alice = try RealSession(account, over: client, in: Folder(), messagesPerRoom: messagesPerRoom)
        let bob = try synapse.peer("bob")
        let room = try bob.perform(["do": "create", "invite": [synapse.user("alice")], "direct": true]).string
            .unwrapped()
        let chat = ChatID(room)
        #expect(try await alice.join(chat))
        try await alice.session.send("I am here", to: chat)
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.delivery == .sent })
        return (alice, bob, chat)
    }

    @Test func `all kinds of messages of another client arrive, and the user's arrive once`() async throws {
        let (alice, bob, chat) = try await conversation()
        let room = JSONText.string(chat.rawValue)
        let first = try bob.perform(["do": "text", "room": room, "text": "Hello 👋"]).string.unwrapped()
        func send(_ type: JSONText, _ content: JSONText) throws {
            try bob.perform(["do": "send", "room": room, "type": type, "content": content])
        }
        try send("m.room.message", ["msgtype": "m.emote", "body": "waves"])
        try send("m.reaction", ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(first), "key": "👍"]])
        try send(
            "m.room.message",
            [
                "msgtype": "m.text", "body": "* Hello all",
                "m.new_content": ["msgtype": "m.text", "body": "Hello all"],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(first)],
            ]
        )
        try send("m.room.message", ["msgtype": "m.text", "body": "odd", "m.relates_to": .array([true])])
        try send("org.example.unknown", ["body": "not shown"])
        try send("m.room.message", ["msgtype": "m.file", "body": "file.txt"])
        let gone = try bob.perform(["do": "text", "room": room, "text": "secret"]).string.unwrapped()
        #expect(try await alice.wait { try await alice.texts(of: chat).last == "secret" })
        try bob.perform(["do": "redact", "room": room, "event": .string(gone)])
        let expected = [
            "I am here", "Hello all", "* waves", "odd", "", "",
        ]
        _ = try await alice.wait { try await alice.texts(of: chat) == expected }
        let texts = try await alice.texts(of: chat)
        #expect(texts == expected)
        #expect(try await alice.timeline(of: chat).last?.isDeleted == true)
        for number in 1...10 { try await alice.session.send("line \(number)", to: chat) }
        #expect(try await alice.wait { try await alice.timeline(of: chat).allSatisfy { $0.delivery != .sending } })
        let read = try bob.perform(["do": "read", "room": room]).elements.map { $0.elements[2].string ?? "" }
        #expect(read.filter { $0.hasPrefix("line ") } == (1...10).reversed().map { "line \($0)" })
        await alice.stop()
    }

    @Test func `a deleted message is gone for others, whether sent or being sent`() async throws {
        let (alice, bob, chat) = try await conversation()
        let room = JSONText.string(chat.rawValue)
        let early = try await alice.session.send("too early", to: chat)
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.delivery == .sent })
        try await alice.session.delete(early, in: chat)
        let hasty = try await alice.session.send("hasty", to: chat)
        try await alice.session.delete(hasty, in: chat)
        try await alice.session.send("the end", to: chat)
        let isKnown = try await alice.wait {
            let read = try bob.perform(["do": "read", "room": room]).elements.map { $0.elements[2].string ?? "" }
            return read.contains("the end") && !read.contains("too early") && !read.contains("hasty")
        }
        #expect(isKnown)
        #expect(try await alice.wait { try await alice.texts(of: chat).last == "the end" })
        #expect(try await alice.texts(of: chat).filter { $0.contains("early") || $0 == "hasty" }.isEmpty)
        await alice.stop()
    }

    @Test func `typing is reported both ways`() async throws {
        let (alice, bob, chat) = try await conversation()
        let room = JSONText.string(chat.rawValue)
        try bob.perform(["do": "typing", "room": room])
        #expect(try await alice.wait { !alice.session.typingAuthors(in: chat).isEmpty })
        try bob.perform(["do": "text", "room": room, "text": "There"])
        #expect(try await alice.wait { alice.session.typingAuthors(in: chat).isEmpty })
        let isKnown = try await alice.wait {
            // A typing notice lasts for seconds, and Bob may sync later.
            alice.session.noteTyping(in: chat)
            return try bob.perform(["do": "typists", "room": room]).elements.map(\.string) == [synapse.id(of: "alice")]
        }
        #expect(isKnown)
        await alice.stop()
    }

    @Test func `receipts are reported both ways`() async throws {
        let (alice, bob, chat) = try await conversation()
        let room = JSONText.string(chat.rawValue)
        let ours = try bob.perform(["do": "read", "room": room]).elements.first {
            $0.elements[1].string == synapse.id(of: "alice") && $0.elements[2].string == "I am here"
        }
        try bob.perform(["do": "receipt", "room": room, "event": .string(ours?.elements[0].string ?? "")])
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.delivery == .read }, "Bob has read")
        let event = try bob.perform(["do": "text", "room": room, "text": "Read me"]).string.unwrapped()
        #expect(try await alice.wait { try await alice.texts(of: chat).last == "Read me" })
        alice.session.setFocus(true)
        alice.session.setTopChat(chat)
        let last = try await alice.timeline(of: chat).last.unwrapped().id
        #expect(try await alice.session.markRead(chat, upTo: last))
        let isKnown = try await alice.wait {
            let receipts = try bob.perform(["do": "receipts", "room": room]).members
            return receipts.contains { $0.name == synapse.id(of: "alice") && $0.value.string == event }
        }
        #expect(isKnown, "Alice has read")
        await alice.stop()
    }

    @Test func `missed messages are filled in without a gap, and a restart changes nothing`() async throws {
        let (alice, bob, chat) = try await conversation(messagesPerRoom: 5)
        let room = JSONText.string(chat.rawValue)
        await alice.stop()
        for number in 1...75 { try bob.perform(["do": "text", "room": room, "text": .string("missed \(number)")]) }
        let expected = ["I am here"] + (1...75).map { "missed \($0)" }
        let again = try RealSession(alice.account, over: client, in: alice.folder, messagesPerRoom: 5)
        #expect(try await again.wait { try await again.texts(of: chat).suffix(76) == expected[...] })
        #expect(try await again.wait { try await again.timeline(of: chat).dropFirst().allSatisfy { !$0.followsGap } })
        let before = try await again.timeline(of: chat).map(\.id)
        await again.stop()
        let third = try RealSession(alice.account, over: client, in: alice.folder, messagesPerRoom: 5)
        try bob.perform(["do": "text", "room": room, "text": "after"])
        #expect(try await third.wait { try await third.texts(of: chat).last == "after" })
        #expect(try await third.timeline(of: chat).dropLast().map(\.id) == before)
        await third.stop()
    }

    @Test func `a new device reads the history back to its beginning`() async throws {
        let (alice, bob, chat) = try await conversation()
        let room = JSONText.string(chat.rawValue)
        for number in 1...60 { try bob.perform(["do": "text", "room": room, "text": .string("old \(number)")]) }
        await alice.stop()
        let account = try await synapse.logIn("alice", over: client)
        let device = try RealSession(account, over: client, in: Folder())
        #expect(try await device.wait { try await device.texts(of: chat).last == "old 60" })
        var count = 0
        while try await device.timeline(of: chat).first?.followsGap == true, count < 20 {
            try await device.session.loadEarlier(in: chat)
            count += 1
        }
        #expect(try await device.texts(of: chat) == ["I am here"] + (1...60).map { "old \($0)" })
        await device.stop()
    }

    @Test func `a room that is renamed, and one that becomes encrypted while in use, are followed`() async throws {
        let (alice, bob, chat) = try await conversation()
        let group = try bob.perform(["do": "create", "invite": [synapse.user("alice")], "name": "Garden"]).string
            .unwrapped()
        #expect(
            try await alice.wait {
                try await alice.label(of: ChatID(group)) == "Garden (invitation)"
            }
        )
        #expect(try await alice.join(ChatID(group)))
        try await alice.session.send("I come", to: ChatID(group))
        #expect(try await alice.wait { try await alice.timeline(of: ChatID(group)).last?.delivery == .sent })
        try bob.perform(["do": "state", "room": .string(group), "type": "m.room.name", "content": ["name": "Orchard"]])
        let carol = try synapse.peer("carol")
        try bob.perform(["do": "invite", "room": .string(group), "user": synapse.user("carol")])
        try carol.perform(["do": "join", "room": .string(group)])
        try carol.perform(["do": "text", "room": .string(group), "text": "New here"])
        _ = try await alice.wait { try await alice.texts(of: ChatID(group)).last?.hasSuffix("New here") == true }
        let last = try await alice.texts(of: ChatID(group)).last
        #expect(last == "New here")
        #expect(
            try await alice.wait {
                try await alice.session.read { try $0.chat(ChatID(group))?.contact.name } == "Orchard"
            }
        )
        let algorithm: JSONText = ["algorithm": "m.megolm.v1.aes-sha2"]
        try bob.perform([
            "do": "state", "room": .string(chat.rawValue), "type": "m.room.encryption", "content": algorithm,
        ])
        // The next event in the room shows that the state has arrived.
        try bob.perform(["do": "text", "room": .string(chat.rawValue), "text": "Now it is"])
        #expect(try await alice.wait { try await alice.texts(of: chat).last == "Now it is" })
        try await alice.session.send("for your eyes only", to: chat)
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.delivery == .sent })
        let bodies = try bob.perform(["do": "read", "room": .string(chat.rawValue)]).elements.map {
            $0.elements[2].string
        }
        #expect(!bodies.contains("for your eyes only"))
        await alice.stop()
    }

    @Test func `a revoked token is reported`() async throws {
        let account = try await synapse.logIn("carol", over: client)
        try await MatrixLogin.logOut(account, over: client, now: { Date() })
        let carol = try RealSession(account, over: client, in: Folder())
        #expect(try await carol.wait { await carol.session.status.connection.requests == .failing(.endedLogin) })
        await carol.stop()
    }
}
