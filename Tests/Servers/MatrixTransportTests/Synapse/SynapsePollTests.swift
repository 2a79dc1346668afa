import ChatSession
import ChatStore
import ChatTypes
import HTTPClient
import HomeserverTesting
import JSONKit
import Testing
import ThreadTesting

@testable import MatrixTransport

/// Polls with another client, whose events are those of Element.
@Suite(
    .serverThread,
    .serialized,
    .enabled("no homeserver answers: .ci/matrix start") { await Synapse.running() != nil },
    .timeLimit(.minutes(20))
)
struct SynapsePollTests {
    private let synapse: Synapse
    private let client = LenientClient()

    init() async throws { synapse = try await Synapse.running(for: "polls").unwrapped() }

    private func send(_ type: String, _ content: JSONText, by peer: Peer, in chat: ChatID) throws -> String {
        try peer.perform([
            "do": "send", "room": .string(chat.rawValue), "type": .string(type), "content": content,
        ]).string.unwrapped()
    }

    private func vote(_ answer: JSONText, in event: String, by peer: Peer, chat: ChatID) throws {
        let content: JSONText = [
            "m.relates_to": ["rel_type": "m.reference", "event_id": .string(event)],
            "org.matrix.msc3381.poll.response": ["answers": [answer]],
        ]
        _ = try send("org.matrix.msc3381.poll.response", content, by: peer, in: chat)
    }

    @Test func `polls are asked, voted in and ended, both ways`() async throws {
        let account = try await synapse.logIn("alice", over: client)
        let alice = try RealSession(account, over: client, in: Folder(), messagesPerRoom: 5)
        let bob = try synapse.peer("bob")
        let room = try bob.perform(["do": "create", "invite": [synapse.user("alice")], "direct": true]).string
        let chat = ChatID(try room.unwrapped())
        #expect(try await alice.join(chat))
        func polls() async throws -> [ChatPoll] { try await alice.timeline(of: chat).compactMap(\.poll) }

        let start: JSONText = [
            "org.matrix.msc3381.poll.start": [
                "kind": "org.matrix.msc3381.poll.disclosed", "max_selections": .integer(1),
                "question": ["org.matrix.msc1767.text": "When?"],
                "answers": [
                    ["id": "x", "org.matrix.msc1767.text": "Now"], ["id": "y", "org.matrix.msc1767.text": "Later"],
                ],
            ],
            "org.matrix.msc1767.text": "When?",
        ]
        let theirs = try send("org.matrix.msc3381.poll.start", start, by: bob, in: chat)
        try vote("y", in: theirs, by: bob, chat: chat)
        try vote("x", in: theirs, by: bob, chat: chat)
        #expect(try await alice.wait { try await polls().first?.answers.map(\.votes) == [1, 0] })
        try await alice.session.vote([1], in: MessageID(theirs), of: chat)
        func ours() throws -> [JSONValue] {
            try bob.perform(["do": "read", "room": .string(chat.rawValue)]).elements.filter {
                $0.elements[1].string == synapse.id(of: "alice")
            }.map { $0.elements[3] }
        }
        let hasArrived = try await alice.wait {
            try ours().contains {
                $0["org.matrix.msc3381.poll.response"]?["answers"]?.elements.first?.string == "y"
                    && $0["m.relates_to"]?["event_id"]?.string == theirs
            }
        }
        #expect(hasArrived)
        let end: JSONText = [
            "m.relates_to": ["rel_type": "m.reference", "event_id": .string(theirs)],
            "org.matrix.msc3381.poll.end": [:], "org.matrix.msc1767.text": "Ended",
        ]
        _ = try send("org.matrix.msc3381.poll.end", end, by: bob, in: chat)
        try vote("y", in: theirs, by: bob, chat: chat)
        #expect(try await alice.wait { try await polls().first?.isEnded == true })
        #expect(try await polls().first?.answers.map(\.votes) == [1, 1])

        let mine = try await alice.session.send(try Poll.accepting("Lunch? | Pizza | Soup"), inThread: nil, to: chat)
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.delivery == .sent })
        let event = try bob.perform(["do": "read", "room": .string(chat.rawValue)]).elements.first {
            $0.elements[3]["org.matrix.msc3381.poll.start"]?["question"]?["org.matrix.msc1767.text"]?.string == "Lunch?"
        }
        try vote("2", in: event.unwrapped().elements[0].string.unwrapped(), by: bob, chat: chat)
        #expect(try await alice.wait { try await polls().last?.answers.map(\.votes) == [0, 1] })
        try await alice.session.endPoll(mine, in: chat)
        #expect(try await alice.wait { try ours().contains { $0["org.matrix.msc3381.poll.end"] != nil } })
        #expect(try await polls().last?.isEnded == true)
        await alice.stop()
    }
}
