import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import Testing

@testable import MatrixTransport

@Suite struct SlidingSyncResponseTests {
    /// A homeserver whose whole list of rooms is one part.
    private func world(rooms: String) throws -> TransportFixture {
        let world = try TransportFixture()
        world.http.answer = { call in
            if call.path == ["versions"] {
                return .json(#"{"unstable_features":{"org.matrix.simplified_msc3575":true}}"#)
            }
            guard call.path.contains("org.matrix.simplified_msc3575") else { return .json(#"{"next_batch":"t"}"#) }
            return .json(#"{"pos":"p","lists":{"all":{"count":1}},"rooms":{\#(rooms)}}"#)
        }
        return world
    }

    private static func ourRoom(_ membership: String, then later: String? = nil) -> String {
        let timeline = later.map { "\(text(1)),\(change("$later", of: me, $0, by: ada))" } ?? text(1)
        return """
            "\(room)":{"required_state":[\(state("m.room.create", "{}")),\(member(me, "Me", membership))],\
            "timeline":[\(timeline)],"limited":false,"joined_count":2,"heroes":[{"user_id":"@ada:test","displayname":"Ada"}]}
            """
    }

    @Test(arguments: [
        ("leave", nil), ("ban", nil), ("join", "leave"), ("join", "ban"), ("invite", "leave"),
    ])
    func `a room from which the user was removed is left if known and ignored otherwise`(_ was: String, then: String?)
        async throws
    {
        let world = try world(rooms: Self.ourRoom(was, then: then))
        #expect(try world.sync().updates.isEmpty)
        #expect(try await world.ledger.read { try $0.rooms.membership(in: room) } == .unknown)
        _ = try await world.ledger.apply(syncAnswer(answer("1", text(1), state: adasRoomState)), since: "s")
        let state = try world.sync().updates.map(\.standing?.value.state)
        let isBan = was == "ban" || then == "ban"
        #expect(
            state == [isBan ? .banned(by: "Ada (@ada:test)", reason: "") : .removed(by: "Ada (@ada:test)", reason: "")]
        )
        #expect(try await world.ledger.read { try $0.rooms.membership(in: room) } == .leave)
        let row = try await world.ledger.read { tables in
            try tables.rooms.room(room).flatMap { try tables.members.member(me, in: $0.key) }
        }
        #expect(row?.isMember == false)
    }

    @Test(arguments: [("join", nil), ("leave", "join"), ("invite", "join"), ("odd", nil)])
    func `a room with the user as a member is joined`(_ was: String, then: String?) async throws {
        let world = try world(rooms: Self.ourRoom(was, then: then))
        #expect(try world.sync().updates.map(\.chat.contact.name) == ["Ada"])
        #expect(try await world.ledger.read { try $0.rooms.membership(in: room) } == .join)
        let list = world.http.calls.compactMap { $0.body?["lists"]?["all"] }.last
        let asked = list?["required_state"]?.elements.map { $0.elements.compactMap(\.string) }
        #expect(asked?.contains(["m.room.member", "$ME"]) == true)
    }

    @Test func `reading a response takes time in proportion to its rooms`() throws {
        /// The processor time in nanoseconds; the best of three, since other threads share the caches.
        func cost(ofRooms count: Int) throws -> UInt64 {
            let rooms = (0..<count).map { #""!room-number-\#($0):test":{}"# }.joined(separator: ",")
            let receipts = (0..<count).map { #""!room-number-\#($0):test":{"type":"m.receipt"}"# }.joined(
                separator: ","
            )
            let response = try json(
                #"{"pos":"p","lists":{"all":{"count":1}},"rooms":{\#(rooms)},"extensions":{"receipts":{"rooms":{\#(receipts)}}}}"#
            )
            return try (1...3).map { _ in
                let start = threadTime()
                _ = try SlidingSyncResponse(response, token: "t", user: me).unwrapped()
                return threadTime() - start
            }.min().unwrapped()
        }
        // Eight times the rooms take about eight times as long; with a search for each room, about fifty times.
        #expect(try cost(ofRooms: 8000) < 24 * cost(ofRooms: 1000))
    }

    @Test func `a room of the list has marks, counts and a number of members, which is never less than none`() throws {
        let room = """
            {"joined_count":2,"invited_count":1,"notification_count":3,"highlight_count":4,"required_state":[],"timeline":[]}
            """
        let data = #"[{"type":"m.tag","content":{"tags":{"m.favourite":{}}}}]"#
        let text = """
            {"pos":"p","lists":{"all":{"count":2}},"rooms":{"!a:test":\(room),\
            "!b:test":\(room.replacing(#""invited_count":1"#, with: #""invited_count":-5"#))},\
            "extensions":{"account_data":{"rooms":{"!a:test":\(data)}}}}
            """
        let response = try SlidingSyncResponse(json(text), token: "t", user: me).unwrapped()
        let updates = response.sync.joined.map(\.update)
        #expect(updates.map(\.marks) == [[.favourite: true], [:]])
        #expect(updates.map(\.memberCount) == [3, 2] && updates.map(\.joinedCount) == [2, 2])
        #expect(updates.map(\.unreadCount) == [3, 3] && updates.map(\.mentionCount) == [4, 4])
    }

    @Test(arguments: [("knock", []), ("invite", ["Ada"])])
    func `a room at which the user knocks is no invitation`(_ membership: String, names: [String]) throws {
        let ours = state(
            "m.room.member",
            key: me.rawValue,
            #"{"membership":"\#(membership)","is_direct":true}"#,
            by: membership == "knock" ? me : ada
        )
        let world = try world(rooms: #""\#(room)":{"invite_state":[\#(member(ada, "Ada")),\#(ours)]}"#)
        #expect(try world.sync().updates.map(\.chat.contact.name) == names)
    }
}

/// The processor time of this thread in nanoseconds. Unlike wall time, it does not depend on what else runs.
private func threadTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
