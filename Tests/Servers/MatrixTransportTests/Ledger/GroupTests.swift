import ChatStore
import ChatTypes
import JSONKit
import SQLiteKit
import Testing

@testable import MatrixTransport

/// Groups and the authors of their messages.
@Suite struct GroupTests {
    private let told: LedgerFixture

    init() throws { told = try LedgerFixture() }

    private static let direct =
        #","account_data":{"events":[{"type":"m.direct","content":{"@ada:test":["\#(room)"]}}]}"#

    private func direct(_ answer: String) -> String { "\(answer.dropLast())\(Self.direct)}" }

    private static let create = state("m.room.create", "{}")

    @Test func `direct rooms by account data, or of two without a name, are direct chats`() async throws {
        for answer in [
            direct(
                groupAnswer(
                    "1",
                    text(1),
                    state: "\(adasRoomState),\(state("m.room.name", #"{"name":"X"}"#))",
                    joined: 2
                )
            ),
            groupAnswer("1", text(1), state: adasRoomState, joined: 2, heroes: [ada]),
            groupAnswer("1", text(1), state: adasRoomState, joined: 1, invited: 1, heroes: [ada]),
        ] {
            let told = try LedgerFixture()
            let update = try await told.apply(answer, since: nil).unwrapped()
            #expect(!update.chat.isGroup && update.chat.contact.id == ada)
            #expect(update.messages.map(\.author) == [.contact])
            #expect(update.memberships.isEmpty)
        }
    }

