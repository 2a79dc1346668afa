import HTTPClient
import Testing
import Transport

@testable import MatrixTransport

@Suite struct FirstNewsTests {
    private static func rooms(_ numbers: ClosedRange<Int>, of count: Int, position: String) -> String {
        let rooms = numbers.map { number in
            """
            "!room\(number):test":{"initial":true,"limited":true,"prev_batch":"p\(number)","joined_count":2,\
            "heroes":[{"user_id":"@ada\(number):test","displayname":"Ada \(number)"}],\
            "required_state":[\(state("m.room.create", "{}"))],"timeline":[\(text(number, by: ContactID("@ada\(number):test")))]}
            """
        }
        let receipt = #"{"type":"m.receipt","content":{"$1":{"m.read":{"@ada1:test":{}}}}}"#
        return """
            {"pos":"\(position)","lists":{"all":{"count":\(count)}},"rooms":{\(rooms.joined(separator: ","))},\
            "extensions":{"receipts":{"rooms":{"!room1:test":\(receipt)}},\
            "account_data":{"global":[{"type":"m.direct","content":{"@ada1:test":["!room1:test"]}}]}}}
            """
    }

    /// A homeserver with thirty rooms.
    private func world(offers: Bool = true, forgets: Bool = false) throws -> TransportWorld {
        let world = try TransportWorld()
        world.http.answer = { call in
            if call.path == ["versions"] {
                return .json(#"{"unstable_features":{"org.matrix.simplified_msc3575":\#(offers)}}"#)
            }
            if call.path.contains("org.matrix.simplified_msc3575") {
                guard let position = call.query["pos"] else { return .json(Self.rooms(1...20, of: 30, position: "p1")) }
                if forgets { return .failure(400, "M_UNKNOWN_POS") }
                return .json(Self.rooms(21...30, of: 30, position: position + "1"))
            }
            return .json(#"{"next_batch":"t"}"#)
        }
        return world
    }

    @Test func `the newest rooms come first, the rest behind them, and the news goes on from before both`() throws {
        let world = try world()
        let first = try world.sync()
        #expect(!first.isComplete)
        #expect(first.updates.count == 20)
        #expect(first.updates.first?.chat.contact == Contact(id: ContactID("@ada1:test"), name: "Ada 1"))
        #expect(first.updates.first?.receipts == [ReadReceipt(reader: .contact, message: MessageID("$1"))])
        #expect(first.updates.first?.messages.first?.predecessor != nil)
        let second = try world.result { try await $0.sync(since: first.next) }
        #expect(second.isComplete && second.updates.count == 10)
        #expect(second.next == SyncCursor("\(world.ledger.id)/t"))
        let list = world.http.calls.last?.body?["lists"]?["all"]
        #expect(list?["ranges"]?.elements.first?.elements.compactMap(\.integer) == [0, 219])
        _ = try world.result { try await $0.sync(since: second.next) }
        #expect(world.http.calls.last?.query["since"] == "t")
    }

    @Test func `a list that the homeserver has forgotten begins anew`() throws {
        let world = try world(forgets: true)
        let first = try world.sync()
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.sync(since: first.next) } }
        guard case .refused(.unknownCursor, _)? = error else { throw Missing() }
    }

    @Test func `where it is not offered, all comes in one`() throws {
        let world = try world(offers: false)
        #expect(try world.sync().isComplete)
        #expect(!world.http.lines.contains { $0.contains("simplified") })
    }
}
