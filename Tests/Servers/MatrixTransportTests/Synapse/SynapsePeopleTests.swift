import ChatSession
import ChatStore
import ChatTypes
import HTTPClient
import HomeserverTesting
import JSONKit
import Testing
import ThreadTesting

@testable import MatrixTransport

/// The people of a group on a homeserver, with matrix-nio on the other side.
@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct SynapsePeopleTests {
    private let client = LenientClient()

    @Test func `an invitation, a removal and a ban say who and why, and a return ends them`() async throws {
        let synapse = try await Synapse.running(for: "people").unwrapped()
        let bob = try synapse.peer("bob")
        let carol = try RealSession(try await synapse.logIn("carol", over: client), over: client, in: Folder())
        let place = try bob.perform(["do": "create", "invite": [synapse.user("carol")], "name": "Walkers"]).string
            .unwrapped()
        let (chat, room) = (ChatID(place), JSONText.string(place))
        func text() async throws -> String? {
            try await carol.session.read { try $0.standing(in: chat)?.state.text }
        }
        #expect(try await carol.wait { try await text() == "Bob (\(synapse.id(of: "bob"))) invites you to a group" })
        try await carol.session.setMembership(.join, in: chat)
        try bob.perform(["do": "text", "room": room, "text": "Welcome"])
        #expect(try await carol.wait { try await carol.texts(of: chat) == ["Welcome"] })
        try bob.perform(["do": "state", "room": room, "type": "m.room.topic", "content": ["topic": "On Sunday"]])
        #expect(
            try await carol.wait { try await carol.session.read { try $0.standing(in: chat)?.topic } == "On Sunday" }
        )
        #expect(try await carol.session.read { try $0.standing(in: chat)?.rights } == .invite)
        await #expect(
            throws: ServiceError.refused(.notAllowed, text: "Your role does not allow you to change the topic here")
        ) {
            try await carol.session.change(.setTopic("On Monday"), in: chat)
        }
        try bob.perform(["do": "kick", "room": room, "user": synapse.user("carol"), "reason": "spam"])
        #expect(try await carol.wait { try await text() == "Bob (\(synapse.id(of: "bob"))) removed you (spam)" })
        #expect(try await carol.lines(of: chat).last?.hasSuffix(" removed you (spam)") == true)
        try bob.perform(["do": "invite", "room": room, "user": synapse.user("carol")])
        #expect(try await carol.wait { try await text() == "Bob (\(synapse.id(of: "bob"))) invites you to a group" })
        try await carol.session.setMembership(.join, in: chat)
        #expect(try await carol.wait { try await carol.label(of: chat) == "Walkers" })
        try bob.perform(["do": "ban", "room": room, "user": synapse.user("carol"), "reason": "again"])
        #expect(try await carol.wait { try await text() == "Bob (\(synapse.id(of: "bob"))) banned you (again)" })
        await carol.stop()
    }

    @Test func `the user invites, gives a role, renames, removes, bans and lifts the ban`() async throws {
        let synapse = try await Synapse.running(for: "people").unwrapped()
        let (bob, dave) = (try synapse.peer("bob"), try synapse.peer("carol"))
        let alice = try RealSession(try await synapse.logIn("alice", over: client), over: client, in: Folder())
        #expect(try await alice.wait { await alice.session.status.connection.requests == .working })
        let chat = try await alice.session.createGroup(with: [synapse.id(of: "bob")], title: "Walkers")
        let room = JSONText.string(chat.rawValue)
        try bob.perform(["do": "join", "room": room])
        try await alice.session.change(.invite(synapse.id(of: "carol")), in: chat)
        try dave.perform(["do": "join", "room": room])
        func isMember(_ name: String) async throws -> Bool {
            try await alice.session.read { try $0.members(of: chat, limit: 10).contains { $0.name == name } }
        }
        #expect(try await alice.wait { try await isMember("Carol") })
        try await alice.session.change(.setRole("bob", .moderator), in: chat)
        #expect(try bob.perform(["do": "level", "room": room, "user": synapse.user("bob")]).integer == 50)
        try await alice.session.change(.setTopic("On Sunday"), in: chat)
        try await alice.session.change(.rename("Runners"), in: chat)
        #expect(try bob.perform(["do": "topic", "room": room]).string == "On Sunday")
        #expect(try await alice.wait { try await alice.label(of: chat) == "Runners" })
        try await alice.session.change(.remove("carol", reason: "too fast"), in: chat)
        #expect(try await alice.wait { try await !isMember("Carol") })
        try await alice.session.change(.ban(synapse.id(of: "carol"), reason: ""), in: chat)
        #expect(
            try bob.perform(["do": "invite", "room": room, "user": synapse.user("carol")]).string?.contains("banned")
                == true
        )
        try await alice.session.change(.unban(synapse.id(of: "carol")), in: chat)
        try await alice.session.change(.invite(synapse.id(of: "carol")), in: chat)
        try dave.perform(["do": "join", "room": room])
        #expect(try await alice.wait { try await isMember("Carol") })
        let role = try await alice.session.read { try $0.role(of: .member(ContactID(synapse.id(of: "bob"))), in: chat) }
        #expect(role == .moderator)
        let lines = try await alice.lines(of: chat)
        #expect(
            lines.contains("You removed Carol (\(synapse.id(of: "carol"))) (too fast)")
                && lines.contains("You banned Carol (\(synapse.id(of: "carol")))")
        )
        await alice.stop()
    }
}