    @Test func `rooms of three, named rooms of two and direct rooms with a third are groups`() async throws {
        let (alias, name) = (##"{"alias":"#garden:test"}"##, #"{"name":"Garden"}"#)
        for answer in [
            groupAnswer("1", text(1), state: "\(adasRoomState),\(member(bob, "Bob"))"),
            groupAnswer("1", text(1), state: adasRoomState, joined: 1, invited: 2),
            groupAnswer("1", text(1), state: adasRoomState, joined: 1, invited: 2, heroes: [ada]),
            direct(groupAnswer("1", text(1), state: adasRoomState, heroes: [ada])),
            groupAnswer(
                "1",
                text(1),
                state: "\(adasRoomState),\(state("m.room.name", name))",
                joined: 2,
                heroes: [ada]
            ),
            groupAnswer("1", text(1), state: "\(adasRoomState),\(state("m.room.canonical_alias", alias))", joined: 2),
            direct(groupAnswer("1", text(1), state: "\(adasRoomState),\(member(bob, "Bob"))")),
        ] {
            let told = try LedgerFixture()
            let update = try await told.apply(answer, since: nil).unwrapped()
            #expect(update.chat.isGroup && update.chat.contact.id == ContactID(room.rawValue))
            #expect(update.messages.map(\.author) == [.member(ada)])
            #expect(update.membership(of: .member(ada))?.name == "Ada" && update.membership(of: .me)?.isMember == true)
        }
    }

    @Test func `a direct chat that a third user joins becomes a group and stays one`() async throws {
        try await told.apply(
            direct(groupAnswer("1", text(1), state: adasRoomState, joined: 2, heroes: [ada])),
            since: nil
        )
        let joined = groupAnswer("2", "\(change("$j", of: bob, name: "Bob")),\(text(2, by: bob)),\(text(3))")
        let update = try await told.apply(joined).unwrapped()
        #expect(
            update.chat.isGroup && update.chat.contact == Contact(id: ContactID(room.rawValue), name: "Ada and Bob")
        )
        #expect(update.messages.map(\.author) == [.member(bob), .member(bob), .member(ada)])
        #expect(update.messages.map(\.event) == [.joined, nil, nil])
        #expect(update.presentNames == ["Bob"])
        // The members of the former direct chat are delivered now.
        #expect(
            try await told.ledger.write { try $0.members.undelivered() }.first?.presentNames == ["@me:test", "Ada"]
        )
        let left = try await told.apply(groupAnswer("3", change("$l", of: bob, "leave"), joined: 2, heroes: [ada]))
        #expect(left?.chat.isGroup == true)
        let last = try await told.apply(direct(groupAnswer("4", text(4), joined: 2, heroes: [ada]))).unwrapped()
        #expect(last.chat.isGroup && last.messages.map(\.author) == [.member(ada)])
        #expect(try await told.ledger.read { try $0.rooms.directRoom(with: ada) } == nil)
        #expect(try await told.folder.open().read { try $0.rooms.isGroup(room) })
    }

    @Test func `a third user who only declines an invitation makes no group`() async throws {
        try await told.apply(
            direct(groupAnswer("1", text(1), state: adasRoomState, joined: 2, heroes: [ada])),
            since: nil
        )
        let invitation = change("$i", of: bob, "invite", name: "Bob", by: ada)
        let invited = try await told.apply(groupAnswer("2", invitation, joined: 2, invited: 1))
        #expect(invited?.chat.isGroup == false)
        let declining = change("$d", of: bob, "leave", was: #"{"membership":"invite","displayname":"Bob"}"#)
        let declined = try await told.apply(groupAnswer("3", "\(declining),\(text(2))", joined: 2, heroes: [ada]))
        #expect(declined?.chat.isGroup == false && declined?.messages.map(\.event) == [.declined, nil])
    }

    @Test func `a third user who writes makes a group, whatever the counts say`() async throws {
        try await told.apply(
            direct(groupAnswer("1", text(1), state: adasRoomState, joined: 2, heroes: [ada])),
            since: nil
        )
        let update = try await told.apply(
            #"{"next_batch":"2","rooms":{"join":{"\#(room)":{"timeline":{"events":[\#(text(2, by: bob))]}}}}}"#
        )
        #expect(update?.chat.isGroup == true && update?.messages.map(\.author) == [.member(bob)])
        // A room with an unknown peer has one other user all the same.
        let other = try LedgerFixture()
        let first = try await other.apply(groupAnswer("1", text(1), state: Self.create, joined: 0, heroes: []))
        #expect(first?.chat.isGroup == false && first?.messages.map(\.author) == [.contact])
        #expect(try await other.apply(groupAnswer("2", text(2, by: bob), joined: 0, heroes: []))?.chat.isGroup == true)
    }

    @Test func `an invitation, and a room without a known peer, is no group`()
        async throws
    {
        let invitation = state("m.room.member", key: me.rawValue, #"{"membership":"invite"}"#)
        let name = state("m.room.name", #"{"name":"Garden"}"#)
        let invite =
            #"{"next_batch":"1","rooms":{"invite":{"\#(room)":{"invite_state":{"events":[\#(invitation),\#(name)]}}}}}"#
        #expect(try await told.apply(invite)?.chat.isGroup == false)
        #expect(try await told.apply(groupAnswer("2", state: gardenState))?.chat.isGroup == true)
        // Like the user's own room while it is being created.
        let alias = state("m.room.canonical_alias", ##"{"alias":"#viper-1:test"}"##, by: me)
        let other = try LedgerFixture()
        let early = try await other.apply(groupAnswer("1", state: "\(Self.create),\(alias)", joined: 1, heroes: []))
        #expect(early?.chat.isGroup == false)
    }

    @Test func `the successor of a group is a group`() async throws {
        let tombstone = state("m.room.tombstone", #"{"replacement_room":"!new:test"}"#)
        try await told.apply(groupAnswer("1", state: "\(adasRoomState),\(member(bob, "Bob")),\(tombstone)"), since: nil)
        let create = state("m.room.create", #"{"predecessor":{"room_id":"\#(room)"}}"#)
        let new = groupAnswer("2", state: create, joined: 2, heroes: [ada], in: ChatID("!new:test"))
        #expect(try await told.apply(new)?.chat.isGroup == true)
    }

    @Test func `a group whose creation has ended keeps the title that sync brought, and begins anew`() async throws {
        try await told.apply(groupAnswer("1", state: gardenState), since: nil)
        let (id, key) = (MessageID("g"), CreationTable.key(ofGroup: MessageID("g")))
        try await told.ledger.write { tables in
            _ = try tables.creations.begin(with: key, nonce: "n", encrypts: false)
            try tables.insertGroup(room, id: id, title: "Other")
        }
        #expect(try await told.ledger.read { try $0.rooms.header(of: room) }?.contact.name == "Garden")
        #expect(try await told.ledger.read { try $0.creations.room(ofGroup: id) } == room)
        #expect(try await told.ledger.read { try $0.creations.nonce(for: key) } == nil)
    }

    @Test func `edits and deletions in a group have the author of the message they change`() async throws {
        let texts = "\(text(1)),\(text(2, by: bob)),\(text(3, by: me, own: "born"))"
        try await told.apply(groupAnswer("1", texts, state: gardenState), since: nil)
        func redaction(of event: String, by sender: ContactID) -> String {
            """
            {"type":"m.room.redaction","event_id":"$r\(event)","sender":"\(sender)","redacts":"\(event)","content":{}}
            """
        }
        let edits = "\(replacement("$a", of: "$1", "one", by: ada)),\(replacement("$m", of: "$3", "three", by: me))"
        let update = try await told.apply(
            groupAnswer("2", "\(edits),\(redaction(of: "$2", by: ada)),\(redaction(of: "$3", by: ada))")
        ).unwrapped()
        let made = update.annotations.filter { $0.kind != .deletion }
        #expect(made.map(\.author) == [.member(ada), .me] && made.map(\.kind.text) == ["one", "three"])
        #expect(
            update.annotations.filter { $0.kind == .deletion } == [
                Annotation(author: .member(bob), message: MessageID("$2"), kind: .deletion),
                Annotation(author: .me, message: MessageID("born"), kind: .deletion),
            ]
        )
        #expect(
            try await told.apply(groupAnswer("3", replacement("$f", of: "$1", "forged", by: bob)))?.annotations.isEmpty
                != false
        )
    }

    @Test func `messages on a page of a group are by members`() async throws {
        let nine = try await told.apply(groupAnswer("1", text(9), limited: "t", state: gardenState), since: nil)
        let key = try await told.ledger.read { try $0.rooms.room(room) }.unwrapped().key
        let events = try RoomEvent.list(
            json("[\(text(8, by: me)),\(text(7, by: bob)),\(replacement(of: "$9", "new"))]")
        )
        let place = nine?.messages.first?.position.rawValue
        let page = try await told.ledger.apply(page: events, before: place.unwrapped(), end: nil, in: key)
        #expect(page.messages.map(\.author) == [.member(bob), .me] && page.annotations.map(\.author) == [.member(ada)])
    }

    @Test func `each member has receipts of their own`() async throws {
        let read = receipts([("$1", ada), ("$2", bob), ("$2", me)])
        let update = try await told.apply(
            groupAnswer("1", "\(text(1)),\(text(2))", state: gardenState, extra: read),
            since: nil
        )
        #expect(
            update?.receipts == [
                ReadReceipt(reader: .member(ada), message: MessageID("$1"), scope: .everything),
                ReadReceipt(reader: .member(bob), message: MessageID("$2"), scope: .everything),
                ReadReceipt(reader: .me, message: MessageID("$2"), scope: .everything),
            ]
        )
    }

    @Test func `migration of version 3 finds the groups and the readers of waiting receipts`() async throws {
        let (garden, two) = (ChatID("!garden:test"), room)
        try await told.apply(groupAnswer("1", text(1), state: gardenState, in: garden), since: nil)
        try await told.apply(
            groupAnswer("2", text(1), state: adasRoomState, joined: 2, heroes: [ada], in: two),
            since: nil
        )
        let invitation = state("m.room.member", key: me.rawValue, #"{"membership":"invite"}"#)
        try await told.apply(
            #"{"next_batch":"3","rooms":{"invite":{"!i:test":{"invite_state":{"events":[\#(invitation)]}}}}}"#
        )
        try told.folder.downgrade(to: 3)
        try told.folder.execute(
            "INSERT INTO stray_receipt SELECT key, 1, '$9' FROM room LIMIT 2; INSERT INTO stray_receipt SELECT key, 0, '$9' FROM room"
        )
        let again = try LedgerFixture(told.folder)
        #expect(try await again.ledger.read { try $0.rooms.isGroup(garden) })
        #expect(try await !again.ledger.read { try $0.rooms.isGroup(two) })
        #expect(try await !again.ledger.read { try $0.rooms.isGroup(ChatID("!i:test")) })
        let strays = try await again.ledger.read { try $0.receipts.strays(limit: 8) }
        #expect(Set(strays.map(\.reader)) == [me, ada] && strays.count == 3)
        // Earlier authors keep their names.
        let update = try await again.apply(groupAnswer("4", text(5), in: garden))
        #expect(update?.membership(of: .member(ada))?.name == "Ada")
    }
}
