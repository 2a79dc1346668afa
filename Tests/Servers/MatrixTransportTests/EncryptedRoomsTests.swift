import ChatTypes
import JSONKit
import MatrixCrypto
import Testing

@testable import MatrixTransport

/// The members of encrypted rooms, as sync keeps them.
@Suite struct EncryptedRoomsTests {
    private static let eve = ContactID("@eve:test")
    private let rooms = EncryptedRooms()
    private let known = EncryptedRoom(
        joined: [me, ada],
        invited: [],
        showsInvited: true,
        rotation: .standard
    )

    init() { rooms.insert(known, as: room, askedAt: rooms.responses) }

    /// Applies a sync response, after one that is newer than what the homeserver said.
    private func apply(_ timeline: String, limited: String? = nil, isFirst: Bool = false) throws {
        if !isFirst { rooms.apply(try syncAnswer(answer("1"))) }
        rooms.apply(try syncAnswer(answer("2", timeline, limited: limited)))
    }

    @Test func `joins, invitations and departures change the readers`() throws {
        try apply("\(member(Self.eve, "Eve", "invite")),\(text(1))")
        #expect(rooms.room(room)?.readers == [ada, Self.eve, me].sorted())
        #expect(rooms.room(room)?.invited == [Self.eve])
        try apply("\(member(Self.eve, "Eve")),\(member(ada, "Ada", "leave"))")
        #expect(rooms.room(room)?.readers == [Self.eve, me].sorted())
        try apply(member(Self.eve, "Eve", "ban"))
        #expect(rooms.room(room)?.readers == [me])
    }

    @Test(arguments: [nil, false, true])
    func `invited users are no readers before it is known that they may read`(showsInvited: Bool?) {
        let invited = EncryptedRoom(
            joined: [me],
            invited: [Self.eve],
            showsInvited: showsInvited,
            rotation: .standard
        )
        #expect(invited.readers == (showsInvited == true ? [Self.eve, me].sorted() : [me]))
    }

    @Test func `messages and other rooms change nothing`() throws {
        try apply(text(1))
        #expect(rooms.room(room) == known)
        #expect(rooms.room(ChatID("!other:test")) == nil)
    }

    @Test(arguments: ["m.room.encryption", "m.room.history_visibility"])
    func `a changed setting makes the homeserver be asked again`(_ type: String) throws {
        try apply(state(type, "{}"))
        #expect(rooms.room(room) == nil)
    }

    @Test func `a gap in the timeline may hide members, so the homeserver is asked again`() throws {
        try apply(text(1), limited: "t")
        #expect(rooms.room(room) == nil)
    }

    @Test func `a response that may be older than the homeserver's answer does not bring back who left`() throws {
        try apply(member(Self.eve, "Eve"), isFirst: true)
        #expect(rooms.room(room) == nil)
    }

    @Test func `an answer is not kept if a sync response came meanwhile`() throws {
        rooms.removeAll()
        let asked = rooms.responses
        rooms.apply(try syncAnswer(answer("3")))
        rooms.insert(known, as: room, askedAt: asked)
        #expect(rooms.room(room) == nil)
    }

    @Test func `a room that the user left is forgotten, and all are once sync begins anew`() throws {
        rooms.apply(try syncAnswer(#"{"next_batch":"2","rooms":{"leave":{"\#(room)":{}}}}"#))
        #expect(rooms.room(room) == nil)
        rooms.insert(known, as: room, askedAt: rooms.responses)
        rooms.removeAll()
        #expect(rooms.room(room) == nil)
    }
}
