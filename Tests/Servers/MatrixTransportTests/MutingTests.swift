import ChatTypes
import HTTPClient
import JSONKit
import Testing

@testable import MatrixTransport

/// Mutes, stored as push rules of the account.
@Suite struct MutingTests {
    private static let silent = #"{"rule_id":"!room:test","enabled":true,"conditions":[\#(ofRoom)],"actions":[]}"#
    private static let ofRoom = #"{"kind":"event_match","key":"room_id","pattern":"!room:test"}"#

    @Test func `a chat is muted by its own rule and heard after the rule is deleted`() throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .json("{}") }
        try world.result { try await $0.setNotifications(.muted, in: room) }
        try world.result { try await $0.setNotifications(.all, in: room) }
        let line = "v3/pushrules/global/override/!room:test"
        let own = "GET v3/pushrules/global/room/!room:test"
        #expect(world.http.lines == ["PUT \(line)", "PUT \(line)/enabled", "DELETE \(line)", own])
        let rule = try world.http.calls.first { $0.method == .put }?.body.unwrapped()
        #expect(rule?["actions"]?.elements.isEmpty == true)
        #expect(rule?["conditions"]?.elements.first?["pattern"]?.string == "!room:test")
    }

    @Test func `an existing disabled rule is enabled again`() throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .json("{}") }
        try world.result { try await $0.setNotifications(.muted, in: room) }
        let call = try world.http.calls.last.unwrapped()
        #expect(call.line == "PUT v3/pushrules/global/override/!room:test/enabled")
        #expect(call.body?["enabled"]?.bool == true)
    }

    @Test(arguments: [true, false])
    func `a change that another device reverts before sync is delivered`(isMuted: Bool) throws {
        let world = try TransportFixture()
        let before = isMuted ? rules() : rules(Self.silent)
        let data = #","account_data":{"events":[\#(before)]}}"#
        world.http.answer = { _ in .json(answer("1", state: adasRoomState).dropLast() + data) }
        _ = try world.sync()
        world.http.answer = { _ in .json("{}") }
        try world.result { try await $0.setNotifications(isMuted ? .muted : .all, in: room) }
        world.http.answer = { _ in .json(#"{"next_batch":"2""# + data) }
        #expect(try world.sync(since: "1").updates.compactMap(\.notifications).last == (isMuted ? .all : .muted))
    }

    @Test func `another device's change after the user's own is delivered`() async throws {
        let ledger = try Folder().open()
        _ = try await ledger.apply(syncAnswer(answer("1", state: adasRoomState)), since: nil)
        #expect(try await ledger.apply(rulesOnly("2", Self.silent), since: "1").map(\.notifications) == [.muted])
        // The user's change is the opposite, and has to be the last one delivered.
        try await ledger.write { try $0.mutes.expectChange(in: room) }
        #expect(try await due(in: ledger, since: "1", next: "2") == [], "it would undo ours")
        #expect(try await ledger.apply(rulesOnly("3"), since: "2").map(\.notifications) == [.all])
        #expect(try await ledger.apply(rulesOnly("4"), since: "3") == [])
    }

    @Test func `a refused mute delivers no unmuting, so it stays on this device`() throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .json(answer("1", state: adasRoomState)) }
        _ = try world.sync()
        world.http.answer = { _ in .failure(400, "M_UNKNOWN") }
        #expect(throws: ServiceError.self) { try world.result { try await $0.setNotifications(.muted, in: room) } }
        let rules = rules()
        world.http.answer = { _ in .json(#"{"next_batch":"2","account_data":{"events":[\#(rules)]}}"#) }
        #expect(try world.sync(since: "1").updates.compactMap(\.notifications).isEmpty)
    }

    @Test func `unmuting a chat during its muting by another device is no error`() throws {
        let world = try TransportFixture()
        world.http.answer = { $0.path.last == "enabled" ? .failure(404, "M_NOT_FOUND") : .json("{}") }
        try world.result { try await $0.setNotifications(.muted, in: room) }
    }

    @Test func `unmuting a chat without a rule succeeds`() throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .failure(404, "M_NOT_FOUND") }
        try world.result { try await $0.setNotifications(.all, in: room) }
        #expect(throws: ServiceError.self) { try world.result { try await $0.setNotifications(.muted, in: room) } }
    }

    @Test(arguments: [
        (#"["notify",{"set_tweak":"sound","value":"ping"}]"#, false), ("[]", true), (#"["dont_notify"]"#, true),
    ])
    func `to hear all of a chat deletes its rule that silences it, and none that only chooses a sound`(
        actions: String,
        isDeleted: Bool
    ) throws {
        let world = try TransportFixture()
        world.http.answer = { .json($0.method == .get ? #"{"actions":\#(actions)}"# : "{}") }
        try world.result { try await $0.setNotifications(.all, in: room) }
        #expect(world.http.lines.contains("DELETE v3/pushrules/global/room/!room:test") == isDeleted)
    }

    @Test(arguments: [
        (silent, true), (silent.replacing("[]", with: #"["dont_notify"]"#), true),
        (silent.replacing("[]", with: #"["notify"]"#), false),
        (silent.replacing("[]", with: #"[{"set_tweak":"sound"}]"#), false),
        (silent.replacing("true", with: "false"), false), (silent.replacing("room_id", with: "type"), false),
        (silent.replacing("event_match", with: "room_member_count"), false),
        (silent.replacing(#""pattern":"!room:test""#, with: #""pattern":"*""#), false),
        (silent.replacing(ofRoom, with: "\(ofRoom),\(ofRoom)"), false), (silent.replacing(ofRoom, with: ""), false),
        (#"{"rule_id":".m.rule.master","enabled":true,"conditions":[],"actions":[]}"#, false), ("{}", false),
        ("7", false),
    ])
    func `a rule mutes a room if it matches all of its events and has no action`(rule: String, mutes: Bool)
        throws
    {
        let found = PushRules.find(in: [try json(rules(rule))], user: me)
        #expect(found?.modes == (mutes ? [room: .muted] : [:]))
    }

    @Test func `without rules in a response, no mutes change`() throws {
        #expect(PushRules.find(in: [try json(#"{"type":"m.direct","content":{}}"#)], user: me) == nil)
        #expect(PushRules.find(in: [try json(#"{"type":"m.push_rules","content":7}"#)], user: me) == nil)
    }

    @Test func `another device's mute is delivered with sync until it is stored`() async throws {
        let ledger = try Folder().open()
        let first = try await ledger.apply(syncAnswer(answer("1", state: adasRoomState)), since: nil)
        #expect(first.map(\.notifications) == [nil])
        #expect(try await ledger.apply(rulesOnly("2", Self.silent), since: "1").map(\.notifications) == [.muted])
        #expect(try await due(in: ledger, since: "1", next: "2") == [.muted])
        #expect(try await due(in: ledger, since: "1", next: "2") == [.muted], "its answer was lost")
        #expect(try await due(in: ledger, since: "2", next: "3") == [])
        #expect(try await ledger.apply(rulesOnly("3", Self.silent), since: "2") == [], "that is no news")
        #expect(try await ledger.apply(rulesOnly("4"), since: "3").map(\.notifications) == [.all])
        #expect(try await due(in: ledger, since: "3", next: "4") == [.all])
    }

    @Test func `a room that arrives after its rule is delivered as muted`() async throws {
        let ledger = try Folder().open()
        #expect(try await ledger.apply(rulesOnly("1", Self.silent), since: nil) == [])
        #expect(try await due(in: ledger, since: nil, next: "1") == [])
        _ = try await ledger.apply(syncAnswer(answer("2", state: adasRoomState)), since: "1")
        #expect(try await due(in: ledger, since: "1", next: "2") == [.muted])
    }

    @Test func `an initial sync delivers all mutes again`() async throws {
        let ledger = try Folder().open()
        _ = try await ledger.apply(syncAnswer(answer("1", state: adasRoomState)), since: nil)
        _ = try await ledger.apply(rulesOnly("2", Self.silent), since: "1")
        _ = try await due(in: ledger, since: "1", next: "2")
        #expect(try await due(in: ledger, since: "2", next: "3") == [])
        _ = try await ledger.apply(syncAnswer(answer("4", state: adasRoomState)), since: nil)
        #expect(try await due(in: ledger, since: nil, next: "4") == [.muted])
    }

    private func due(in ledger: MatrixLedger, since: String?, next: String) async throws -> [NotificationMode?] {
        try await ledger.write { try $0.due(since: since, next: next) }.filter { $0.chat.id == room }.map(
            \.notifications
        )
    }

    /// The content of `m.push_rules`, with one rule of a room or none.
    private func rules(_ rule: String = "") -> String {
        #"{"type":"m.push_rules","content":{"global":{"override":[\#(rule)],"room":[]}}}"#
    }

    private func rulesOnly(_ next: String, _ rule: String = "") throws -> SyncResponse {
        try syncAnswer(#"{"next_batch":"\#(next)","account_data":{"events":[\#(rules(rule))]}}"#)
    }
}
