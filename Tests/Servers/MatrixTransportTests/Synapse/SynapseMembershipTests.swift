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

@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct SynapseMembershipTests {
    private let synapse: Synapse
    private let client = LenientClient()

    init() async throws { synapse = try await Synapse.running(for: "members").unwrapped() }

    @Test func `an invitation is accepted, declined and taken back; a room left, replaced and forgotten`() async throws
    {
        let carol = try RealSession(try await synapse.logIn("carol", over: client), over: client, in: Folder())
        let bob = try synapse.peer("bob")
        func invitation(_ name: String) throws -> ChatID {
            ChatID(
                try bob.perform(["do": "create", "invite": [synapse.user("carol")], "name": .string(name)]).string
                    .unwrapped()
            )
        }
        func isCalled(_ name: String, _ chat: ChatID) async throws -> Bool {
            try await carol.wait { try await carol.label(of: chat) == name }
        }
        let (first, second) = (try invitation("First"), try invitation("Second"))
        #expect(try await isCalled("First (invitation)", first))
        try await carol.session.setMembership(.join, in: first)
        #expect(try await isCalled("First", first))
        try bob.perform(["do": "text", "room": .string(first.rawValue), "text": "Welcome"])
        #expect(try await carol.wait { try await carol.texts(of: first).last?.hasSuffix("Welcome") == true })
        #expect(try await isCalled("Second (invitation)", second))
        try await carol.session.setMembership(.leave, in: second)
        #expect(try await carol.wait { try await carol.session.read { try $0.chat(second) } == nil })
        let upgraded = try bob.perform(["do": "upgrade", "room": .string(first.rawValue)]).string.unwrapped()
        #expect(try await isCalled("First (old room)", first))
        try bob.perform(["do": "invite", "room": .string(upgraded), "user": synapse.user("carol")])
        #expect(try await isCalled("First (invitation)", ChatID(upgraded)))
        try await carol.session.setMembership(.join, in: first)
        #expect(try await isCalled("First", ChatID(upgraded)), "to join the old is to join the new")
        try await carol.session.setMembership(.leave, in: ChatID(upgraded))
        #expect(try await isCalled("First (left)", ChatID(upgraded)))
        try await carol.session.setMembership(.forget, in: ChatID(upgraded))
        #expect(try await carol.session.read { try $0.chat(ChatID(upgraded)) } == nil)
        let withdrawn = try invitation("Withdrawn")
        #expect(try await isCalled("Withdrawn (invitation)", withdrawn))
        try bob.perform(["do": "kick", "room": .string(withdrawn.rawValue), "user": synapse.user("carol")])
        #expect(try await carol.wait { try await carol.session.read { try $0.chat(withdrawn) } == nil })
        await carol.stop()
    }

    @Test func `a message in a former room is deleted after the return`() async throws {
        let (bob, other) = (try synapse.peer("bob"), try synapse.peer("carol"))
        let carol = try RealSession(try await synapse.logIn("carol", over: client), over: client, in: Folder())
        let place = try bob.perform(["do": "create", "invite": [synapse.user("carol")], "name": "Back"])
        let chat = ChatID(try place.string.unwrapped())
        func isCalled(_ name: String) async throws -> Bool {
            try await carol.wait { try await carol.label(of: chat) == name }
        }
        func isOnServer() throws -> Bool {
            try bob.perform(["do": "read", "room": .string(chat.rawValue)]).elements
                .contains { $0.elements[2].string == "Mine" }
        }
        #expect(try await carol.join(chat))
        try await carol.session.send("Mine", to: chat)
        #expect(try await carol.wait { try await carol.timeline(of: chat).last?.delivery == .sent && isOnServer() })
        let mine = try await carol.timeline(of: chat).last.unwrapped().id
        try other.perform(["do": "leave", "room": .string(chat.rawValue)])
        #expect(try await isCalled("Back (left)"))
        try await carol.session.delete(mine, in: chat)
        try bob.perform(["do": "invite", "room": .string(chat.rawValue), "user": synapse.user("carol")])
        #expect(try await isCalled("Back (invitation)"))
        #expect(try isOnServer(), "who is not in a room can take nothing back")
        try await carol.session.setMembership(.join, in: chat)
        #expect(try await carol.wait { try !isOnServer() })
        await carol.stop()
    }

    @Test func `an ignored user is not heard`() async throws {
        let account = try await synapse.logIn("carol", over: client)
        let (bob, other) = (try synapse.peer("bob"), try synapse.peer("carol"))
        let room = try bob.perform([
            "do": "create", "invite": [synapse.user("carol"), synapse.user("alice")], "name": "Quiet",
        ]).string
        let (chat, place) = (ChatID(try room.unwrapped()), JSONText.string(try room.unwrapped()))
        let alice = try synapse.peer("alice")
        try alice.perform(["do": "join", "room": place])
        let carol = try RealSession(account, over: client, in: Folder())
        #expect(try await carol.wait { try await carol.session.read { try $0.chat(chat) } != nil })
        try await carol.session.setMembership(.join, in: chat)
        try other.perform(["do": "ignore", "users": [synapse.user("alice")]])
        try alice.perform(["do": "text", "room": place, "text": "Unheard"])
        try bob.perform(["do": "text", "room": place, "text": "Heard"])
        #expect(try await carol.wait { try await carol.texts(of: chat).last?.hasSuffix("Heard") == true })
        #expect(try await !carol.texts(of: chat).contains { $0.hasSuffix("Unheard") })
        try other.perform(["do": "ignore", "users": []])
        await carol.stop()
    }
}
