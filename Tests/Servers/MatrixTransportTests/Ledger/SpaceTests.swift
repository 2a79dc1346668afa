import ChatTypes
import SQLiteKit
import Testing
import Transport

@testable import MatrixTransport

/// The spaces that rooms are in.
@Suite struct SpaceTests {
    private let told: LedgerFixture
    private let work = ChatID("!work:test")
    private let team = ChatID("!team:test")
    private let desk = ChatID("!desk:test")
    private let lunch = ChatID("!lunch:test")

    init() throws { told = try LedgerFixture() }

    private func child(_ id: ChatID, _ content: String = #"{"via":["test"]}"#) -> String {
        state("m.space.child", key: id.rawValue, content)
    }

    private func named(_ name: String) -> String { state("m.room.name", #"{"name":"\#(name)"}"#) }

    private func newSpace(_ name: String, _ children: [ChatID]) -> String {
        ([state("m.room.create", #"{"type":"m.space"}"#), named(name)] + children.map { child($0) })
            .joined(separator: ",")
    }

    private func newRoom(_ name: String) -> String { "\(state("m.room.create", "{}")),\(named(name))" }

    /// A sync response with the events of rooms.
    private func answer(_ joined: [ChatID: String], left: [ChatID: String] = [:]) -> String {
        func list(_ rooms: [ChatID: String]) -> String {
            rooms.map { #""\#($0)":{"timeline":{"events":[\#($1)]}}"# }.joined(separator: ",")
        }
        return #"{"next_batch":"n","rooms":{"join":{\#(list(joined))},"leave":{\#(list(left))}}}"#
    }

    /// Applies a response and returns the names of the spaces that it states, by room.
    private func spaces(_ answer: String, since: String? = "s") async throws -> [ChatID: [String]] {
        let updates = try await told.ledger.apply(syncAnswer(answer), since: since)
        let stated = updates.compactMap { update in update.spaces.map { (update.chat.id, $0.map(\.name).sorted()) } }
        return Dictionary(stated) { $1 }
    }

    /// Two spaces that contain each other, each with a room; a third room is in none.
    private func begin() async throws -> [ChatID: [String]] {
        try await spaces(
            answer([
                work: newSpace("Work", [desk, team]), team: newSpace("Team", [lunch, work, team]),
                desk: newRoom("Desk"), lunch: newRoom("Lunch"), room: newRoom("Garden"),
            ]),
            since: nil
        )
    }

    @Test func `a room is in the spaces that contain it directly or through others, also in a circle`() async throws {
        #expect(try await begin() == [desk: ["Team", "Work"], lunch: ["Team", "Work"]])
    }

    @Test(arguments: ["{}", #"{"via":[]}"#, #"{"via":"test"}"#, #"{"order":"a"}"#])
    func `a room without servers is in the space no more, however often that arrives`(_ content: String) async throws {
        _ = try await begin()
        let removal = answer([team: child(lunch, content)])
        for _ in 1...2 { #expect(try await spaces(removal)[lunch] == []) }
        #expect(try await spaces(answer([work: child(lunch)]))[lunch] == ["Team", "Work"], "it comes back")
    }

    @Test func `another name of a space, and leaving it, concern the rooms below it`() async throws {
        _ = try await begin()
        #expect(try await spaces(answer([work: named("Job")])) == [desk: ["Job", "Team"], lunch: ["Job", "Team"]])
        let leaving = answer([:], left: [work: change("$l", of: me, "leave")])
        #expect(try await spaces(leaving) == [desk: [], lunch: ["Team"]])
    }

    @Test func `a room that is joined later is in its spaces, and a message changes none`() async throws {
        _ = try await begin()
        let late = ChatID("!late:test")
        #expect(try await spaces(answer([work: child(late)]))[late] == nil, "the user is not in it")
        #expect(try await spaces(answer([late: newRoom("Late")])) == [late: ["Team", "Work"]])
        #expect(try await spaces(answer([late: text(1), work: text(2), room: newRoom("Garden")])) == [:])
    }

    @Test func `of ten thousand rooms and more a part is stored`() async throws {
        let count = RoomTable.childLimit + 50
        let many = (1...count).map { child(ChatID("!r\($0):test")) }.joined(separator: ",")
        _ = try await spaces(answer([work: newSpace("Work", [desk]) + "," + many, desk: newRoom("Desk")]), since: nil)
        let below = try await told.ledger.read { try $0.rooms.below([ChatID("!work:test")]).count }
        #expect(below == RoomTable.childLimit)
        #expect(try await spaces(answer([work: named("Job")]))[desk] == ["Job"])
        func stored() async throws -> Int? {
            try await told.ledger.read {
                try $0.rooms.connection.first("SELECT count(*) FROM space_child") { $0.count(0) }
            }
        }
        #expect(try await stored() == RoomTable.childLimit)
        _ = try await spaces(answer([work: "\(child(desk, "{}")),\(child(lunch))"]))
        #expect(try await stored() == RoomTable.childLimit, "the place of the one is free for the other")
    }

    @Test func `a room that is no space contains nothing, neither rooms nor spaces`() async throws {
        let stated = try await spaces(
            answer([
                work: newSpace("Work", [desk]), team: newSpace("Team", [lunch]), desk: newRoom("Desk"),
                lunch: newRoom("Lunch"), room: "\(newRoom("Garden")),\(child(desk)),\(child(team))",
            ]),
            since: nil
        )
        #expect(stated == [desk: ["Work"], lunch: ["Team"]])
    }

    @Test func `a room in very many spaces is in a part of them`() async throws {
        var joined = [desk: newRoom("Desk")]
        for number in 0..<Limits.spaces + 5 { joined[ChatID("!s\(number):test")] = newSpace("S\(number)", [desk]) }
        #expect(try await spaces(answer(joined), since: nil)[desk]?.count == Limits.spaces)
    }

    @Test func `a ledger of the version before asks for the rooms of its spaces, once`() async throws {
        _ = try await begin()
        #expect(try await told.ledger.read { try $0.rooms.spacesWithoutChildren() } == [])
        try told.folder.downgrade(to: 18)
        let again = try LedgerFixture(told.folder)
        let unknown = try await again.ledger.read { try $0.rooms.spacesWithoutChildren() }
        #expect(Set(unknown) == [work, team])
        try await again.apply(answer([:], left: [team: change("$l", of: me, "leave")]))
        #expect(try await again.ledger.read { try $0.rooms.spacesWithoutChildren() } == [work], "the other was left")
        let events = try RoomEvent.list(json("[\(child(desk))]"))
        let updates = try await again.ledger.write { [work] in try $0.setChildren(events, of: work) }
        #expect(updates.map(\.chat.id) == [desk] && updates.first?.spaces?.map(\.name) == ["Work"])
        try await again.ledger.write { [work, team] in
            for space in [work, team] { try $0.rooms.setChildrenKnown(of: space) }
        }
        #expect(try await again.ledger.read { try $0.rooms.spacesWithoutChildren() } == [])
    }

    @Test func `the rooms of spaces that were known before are requested when the connection opens, once`() throws {
        let folder = try Folder()
        let line = "GET v3/rooms/!work:test/state"
        let (first, inside) = (answer([work: newSpace("Work", [desk]), desk: newRoom("Desk")]), child(desk))
        var counts: [Int] = []
        for launch in 1...3 {
            let world = try TransportFixture(in: folder)
            let news = SyncFake(launch == 1 ? ["": first] : [:])
            world.http.follow(news) { call in .json(call.line == line ? "[\(inside)]" : "{}") }
            _ = try world.sync(since: launch == 1 ? nil : "n")
            world.receive()
            world.run(.seconds(1))
            counts.append(world.http.lines.count { $0 == line })
            let names = world.events.all.compactMap { event -> [String]? in
                guard case .updates(let updates) = event else { return nil }
                return updates.lazy.compactMap(\.spaces).first?.map(\.name)
            }
            #expect(names == (launch == 2 ? [["Work"]] : []))
            if launch == 1 { try folder.downgrade(to: 18) }
        }
        #expect(counts == [0, 1, 0])
    }

    @Test func `an invitation to a space says nothing of its rooms`() async throws {
        let state = "\(newSpace("Work", [room])),\(member(me, "Me", "invite"))"
        let invitation =
            #"{"next_batch":"1","rooms":{"invite":{"\#(work)":{"invite_state":{"events":[\#(state)]}}}}}"#
        _ = try await spaces(invitation)
        #expect(try await spaces(answer([work: newSpace("Work", []), room: newRoom("Garden")])) == [:])
    }

    @Test func `an old change of a space that is read back takes no room out`() async throws {
        _ = try await begin()
        var response = try syncAnswer(answer([work: "\(child(desk, "{}")),\(named("Job"))"]))
        response.joined[0].update.timeline[0].isOld = true
        let updates = try await told.ledger.apply(response, since: "s")
        #expect(updates.first { $0.chat.id == desk }?.spaces?.map(\.name).sorted() == ["Job", "Team"])
    }

    @Test(arguments: [(403, "M_FORBIDDEN", [0, 1, 0]), (502, "", [0, 1, 1])])
    func `a refusal counts as a space without rooms, and after a lost answer they are requested again`(
        _ status: Int,
        _ code: String,
        _ expected: [Int]
    ) throws {
        let folder = try Folder()
        let line = "GET v3/rooms/!work:test/state"
        let first = answer([work: newSpace("Work", [desk]), desk: newRoom("Desk")])
        var counts: [Int] = []
        for launch in 1...3 {
            let world = try TransportFixture(in: folder)
            let news = SyncFake(launch == 1 ? ["": first] : [:])
            world.http.follow(news) { call in call.line == line ? .failure(status, code) : .json("{}") }
            _ = try world.sync(since: launch == 1 ? nil : "n")
            world.receive()
            world.run(.seconds(1))
            counts.append(world.http.lines.count { $0 == line })
            #expect(world.events.all == [.opened])
            if launch == 1 { try folder.downgrade(to: 18) }
        }
        #expect(counts == expected)
    }
}
