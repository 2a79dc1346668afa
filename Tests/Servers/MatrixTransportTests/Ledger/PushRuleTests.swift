import ChatTypes
import HTTPClient
import JSONKit
import Testing
import Transport

@testable import MatrixTransport

/// What the account's push rules do to messages and chats.
@Suite struct PushRuleTests {
    private let told: LedgerFixture

    init() throws { told = try LedgerFixture() }

    private func said(_ number: Int, _ content: String, by sender: ContactID = ada, type: String = "m.room.message")
        -> String
    {
        #"{"type":"\#(type)","event_id":"$\#(number)","sender":"\#(sender)","origin_server_ts":\#(number),"content":\#(content)}"#
    }

    private func data(_ global: String) -> String {
        #""account_data":{"events":[{"type":"m.push_rules","content":{"global":\#(global)}}]}"#
    }

    private func with(_ global: String, _ answer: String) -> String { answer.dropLast() + ",\(data(global))}" }

    private let mentioningMe = #"{"msgtype":"m.text","body":"x","m.mentions":{"user_ids":["@me:test"]}}"#
    private let keyword =
        #"{"content":[{"rule_id":"k","pattern":"text","actions":["notify",{"set_tweak":"highlight"}]}]}"#

    @Test func `a message counts and mentions the user as the rules of its response say`() async throws {
        let events = [text(1), said(2, #"{"msgtype":"m.notice","body":"x"}"#), said(3, mentioningMe)]
        let update = try await told.apply(
            groupAnswer("1", events.joined(separator: ","), state: gardenState),
            since: nil
        )
        #expect(update?.messages.map(\.isQuiet) == [false, true, false])
        #expect(update?.messages.map(\.mentionsMe) == [false, false, true])
        let next = try await told.apply(with(keyword, groupAnswer("2", text(4))))
        #expect(next?.messages.map(\.mentionsMe) == [true])
        let third = try await told.apply(groupAnswer("3", "\(text(5)),\(text(6, by: me, own: "own"))"))
        #expect(
            third?.messages.map(\.mentionsMe) == [true, false],
            "and the rules stay; the user's own mentions nobody"
        )
    }

    @Test func `the rules are there after a restart, and gone with a transaction that fails`() async throws {
        try await told.apply(with(keyword, groupAnswer("1", text(1), state: gardenState)), since: nil)
        let again = try LedgerFixture(told.folder)
        #expect(try await again.apply(groupAnswer("2", text(2)))?.messages.map(\.mentionsMe) == [true])
        await #expect(throws: Missing.self) {
            try await again.ledger.write { tables in
                _ = try tables.apply(syncAnswer(with("{}", #"{"next_batch":"3"}"#)), since: "2")
                throw Missing()
            }
        }
        #expect(try await again.apply(groupAnswer("4", text(3)))?.messages.map(\.mentionsMe) == [true])
    }

    @Test func `the user's display name in the room is looked for`() async throws {
        let rule = """
            {"override":[{"rule_id":".m.rule.contains_display_name","conditions":[{"kind":"contains_display_name"}],\
            "actions":["notify",{"set_tweak":"highlight"}]}]}
            """
        let events = [
            said(1, #"{"msgtype":"m.text","body":"hey Mimi!"}"#), said(2, #"{"msgtype":"m.text","body":"hey me"}"#),
        ]
        let state = "\(gardenState),\(member(me, "Mimi"))"
        let answer = groupAnswer("1", events.joined(separator: ","), state: state)
        #expect(try await told.apply(with(rule, answer), since: nil)?.messages.map(\.mentionsMe) == [true, false])
        let nameless = try LedgerFixture()
        let byID = groupAnswer("1", said(1, #"{"msgtype":"m.text","body":"hey @me:test"}"#), state: gardenState)
        #expect(
            try await nameless.apply(with(rule, byID), since: nil)?.messages.map(\.mentionsMe) == [false],
            "the id is no display name"
        )
    }

    @Test func `a page of history and a deleted message follow the rules, too`() async throws {
        let first = try await told.apply(
            with(keyword, groupAnswer("1", text(9), limited: "p", state: gardenState)),
            since: nil
        )
        let position = try #require(first?.messages.first?.position.rawValue)
        let page = try await told.ledger.write { tables in
            let key = try tables.rooms.room(room).unwrapped().key
            let events = try [said(2, "{}"), text(1)].map { try RoomEvent(json($0)).unwrapped() }
            return try tables.apply(page: events, state: [], before: position, end: nil, in: key)
        }
        #expect(page.messages.map(\.mentionsMe) == [true, false])
    }

    @Test func `an encrypted message counts before it can be read`() async throws {
        let secret = said(1, #"{"algorithm":"m.megolm.v1.aes-sha2","ciphertext":"A"}"#, type: "m.room.encrypted")
        let update = try await told.apply(groupAnswer("1", secret, state: gardenState), since: nil)
        #expect(update?.messages.map(\.isQuiet) == [false])
    }

    @Test func `the homeserver's counts of a room are both delivered`() async throws {
        let counts = #","unread_notifications":{"notification_count":7,"highlight_count":2}"#
        let update = try await told.apply(groupAnswer("1", text(1), state: gardenState, extra: counts), since: nil)
        #expect(update?.unreadCount == 7 && update?.mentionCount == 2)
    }

    @Test(arguments: [NotificationMode.all, .mentions, .muted])
    func `a room's rules become its mode, and its messages count whenever it was silenced`(_ mode: NotificationMode)
        async throws
    {
        let ofRoom = #"[{"kind":"event_match","key":"room_id","pattern":"!room:test"}]"#
        let global =
            switch mode {
            case .all: "{}"
            case .mentions: #"{"room":[{"rule_id":"!room:test","actions":[]}]}"#
            case .muted: #"{"override":[{"rule_id":"!room:test","conditions":\#(ofRoom),"actions":[]}]}"#
            }
        try await told.apply(
            with(#"{"room":[{"rule_id":"!room:test","actions":[]}]}"#, groupAnswer("1", text(1), state: gardenState)),
            since: nil
        )
        let updates = try await told.ledger.apply(syncAnswer(with(global, groupAnswer("2", text(2)))), since: "1")
        #expect(updates.flatMap(\.messages).map(\.isQuiet) == [false])
        #expect(updates.compactMap(\.notifications) == (mode == .mentions ? [] : [mode]))
        let due = try await told.ledger.write { try $0.due(since: nil, next: "3") }
        #expect(due.compactMap(\.notifications) == [mode])
    }

    @Test func `a ledger that stored no rules requests them once`() async throws {
        try await told.apply(groupAnswer("1", text(1), state: gardenState), since: nil)
        try told.folder.downgrade(to: 11)
        let world = try TransportFixture(in: told.folder)
        let rules = #"{"room":[{"rule_id":"!room:test","actions":[]}],\#(keyword.dropFirst())"#
        let news = SyncFake(["1": groupAnswer("2", text(2))])
        world.http.follow(news) { call in .json(call.path.contains("pushrules") ? #"{"global":\#(rules)}"# : "{}") }
        world.receive()
        world.run(.seconds(1))
        #expect(world.http.lines.filter { $0.contains("pushrules") } == ["GET v3/pushrules"])
        let page = try world.sync(since: "1")
        #expect(page.updates.flatMap(\.messages).map(\.mentionsMe) == [true])
        #expect(page.updates.compactMap(\.notifications) == [.mentions])
        world.receive()
        world.run(.seconds(1))
        #expect(world.http.lines.filter { $0.contains("pushrules") }.count == 1)
    }

    @Test func `a connection opens without the rules, which the next one requests again`() async throws {
        try await told.apply(groupAnswer("1", text(1), state: gardenState), since: nil)
        try told.folder.downgrade(to: 11)
        let world = try TransportFixture(in: told.folder)
        world.http.follow(SyncFake([:])) { call in call.path.contains("pushrules") ? .failure(502, "") : .json("{}") }
        for count in 1...2 {
            world.receive()
            world.run(.seconds(1))
            #expect(world.events.all.count { $0 == .opened } == count)
            #expect(world.http.lines.count { $0.contains("pushrules") } == count)
        }
    }

    @Test func `mentions only is a rule of the room, and all deletes both rules`() throws {
        let world = try TransportFixture()
        world.http.answer = { $0.method == .get ? .json(#"{"actions":["dont_notify"]}"#) : .json("{}") }
        try world.result { try await $0.setNotifications(.mentions, in: room) }
        let (own, muting) = ("v3/pushrules/global/room/!room:test", "v3/pushrules/global/override/!room:test")
        #expect(world.http.lines == ["PUT \(own)", "PUT \(own)/enabled", "DELETE \(muting)"])
        try world.result { try await $0.setNotifications(.all, in: room) }
        #expect(world.http.lines.dropFirst(3) == ["DELETE \(muting)", "GET \(own)", "DELETE \(own)"])
        world.http.answer = {
            $0.method == .get ? .json(#"{"actions":["notify",{"set_tweak":"sound"}]}"#) : .json("{}")
        }
        try world.result { try await $0.setNotifications(.all, in: room) }
        #expect(
            world.http.lines.dropFirst(6) == ["DELETE \(muting)", "GET \(own)"],
            "a rule that only chooses a sound stays"
        )
    }

    @Test func `the user's own texts count, and their notices and lines are quiet`() async throws {
        let events = [
            text(1, by: me), said(2, #"{"msgtype":"m.notice","body":"x"}"#, by: me),
            state("m.room.topic", #"{"topic":"x"}"#, by: me),
        ]
        let answer = groupAnswer("1", events.joined(separator: ","), state: gardenState)
        #expect(try await told.apply(answer, since: nil)?.messages.map(\.isQuiet) == [false, true, true])
    }

    @Test func `the rules know the number of members and the power levels of the room`() async throws {
        let levels = state("m.room.power_levels", #"{"users":{"@ada:test":50}}"#)
        let all = #"{"msgtype":"m.text","body":"x","m.mentions":{"room":true}}"#
        let events = "\(said(1, all)),\(said(2, all, by: bob))"
        let first = try await told.apply(groupAnswer("1", events, state: "\(gardenState),\(levels)"), since: nil)
        #expect(first?.messages.map(\.mentionsMe) == [true, false])
        let three = #"{"kind":"room_member_count","is":"3"}"#
        let quiet = #"{"override":[{"rule_id":"three","conditions":[\#(three)],"actions":[]}]}"#
        #expect(try await told.apply(with(quiet, groupAnswer("2", text(3))))?.messages.map(\.isQuiet) == [true])
        #expect(try await told.apply(groupAnswer("3", text(4), joined: 4))?.messages.map(\.isQuiet) == [false])
    }
}
