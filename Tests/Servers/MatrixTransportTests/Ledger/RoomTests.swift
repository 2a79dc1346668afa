import ChatTypes
import Foundation
import SQLiteKit
import Testing

@testable import MatrixTransport

@Suite struct RoomTests {
    private let folder: Folder
    private let ledger: MatrixLedger

    init() throws {
        folder = try Folder()
        ledger = try folder.open()
    }

    private func header(_ state: String, summary: String = "{}") async throws -> ChatHeader? {
        let text = """
            {"next_batch":"1","rooms":{"join":{"\(room)":{"state":{"events":[\(state)]},"summary":\(summary)}}}}
            """
        return try await ledger.apply(syncAnswer(text), since: "s").first?.chat
    }

    @Test func `a direct room without a name has the peer's name`() async throws {
        let summary = #"{"m.heroes":["@ada:test"],"m.joined_member_count":2}"#
        let header = try await header(adasRoomState, summary: summary)
        #expect(header?.contact == Contact(id: ada, name: "Ada"))
        #expect(header?.createdAt == Date(timeIntervalSince1970: 0.5))
    }

    @Test(arguments: [
        (#"{"m.heroes":["@ada:test","@ben:test"],"m.joined_member_count":3}"#, "Ada and Ben"),
        (
            #"{"m.heroes":["@ada:test","@ben:test"],"m.joined_member_count":2,"m.invited_member_count":5}"#,
            "Ada, Ben and 4 others"
        ),
        (#"{"m.heroes":["@ada:test"],"m.joined_member_count":1}"#, "Empty room (was Ada)"),
        (#"{"m.joined_member_count":1}"#, "Empty room"),
        (#"{"m.joined_member_count":7}"#, "Ada, Ben and 4 others"),
        ("{}", "Empty room"),
        (#"{"m.heroes":["@ada:test","@x\n@ben:test"],"m.joined_member_count":2}"#, "Ada"),
        (
            #"{"m.heroes":["@1:t","@2:t","@3:t","@4:t","@5:t","@6:t"],"m.joined_member_count":7}"#,
            "@1:t, @2:t, @3:t, @4:t, @5:t and 1 others"
        ),
    ])
    func `a room without a name is named after its members`(_ summary: String, _ name: String) async throws {
        let people = "\(state("m.room.create", "{}")),\(member(ada, "Ada")),\(member(ContactID("@ben:test"), "Ben"))"
        #expect(try await header(people, summary: summary)?.contact.name == name)
    }

    @Test func `a name precedes an alias, and an alias the members`() async throws {
        let alias = state("m.room.canonical_alias", ##"{"alias":"#alias:test"}"##)
        let summary = #"{"m.heroes":["@ada:test","@ben:test"],"m.joined_member_count":3}"#
        #expect(try await header(alias, summary: summary)?.contact.name == "#alias:test")
        #expect(try await header(state("m.room.name", #"{"name":"Garden"}"#))?.contact.name == "Garden")
        #expect(try await header(state("m.room.name", #"{"name":""}"#))?.contact.name == "#alias:test")
    }

    @Test func `a group whose name is removed later is named after its members, as at a login`() async throws {
        let people = "\(state("m.room.create", "{}")),\(member(ada, "Ada")),\(member(bob, "Bob"))"
        let name = state("m.room.name", #"{"name":"Garden"}"#)
        let summary = #"{"m.joined_member_count":3,"m.invited_member_count":0}"#
        #expect(try await header("\(people),\(name)", summary: summary)?.contact.name == "Garden")
        let gone = change("$c", of: cyd, "leave", was: #"{"membership":"join","displayname":"Cyd"}"#)
        #expect(try await header(gone)?.contact.name == "Garden")
        let removed = state("m.room.name", "{}")
        #expect(try await header(removed)?.contact.name == "Ada and Bob")
        let stated = #"{"m.heroes":["@ada:test","@bob:test"],"m.joined_member_count":3,"m.invited_member_count":0}"#
        #expect(try await header("", summary: stated)?.contact.name == "Ada and Bob")
    }

    @Test(arguments: ["", " ", "\\u00a0\\t", "\\u200b\\u2060", "\\u202e", "\\u2800", "\\u3164"])
    func `a name with nothing to see is none`(blank: String) async throws {
        let people = "\(state("m.room.create", "{}")),\(member(ada, "Ada")),\(member(bob, "Bob"))"
        let summary = #"{"m.heroes":["@ada:test","@bob:test"],"m.joined_member_count":3}"#
        let name = state("m.room.name", "{\"name\":\"\(blank)\"}")
        #expect(try await header("\(people),\(name)", summary: summary)?.contact.name == "Ada and Bob")
    }

    @Test func `rooms in the account's list are direct, whatever their names`() async throws {
        let text = """
            {"next_batch":"1","account_data":{"events":[{"type":"m.direct","content":{"@ada:test":["\(room)"]}}]},\
            "rooms":{"join":{"\(room)":{"state":{"events":[\(adasRoomState),\(state("m.room.name", #"{"name":"X"}"#))]}}}}}
            """
        #expect(
            try await ledger.apply(syncAnswer(text), since: nil).first?.chat.contact == Contact(id: ada, name: "Ada")
        )
        #expect(try await ledger.read { try $0.rooms.directRoom(with: ada) }?.id == room)
    }

    @Test func `an invitation to a direct room is a chat with the inviting user`() async throws {
        let invitation = state("m.room.member", key: me.rawValue, #"{"membership":"invite","is_direct":true}"#)
        let text = """
            {"next_batch":"1","rooms":{"invite":{"\(room)":{"invite_state":{"events":[\(member(ada, "Ada")),\(invitation)]}}}}}
            """
        let update = try await ledger.apply(syncAnswer(text), since: "s").first
        #expect(update?.chat.contact == Contact(id: ada, name: "Ada"))
        #expect(update?.standing?.value.state == .invited(by: "Ada (@ada:test)", toGroup: false))
        #expect(update?.chat.createdAt == Date(timeIntervalSince1970: 0.5))
        #expect(try await ledger.read { try $0.rooms.membership(in: room) } == .invite)
        let joined = try await ledger.apply(syncAnswer(answer("2", state: adasRoomState)), since: "1").first
        #expect(joined?.chat.contact.name == "Ada" && joined?.standing?.value.state == .joined)
        let left = #"{"next_batch":"3","rooms":{"leave":{"\#(room)":{"timeline":{"events":[\#(texts([1]))]}}}}}"#
        let last = try await ledger.apply(syncAnswer(left), since: "2").first
        #expect(
            last?.chat.contact.name == "Ada" && last?.standing?.value.state == .left
                && last?.messages.map(\.text) == ["text 1"]
        )
        #expect(try await ledger.read { try $0.rooms.directRoom(with: ada) } == nil)
    }

    /// A creation without a time, as an invitation may show it.
    private static let creation = #"{"type":"m.room.create","sender":"@ada:test","state_key":"","content":{}}"#

    @Test(arguments: [("", ""), ("\(creation),", ""), ("", ",\(creation)")])
    func `an invitation without times has the time of its arrival`(_ before: String, _ behind: String) async throws {
        let own = """
            {"type":"m.room.member","sender":"@ada:test","state_key":"@me:test","content":{"membership":"invite"}}
            """
        let invitation = before + own + behind
        let text = #"{"next_batch":"1","rooms":{"invite":{"\#(room)":{"invite_state":{"events":[\#(invitation)]}}}}}"#
        let update = try await ledger.apply(syncAnswer(text), since: "s").first
        #expect(update?.chat.createdAt == Date(timeIntervalSince1970: 1_600_000_000))
    }

    @Test(arguments: ["4102444800000", "1.5", "\"x\"", "-1"])
    func `a message whose time lies ahead, or is no whole number, has the time of its arrival`(
        time: String
    ) async throws {
        let event = text(1).replacing("\"origin_server_ts\":1000", with: "\"origin_server_ts\":\(time)")
        let message = try await ledger.apply(syncAnswer(answer("1", event)), since: "s").flatMap(\.messages).last
        #expect(message?.text == "text 1" && message?.sentAt == Date(timeIntervalSince1970: 1_600_000_000))
    }

    @Test(arguments: [(1_600_000_600_000, true), (1_600_000_600_001, false), (1, true), (0, false)])
    func `the clock of a server may be ten minutes ahead`(_ time: Int, _ isBelieved: Bool) async throws {
        let event = text(1).replacing("\"origin_server_ts\":1000", with: "\"origin_server_ts\":\(time)")
        let message = try await ledger.apply(syncAnswer(answer("1", event)), since: "s").flatMap(\.messages).last
        #expect(message?.sentAt == Date(timeIntervalSince1970: isBelieved ? Double(time) / 1000 : 1_600_000_000))
    }

    @Test func `of several direct rooms the joined one with the newest message is used`() async throws {
        let (old, new, invited) = (ChatID("!a:test"), ChatID("!b:test"), ChatID("!c:test"))
        _ = try await ledger.apply(syncAnswer(answer("1", text(1), state: adasRoomState, in: old)), since: nil)
        _ = try await ledger.apply(syncAnswer(answer("2", texts(2...4), state: adasRoomState, in: new)), since: "1")
        let invitation = state("m.room.member", key: me.rawValue, #"{"membership":"invite","is_direct":true}"#)
        let invite =
            #"{"next_batch":"3","rooms":{"invite":{"\#(invited)":{"invite_state":{"events":[\#(invitation)]}}}}}"#
        _ = try await ledger.apply(syncAnswer(invite), since: "2")
        #expect(try await ledger.read { try $0.rooms.peer(of: invited) } == ada)
        #expect(try await ledger.read { try $0.rooms.directRoom(with: ada) }?.id == new)
    }

    @Test func `a person whose departure from a direct room without counts is known has left it`() async throws {
        let direct = #"{"type":"m.direct","content":{"@ada:test":["\#(room)"]}}"#
        let first = """
            {"next_batch":"1","account_data":{"events":[\(direct)]},\
            "rooms":{"join":{"\(room)":{"state":{"events":[\(adasRoomState)]}}}}}
            """
        _ = try await ledger.apply(syncAnswer(first), since: nil)
        #expect(try await ledger.read { try $0.rooms.directRoom(with: ada) }?.isLeft == false)
        let timeline = #"{"timeline":{"events":[\#(change("$l", of: ada, "leave"))]}}"#
        let news = #"{"next_batch":"2","rooms":{"join":{"\#(room)":\#(timeline)}}}"#
        _ = try await ledger.apply(syncAnswer(news), since: "1")
        #expect(try await ledger.read { try $0.rooms.directRoom(with: ada) }?.isLeft == true)
    }

    @Test func `a direct invitation of somebody else changes no direct room`() async throws {
        _ = try await ledger.apply(syncAnswer(answer("1", text(1), state: adasRoomState)), since: nil)
        let invitation = """
            {"type":"m.room.member","event_id":"$i","sender":"@me:test","state_key":"@bob:test",\
            "content":{"membership":"invite","is_direct":true}}
            """
        let update = try await ledger.apply(syncAnswer(answer("2", invitation)), since: "1").first
        #expect(update?.chat.contact.id == ada)
    }

    @Test(arguments: [
        #""unread_notifications":{"notification_count":3}"#,
        #""ephemeral":{"events":[{"type":"m.receipt","content":{"$1":{"m.read":{"@ada:test":{"ts":1}}}}}]}"#,
        #""timeline":{"events":[\#(replacement(of: "$1", "new"))]}"#,
        #""timeline":{"events":[\#(state("m.room.canonical_alias", ##"{"alias":"#a:test"}"##))]}"#, "",
    ])
    func `counts, a receipt, an edit or a state event alone are an update of a known room`(_ news: String) async throws
    {
        _ = try await ledger.apply(syncAnswer(answer("1", text(1), state: adasRoomState)), since: nil)
        let text = #"{"next_batch":"2","rooms":{"join":{"\#(room)":{\#(news)}}}}"#
        let updates = try await ledger.apply(syncAnswer(text), since: "1")
        #expect(updates.map(\.chat.id) == (news.isEmpty ? [] : [room]))
    }

    @Test func `a title and a topic of the homeserver are cut to the length that is stored`() async throws {
        let title = String(repeating: "n", count: Limits.nameBytes + 1)
        let topic = String(repeating: "t", count: Limits.topicBytes + 1)
        let state = """
            \(adasRoomState),\(state("m.room.name", #"{"name":"\#(title)"}"#)),\(state("m.room.topic", #"{"topic":"\#(topic)"}"#))
            """
        let update = try await ledger.apply(syncAnswer(answer("1", state: state)), since: nil).first
        #expect(update?.chat.contact.name.utf8.count == Limits.nameBytes)
        #expect(update?.standing?.value.topic.utf8.count == Limits.topicBytes)
    }

    @Test func `the name under which a person was found renames nobody who is known, and is cut`() async throws {
        _ = try await ledger.apply(syncAnswer(answer("1", state: adasRoomState)), since: nil)
        let long = String(repeating: "b", count: Limits.nameBytes + 1)
        try await ledger.write { tables in
            try tables.insertDirectRoom(ChatID("!a:test"), with: ada, named: "Boss")
            try tables.insertDirectRoom(ChatID("!b:test"), with: bob, named: long)
        }
        #expect(try await ledger.read { try $0.people.name(of: ada) } == "Ada")
        #expect(try await ledger.read { try $0.people.name(of: bob).utf8.count } == Limits.nameBytes)
    }

    @Test func `a room is joined again through present members before former ones`() async throws {
        let gone = change("$g", of: ContactID("@a:gone"), "leave", was: #"{"membership":"join"}"#)
        let state = "\(gardenState),\(gone),\(member(ContactID("@z:here"), "Zed"))"
        _ = try await ledger.apply(syncAnswer(groupAnswer("1", state: state, joined: 4)), since: nil)
        #expect(try await ledger.read { try $0.rooms.servers(in: room) } == ["here", "gone"])
    }

    @Test func `the picture of a room is that of its state`() async throws {
        let state = "\(gardenState),\(state("m.room.avatar", #"{"url":"mxc://test/abc"}"#))"
        _ = try await ledger.apply(syncAnswer(groupAnswer("1", state: state)), since: nil)
        #expect(try await ledger.read { try $0.rooms.picture(of: room.rawValue) } == "mxc://test/abc")
    }

    @Test(arguments: ["", String(repeating: "x", count: 513)])
    func `a room without a usable id is ignored`(_ id: String) async throws {
        let joined = answer("1", text(1), state: adasRoomState, in: ChatID(id))
        let invited = joined.replacing(#""join":{"#, with: #""invite":{"#)
        for response in [joined, invited] {
            #expect(try await ledger.apply(syncAnswer(response), since: "s") == [])
        }
    }

    @Test func `a direct room to which the user invited someone is theirs from its first sync`()
        async throws
    {
        let invitation = """
            {"type":"m.room.member","sender":"@me:test","state_key":"@ada:test",\
            "content":{"membership":"invite","is_direct":true,"displayname":"Ada"}}
            """
        let alias = state("m.room.canonical_alias", ##"{"alias":"#viper-1:test"}"##, by: me)
        let header = try await header("\(state("m.room.create", "{}", by: me)),\(alias),\(invitation)")
        #expect(header?.contact == Contact(id: ada, name: "Ada"))
    }

    @Test func `a space is no chat, and a replaced room says so`() async throws {
        #expect(try await header(state("m.room.create", #"{"type":"m.space"}"#)) == nil)
        let other = try Folder()
        let text = answer(
            "1",
            state: "\(adasRoomState),\(state("m.room.tombstone", #"{"replacement_room":"!new:test"}"#))"
        )
        let ledger = try other.open()
        let update = try await ledger.apply(syncAnswer(text), since: nil).first
        #expect(update?.chat.contact.name == "Ada" && update?.standing?.value.state == .replaced)
        #expect(try await ledger.read { try $0.rooms.successor(of: room) }?.room == ChatID("!new:test"))
        #expect(try await ledger.read { try $0.rooms.directRoom(with: ada) } == nil)
    }

    @Test func `a replaced room is a state, and a line says so`() async throws {
        _ = try await ledger.apply(syncAnswer(answer("1", state: adasRoomState)), since: nil)
        let tombstone = state("m.room.tombstone", #"{"replacement_room":"!new:test"}"#)
        let text = #"{"next_batch":"2","rooms":{"join":{"\#(room)":{"timeline":{"events":[\#(tombstone)]}}}}}"#
        let update = try await ledger.apply(syncAnswer(text), since: "1").first
        #expect(update?.standing?.value.state == .replaced)
        #expect(update?.messages.map(\.event) == [.changed])
    }

    @Test func `the successor of a direct room has the same peer`() async throws {
        let tombstone = state("m.room.tombstone", #"{"replacement_room":"!new:test"}"#)
        _ = try await ledger.apply(syncAnswer(answer("1", state: "\(adasRoomState),\(tombstone)")), since: nil)
        let new = ChatID("!new:test")
        let create = state("m.room.create", #"{"predecessor":{"room_id":"\#(room)"}}"#)
        let text = """
            {"next_batch":"2","rooms":{"join":{"\(new)":{"state":{"events":[\(create),\(member(ada, "Ada"))]}}}}}
            """
        #expect(
            try await ledger.apply(syncAnswer(text), since: "1").first?.chat.contact == Contact(id: ada, name: "Ada")
        )
    }

    @Test func `ignored users are dropped from sync, pages and invitations until that ends`() async throws {
        func ignoring(_ people: String, _ next: String) throws -> SyncResponse {
            let data = #"{"type":"m.ignored_user_list","content":{"ignored_users":{\#(people)}}}"#
            return try syncAnswer(#"{"next_batch":"\#(next)","account_data":{"events":[\#(data)]}}"#)
        }
        let ben = ContactID("@ben:test")
        _ = try await ledger.apply(syncAnswer(answer("1", text(1), state: adasRoomState)), since: nil)
        _ = try await ledger.apply(ignoring(#""@ben:test":{}"#, "2"), since: "1")
        let receipt =
            #","ephemeral":{"events":[{"type":"m.receipt","content":{"$1":{"m.read":{"@ben:test":{}}}}}]}"#
        let news = answer("3", "\(text(2, by: ben)),\(text(3))", limited: "t", extra: receipt)
        let update = try await ledger.apply(syncAnswer(news), since: "2").first
        #expect(update?.messages.map(\.text) == ["text 3"] && update?.receipts == [])
        let (key, place) = (
            try await ledger.read { try $0.rooms.room(room) }.unwrapped().key,
            try await ledger.places(in: room)[MessageID("$3")]
        )
        let events = try RoomEvent.list(json("[\(text(2, by: ben))]"))
        let page = try await ledger.apply(page: events, before: place.unwrapped().rawValue, end: "u", in: key)
        #expect(page.messages.isEmpty && page.next != nil)
        let invitation = state("m.room.member", key: me.rawValue, #"{"membership":"invite"}"#, by: ben)
        let invite = #"{"next_batch":"4","rooms":{"invite":{"!b:test":{"invite_state":{"events":[\#(invitation)]}}}}}"#
        #expect(try await ledger.apply(syncAnswer(invite), since: "3").isEmpty)
        _ = try await ledger.apply(ignoring("", "5"), since: "4")
        let later = try await ledger.apply(syncAnswer(answer("6", text(4, by: ben))), since: "5").first
        #expect(later?.messages.map(\.text) == ["text 4"])
    }

    @Test func `an encrypted room stays encrypted`() async throws {
        _ = try await header("\(adasRoomState),\(state("m.room.encryption", "{}"))")
        _ = try await header(adasRoomState)
        #expect(try await ledger.read { try $0.rooms.isEncrypted(room) })
    }

    @Test(arguments: ["encryption", "tombstone", "name", "canonical_alias", "avatar", "create"])
    func `state under a key does not change the room`(_ type: String) async throws {
        let content = ##"""
            {"name":"X","alias":"#x:test","url":"mxc://x/y","replacement_room":"!x:test","type":"m.space"}
            """##
        let keyed = state("m.room.\(type)", key: "x", content)
        let update = try await ledger.apply(syncAnswer(answer("1", state: "\(adasRoomState),\(keyed)")), since: nil)
        #expect(update.first?.chat.contact == Contact(id: ada, name: "Ada"))
        #expect(try await !ledger.read { try $0.rooms.isEncrypted(room) })
        #expect(try await ledger.read { try $0.rooms.successor(of: room) } == nil)
        #expect(try await ledger.read { try $0.rooms.picture(of: room.rawValue) } == nil)
    }

    @Test func `a removed display name is no longer shown`() async throws {
        _ = try await ledger.apply(syncAnswer(answer("1", text(1), state: adasRoomState)), since: nil)
        // In another room they may have no name.
        let nameless = groupAnswer("2", change("$c", of: ada), in: ChatID("!c:test"))
        _ = try await ledger.apply(syncAnswer(nameless), since: "1")
        let same = try await ledger.apply(syncAnswer(answer("2", text(2))), since: "1").first
        #expect(same?.chat.contact.name == "Ada")
        let removal = change("$a", of: ada, was: #"{"membership":"join","displayname":"Ada"}"#)
        let update = try await ledger.apply(syncAnswer(answer("2", removal)), since: "1").first
        #expect(update?.chat.contact.name == "@ada:test")
        // A name given by another user does not count.
        let invitation = change("$b", of: ada, "invite", name: "Addie", by: bob)
        _ = try await ledger.apply(syncAnswer(groupAnswer("3", invitation, in: ChatID("!b:test"))), since: "2")
        let next = try await ledger.apply(syncAnswer(answer("4", state: state("m.room.create", "{}"))), since: "3")
        #expect(next.first?.chat.contact.name == "@ada:test")
    }

    @Test func `messages in a group have their authors`() async throws {
        let people =
            "\(state("m.room.create", "{}")),\(member(ada, "Ada")),\(state("m.room.name", #"{"name":"Garden"}"#))"
        let text = """
            {"next_batch":"1","rooms":{"join":{"\(room)":{"state":{"events":[\(people)]},"timeline":{"events":[\(text(1)),\
            \(MatrixTransportTests.text(2, by: me))]}}}}}
            """
        let messages = try await ledger.apply(syncAnswer(text), since: nil).flatMap(\.messages)
        #expect(messages.map(\.text) == ["text 1", "text 2"])
        #expect(messages.map(\.author) == [.member(ada), .me])
    }

    @Test func `receipts are delivered, and kept if their event has no position`() async throws {
        let receipts = """
            ,"ephemeral":{"events":[{"type":"m.receipt","content":{"$1":{"m.read":{"@ada:test":{}}},\
            "$2":{"m.read.private":{"@me:test":{}}},"$9":{"m.read":{"@ben:test":{}}}}},{"type":"m.typing"}]}
            """
        let update = try await ledger.apply(
            syncAnswer(answer("1", "\(text(1, by: me, own: "born")),\(text(2))", extra: receipts)),
            since: nil
        ).first
        #expect(
            update?.receipts == [
                ReadReceipt(reader: .contact, message: MessageID("born"), scope: .everything),
                ReadReceipt(reader: .me, message: MessageID("$2"), scope: .everything),
            ]
        )
        let stray = try await ledger.read { try $0.receipts.strays(limit: 8) }
        #expect(stray == [StrayReceipt(chat: room, event: MessageID("$9"), reader: ContactID("@ben:test"))])
        let before = try RoomEvent.list(json("[\(state("m.room.join_rules", "{}")),\(text(2))]"))
        let resolved = try await ledger.write { try $0.receipts.resolve(stray[0], with: before) }
        #expect(resolved?.receipts == [ReadReceipt(reader: .contact, message: MessageID("$2"), scope: .everything)])
        #expect(try await ledger.read { try $0.receipts.strays(limit: 8) }.isEmpty)
        // Delivered until the session syncs from behind it, even after a restart.
        let updates = try [resolved.unwrapped()]
        #expect(try await ledger.write { try $0.receipts.due(since: "1", next: "1") } == updates)
        #expect(try await ledger.write { try $0.receipts.due(since: "1", next: "2") } == updates)
        #expect(try await ledger.write { try $0.receipts.due(since: "1", next: "2") } == updates, "it was not kept")
        #expect(try await folder.open().read { try $0.receipts.strays(limit: 8) } == stray)
        #expect(try await ledger.write { try $0.receipts.due(since: "2", next: "3") }.isEmpty)
        #expect(try await folder.open().read { try $0.receipts.strays(limit: 8) }.isEmpty)
    }

    @Test func `a ledger is readable by its owner only and belongs to one account`() async throws {
        for suffix in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.ledger + suffix)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        #expect(throws: LedgerError.otherUser("@me:test")) { try folder.open(user: ada) }
    }

    @Test func `another database in the ledger's place is moved aside, too`() throws {
        let other = try Folder()
        try SQLiteConnection(.file(path: other.ledger), isWritable: true).execute(
            "CREATE TABLE room(other); PRAGMA user_version = 13"
        )
        _ = try other.open()
        let names = try FileManager.default.contentsOfDirectory(atPath: other.url.path)
        #expect(names.contains { $0.hasPrefix("matrix.sqlite.damaged-") })
    }

    @Test(arguments: [true, false])
    func `a damaged ledger is moved aside and replaced`(isHeaderOnly: Bool) throws {
        let other = try Folder()
        if isHeaderOnly {
            do { _ = try other.open() }
            var bytes = try Data(contentsOf: URL(filePath: other.ledger))
            bytes[20] ^= 0x20
            try bytes.write(to: URL(filePath: other.ledger))
        } else {
            try Data(repeating: 7, count: 8192).write(to: URL(filePath: other.ledger))
        }
        _ = try other.open()
        let names = try FileManager.default.contentsOfDirectory(atPath: other.url.path)
        #expect(names.contains { $0.hasPrefix("matrix.sqlite.damaged-") })
    }
}

/// Updates of a room that the user has left.
@Suite struct LeavingTests {
    private let told: LedgerFixture

    init() async throws {
        told = try LedgerFixture()
        try await told.apply(answer("1", text(1), state: adasRoomState), since: nil)
    }

    private func left(_ timeline: String) -> String {
        let kick = change("$k", of: me, "leave", by: ada)
        return #"{"next_batch":"2","rooms":{"leave":{"\#(room)":{"timeline":{"events":[\#(timeline)\#(kick)]}}}}}"#
    }

    @Test func `a message deleted before the user left is deleted`() async throws {
        let redaction = """
            {"type":"m.room.redaction","event_id":"$r","sender":"@ada:test","redacts":"$1","content":{}},
            """
        let update = try await told.apply(left(redaction))
        #expect(update?.standing?.value.state == .removed(by: "Ada (@ada:test)", reason: ""))
        #expect(update?.annotations == [Annotation(author: .contact, message: MessageID("$1"), kind: .deletion)])
    }

    @Test func `a departure is delivered again to a session that did not store it`() async throws {
        let states = [try await told.apply(left("")), try await told.apply(left(""))].map { $0?.standing }
        #expect(
            states.map { $0?.value.state } == Array(repeating: .removed(by: "Ada (@ada:test)", reason: ""), count: 2)
        )
        #expect(states[0]?.number == states[1]?.number)
    }

    @Test func `a room that was left and never known is ignored`() async throws {
        let answer = left("\(text(2)),").replacing("!room:test", with: "!other:test")
        #expect(try await told.apply(answer) == nil)
    }

    @Test func `messages of ignored people from before the user left are dropped`() async throws {
        let data = #"{"type":"m.ignored_user_list","content":{"ignored_users":{"@bob:test":{}}}}"#
        try await told.apply(#"{"next_batch":"1","account_data":{"events":[\#(data)]}}"#)
        let update = try await told.apply(left("\(text(2, by: bob)),\(text(3)),"))
        #expect(update?.messages.map(\.text) == ["text 3", "removed you"])
    }
}
