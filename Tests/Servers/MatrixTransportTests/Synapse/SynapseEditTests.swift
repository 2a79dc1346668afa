import ChatSession
import ChatStore
import ChatTypes
import HTTPClient
import HomeserverTesting
import JSONKit
import Testing
import ThreadTesting

@testable import MatrixTransport

@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct SynapseEditTests {
    private let synapse: Synapse
    private let client = LenientClient()

    init() async throws { synapse = try await Synapse.running(for: "edits").unwrapped() }

    /// Alice uses this adapter, Bob another client; Alice has written in their direct room.
    private func conversation(_ text: String) async throws -> (alice: RealSession, bob: Peer, room: ChatID) {
        let account = try await synapse.logIn("alice", over: client)
        let alice = try RealSession(account, over: client, in: Folder(), messagesPerRoom: 5)
        let bob = try synapse.peer("bob")
        let room = try bob.perform(["do": "create", "invite": [synapse.user("alice")], "direct": true]).string
            .unwrapped()
        let chat = ChatID(room)
        #expect(try await alice.join(chat))
        try await alice.session.send(text, to: chat)
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.delivery == .sent })
        return (alice, bob, chat)
    }

    private func edit(_ event: String, _ text: String, by peer: Peer, in chat: ChatID) throws {
        try peer.perform([
            "do": "send", "room": .string(chat.rawValue), "type": "m.room.message",
            "content": [
                "msgtype": "m.text", "body": .string("* \(text)"),
                "m.new_content": ["msgtype": "m.text", "body": .string(text)],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(event)],
            ],
        ])
    }

    /// The edits of Alice's messages as Bob's client sees them: each event with its new text.
    private func ourEdits(_ bob: Peer, in chat: ChatID) throws -> [(event: String, text: String)] {
        let events = try bob.perform(["do": "read", "room": .string(chat.rawValue)]).elements
        return events.reversed().compactMap { event in
            guard event.elements[1].string == synapse.id(of: "alice"),
                let replaced = event.elements[3]["m.relates_to"]?["event_id"]?.string,
                let text = event.elements[3]["m.new_content"]?["body"]?.string
            else { return nil }
            return (replaced, text)
        }
    }

    @Test func `edits arrive once, both ways`() async throws {
        let (alice, bob, chat) = try await conversation("Helo")
        let ours = try await alice.timeline(of: chat).last.unwrapped().id
        try await alice.session.edit(ours, to: "Hello", in: chat)
        let hasGone = try await alice.wait { try ourEdits(bob, in: chat).map(\.text) == ["Hello"] }
        #expect(hasGone)
        let named = try bob.perform(["do": "read", "room": .string(chat.rawValue)]).elements.last {
            $0.elements[1].string == synapse.id(of: "alice") && $0.elements[2].string == "Helo"
        }
        #expect(try ourEdits(bob, in: chat).map(\.event) == [named?.elements[0].string])

        let hasty = try await alice.session.send("Hasti", to: chat)
        try await alice.session.edit(hasty, to: "Hasty", in: chat)
        let theirs = try bob.perform(["do": "text", "room": .string(chat.rawValue), "text": "Godo"]).string.unwrapped()
        try edit(theirs, "Good", by: bob, in: chat)
        // Unsent messages come last in the timeline, so waits until this one is sent.
        let isSame = try await alice.wait {
            let timeline = try await alice.timeline(of: chat)
            return Set(timeline.map(\.text)) == ["Hello", "Hasty", "Good"]
                && timeline.allSatisfy { $0.delivery != .sending }
        }
        #expect(isSame)
        let timeline = try await alice.timeline(of: chat)
        #expect(timeline.first { $0.text == "Hello" }?.isEdited == true)
        #expect(timeline.first { $0.text == "Good" }?.isEdited == true)
        #expect(timeline.allSatisfy { $0.editFailure == nil })
        // Edits of another user's message and of an edit change nothing.
        let event = try named.unwrapped().elements[0].string.unwrapped()
        try edit(event, "forged", by: bob, in: chat)
        try bob.perform(["do": "text", "room": .string(chat.rawValue), "text": "The end"])
        #expect(try await alice.wait { try await alice.texts(of: chat).last == "The end" })
        #expect(try await Set(alice.texts(of: chat)) == ["Hello", "Hasty", "Good", "The end"])
        await alice.stop()
    }

    @Test func `edits made while offline arrive later, and on a new device`() async throws {
        let (alice, bob, chat) = try await conversation("first")
        let room = JSONText.string(chat.rawValue)
        let old = try bob.perform(["do": "text", "room": room, "text": "old"]).string.unwrapped()
        #expect(try await alice.wait { try await alice.texts(of: chat).last == "old" })
        await alice.stop()
        let missed = try bob.perform(["do": "text", "room": room, "text": "missed"]).string.unwrapped()
        try edit(old, "old, edited", by: bob, in: chat)
        for number in 1...30 { try bob.perform(["do": "text", "room": room, "text": .string("line \(number)")]) }
        try edit(missed, "missed, edited", by: bob, in: chat)
        try edit(missed, "missed, edited twice", by: bob, in: chat)
        let expected = ["first", "old, edited", "missed, edited twice"] + (1...30).map { "line \($0)" }
        let again = try RealSession(alice.account, over: client, in: alice.folder, messagesPerRoom: 5)
        _ = try await again.wait { try await again.texts(of: chat) == expected }
        #expect(try await again.texts(of: chat) == expected)
        await again.stop()

        let account = try await synapse.logIn("alice", over: client)
        let device = try RealSession(account, over: client, in: Folder())
        #expect(try await device.wait { try await device.texts(of: chat).last == "line 30" })
        var count = 0
        while try await device.timeline(of: chat).first?.followsGap == true, count < 20 {
            try await device.session.loadEarlier(in: chat)
            count += 1
        }
        #expect(try await device.texts(of: chat) == expected)
        await device.stop()
    }
}
