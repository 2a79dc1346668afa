import ChatTypes
import Testing

@testable import MatrixTransport

/// The user's standing in rooms, and lines about events.
@Suite struct StandingTests {
    private let told: LedgerFixture

    init() async throws {
        told = try LedgerFixture()
        try await told.apply(groupAnswer("1", text(1), state: gardenState), since: nil)
    }

    private func power(_ content: String) -> String { state("m.room.power_levels", content) }

    private func out(_ word: String, _ reason: String = "", was former: String = "join") -> String {
        let content = #"{"membership":"\#(word)","reason":"\#(reason)"}"#
        let event = """
            {"type":"m.room.member","event_id":"$\(word)","sender":"@ada:test","origin_server_ts":7000,\
            "state_key":"@me:test","content":\(content),"unsigned":{"prev_content":{"membership":"\(former)"}}}
            """
        return groupAnswer("2", event, as: "leave")
    }

    private func invitation() -> String {
        let own =
            #"{"type":"m.room.member","sender":"@bob:test","state_key":"@me:test","content":{"membership":"invite"}}"#
        return #"{"next_batch":"3","rooms":{"invite":{"\#(room)":{"invite_state":{"events":[\#(own)]}}}}}"#
    }

    @Test func `a removal and a ban say who and why, and a new invitation replaces them`() async throws {
        let removed = try await told.apply(out("leave", "spam")).unwrapped()
        #expect(
            removed.standing?.value.state == .removed(by: "Ada (@ada:test)", reason: "spam")
                && removed.chat.contact.name == "Garden"
        )
        #expect(removed.standing?.value.rights == [])
        #expect(removed.messages.map(\.text) == ["removed you (spam)"] && removed.messages[0].event == .removed)
        let banned = try await told.apply(out("ban")).unwrapped()
        #expect(banned.standing?.value.state == .banned(by: "Ada (@ada:test)", reason: ""))
        let invited = try await told.apply(invitation()).unwrapped()
        #expect(invited.standing?.value.state == .invited(by: "Bob (@bob:test)", toGroup: true))
        let numbers = [removed, banned, invited].compactMap(\.standing?.number)
        #expect(numbers == numbers.sorted() && Set(numbers).count == 3)
    }

    @Test func `a ban that is lifted leaves the user as one who has left`() async throws {
        _ = try await told.apply(out("ban"))
        let lifted = try await told.apply(out("leave", was: "ban")).unwrapped()
        #expect(lifted.standing?.value.state == .left && lifted.messages.map(\.text) == ["lifted the ban on you"])
    }

    @Test func `an unchanged standing keeps its number`() async throws {
        let one = try await told.apply(groupAnswer("2", text(2)))?.standing
        let two = try await told.apply(groupAnswer("3", text(3)))?.standing
        #expect(one == two && one?.value == ChatStanding())
        let topic = try await told.apply(groupAnswer("4", state("m.room.topic", #"{"topic":"Flowers"}"#)))
        #expect(topic?.standing?.value.topic == "Flowers")
        #expect(topic?.messages.map(\.text) == ["changed the topic to “Flowers”"])
    }

    @Test func `power levels become rights and roles`() async throws {
        let levels =
            #"{"users":{"@me:test":50,"@ada:test":100},"ban":60,"events":{"m.room.topic":40},"state_default":90}"#
        let update = try await told.apply(groupAnswer("2", power(levels))).unwrapped()
        #expect(update.standing?.value.rights == [.invite, .remove, .setTopic])
        #expect(update.membership(of: .member(ada))?.role == .administrator)
        #expect(update.membership(of: .me)?.role == .moderator && update.membership(of: .member(bob)) == nil)
        let joined = try await told.apply(groupAnswer("3", change("$c", of: cyd, name: "Cyd"))).unwrapped()
        #expect(joined.membership(of: .member(cyd))?.role == .member)
    }

    @Test(arguments: [
        #"{"users":{"@me:test":"100"}}"#, #"{"users":{"@me:test":9223372036854775807},"ban":"no","kick":[1]}"#,
        #"{"users":{"@me:test":100},"kick":-7,"events":[]}"#,
    ])
    func `levels that are odd count as far as they are numbers`(_ content: String) async throws {
        let update = try await told.apply(groupAnswer("2", power(content))).unwrapped()
        #expect(update.standing?.value.rights == .all)
        #expect(update.membership(of: .me)?.role ?? .member >= .administrator)
    }

    @Test(arguments: [#"{"users":{"@me:test":9223372036854775808}}"#, #"{"users":"x","users_default":{}}"#, "{}"])
    func `levels that are no numbers count as missing`(_ content: String) async throws {
        let update = try await told.apply(groupAnswer("2", power(content))).unwrapped()
        #expect(update.standing?.value.rights == .invite)
    }

    @Test func `levels that are too large to keep are unknown, and everything may be tried`() async throws {
        let users = (0..<9000).map { #""@user-with-a-long-name-\#($0):test":1"# }.joined(separator: ",")
        let update = try await told.apply(groupAnswer("2", power("{\"users\":{\(users)}}"))).unwrapped()
        #expect(update.standing?.value.rights == .all)
    }

    @Test(arguments: [(PowerLevels.byteLimit, ChatRights.invite), (PowerLevels.byteLimit + 1, .all)])
    func `levels as long as are kept count, and longer ones are unknown`(_ count: Int, _ rights: ChatRights)
        async throws
    {
        let content = #"{"x":"\#(String(repeating: "x", count: count - 8))"}"#
        #expect(try await told.apply(groupAnswer("2", power(content)))?.standing?.value.rights == rights)
    }

    @Test func `the id of a creator cannot name a second one`() async throws {
        let forged = creation("12", #"["@bob:test\n@me:test"]"#)
        let update = try await told.apply(groupAnswer("2", state: forged + "," + power("{}"))).unwrapped()
        #expect(update.standing?.value.rights == .invite)
    }

    @Test func `a line about a person has a part of a very long name`() async throws {
        let ban = change("$b", of: cyd, "ban", name: String(repeating: "x", count: 10_000), by: ada)
        let line = try await told.apply(groupAnswer("2", ban))?.messages.first.unwrapped()
        #expect(line?.text == "banned \(String(repeating: "x", count: Limits.eventBytes)) (@cyd:test)")
    }

    private func creation(_ version: String, _ others: String) -> String {
        state("m.room.create", #"{"room_version":"\#(version)","additional_creators":\#(others)}"#)
    }

    @Test func `creators of a room of version 12 may do everything without a level`() async throws {
        let levels = power(#"{"users":{"@bob:test":100},"events":{"m.room.power_levels":150}}"#)
        let update = try await told.apply(
            groupAnswer("2", state: creation("12", #"["@me:test",7,"no id"]"#) + "," + levels)
        ).unwrapped()
        #expect(update.standing?.value.rights == .all)
        #expect(update.membership(of: .me)?.role == .creator && update.membership(of: .member(ada))?.role == .creator)
        #expect(update.membership(of: .member(bob))?.role == .administrator)
    }

    @Test func `creators that become known after the levels are members with a new role`() async throws {
        try await told.apply(groupAnswer("2", state: power("{}")))
        let update = try await told.apply(groupAnswer("3", state: creation("12", "{}"))).unwrapped()
        #expect(update.membership(of: .member(ada))?.role == .creator && update.membership(of: .me) == nil)
    }

    @Test(arguments: ["11", "1", "org.example.12", "99999"])
    func `creators of rooms of other versions have an ordinary level`(_ version: String) async throws {
        let update = try await told.apply(
            groupAnswer("2", state: creation(version, #"["@me:test"]"#) + "," + power("{}"))
        ).unwrapped()
        #expect(update.standing?.value.rights == .invite && update.membership(of: .me)?.role ?? .member == .member)
    }

    @Test func `a membership or state event of a person is a quiet line`() async throws {
        func line(_ event: String) async throws -> [String] {
            try await told.apply(groupAnswer("2", event))?.messages.map { "\($0.event?.rawValue ?? "-"): \($0.text)" }
                ?? []
        }
        func was(_ word: String) -> String { #"{"membership":"\#(word)","displayname":"Cyd"}"# }
        #expect(
            try await line(change("$1a", of: cyd, "invite", name: "Cyd", by: ada)) == [
                "invited: invited Cyd (@cyd:test)"
            ]
        )
        #expect(
            try await line(change("$2a", of: cyd, "leave", was: was("invite"))) == ["declined: declined the invitation"]
        )
        #expect(try await line(change("$3a", of: cyd, name: "Cyd", was: was("leave"))) == ["joined: joined"])
        #expect(try await line(change("$4a", of: cyd, name: "Cydney", was: was("join"))) == [])
        #expect(try await line(change("$5a", of: cyd, "leave", was: was("join"))) == ["left: left"])
        #expect(
            try await line(change("$6a", of: cyd, "ban", by: ada, was: was("leave"))) == [
                "removed: banned Cyd (@cyd:test)"
            ]
        )
        #expect(
            try await line(change("$7a", of: cyd, "leave", by: ada, was: was("ban"))) == [
                "removed: lifted the ban on Cyd (@cyd:test)"
            ]
        )
        #expect(
            try await line(state("m.room.name", #"{"name":"Mea\ndow"}"#)) == ["changed: changed the title to “Mea dow”"]
        )
        #expect(
            try await line(state("m.room.pinned_events", #"{"pinned":["$1"]}"#)) == [
                "changed: changed the pinned messages"
            ]
        )
        let call = #"{"type":"m.call.invite","event_id":"$call","sender":"@ada:test","content":{"call_id":"1"}}"#
        #expect(try await line(call) == ["called: called; calls cannot be answered here"])
        for type in ["m.poll.end", "org.matrix.msc3381.poll.end"] {
            let end = #"{"type":"\#(type)","event_id":"$\#(type)","sender":"@ada:test","content":{"body":"Ended"}}"#
            #expect(try await line(end) == ["changed: ended a poll"])
        }
        #expect(try await line(state("m.room.join_rules", "{}")) == [])
    }

    @Test func `a reason with escapes of a megabyte is a bounded line`() async throws {
        let reason = #"\u001b[2J\u202e\u0000"# + String(repeating: "x", count: 1 << 20)
        let update = try await told.apply(out("ban", reason)).unwrapped()
        #expect(update.messages.allSatisfy { $0.text.utf8.count < 2 * Limits.eventBytes && !$0.text.contains("\n") })
        #expect(update.standing?.value.state.reason?.utf8.count ?? 0 <= Limits.eventBytes)
    }

    @Test func `old state on a page that was read back is a line and changes nothing`() async throws {
        var old = try RoomEvent.list(json("[\(state("m.room.name", #"{"name":"Once"}"#))]"))
        for index in old.indices { old[index].isOld = true }
        var response = try syncAnswer(groupAnswer("2", text(2)))
        response.joined[0].update.timeline = old + response.joined[0].update.timeline
        let update = try await told.ledger.apply(response, since: "s").first.unwrapped()
        #expect(update.chat.contact.name == "Garden" && update.messages.count == 2)
    }
}
