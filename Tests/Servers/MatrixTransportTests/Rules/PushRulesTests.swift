import ChatTypes
import JSONKit
import Testing

@testable import MatrixTransport

@Suite struct PushRulesTests {
    private static let highlight = PushVerdict(notifies: true, highlights: true)
    private static let notify = PushVerdict(notifies: true)
    private static let silent = PushVerdict()

    private func rules(_ global: String = "{}") throws -> PushRules { PushRules(try json(global), user: me) }

    /// Applies rules to an event of a room with four members, in which Ada may notify everyone.
    private func verdict(
        _ global: String = "{}",
        on content: String = #"{"msgtype":"m.text","body":"hello"}"#,
        type: String = "m.room.message",
        more: String = "",
        by sender: ContactID = ada,
        named name: String? = "Me Myself",
        members: Int64 = 4,
        power: String = #"{"users":{"@ada:test":50}}"#
    ) throws -> PushVerdict {
        let text = #"{"type":"\#(type)","event_id":"$1","sender":"\#(sender)","content":\#(content)\#(more)}"#
        let event = try RoomEvent(json(text)).unwrapped()
        let place = PushRoom(id: room, memberCount: members, displayName: name, power: PowerLevels(power))
        return try rules(global).verdict(on: PushEvent(event, in: place))
    }

    private func rule(_ id: String, _ conditions: String, _ actions: String = #""notify""#) -> String {
        #"{"rule_id":"\#(id)","enabled":true,"conditions":[\#(conditions)],"actions":[\#(actions)]}"#
    }

