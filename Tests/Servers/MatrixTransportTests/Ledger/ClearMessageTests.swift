import ChatTypes
import JSONKit
import MatrixCrypto
import Testing

@testable import MatrixTransport

/// Messages in the clear in an encrypted room.
@Suite struct ClearMessageTests {
    private static let encryption = state("m.room.encryption", #"{"algorithm":"m.megolm.v1.aes-sha2"}"#)
    private let told: LedgerFixture

    init() throws { told = try LedgerFixture() }

    private func clear(among numbers: Int..., in told: LedgerFixture? = nil) async throws -> [Int] {
        try await (told ?? self.told).ledger.read { tables in
            let key = try tables.rooms.room(room)?.key ?? 0
            return try numbers.filter { try tables.events.isClear(MessageID("$\($0)"), in: key) }
        }
    }

    @Test func `messages that come once the room is encrypted are marked, by sync and by page`() async throws {
        let first = try await told.apply(answer("1", text(5), limited: "t", state: adasRoomState), since: nil)
        try await told.apply(answer("2", "\(Self.encryption),\(text(6)),\(text(7, by: me))"))
        #expect(try await clear(among: 5, 6, 7) == [6, 7])
        let key = try await told.ledger.read { try $0.rooms.room(room)?.key }.unwrapped()
        let place = try first?.messages.first.unwrapped()
        let page = try RoomEvent.list(json("[\(text(4))]"))
        _ = try await told.ledger.apply(page: page, before: place.unwrapped().position.rawValue, end: nil, in: key)
        #expect(try await clear(among: 4, 5) == [4])
    }

    @Test func `encrypted, decrypted, deleted and state events are not marked`() async throws {
        let sealed = """
            {"type":"m.room.encrypted","event_id":"$2","sender":"@ada:test","origin_server_ts":1,"content":{"algorithm":"?"}}
            """
        let deleted =
            #"{"type":"m.room.message","event_id":"$3","sender":"@ada:test","origin_server_ts":1,"content":{}}"#
        let join = member(ContactID("@eve:test"), "Eve").replacing("$m.room.member@eve:test", with: "$4")
        let timeline = "\(text(1)),\(sealed),\(deleted),\(join)"
        var response = try syncAnswer(answer("1", timeline, state: adasRoomState + "," + Self.encryption))
        response.joined[0].update.timeline[0].reading = .refused(.malformed)
        _ = try await told.ledger.apply(response, since: nil)
        #expect(try await clear(among: 1, 2, 3, 4) == [])
        #expect(try await told.ledger.places(in: room).count >= 3)
    }

    @Test func `a message that was once encrypted is not marked when it comes again in the clear`()
        async throws
    {
        var response = try syncAnswer(answer("1", text(1), state: adasRoomState + "," + Self.encryption))
        response.joined[0].update.timeline[0].reading = .refused(.malformed)
        _ = try await told.ledger.apply(response, since: nil)
        try await told.apply(answer("2", "\(text(1)),\(text(2))"))
        #expect(try await clear(among: 1, 2) == [2])
    }

    @Test func `a message from before the room was encrypted is marked once it is edited in the clear`() async throws {
        _ = try await told.apply(answer("1", "\(text(4)),\(text(5))", state: adasRoomState), since: nil)
        let update = try await told.apply(
            answer("2", "\(Self.encryption),\(replacement("$6", of: "$5", "forged"))")
        )
        #expect(update?.annotations.map(\.message) == [MessageID("$5")])
        #expect(update?.annotations.map(\.senderWarning) == [.unencrypted])
    }

    @Test func `a ledger of version 12 is migrated, and marks none of its messages`() async throws {
        try await told.apply(answer("1", text(1), state: adasRoomState + "," + Self.encryption), since: nil)
        #expect(try await clear(among: 1) == [1])
        try told.folder.downgrade(to: 12)
        let again = try LedgerFixture(told.folder)
        #expect(try await clear(among: 1, in: again) == [])
        try await again.apply(answer("2", text(2)))
        #expect(try await clear(among: 1, 2, in: again) == [2])
    }
}
