import ChatTypes
import JSONKit
import Testing

@testable import MatrixTransport

/// The pinned events of rooms.
@Suite struct PinTests {
    private let told: LedgerFixture

    init() async throws { told = try LedgerFixture() }

    private func pinned(_ content: String) -> String { state("m.room.pinned_events", content) }

    private func ids(_ ids: [String]) -> String {
        pinned(#"{"pinned":[\#(ids.map { #""\#($0)""# }.joined(separator: ","))]}"#)
    }

    @Test func `a list has a number of its own, which an unchanged list keeps`() async throws {
        let first = try await told.apply(
            groupAnswer("1", text(1), state: gardenState + "," + ids(["$1", "$9"])),
            since: nil
        )
        #expect(first?.pins?.messages == [MessageID("$1"), MessageID("$9")])
        #expect(try await told.apply(groupAnswer("2", text(2)))?.pins == nil, "nothing new")
        #expect(try await told.apply(groupAnswer("3", ids(["$1", "$9"])))?.pins == first?.pins)
        let last = try await told.apply(groupAnswer("4", ids([])))?.pins
        #expect(last?.messages == [] && last?.number ?? 0 > first?.pins?.number ?? 0)
    }

    @Test func `a list that changes twice in one response has a new number, too`() async throws {
        let first = try await told.apply(groupAnswer("1", text(1), state: gardenState + "," + ids(["$1"])), since: nil)
        let later = try await told.apply(groupAnswer("2", ids(["$3"]), state: ids(["$2"])))?.pins
        #expect(later?.messages == [MessageID("$3")] && later?.number ?? 0 > first?.pins?.number ?? 0)
    }

    @Test func `a room that is entered again has the pins that its state has, and not those of before`() async throws {
        let state = gardenState + "," + ids(["$1"])
        let first = try await told.apply(groupAnswer("1", text(1), state: state), since: nil)?.pins
        let leaving = change("$l", of: me, "leave")
        #expect(try await told.apply(groupAnswer("2", leaving, as: "leave"))?.pins == first)
        let back = try await told.apply(groupAnswer("3", text(2), state: gardenState))?.pins
        #expect(back?.messages == [] && back?.number ?? 0 > first?.number ?? 0)
    }

    @Test func `an own message is pinned under the id that it has here`() async throws {
        let own = text(2, by: me, own: "mine")
        let update = try await told.apply(groupAnswer("1", own, state: gardenState + "," + ids(["$2"])), since: nil)
        #expect(update?.pins?.messages == [MessageID("mine")])
    }

    @Test(arguments: [
        #"{"pinned":["$1",7,null,["$2"],"","$1"]}"#, #"{"pinned":{"$1":"$1"}}"#, #"{"pinned":null}"#, "{}",
        #"{"pinned":["$1","$2\nx"],"odd":1}"#,
    ])
    func `of an odd list only ids count`(_ content: String) async throws {
        let update = try await told.apply(
            groupAnswer("1", text(1), state: gardenState + "," + pinned(content)),
            since: nil
        )
        let expected = content.contains("null,") ? ["$1"] : content.contains("odd") ? ["$1", "$2\nx"] : []
        #expect(update?.pins?.messages.map(\.rawValue) ?? [] == expected)
    }

    @Test func `ten thousand pins are cut to the last`() async throws {
        let many = ids((1...10_000).map { "$p\($0)" })
        let update = try await told.apply(groupAnswer("1", text(1), state: gardenState + "," + many), since: nil)
        #expect(update?.pins?.messages.count == Limits.pins && update?.pins?.messages.last == MessageID("$p10000"))
    }

    @Test func `a ledger of the version before does not know the pins of its rooms, and of new rooms it does`()
        async throws
    {
        try await told.apply(groupAnswer("1", text(1), state: gardenState), since: nil)
        #expect(try await told.ledger.read { try $0.rooms.roomWithoutPins(room) } == nil)
        try told.folder.downgrade(to: 16)
        let again = try LedgerFixture(told.folder)
        #expect(try await again.ledger.read { try $0.rooms.roomWithoutPins(room) } != nil)
    }

    @Test func `a change keeps what else is in the list, and does nothing if it is made already`() throws {
        let known = try json(#"{"pinned":["$1",7,"$2"],"x.odd":true}"#)
        let more = try json(#"{"pinned":["$1",7,"$2","$3"],"x.odd":true}"#)
        func change(_ event: String, _ isPinned: Bool) -> JSONText? {
            PinnedEvents.content(known, MessageID(event), isPinned: isPinned)
        }
        let sent = try #require(change("$3", true))
        let read = try json(String(decoding: sent.bytes, as: UTF8.self))
        #expect(read["x.odd"]?.bool == true && read["pinned"]?.elements.count == more["pinned"]?.elements.count)
        #expect(PinnedEvents.list(read).map(\.rawValue) == ["$1", "$2", "$3"])
        #expect(change("$1", true) == nil && change("$9", false) == nil)
        let less = try json(String(decoding: try #require(change("$2", false)).bytes, as: UTF8.self))
        #expect(PinnedEvents.list(less).map(\.rawValue) == ["$1"])
        let first = try #require(PinnedEvents.content(nil, MessageID("$1"), isPinned: true))
        #expect(String(decoding: first.bytes, as: UTF8.self) == #"{"pinned":["$1"]}"#)
    }

    @Test func `the pins of a room that the user has left are not requested`() async throws {
        try await told.apply(groupAnswer("1", text(1), state: gardenState), since: nil)
        try await told.apply(groupAnswer("2", change("$l", of: me, "leave"), as: "leave"))
        try told.folder.downgrade(to: 16)
        let again = try LedgerFixture(told.folder)
        #expect(try await again.ledger.read { try $0.rooms.roomWithoutPins(room) } == nil)
    }
}