    private func override(_ rules: String...) -> String { #"{"override":[\#(rules.joined(separator: ","))]}"# }

    private func mention(_ content: String) -> String { #"{"msgtype":"m.text","body":"x","m.mentions":\#(content)}"# }

    @Test func `without rules the predefined ones apply`() throws {
        #expect(try verdict() == Self.notify)
        #expect(try verdict(on: #"{"msgtype":"m.notice","body":"hello"}"#) == Self.silent)
        #expect(try verdict(on: "{}", type: "m.room.encrypted") == Self.notify)
        #expect(try verdict(on: "{}", type: "m.sticker") == Self.silent)
        #expect(try verdict(on: mention(#"{"user_ids":["@bob:test","@me:test"]}"#)) == Self.highlight)
        #expect(try verdict(on: mention(#"{"user_ids":["@bob:test"]}"#)) == Self.notify)
        #expect(try verdict(on: mention(#"{"room":true}"#)) == Self.highlight)
        #expect(try verdict(on: mention(#"{"room":true}"#), by: bob) == Self.notify, "Bob may not notify everyone")
        #expect(try verdict(on: mention(#"{"room":"true","user_ids":"@me:test"}"#)) == Self.notify)
    }

    @Test func `a predefined rule of the account replaces that of the specification`() throws {
        let off = #"{"rule_id":".m.rule.message","enabled":false,"conditions":[],"actions":["notify"]}"#
        #expect(try verdict(#"{"underride":[\#(off)]}"#) == Self.silent)
        #expect(try verdict(#"{"underride":[\#(off)]}"#, members: 2) == Self.notify, "that is another rule")
        let master = #"{"rule_id":".m.rule.master","enabled":true,"conditions":[],"actions":[]}"#
        #expect(try verdict(override(master), on: mention(#"{"user_ids":["@me:test"]}"#)) == Self.silent)
        let quietMention = rule(".m.rule.is_user_mention", #"{"kind":"x"}"#)
        #expect(try verdict(override(quietMention), on: mention(#"{"user_ids":["@me:test"]}"#)) == Self.notify)
    }

    @Test func `the kinds are tried in order, and the first rule that applies decides`() throws {
        let bySender = #""sender":[{"rule_id":"@ada:test","enabled":true,"actions":[]}]"#
        let keyword = #""content":[{"rule_id":"k","pattern":"hello","actions":["notify",{"set_tweak":"highlight"}]}]"#
        let byRoom = #""room":[{"rule_id":"!room:test","actions":["notify"]}]"#
        #expect(try verdict("{\(bySender)}") == Self.silent)
        #expect(try verdict("{\(bySender),\(byRoom)}") == Self.notify)
        #expect(try verdict("{\(bySender),\(byRoom),\(keyword)}") == Self.highlight)
        let other = rule("o", #"{"kind":"event_match","key":"room_id","pattern":"!ro*"}"#, "")
        #expect(try verdict(#"{\#(keyword),"override":[\#(other)]}"#) == Self.silent)
    }

    @Test(arguments: [
        (#"{"kind":"event_match","key":"content.body","pattern":"hel*"}"#, true),
        (#"{"kind":"event_match","key":"content.body","pattern":"hell"}"#, false),
        (#"{"kind":"event_match","key":"sender","pattern":"@ADA:*"}"#, true),
        (#"{"kind":"event_match","key":"content.n","pattern":"7"}"#, false),
        (#"{"kind":"event_match","key":"content.none","pattern":"*"}"#, false),
        (#"{"kind":"event_match","key":"content.body"}"#, false),
        (#"{"kind":"event_property_is","key":"content.n","value":7}"#, true),
        (#"{"kind":"event_property_is","key":"content.n","value":"7"}"#, false),
        (#"{"kind":"event_property_is","key":"content.m\\.x.y\\\\z","value":null}"#, true),
        (#"{"kind":"event_property_is","key":"content.q\\q","value":8}"#, true),
        (#"{"kind":"event_property_is","key":"content.list","value":null}"#, false),
        (#"{"kind":"event_property_contains","key":"content.list","value":true}"#, true),
        (#"{"kind":"event_property_contains","key":"content.list","value":"Hello"}"#, false),
        (#"{"kind":"event_property_contains","key":"content.body","value":"hello"}"#, false),
        (#"{"kind":"room_member_count","is":">3"}"#, true), (#"{"kind":"room_member_count","is":"4"}"#, true),
        (#"{"kind":"room_member_count","is":"=>4"}"#, false),
        (#"{"kind":"room_member_count","is":"99999999999999999999"}"#, false),
        (#"{"kind":"sender_notification_permission","key":"room"}"#, true),
        (#"{"kind":"sender_notification_permission","key":"other"}"#, true), (#"{"kind":"org.unknown"}"#, false),
        (#"{}"#, false), ("7", false),
        (#"{"kind":"contains_display_name"}"#, false),
    ])
    func `a condition is met as the specification says, and an unknown one never`(
        _ condition: String,
        _ isMet: Bool
    ) throws {
        let content =
            #"{"msgtype":"m.text","body":"Say hello","n":7,"list":["hello",true,[]],"m.x":{"y\\z":null},"q\\q":8}"#
        let rule = rule("r", condition, #"{"set_tweak":"highlight"},"notify""#)
        #expect(try verdict(override(rule), on: content) == (isMet ? Self.highlight : Self.notify))
    }

    @Test(arguments: [
        ("==", [false, true, false]), ("", [false, true, false]), ("<", [true, false, false]),
        (">", [false, false, true]), ("<=", [true, true, false]), (">=", [false, true, true]),
    ])
    func `each comparison of the number of members holds at, below and above it as it says`(
        _ sign: String,
        _ holds: [Bool]
    ) throws {
        let rule = rule("r", #"{"kind":"room_member_count","is":"\#(sign)4"}"#, "")
        for (members, isMet) in zip([Int64(3), 4, 5], holds) {
            #expect(try verdict(override(rule), members: members) == (isMet ? Self.silent : Self.notify), "\(members)")
        }
    }

    @Test func `a predefined rule that the account lacks is tried right behind the one before it`() throws {
        let quiet = #"{"kind":"event_match","key":"content.body","pattern":"\#("quiet")"}"#
        let before = rule("before", quiet, "")
        let notices = rule(
            ".m.rule.suppress_notices",
            #"{"kind":"event_match","key":"content.msgtype","pattern":"m.notice"}"#,
            ""
        )
        let after = rule("after", #"{"kind":"event_match","key":"type","pattern":"*"}"#, "")
        let global = override(before, notices, after, rule(".m.rule.is_room_mention", #"{"kind":"x"}"#))
        #expect(try verdict(global, on: mention(#"{"user_ids":["@me:test"]}"#)) == Self.highlight)
        #expect(try verdict(global, on: mention(#"{"user_ids":["@bob:test"]}"#)) == Self.silent)
        let silenced = #"{"msgtype":"m.text","body":"quiet","m.mentions":{"user_ids":["@me:test"]}}"#
        #expect(try verdict(global, on: silenced) == Self.silent)
    }

    @Test func `a display name is found as a word, unless the event says whom it mentions`() throws {
        let byName = rule(
            ".m.rule.contains_display_name",
            #"{"kind":"contains_display_name"}"#,
            "\"notify\",{\"set_tweak\":\"highlight\"}"
        )
        func content(_ rest: String = "") -> String { #"{"msgtype":"m.text","body":"ask me myself."\#(rest)}"# }
        #expect(try verdict(override(byName), on: content()) == Self.highlight)
        #expect(try verdict(override(byName), on: content(#","m.mentions":{}"#)) == Self.notify)
        #expect(try verdict(override(byName), on: content(), named: "me my*") == Self.notify)
        #expect(try verdict(override(byName), on: content(), named: nil) == Self.notify)
        #expect(try verdict(override(byName), on: content(), named: "") == Self.notify)
    }

    @Test(arguments: [
        (#""notify""#, notify), (#""coalesce""#, notify), ("", silent), (#""dont_notify""#, silent),
        (#"{"set_tweak":"highlight"}"#, silent), (#""notify",{"set_tweak":"highlight","value":false}"#, notify),
        (#""notify",{"set_tweak":"highlight","value":7}"#, highlight), ("7,{},[]", silent),
    ])
    func `actions say whether to notify and to highlight`(_ actions: String, _ wanted: PushVerdict) throws {
        let all = #"{"kind":"event_match","key":"type","pattern":"*"}"#
        #expect(try verdict(override(rule("r", all, actions))) == wanted)
    }

    @Test func `a rule that silences a whole room is its mode and leaves its messages to the other rules`() throws {
        let ofRoom = #"{"kind":"event_match","key":"room_id","pattern":"!room:test"}"#
        let muted = override(rule("!room:test", ofRoom, ""))
        #expect(try verdict(muted) == Self.notify && rules(muted).modes == [room: .muted])
        let quiet = #"{"room":[{"rule_id":"!room:test","actions":["dont_notify"]}]}"#
        #expect(try verdict(quiet) == Self.notify && rules(quiet).modes == [room: .mentions])
        let both = muted.dropLast() + "," + quiet.dropFirst()
        #expect(try rules(String(both)).modes == [room: .muted])
        let loud =
            #"{"room":[{"rule_id":"!room:test","actions":["notify"]},{"rule_id":"!b:test","enabled":false,"actions":[]}]}"#
        #expect(try rules(loud).modes == [:])
    }

    @Test func `rules that are read again from their stored form say the same`() throws {
        let global = """
            {"override":[\(rule("a", #"{"kind":"event_match","key":"content.body","pattern":"é*\\u0000"}"#)),7],
            "content":[{"rule_id":"k","pattern":"x","actions":[]}],"room":[{"rule_id":"!room:test","actions":[]}],"odd":[{}]}
            """
        let first = try rules(global)
        let second = try rules(first.text)
        #expect(first.text == second.text && first.modes == second.modes && first.modes == [room: .mentions])
        #expect(try rules("7").text == rules("{}").text)
    }

    @Test func `of many rules a thousand are kept, and the predefined ones always`() throws {
        let many = (0..<1100).map {
            #"{"rule_id":"k\#($0)","pattern":"w\#($0)","actions":["notify",{"set_tweak":"highlight"}]}"#
        }
        let off = #"{"rule_id":".m.rule.contains_user_name","pattern":"hello","actions":[]}"#
        let global = #"{"content":[\#(many.joined(separator: ",")),\#(off)]}"#
        #expect(try verdict(global) == Self.silent)
        #expect(try verdict(global, on: #"{"msgtype":"m.text","body":"w999"}"#) == Self.highlight)
        #expect(try verdict(global, on: #"{"msgtype":"m.text","body":"w1000"}"#) == Self.notify)
        #expect(try rules(global).text.utf8.count < 200_000)
    }

    @Test func `rules with many patterns on a long text end early, and the rule about all messages still applies`()
        throws
    {
        let many = (0..<1000).map { #"{"rule_id":"k\#($0)","pattern":"*a*a*a*a*a*b\#($0)","actions":[]}"# }
        let text = #"{"msgtype":"m.text","body":"\#(String(repeating: "a ", count: 30_000))"}"#
        #expect(try verdict(#"{"content":[\#(many.joined(separator: ","))]}"#, on: text) == Self.notify)
        let kind = rule(
            "u",
            #"{"kind":"event_match","key":"content.msgtype","pattern":"m.t*"}"#,
            #""notify",{"set_tweak":"highlight"}"#
        )
        let both = #"{"content":[\#(many.joined(separator: ","))],"underride":[\#(kind)]}"#
        #expect(try verdict(both, on: text) == Self.highlight, "the text's steps are its own")
    }

    @Test func `a rule that is too long, has too many conditions or no id is ignored`() throws {
        let all = #"{"kind":"event_match","key":"type","pattern":"*"}"#
        let seventeen = Array(repeating: all, count: 17).joined(separator: ",")
        #expect(try verdict(override(rule("r", seventeen, ""))) == Self.notify)
        #expect(try verdict(override(rule("", all, ""))) == Self.notify)
        let long = rule(
            "r",
            #"{"kind":"event_match","key":"type","pattern":"*\#(String(repeating: "*", count: 4096))"}"#,
            ""
        )
        #expect(try verdict(override(long)) == Self.notify)
        #expect(try verdict(override(rule("r", all, ""))) == Self.silent)
    }

    @Test func `a user's rule stays before the predefined ones, also if the first of those is missing`() throws {
        let master = #"{"rule_id":".m.rule.master","enabled":false,"conditions":[],"actions":[]}"#
        let own = rule("own", #"{"kind":"event_match","key":"content.msgtype","pattern":"m.notice"}"#)
        let later = rule(".m.rule.reaction", #"{"kind":"x"}"#)
        let notice = #"{"msgtype":"m.notice","body":"hello"}"#
        #expect(try verdict(override(master, own, later), on: notice) == Self.notify)
    }

    @Test func `an edit with a keyword tells nothing again, and one that mentions the user does`() throws {
        let keyword = #"{"content":[{"rule_id":"k","pattern":"hello","actions":["notify",{"set_tweak":"highlight"}]}]}"#
        let (text, edit) = (
            #"{"msgtype":"m.text","body":"hello""#, #","m.relates_to":{"rel_type":"m.replace","event_id":"$0"}}"#
        )
        #expect(try verdict(keyword, on: text + "}") == Self.highlight)
        #expect(try verdict(keyword, on: text + edit) == Self.silent)
        let mention = #","m.mentions":{"user_ids":["@me:test"]}"#
        #expect(try verdict(keyword, on: text + mention + edit) == Self.highlight)
    }

    @Test(arguments: [
        (#"{"users":{"@bob:test":49}}"#, false), (#"{"users":{"@bob:test":50}}"#, true),
        (#"{"users":{"@bob:test":20},"notifications":{"room":20}}"#, true),
        (#"{"users":{"@bob:test":50},"notifications":{"room":51}}"#, false), ("[]", false),
    ])
    func `everyone is mentioned by senders with the level that the room demands, and by nobody while it is unknown`(
        _ levels: String,
        _ mayNotify: Bool
    ) throws {
        let all = mention(#"{"room":true}"#)
        #expect(try verdict(on: all, by: bob, power: levels) == (mayNotify ? Self.highlight : Self.notify))
    }

    @Test func `a rule with as much as is read applies, and one with more never does`() throws {
        let all = #"{"kind":"event_match","key":"type","pattern":"*"}"#
        func conditions(_ count: Int) -> String {
            override(rule("r", Array(repeating: all, count: count).joined(separator: ","), ""))
        }
        func matching(_ key: String, _ pattern: String = "v") -> String {
            override(rule("r", #"{"kind":"event_match","key":"\#(key)","pattern":"\#(pattern)"}"#, ""))
        }
        func word(_ pattern: String) -> String {
            #"{"content":[{"rule_id":"k","pattern":"\#(pattern)","actions":[]}]}"#
        }
        func text(_ count: Int, of letter: String) -> String { String(repeating: letter, count: count) }
        let content = """
            {"msgtype":"m.text","body":"hello","\(text(247, of: "x"))":"v","\(text(248, of: "x"))":"v",\
            "a":{"b":{"c":{"d":{"e":{"f":{"g":"v","k":{"h":"v"}}}}}}}}
            """
        for (global, applies) in [
            (conditions(16), true), (conditions(17), false), (matching("type", text(1024, of: "*")), true),
            (matching("type", text(1025, of: "*")), false), (word(text(1024, of: "*")), true),
            (word(text(1025, of: "*")), false), (matching("content.\(text(247, of: "x"))"), true),
            (matching("content.\(text(248, of: "x"))"), false), (matching("content.a.b.c.d.e.f.g"), true),
            (matching("content.a.b.c.d.e.f.k.h"), false),
        ] {
            #expect(
                try verdict(global, on: content) == (applies ? Self.silent : Self.notify),
                "\(global.prefix(99)) of \(global.utf8.count)"
            )
        }
    }

    @Test func `of many silenced rooms a part has a mode`() throws {
        let many = (0...PushRules.modeLimit).map { #"{"rule_id":"!r\#($0):test","actions":[]}"# }
        #expect(try rules(#"{"room":[\#(many.joined(separator: ","))]}"#).modes.count == PushRules.modeLimit)
    }

    private static let loud = #""notify",{"set_tweak":"highlight"}"#

    @Test(arguments: [
        #"{"content":[{"rule_id":".m.rule.contains_user_name","pattern":"me","actions":[\#(loud)]}]}"#,
        #"{"override":[{"rule_id":".m.rule.contains_display_name","conditions":[{"kind":"contains_display_name"}],"actions":[\#(loud)]}]}"#,
        """
        {"override":[{"rule_id":".m.rule.roomnotif","actions":[\(loud)],\
        "conditions":[{"kind":"event_match","key":"content.body","pattern":"@room"}]}]}
        """,
    ])
    func `each rule that looks for names in texts leaves an event alone that says whom it mentions`(_ global: String)
        throws
    {
        let body = #"{"msgtype":"m.text","body":"me @room""#
        #expect(try verdict(global, on: body + "}", named: "me") == Self.highlight)
        #expect(try verdict(global, on: body + #","m.mentions":{}}"#, named: "me") == Self.notify)
    }

    @Test(arguments: [(PushRules.ruleBytes, silent), (PushRules.ruleBytes + 1, notify)])
    func `a rule as long as is read applies, and a longer one never does`(_ count: Int, _ wanted: PushVerdict) throws {
        let all = #"{"kind":"event_match","key":"type","pattern":"*"}"#
        let short = #"{"rule_id":"r","conditions":[\#(all)],"actions":[],"x":""}"#
        let filler = String(repeating: "x", count: count - short.utf8.count)
        let rule = short.replacing(#""x":"""#, with: #""x":"\#(filler)""#)
        #expect(try verdict(override(rule)) == wanted)
    }

    @Test(arguments: [
        ("m.room.member", silent), ("m.reaction", silent), ("m.room.server_acl", silent),
        ("m.room.tombstone", highlight), ("org.example", notify),
    ])
    func `the predefined rules about a type come before those about a sender`(_ type: String, _ wanted: PushVerdict)
        throws
    {
        let bySender = #"{"sender":[{"rule_id":"@ada:test","actions":["notify"]}]}"#
        #expect(try verdict(bySender, on: "{}", type: type, more: #","state_key":"""#) == wanted)
    }

    @Test(arguments: ["m.room.message", "m.room.encrypted"])
    func `a rule about all messages that is off leaves that about chats of two`(_ type: String) throws {
        let id = type == "m.room.message" ? ".m.rule.message" : ".m.rule.encrypted"
        let off = #"{"underride":[{"rule_id":"\#(id)","enabled":false,"conditions":[],"actions":["notify"]}]}"#
        #expect(try verdict(off, on: "{}", type: type, members: 2) == Self.notify)
        #expect(try verdict(off, on: "{}", type: type, members: 3) == Self.silent)
    }

    @Test func `of an encrypted event the relation outside counts, and the type and content inside`() throws {
        func verdict(_ global: String, relation: String) throws -> PushVerdict {
            let content = #"{"ciphertext":"x"\#(relation)}"#
            let text = #"{"type":"m.room.encrypted","event_id":"$1","sender":"\#(ada)","content":\#(content)}"#
            var event = try RoomEvent(json(text)).unwrapped()
            let inside = try json(#"{"msgtype":"m.text","body":"hello"}"#)
            event.reading = .proved(ProvedContent(type: "m.room.message", content: inside, doubt: nil))
            let place = PushRoom(id: room, memberCount: 4, displayName: nil, power: nil)
            return try rules(global).verdict(on: PushEvent(event, in: place))
        }
        let keyword = #"{"content":[{"rule_id":"k","pattern":"hello","actions":[\#(Self.loud)]}]}"#
        let edit = #","m.relates_to":{"rel_type":"m.replace","event_id":"$0"}"#
        #expect(try verdict(keyword, relation: "") == Self.highlight)
        #expect(try verdict(keyword, relation: edit) == Self.silent)
        let quiet = override(rule("r", #"{"kind":"event_match","key":"type","pattern":"m.room.message"}"#, ""))
        #expect(try verdict(quiet, relation: "") == Self.silent)
    }
}
