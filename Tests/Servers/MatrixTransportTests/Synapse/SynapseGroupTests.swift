import ChatSession
import ChatStore
import ChatTypes
import HTTPClient
import HomeserverTesting
import JSONKit
import RuntimeKit
import Testing
import ThreadTesting
import Transport

@testable import MatrixTransport

/// Alice uses this adapter, Bob and Carol other clients.
@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct SynapseGroupTests {
    private let synapse: Synapse
    private let authors: (bob: Author, carol: Author)
    private let client = LenientClient()

    init() async throws {
        synapse = try await Synapse.running(for: "groups").unwrapped()
        authors = (.member(ContactID(synapse.id(of: "bob"))), .member(ContactID(synapse.id(of: "carol"))))
    }

    /// A group created by Alice, which the others have joined.
    private func group(_ title: String) async throws -> (alice: RealTransport, bob: Peer, carol: Peer, chat: ChatID) {
        let alice = try RealTransport(try await synapse.logIn("alice", over: client), over: client, in: Folder())
        try await alice.begin()
        let (bob, carol) = (try synapse.peer("bob"), try synapse.peer("carol"))
        let id = MessageID(RandomSource(SystemRandomNumberGenerator()).hexadecimalDigits(wordCount: 2))
        let group = OutgoingGroup(id: id, title: title, names: [synapse.id(of: "bob"), synapse.id(of: "carol")])
        let header = try await alice.create(group)
        #expect(header.isGroup && header.contact.name == title)
        #expect(try await alice.create(group).id == header.id)
        #expect(try await alice.wait { alice.members(of: header.id)[.me]?.isMember == true })
        #expect(alice.presentNames(in: header.id).count == 1, "who is invited is not in it yet")
        let room = JSONText.string(header.id.rawValue)
        for peer in [bob, carol] { try peer.perform(["do": "join", "room": room]) }
        #expect(try await alice.wait { alice.presentNames(in: header.id) == ["Alice", "Bob", "Carol"] })
        return (alice, bob, carol, header.id)
    }

    @Test func `messages, edits, deletions, receipts and typing of each member are told apart`() async throws {
        let (alice, bob, carol, chat) = try await group("Garden")
        let room = JSONText.string(chat.rawValue)
        let outgoing = OutgoingMessage(id: MessageID("ours-\(chat)"), chat: chat, text: "from Alice")
        // On a busy machine, only sync tells the position.
        do { _ = try await alice.transport.send(outgoing) } catch ServiceError.refused(.duplicate, _) {}
        let bobs = try bob.perform(["do": "text", "room": room, "text": "from Bob"]).string.unwrapped()
        let carols = try carol.perform(["do": "text", "room": room, "text": "from Carol"]).string.unwrapped()
        let expected = ["from Alice", "from Bob", "from Carol"]
        #expect(try await alice.wait { alice.messages(of: chat).map(\.text) == expected })
        #expect(alice.messages(of: chat).map(\.author) == [.me, authors.bob, authors.carol])

        let replacing: JSONText = ["rel_type": "m.replace", "event_id": .string(bobs)]
        try bob.perform([
            "do": "send", "room": room, "type": "m.room.message",
            "content": [
                "msgtype": "m.text", "body": "* by Bob", "m.relates_to": replacing,
                "m.new_content": ["msgtype": "m.text", "body": "by Bob"],
            ],
        ])
        try carol.perform(["do": "redact", "room": room, "event": .string(carols)])
        let annotations = { @Sendable in alice.updates(of: chat).flatMap(\.annotations) }
        #expect(try await alice.wait { annotations().last { $0.kind == .deletion }?.author == authors.carol })
        let edit = try annotations().last { $0.kind != .deletion }.unwrapped()
        #expect(edit.author == authors.bob && edit.kind.text == "by Bob" && edit.message == MessageID(bobs))

        let event = try bob.perform(["do": "read", "room": room]).elements.first {
            $0.elements[2].string == "from Alice"
        }
        let eventID = JSONText.string(try event.unwrapped().elements[0].string.unwrapped())
        try bob.perform(["do": "receipt", "room": room, "event": eventID])
        let receipt = ReadReceipt(reader: authors.bob, message: outgoing.id, scope: .everything)
        #expect(try await alice.wait { alice.updates(of: chat).flatMap(\.receipts).contains(receipt) })
        // Up to a hidden event, which the adapter never requests.
        let hidden = try alicesOtherClient().perform([
            "do": "state", "room": room, "type": "m.room.guest_access", "content": ["guest_access": "forbidden"],
        ])
        try carol.perform(["do": "receipt", "room": room, "event": .string(hidden.string ?? "")])
        let carols2 = ReadReceipt(reader: authors.carol, message: MessageID(carols), scope: .everything)
        #expect(try await alice.wait { alice.updates(of: chat).flatMap(\.receipts).contains(carols2) })

        try bob.perform(["do": "typing", "room": room])
        try carol.perform(["do": "typing", "room": room])
        #expect(try await alice.wait { alice.typingAuthors(in: chat) == [authors.bob: true, authors.carol: true] })
        try bob.perform(["do": "text", "room": room, "text": "done"])
        #expect(try await alice.wait { alice.typingAuthors(in: chat)[authors.bob] == false })
        await alice.stop()
    }

    private func alicesOtherClient() throws -> Peer { try synapse.peer("alice") }

    @Test func `renaming, removal and departures of members and the user are delivered`() async throws {
        let (alice, bob, carol, chat) = try await group("Orchard")
        let (room, other) = (JSONText.string(chat.rawValue), try alicesOtherClient())
        try bob.perform(["do": "text", "room": room, "text": "first"])
        #expect(try await alice.wait { alice.messages(of: chat).last?.text == "first" })
        let came = alice.members(of: chat)[authors.bob]?.since
        try bob.perform([
            "do": "state", "room": room, "type": "m.room.member", "key": synapse.user("bob"),
            "content": ["membership": "join", "displayname": "Robert"],
        ])
        #expect(try await alice.wait { alice.members(of: chat)[authors.bob]?.name == "Robert" })
        #expect(alice.members(of: chat)[authors.bob]?.since == came, "to be renamed is not to come in")
        try other.perform(["do": "kick", "room": room, "user": synapse.user("carol")])
        #expect(try await alice.wait { alice.presentNames(in: chat) == ["Alice", "Robert"] })
        #expect(alice.members(of: chat)[authors.carol]?.name == "Carol")
        try other.perform(["do": "invite", "room": room, "user": synapse.user("carol")])
        try carol.perform(["do": "join", "room": room])
        #expect(try await alice.wait { alice.presentNames(in: chat) == ["Alice", "Carol", "Robert"] })
        // A line about the invitation may have come after the message.
        let (since, last) = (alice.members(of: chat)[authors.carol]?.since, alice.messages(of: chat).last?.position)
        #expect(try since.unwrapped() >= last.unwrapped())
        try bob.perform(["do": "leave", "room": room])
        #expect(try await alice.wait { alice.presentNames(in: chat) == ["Alice", "Carol"] })
        #expect(alice.members(of: chat)[authors.bob]?.name == "Robert")
        try other.perform(["do": "ban", "room": room, "user": synapse.user("carol")])
        #expect(try await alice.wait { alice.presentNames(in: chat) == ["Alice"] })
        try await alice.transport.setMembership(.leave, in: chat)
        #expect(try await alice.wait { alice.members(of: chat)[.me]?.isMember == false })
        await alice.stop()
    }

    @Test func `the user's removal and return are delivered`() async throws {
        let bob = try synapse.peer("bob")
        let alice = try RealTransport(try await synapse.logIn("alice", over: client), over: client, in: Folder())
        try await alice.begin()
        let created = try bob.perform([
            "do": "create", "invite": [synapse.user("alice"), synapse.user("carol")], "name": "Meadow",
        ])
        let (chat, room) = (ChatID(try created.string.unwrapped()), JSONText.string(try created.string.unwrapped()))
        #expect(try await alice.wait { alice.state(of: chat)?.isInvitation == true })
        try await alice.transport.setMembership(.join, in: chat)
        #expect(try await alice.wait { alice.members(of: chat)[.me]?.isMember == true })
        try bob.perform(["do": "kick", "room": room, "user": synapse.user("alice")])
        #expect(try await alice.wait { alice.members(of: chat)[.me]?.isMember == false })
        try bob.perform(["do": "invite", "room": room, "user": synapse.user("alice")])
        #expect(try await alice.wait { alice.state(of: chat)?.isInvitation == true })
        try await alice.transport.setMembership(.join, in: chat)
        #expect(try await alice.wait { alice.members(of: chat)[.me]?.isMember == true })
        await alice.stop()
    }

    @Test func `a new device knows the authors, and all members once it opens the group`() async throws {
        let (alice, bob, carol, chat) = try await group("Heath")
        let room = JSONText.string(chat.rawValue)
        try carol.perform(["do": "text", "room": room, "text": "long ago"])
        try carol.perform(["do": "leave", "room": room])
        for number in 1...30 { try bob.perform(["do": "text", "room": room, "text": .string("line \(number)")]) }
        await alice.stop()
        let device = try RealTransport(try await synapse.logIn("alice", over: client), over: client, in: Folder())
        try await device.begin()
        #expect(device.header(of: chat)?.isGroup == true && device.messages(of: chat).last?.author == authors.bob)
        #expect(device.members(of: chat)[authors.bob]?.name == "Bob")
        #expect(device.members(of: chat)[authors.carol] == nil)
        device.open(chat)
        #expect(try await device.wait { device.presentNames(in: chat) == ["Alice", "Bob"] })
        var cursor = try device.messages(of: chat).first.unwrapped().predecessor?.cursor
        var texts: [String] = []
        while let from = cursor {
            let page = try await device.transport.page(of: chat, before: from)
            (texts, cursor) = (page.messages.map { "\($0.author): \($0.text)" } + texts, page.next)
        }
        #expect(texts.contains("\(authors.carol): long ago"))
        #expect(try await device.wait { device.members(of: chat)[authors.carol]?.name == "Carol" })
        #expect(device.members(of: chat)[authors.carol]?.isMember == false)
        // Not delivered again in the same process: the session has stored what came with the pages of a sync.
        try await device.sync()
        try await device.sync()
        await device.stop()
    }

    @Test func `changes behind a gap are found when the group is opened`() async throws {
        let (alice, bob, carol, chat) = try await group("Moor")
        let room = JSONText.string(chat.rawValue)
        await alice.stop()
        try carol.perform(["do": "leave", "room": room])
        for number in 1...40 { try bob.perform(["do": "text", "room": room, "text": .string("line \(number)")]) }
        try await alice.begin()
        #expect(try await alice.wait { alice.messages(of: chat).last?.text == "line 40" })
        alice.open(chat)
        #expect(try await alice.wait { alice.presentNames(in: chat) == ["Alice", "Bob"] })
        await alice.stop()
    }

    @Test func `a direct chat that a third user joins becomes a group`() async throws {
        let (bob, carol) = (try synapse.peer("bob"), try synapse.peer("carol"))
        let alice = try RealTransport(try await synapse.logIn("alice", over: client), over: client, in: Folder())
        try await alice.begin()
        let created = try bob.perform(["do": "create", "invite": [synapse.user("alice")], "direct": true]).string
            .unwrapped()
        let (chat, room) = (ChatID(created), JSONText.string(created))
        #expect(try await alice.wait { alice.header(of: chat) != nil })
        try await alice.transport.setMembership(.join, in: chat)
        try bob.perform(["do": "text", "room": room, "text": "for two"])
        #expect(try await alice.wait { alice.messages(of: chat).last?.author == .contact })
        #expect(alice.header(of: chat)?.isGroup == false && alice.members(of: chat).isEmpty)
        try bob.perform(["do": "invite", "room": room, "user": synapse.user("carol")])
        try carol.perform(["do": "join", "room": room])
        try carol.perform(["do": "text", "room": room, "text": "for three"])
        #expect(try await alice.wait { alice.messages(of: chat).last?.author == authors.carol })
        #expect(alice.header(of: chat)?.isGroup == true && alice.header(of: chat)?.contact.name == "Bob and Carol")
        #expect(try await alice.wait { alice.presentNames(in: chat).suffix(2) == ["Bob", "Carol"] })
        try carol.perform(["do": "leave", "room": room])
        try bob.perform(["do": "text", "room": room, "text": "for two again"])
        #expect(try await alice.wait { alice.messages(of: chat).last?.text == "for two again" })
        #expect(alice.messages(of: chat).last?.author == authors.bob && alice.header(of: chat)?.isGroup == true)
        await alice.stop()
    }

    @Test func `a partly created group is completed`() async throws {
        let account = try await synapse.logIn("alice", over: client)
        let proxy = try synapse.faults(seed: 11)
        let alice = try RealTransport(proxy.account(account), over: client, in: Folder())
        try await alice.begin()
        try proxy.fail(percent: 40)
        let id = MessageID(RandomSource(SystemRandomNumberGenerator()).hexadecimalDigits(wordCount: 2))
        let group = OutgoingGroup(id: id, title: "Fen \(id)", names: [synapse.id(of: "bob"), synapse.id(of: "carol")])
        var (header, attempts) = (ChatHeader?.none, 0)
        while header == nil, attempts < 200 {
            attempts += 1
            header = try? await alice.transport.createGroup(group)
        }
        let chat = try header.unwrapped().id
        try proxy.fail(percent: 0)
        for peer in [try synapse.peer("bob"), try synapse.peer("carol")] {
            try peer.perform(["do": "join", "room": .string(chat.rawValue)])
        }
        #expect(try await alice.wait { alice.presentNames(in: chat) == ["Alice", "Bob", "Carol"] })
        // A new ledger finds the same group.
        let device = try RealTransport(account, over: client, in: Folder())
        try await device.begin()
        #expect(try await device.create(group).id == chat)
        let named = device.headers.filter { $0.contact.name == "Fen \(id)" }
        #expect(named.count == 1)
        await alice.stop()
        await device.stop()
    }
}
