import ChatSession
import ChatStore
import ChatTypes
import HTTPClient
import HomeserverTesting
import JSONKit
import Testing
import ThreadTesting
import Transport

@testable import MatrixTransport

/// A group of a real homeserver in the history: Alice uses this adapter, Bob and Carol other clients.
@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct SynapseGroupHistoryTests {
    private let synapse: Synapse
    private let client = LenientClient()

    init() async throws { synapse = try await Synapse.running(for: "history").unwrapped() }

    private func group(_ session: RealSession, _ chat: ChatID) async throws -> GroupState? {
        try await session.session.read { try $0.timeline(of: chat, in: .newest(1))?.group }
    }

    private func members(_ session: RealSession, of chat: ChatID) async throws -> [String] {
        try await session.session.read { try $0.members(of: chat, limit: 10).map(\.name) }
    }

    @Test func `authors have their present names, and a message is read once everyone has read it`()
        async throws
    {
        let alice = try RealSession(try await synapse.logIn("alice", over: client), over: client, in: Folder())
        let (bob, carol) = (try synapse.peer("bob"), try synapse.peer("carol"))
        let created = try bob.perform([
            "do": "create", "invite": [synapse.user("alice"), synapse.user("carol")], "name": "Common",
        ])
        let (chat, room) = (ChatID(try created.string.unwrapped()), JSONText.string(try created.string.unwrapped()))
        try carol.perform(["do": "join", "room": room])
        #expect(try await alice.wait { try await alice.session.read { try $0.chat(chat) } != nil })
        try await alice.session.setMembership(.join, in: chat)
        let socket = Task { await alice.session.connect(to: chat) }
        #expect(try await alice.wait { try await members(alice, of: chat) == ["Alice", "Bob", "Carol"] })
        try bob.perform(["do": "text", "room": room, "text": "Welcome"])
        #expect(try await alice.wait { try await alice.texts(of: chat).last == "Welcome" })
        #expect(try await alice.timeline(of: chat).last?.senderName == "Bob")
        try await alice.session.send("Hello", to: chat)
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.delivery == .sent })
        let event = try bob.perform(["do": "read", "room": room]).elements.first { $0.elements[2].string == "Hello" }
        let read = JSONText.string(try event.unwrapped().elements[0].string.unwrapped())
        try bob.perform(["do": "receipt", "room": room, "event": read])
        try bob.perform([
            "do": "state", "room": room, "type": "m.room.member", "key": synapse.user("bob"),
            "content": ["membership": "join", "displayname": "Robert"],
        ])
        #expect(try await alice.wait { try await alice.timeline(of: chat).first?.senderName == "Robert" })
        #expect(try await alice.timeline(of: chat).last?.delivery == .sent, "Carol has not read it")
        try carol.perform(["do": "receipt", "room": room, "event": read])
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.delivery == .read })
        try bob.perform(["do": "kick", "room": room, "user": synapse.user("carol")])
        #expect(try await alice.wait { try await members(alice, of: chat) == ["Alice", "Robert"] })
        try bob.perform(["do": "kick", "room": room, "user": synapse.user("alice")])
        #expect(try await alice.wait { try await group(alice, chat)?.hasLeft == true })
        socket.cancel()
        await socket.value
        await alice.stop()
    }

    @Test func `a direct chat that a third user joins keeps its messages and their authors`() async throws {
        let alice = try RealSession(try await synapse.logIn("alice", over: client), over: client, in: Folder())
        let (bob, carol) = (try synapse.peer("bob"), try synapse.peer("carol"))
        let created = try bob.perform(["do": "create", "invite": [synapse.user("alice")], "direct": true]).string
            .unwrapped()
        let (chat, room) = (ChatID(created), JSONText.string(created))
        #expect(try await alice.wait { try await alice.session.read { try $0.chat(chat) } != nil })
        try await alice.session.setMembership(.join, in: chat)
        let early = try bob.perform(["do": "text", "room": room, "text": "for two"]).string.unwrapped()
        #expect(try await alice.wait { try await alice.texts(of: chat) == ["for two"] })
        #expect(try await group(alice, chat) == nil)
        try bob.perform(["do": "invite", "room": room, "user": synapse.user("carol")])
        try carol.perform(["do": "join", "room": room])
        try carol.perform(["do": "text", "room": room, "text": "for three"])
        #expect(try await alice.wait { try await alice.timeline(of: chat).map(\.senderName) == ["Bob", "Carol"] })
        #expect(try await alice.wait { try await group(alice, chat)?.memberCount == 3 })
        // Messages from the direct chat can still be deleted by their authors.
        try bob.perform(["do": "redact", "room": room, "event": .string(early)])
        #expect(try await alice.wait { try await alice.timeline(of: chat).first?.isDeleted == true })
        await alice.stop()
    }
}
