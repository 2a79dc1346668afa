import ChatTypes
import Testing

@testable import MatrixTransport

/// Claims of strangers about other users and their rooms.
@Suite struct ClaimTests {
    private static let mallory = ContactID("@mallory:test")
    private static let other = ChatID("!other:test")
    private let told: LedgerFixture

    init() async throws {
        told = try LedgerFixture()
        try await told.apply(answer("1", text(1), state: adasRoomState), since: nil)
    }

    private func invite(_ state: String) -> String {
        #"{"next_batch":"2","rooms":{"invite":{"\#(Self.other)":{"invite_state":{"events":[\#(state)]}}}}}"#
    }

    private static let invitation = state(
        "m.room.member",
        key: me.rawValue,
        #"{"membership":"invite"}"#,
        by: mallory
    )

    private func leaving(_ room: ChatID, _ timeline: String = "") -> String {
        #"{"next_batch":"3","rooms":{"leave":{"\#(room)":{"timeline":{"events":[\#(timeline)]}}}}}"#
    }

    @Test func `an invitation that ends withdraws the chat, whatever the room shows, unless the user had joined`()
        async throws
    {
        let kick = state("m.room.member", key: me.rawValue, #"{"membership":"leave"}"#, by: Self.mallory)
        let join = state("m.room.member", key: me.rawValue, #"{"membership":"join"}"#, by: me)
        for (timeline, isWithdrawn) in [
            ("", true), (kick, true), (text(3), true), ("\(text(3)),\(kick)", true), ("\(join),\(text(3))", false),
            (change("$w", of: me, "leave", was: #"{"membership":"join"}"#), false), (change("$b", of: bob), true),
        ] {
            let told = try LedgerFixture()
            try await told.apply(answer("1", text(1), state: adasRoomState), since: nil)
            #expect(try await told.apply(invite(Self.invitation))?.isWithdrawn == false)
            #expect(try await told.apply(leaving(Self.other, timeline))?.isWithdrawn == isWithdrawn, "\(timeline)")
            #expect(try await told.apply(leaving(room))?.isWithdrawn == false, "it was joined")
        }
    }

    @Test func `taking back a second invitation leaves the history and a line`() async throws {
        try await told.apply(leaving(room, change("$gone", of: me, "leave")))
        let again =
            #"{"next_batch":"4","rooms":{"invite":{"\#(room)":{"invite_state":{"events":[\#(Self.invitation)]}}}}}"#
        try await told.apply(again)
        let kick = change("$kick", of: me, "leave", by: Self.mallory, was: #"{"membership":"invite"}"#)
        let update = try await told.apply(leaving(room, kick))
        #expect(update?.isWithdrawn == false)
        #expect(update?.messages.map(\.text) == ["took back the invitation of you"])
    }

    /// The name of Ada's chat after a new message.
    private func name() async throws -> String? { try await told.apply(answer("9", text(9)))?.chat.contact.name }

    @Test(arguments: ["invite", "ban", "knock"])
    func `users cannot rename others by inviting or banning them`(_ word: String) async throws {
        let change = change("$b", of: ada, word, name: "Boss", by: Self.mallory)
        try await told.apply(groupAnswer("2", change, state: state("m.room.create", "{}"), in: Self.other))
        #expect(try await name() == "Ada")
    }

    @Test func `an invitation renames no known user`() async throws {
        let join = state("m.room.member", key: ada.rawValue, #"{"membership":"join","displayname":"Boss"}"#)
        try await told.apply(invite("\(Self.invitation),\(join),\(member(bob, "Bob"))"))
        #expect(try await name() == "Ada")
        #expect(try await told.ledger.read { try $0.people.name(of: bob) } == "Bob")
    }

    @Test func `users rename themselves, and the homeserver knows the names of invited users`() async throws {
        try await told.apply(groupAnswer("2", change("$a", of: ada, name: "Ada L."), in: Self.other))
        #expect(try await name() == "Ada L.")
        try await told.apply(
            groupAnswer("3", change("$b", of: ada, "invite", name: "Countess", by: me), in: Self.other)
        )
        #expect(try await name() == "Countess")
    }

    @Test func `in the initial sync, names come from a user's own direct room`() async throws {
        func first(_ rooms: (id: ChatID, name: String)...) throws -> SyncResponse {
            let rooms = rooms.map { room, name in
                let hero = #"{"user_id":"\#(ada)","displayname":"\#(name)"}"#
                return #""\#(room)":{"joined_count":3,"heroes":[\#(hero)],"required_state":[]}"#
            }
            let direct = #"{"type":"m.direct","content":{"\#(ada)":["\#(MatrixTransportTests.room)"]}}"#
            let text = """
                {"pos":"p","lists":{"all":{"count":2}},"rooms":{\(rooms.joined(separator: ","))},\
                "extensions":{"account_data":{"global":[\(direct)]}}}
                """
            return try SlidingSyncResponse(json(text), token: "t", user: me).unwrapped().sync
        }
        _ = try await told.ledger.apply(first((room, "Ada L."), (Self.other, "Boss")), since: nil)
        #expect(try await name() == "Ada L.")
        let anew = try Folder().open()
        _ = try await anew.apply(first((Self.other, "Boss"), (room, "Ada L.")), since: nil)
        #expect(try await anew.read { try $0.people.name(of: ada) } == "Ada L.")
    }

    @Test func `an invitation to a direct room that was left renames nobody`() async throws {
        try await told.apply(leaving(room))
        let hero = #"{"user_id":"\#(ada)","displayname":"Boss"}"#
        let text = """
            {"pos":"p","lists":{"all":{"count":1}},\
            "rooms":{"\(room)":{"heroes":[\(hero)],"invite_state":[\(Self.invitation)]}}}
            """
        let sync = try SlidingSyncResponse(json(text), token: "t", user: me).unwrapped().sync
        #expect(sync.invited.map(\.update.names.count) == [1])
        _ = try await told.ledger.apply(sync, since: nil)
        #expect(try await told.ledger.read { try $0.people.name(of: ada) } == "Ada")
    }

    @Test func `a room replaces another only if both say so`() async throws {
        let create = state("m.room.create", #"{"predecessor":{"room_id":"\#(room)"}}"#, by: Self.mallory)
        let update = try await told.apply(invite("\(create),\(Self.invitation)"))
        #expect(update?.chat.contact.id != ada)
        #expect(try await told.ledger.read { try $0.rooms.peer(of: Self.other) } == nil)
    }

    @Test(arguments: [false, true])
    func `a room may come before the tombstone of the room that it replaces, left or not`(_ isLeft: Bool) async throws {
        let create = state("m.room.create", #"{"predecessor":{"room_id":"\#(room)"}}"#)
        let tombstone = state("m.room.tombstone", #"{"replacement_room":"\#(Self.other)"}"#)
        let new = #""\#(Self.other)":{"state":{"events":[\#(create)]}}"#
        let old = #""\#(room)":{"timeline":{"events":[\#(tombstone)]}}"#
        let rooms = isLeft ? #""join":{\#(new)},"leave":{\#(old)}"# : #""join":{\#(new),\#(old)}"#
        try await told.apply(#"{"next_batch":"2","rooms":{\#(rooms)}}"#)
        #expect(try await told.ledger.read { try $0.rooms.peer(of: Self.other) } == ada)
    }
}
