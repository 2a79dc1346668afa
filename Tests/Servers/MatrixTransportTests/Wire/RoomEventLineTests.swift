import ChatTypes
import Testing

@testable import MatrixTransport

/// The lines about what people do in a room.
@Suite struct RoomEventLineTests {
    private func line(_ type: String, key: String, _ content: String = "{}", was former: String?) throws -> RoomEvent
        .Line?
    {
        let unsigned = former.map { #","unsigned":{"prev_content":\#($0)}"# } ?? ""
        return try RoomEvent(json("\(state(type, key: key, content).dropLast())\(unsigned)}")).unwrapped().line
    }

    @Test(arguments: [
        ("m.room.avatar", nil, "changed the picture"), ("m.room.power_levels", nil, "changed the roles"),
        ("m.room.encryption", "turned on encryption", nil),
        ("m.room.tombstone", "replaced this room with a new one", "replaced this room with a new one"),
        ("m.room.pinned_events", "changed the pinned messages", "changed the pinned messages"),
        ("m.room.name", "removed the title", "removed the title"), ("m.room.join_rules", nil, nil),
    ])
    func `a state of the room is a line if it says what changed`(_ type: String, _ first: String?, _ later: String?)
        throws
    {
        for (former, text) in [(nil, first), ("{}", later)] as [(String?, String?)] {
            let expected = text.map { RoomEvent.Line.sender(ChatEventText(.changed, $0)) }
            #expect(try line(type, key: "", was: former) == expected, "\(former ?? "first")")
            #expect(try line(type, key: "x", was: former) == nil, "it concerns what the key names")
        }
    }

    private static func person(_ kind: ChatEvent, _ verb: String) -> RoomEvent.Line {
        .person(bob, kind, verb: verb, reason: "why")
    }

    /// Ada's changes to Bob's membership, and to her own.
    @Test(
        arguments: [
            ("leave", "knock", nil, nil), ("leave", "leave", nil, nil), ("ban", "ban", nil, nil),
            ("join", "join", nil, nil),
            ("invite", "invite", nil, nil), ("knock", "leave", nil, nil),
            (
                "leave", "invite", person(.invited, "took back the invitation of"),
                .sender(ChatEventText(.declined, reason: "why"))
            ), ("leave", "join", person(.removed, "removed"), .sender(ChatEventText(.left, reason: "why"))),
            ("leave", "ban", person(.removed, "lifted the ban on"), nil),
            ("ban", "join", person(.removed, "banned"), nil), ("invite", "leave", person(.invited, "invited"), nil),
            ("join", "invite", .sender(ChatEventText(.joined)), .sender(ChatEventText(.joined))),
        ] as [(String, String, RoomEvent.Line?, RoomEvent.Line?)]
    )
    func `a change of a membership is a line about who is concerned`(
        _ membership: String,
        _ former: String,
        _ other: RoomEvent.Line?,
        _ own: RoomEvent.Line?
    ) throws {
        let content = #"{"membership":"\#(membership)","reason":"why"}"#
        let was = #"{"membership":"\#(former)"}"#
        #expect(try line("m.room.member", key: bob.rawValue, content, was: was) == other)
        // Nobody bans, invites or lets in themselves.
        guard other == nil || own != nil else { return }
        #expect(try line("m.room.member", key: ada.rawValue, content, was: was) == own)
    }
}
