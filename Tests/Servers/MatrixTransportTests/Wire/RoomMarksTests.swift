import ChatTypes
import HTTPClient
import JSONKit
import Testing

@testable import MatrixTransport

@Suite struct RoomMarksTests {
    private func marks(_ events: String) throws -> [ChatMark: Bool] {
        RoomMarks.read(try JSONDocument(Array("[\(events)]".utf8)).root)
    }

    private static func tags(_ tags: String) -> String { #"{"type":"m.tag","content":{"tags":\#(tags)}}"# }

    private static func unread(_ value: String, _ type: String = "m.marked_unread") -> String {
        #"{"type":"\#(type)","content":{"unread":\#(value)}}"#
    }

    @Test func `tags say whether a room is a favourite, and nothing else says so`() throws {
        #expect(try marks(Self.tags(#"{"m.favourite":{"order":0.5},"u.work":{}}"#)) == [.favourite: true])
        #expect(try marks(Self.tags(#"{"m.lowpriority":{}}"#)) == [.favourite: false])
        #expect(try marks(Self.tags("{}")) == [.favourite: false])
        #expect(try marks("") == [:] && marks(#"{"type":"m.tag","content":{}},{"type":"m.tag"},7"#) == [:])
    }

    @Test func `a mark as unread counts by its name of today, then by its former name`() throws {
        let former = "com.famedly.marked_unread"
        #expect(try marks(Self.unread("true")) == [.unread: true])
        #expect(try marks(Self.unread("true", former)) == [.unread: true])
        #expect(try marks(Self.unread("false") + "," + Self.unread("true", former)) == [.unread: false])
        #expect(try marks(Self.unread("true", former) + "," + Self.unread("false")) == [.unread: false])
        #expect(try marks(Self.unread("1") + "," + Self.unread("null")) == [:])
    }

    @Test func `account data alone is an update of a known room`() async throws {
        let ledger = try Folder().open()
        _ = try await ledger.apply(syncAnswer(answer("1", state: adasRoomState)), since: nil)
        let data = #""account_data":{"events":[\#(Self.unread("true")),\#(Self.tags(#"{"m.favourite":{}}"#))]}"#
        let news = #"{"next_batch":"2","rooms":{"join":{"!room:test":{\#(data)}}}}"#
        let updates = try await ledger.apply(syncAnswer(news), since: "1")
        #expect(updates.map(\.marks) == [[.favourite: true, .unread: true]])
    }

    @Test func `marks are sent as a tag and as account data of the room`() throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .json("{}") }
        for (mark, isSet) in [(ChatMark.favourite, true), (.favourite, false), (.unread, true), (.unread, false)] {
            try world.result { try await $0.set(mark, to: isSet, in: room) }
        }
        let path = "v3/user/\(me)/rooms/\(room)"
        let data = "PUT \(path)/account_data/m.marked_unread"
        let tag = "\(path)/tags/m.favourite"
        #expect(world.http.lines == ["PUT \(tag)", "DELETE \(tag)", data, data])
        #expect(world.http.calls.suffix(2).map { $0.body?["unread"]?.bool } == [true, false])
    }
}
