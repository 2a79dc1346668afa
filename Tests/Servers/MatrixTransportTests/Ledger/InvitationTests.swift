import ChatTypes
import Testing

@testable import MatrixTransport

/// Invitations: to what, announced or not, and their end.
@Suite struct InvitationTests {
    private let told: LedgerFixture

    init() async throws {
        told = try LedgerFixture()
        try await told.apply(#"{"next_batch":"1"}"#, since: nil)
    }

    private func invite(_ more: String = "", data: String = "") -> String {
        let own = state("m.room.member", key: me.rawValue, #"{"membership":"invite"}"#, by: ada)
        return """
            {"next_batch":"2","rooms":{"invite":{"\(room)":{"invite_state":{"events":[\(own)\(more)]}}}}\(data)}
            """
    }

    @Test func `an invitation to a space says so, and goes once it is joined or declined`() async throws {
        let space = "," + state("m.room.create", #"{"type":"m.space"}"#)
        for end in ["join", "leave"] {
            let told = try LedgerFixture()
            try await told.apply(#"{"next_batch":"1"}"#, since: nil)
            let update = try await told.apply(invite(space)).unwrapped()
            #expect(update.standing?.value.state == .invitedToSpace(by: "@ada:test"))
            let ended = #"{"next_batch":"3","rooms":{"\#(end)":{"\#(room)":{"timeline":{"events":[]}}}}}"#
            #expect(try await told.apply(ended)?.isWithdrawn == true, "\(end)")
            #expect(try await told.apply(answer("4", text(4))) == nil, "a space has no messages")
        }
    }

    @Test func `the end of an invitation that is delivered again ends it again, as after a death before it was stored`()
        async throws
    {
        let join = state("m.room.member", key: me.rawValue, #"{"membership":"join"}"#, by: me)
        let space = "," + state("m.room.create", #"{"type":"m.space"}"#)
        for (end, timeline, invitation) in [("leave", "", ""), ("leave", "", space), ("join", join, space)] {
            let told = try LedgerFixture()
            try await told.apply(#"{"next_batch":"1"}"#, since: nil)
            try await told.apply(invite(invitation))
            let ended = #"{"next_batch":"3","rooms":{"\#(end)":{"\#(room)":{"timeline":{"events":[\#(timeline)]}}}}}"#
            for _ in 1...2 { #expect(try await told.apply(ended)?.isWithdrawn == true, "\(end)") }
        }
    }

    @Test func `the push rule for invitations says whether one is announced`() async throws {
        #expect(try await told.apply(invite())?.announcesInvitation == true)
        let rule = """
            {"rule_id":".m.rule.invite_for_me","default":true,"enabled":false,"actions":["notify"],"conditions":[\
            {"kind":"event_match","key":"type","pattern":"m.room.member"}]}
            """
        let rules =
            #","account_data":{"events":[{"type":"m.push_rules","content":{"global":{"override":[\#(rule)]}}}]}"#
        let told = try LedgerFixture()
        try await told.apply(#"{"next_batch":"1"}"#, since: nil)
        #expect(try await told.apply(invite(data: rules))?.announcesInvitation == false)
    }

    @Test func `an invitation goes when its sender is ignored on any device`() async throws {
        try await told.apply(invite())
        let data = #"{"type":"m.ignored_user_list","content":{"ignored_users":{"@ada:test":{}}}}"#
        let ignoring = #"{"next_batch":"3","account_data":{"events":[\#(data)]}}"#
        let ended = try await told.apply(ignoring).unwrapped()
        #expect(ended.chat.id == room && ended.isWithdrawn)
        #expect(try await told.apply(ignoring)?.isWithdrawn == true, "the session may not have stored it")
        let nobody = ignoring.replacing(#"{"@ada:test":{}}"#, with: "{}")
        #expect(try await told.apply(nobody) == nil)
    }

    @Test func `all invitations of a person go when that person is ignored`() async throws {
        let other = ChatID("!other:test")
        try await told.apply(invite())
        try await told.apply(invite().replacing(room.rawValue, with: other.rawValue))
        let data = #"{"type":"m.ignored_user_list","content":{"ignored_users":{"@ada:test":{}}}}"#
        let ignoring = #"{"next_batch":"3","account_data":{"events":[\#(data)]}}"#
        let ended = try await told.ledger.apply(syncAnswer(ignoring), since: "s")
        #expect(Set(ended.filter(\.isWithdrawn).map(\.chat.id)) == [room, other])
    }

    @Test func `an invitation to a group without a name is named after who invites, until it is joined`() async throws {
        #expect(try await told.apply(invite())?.chat.contact.name == "@ada:test and others")
        let joined = try await told.apply(#"{"next_batch":"3","rooms":{"join":{"\#(room)":{}}}}"#)
        #expect(joined?.chat.contact.name == "Empty room")
    }

    @Test func `an invitation that does not say who is invited is announced`() async throws {
        let name = state("m.room.name", #"{"name":"Garden"}"#)
        let invitation =
            #"{"next_batch":"2","rooms":{"invite":{"\#(room)":{"invite_state":{"events":[\#(name)]}}}}}"#
        #expect(try await told.apply(invitation)?.announcesInvitation == true)
    }

    private func ignoring(_ person: ContactID) -> String {
        let data = #"{"type":"m.ignored_user_list","content":{"ignored_users":{"\#(person)":{}}}}"#
        return #"{"next_batch":"4","account_data":{"events":[\#(data)]}}"#
    }

    @Test func `a chat that the user has joined stays when who invited is ignored`() async throws {
        try await told.apply(invite())
        try await told.apply(answer("3", text(1), state: adasRoomState))
        #expect(try await told.apply(ignoring(ada)) == nil)
    }

    @Test func `an invitation to a group with an ignored member arrives`() async throws {
        try await told.apply(ignoring(bob))
        #expect(try await told.apply(invite("," + change("$b", of: bob, name: "Bob")))?.chat.id == room)
    }
}
