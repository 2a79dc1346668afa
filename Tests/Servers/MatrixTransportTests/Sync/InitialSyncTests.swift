import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import MatrixCrypto
import SQLiteKit
import Testing

@testable import MatrixTransport

@Suite struct InitialSyncTests {
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
    private func world(
        offers: Bool = true,
        forgets: Bool = false,
        position: String = "p1",
        token: String = "t",
        settings: MatrixSettings = MatrixSettings()
    ) throws -> TransportFixture {
        let world = try TransportFixture(settings: settings)
        world.http.answer = { call in
            if call.path == ["versions"] {
                return .json(#"{"unstable_features":{"org.matrix.simplified_msc3575":\#(offers)}}"#)
            }
            if call.path.contains("org.matrix.simplified_msc3575") {
                guard let known = call.query["pos"] else {
                    return .json(Self.rooms(1...20, of: 30, position: position))
                }
                if forgets || known != position { return .failure(400, "M_UNKNOWN_POS") }
                return .json(Self.rooms(21...30, of: 30, position: known + "1"))
            }
            return .json(#"{"next_batch":"\#(token)"}"#)
        }
        return world
    }

    @Test func `the last part brings the homeserver's unread counts, which sliding sync lacks`() throws {
        let world = try world()
        let others = world.http.answer
        world.http.answer = { call in
            guard call.isSync, call.query["since"] == nil, call.query["filter"]?.contains(#""limit":1,"#) == true else {
                return try await others(call)
            }
            let room = #"{"!room1:test":{"unread_notifications":{"notification_count":57}},"!x:y":{}}"#
            return .json(#"{"next_batch":"later","rooms":{"join":\#(room)}}"#)
        }
        let first = try world.sync()
        let second = try world.result { try await $0.sync(since: first.next) }
        #expect(second.updates.compactMap(\.unreadCount) == [57])
        #expect(second.next == SyncCursor("\(world.ledger.id)/t"))
    }

    @Test func `the newest rooms come first, then the others, and sync continues from before both`() throws {
        let world = try world()
        let first = try world.sync()
        #expect(!first.isComplete)
        #expect(first.updates.count == 20)
        #expect(first.updates.first?.chat.contact == Contact(id: ContactID("@ada1:test"), name: "Ada 1"))
        #expect(
            first.updates.first?.receipts == [
                ReadReceipt(reader: .contact, message: MessageID("$1"), scope: .everything)
            ]
        )
        #expect(first.updates.first?.messages.first?.predecessor != nil)
        let second = try world.result { try await $0.sync(since: first.next) }
        #expect(second.isComplete && second.updates.count == 10)
        #expect(second.next == SyncCursor("\(world.ledger.id)/t"))
        #expect(world.transport.isPartial(first.next) && !world.transport.isPartial(second.next))
        #expect(!world.transport.isPartial(SyncCursor("other/~20~1~p~t")), "that of another ledger begins anew")
        let list = world.http.calls.last { $0.body?["lists"] != nil }?.body?["lists"]?["all"]
        #expect(list?["ranges"]?.elements.first?.elements.compactMap(\.integer) == [0, 219])
        _ = try world.result { try await $0.sync(since: second.next) }
        #expect(world.http.calls.last?.query["since"] == "t")
    }

    @Test func `messages hidden by a part precede those of the next and are paged`() throws {
        let world = try world()
        let (answer, hidden) = (world.http.answer, state("m.room.join_rules", "{}"))
        world.http.answer = { call in
            if call.path.contains("messages") { return .failure(502, "") }
            guard call.path.contains("org.matrix.simplified_msc3575") else { return try await answer(call) }
            let isFirst = call.query["pos"] == nil
            let news =
                isFirst
                ? #""initial":true,"limited":true,"prev_batch":"old","timeline":[\#(hidden)]"#
                : #""limited":false,"prev_batch":"new","timeline":[\#(text(9))]"#
            let room = #""\#(room)":{"joined_count":2,"required_state":[\#(state("m.room.create", "{}"))],\#(news)}"#
            return .json(#"{"pos":"p","lists":{"all":{"count":\#(isFirst ? 30 : 20)}},"rooms":{\#(room)}}"#)
        }
        let first = try world.sync()
        #expect(!first.isComplete && first.updates.flatMap(\.messages).isEmpty)
        let second = try world.result { try await $0.sync(since: first.next) }
        let message = try second.updates.flatMap(\.messages).first.unwrapped()
        #expect(message.text == "text 9")
        #expect(message.predecessor.flatMap { HistoryCursor($0.cursor) }?.token == "new")
    }

    @Test func `messages of a part follow those of an earlier part in the same room`() throws {
        let world = try world()
        world.http.intercept { call in
            guard call.path.contains("org.matrix.simplified_msc3575") else { return nil }
            let isFirst = call.query["pos"] == nil
            let room = #""\#(room)":{"initial":\#(isFirst),"limited":false,"timeline":[\#(text(isFirst ? 8 : 9))]}"#
            return .json(#"{"pos":"p","lists":{"all":{"count":\#(isFirst ? 30 : 20)}},"rooms":{\#(room)}}"#)
        }
        let first = try world.sync()
        let second = try world.result { try await $0.sync(since: first.next) }
        let messages = (first.updates + second.updates).flatMap(\.messages)
        #expect(messages.map(\.text) == ["text 8", "text 9"] && messages.first?.predecessor == nil)
        #expect(messages.last?.predecessor?.position == messages.first?.position)
    }

    @Test func `a forgotten list of rooms begins again`() throws {
        let world = try world(forgets: true)
        let first = try world.sync()
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.sync(since: first.next) } }
        guard case .refused(.unknownCursor, _)? = error else { throw Missing() }
    }

    @Test(arguments: ["5/m1~2.3_4", "~", "1~~", "~0~0~", "é~", "\u{301}~\u{301}"])
    func `any characters in position and token keep the list and the sync going`(position: String)
        throws
    {
        let token = "m1~2.3_4"
        let world = try world(position: position, token: token)
        let first = try world.sync()
        #expect(!first.isComplete)
        let second = try world.result { try await $0.sync(since: first.next) }
        #expect(second.isComplete && second.updates.count == 10)
        #expect(second.next == SyncCursor("\(world.ledger.id)/\(token)"))
    }

    @Test(arguments: [
        "t", "m1~2.3_4", "~", "~20", "~20~1", "~20~1~p", "~20~2~p~t", "~20~-1~p~t", "~20~x~p~t", "~20~5~p~t",
        "~20~9223372036854775807~p~t", "~20~99999999999999999999~p~t", "~20~1~é~t", "~-1~1~p~t", "~20~p~t",
        "x~20~1~p~t",
    ])
    func `a malformed cursor is no position in the list`(_ text: String) {
        #expect(InitialSync(text) == nil)
    }

    @Test func `a room that was left before a sync began anew keeps no key to encrypt with`() throws {
        let world = try TransportFixture(isEncrypting: true)
        let machine = try (world.transport.encryption?.machine).unwrapped()
        _ = try world.result { _ in try await machine.share(in: room, with: { _ in [me] }) }
        world.http.answer = { call in
            if call.path == ["versions"] {
                return .json(#"{"unstable_features":{"org.matrix.simplified_msc3575":true}}"#)
            }
            guard call.path.contains("org.matrix.simplified_msc3575") else { return .json(#"{"next_batch":"t"}"#) }
            let left = #"{"initial":true,"required_state":[\#(member(me, "Me", "leave"))],"timeline":[]}"#
            return .json(#"{"pos":"p","lists":{"all":{"count":1}},"rooms":{"\#(room)":\#(left)}}"#)
        }
        let path = world.folder.url.appending(path: "crypto.sqlite").path
        let store = try SQLiteConnection(.file(path: path), isWritable: false)
        func count() throws -> Int64? { try store.first("SELECT count(*) FROM outbound") { $0.integer(0) } }
        #expect(try count() == 1)
        _ = try world.sync()
        #expect(try count() == 0)
    }

    @Test func `without sliding sync, everything arrives in one response`() throws {
        let world = try world(offers: false)
        #expect(try world.sync().isComplete)
        #expect(!world.http.lines.contains { $0.contains("simplified") })
    }

    @Test func `the list of rooms is requested with authors, spaces, receipts and account data`() throws {
        let world = try world()
        _ = try world.sync()
        let body = try world.http.calls.first { $0.body?["lists"] != nil }.unwrapped().body
        for name: StaticString in ["receipts", "account_data"] {
            #expect(body?["extensions"]?[name]?["enabled"]?.bool == true, "\(name)")
        }
        let list = body?["lists"]?["all"]
        #expect(list?["timeline_limit"]?.integer == 20)
        let state = list?["required_state"]?.elements.map { $0.elements.compactMap(\.string) } ?? []
        for pair in [
            ["m.room.name", ""], ["m.room.encryption", ""], ["m.room.history_visibility", ""],
            ["m.room.canonical_alias", ""], ["m.room.pinned_events", ""], ["m.space.child", "*"],
            ["m.room.member", "$LAZY"],
        ] {
            #expect(state.contains(pair), "\(pair)")
        }
    }

    @Test func `a page of history has messages, lines, reactions, votes and deletions`() {
        let wanted = ["m.room.message", "m.room.member", "m.reaction", "m.poll.response", "m.room.redaction"]
        #expect(Set(EventFilter.pageTypes).isSuperset(of: wanted))
    }

    @Test(arguments: [(20, true), (21, false)])
    func `a list is complete once as many rooms were requested as there are`(_ count: Int, _ isComplete: Bool) throws {
        let world = try world()
        world.http.intercept { call in
            guard call.path.contains("org.matrix.simplified_msc3575") else { return nil }
            return .json(Self.rooms(1...20, of: count, position: "p"))
        }
        #expect(try world.sync().isComplete == isComplete)
    }

    @Test func `everything arrives in one response if the list of rooms is refused`() throws {
        let world = try world()
        world.http.intercept { call in
            call.path.contains("org.matrix.simplified_msc3575") ? .failure(404, "M_UNRECOGNIZED") : nil
        }
        let page = try world.sync()
        #expect(page.isComplete && page.next == SyncCursor("\(world.ledger.id)/t"))
    }

    @Test func `a refusal of the unread counts does not hold up the last rooms`() throws {
        let world = try world()
        world.http.intercept { call in
            call.query["filter"]?.contains(#""limit":1,"#) == true ? .failure(403, "M_FORBIDDEN") : nil
        }
        let first = try world.sync()
        let second = try world.result { try await $0.sync(since: first.next) }
        #expect(second.isComplete && second.updates.count == 10)
    }

    @Test(arguments: [(50, [20, 50]), (10, [10, 10])])
    func `the first rooms come with few messages, since the user waits, and the others with as many as are wanted`(
        _ wanted: Int,
        _ limits: [Int64]
    ) throws {
        let world = try world(settings: MatrixSettings(messagesPerRoom: wanted))
        let first = try world.sync()
        _ = try world.result { try await $0.sync(since: first.next) }
        #expect(world.http.calls.compactMap { $0.body?["lists"]?["all"]?["timeline_limit"]?.integer } == limits)
    }

    @Test func `once all rooms have arrived, the connection polls from the token before them`() throws {
        let (world, news) = (try world(), SyncFake([:]))
        world.http.intercept { call in call.isLongPoll ? try await news.answer(call) : nil }
        world.receive()
        world.run(.seconds(1))
        let first = try world.sync()
        world.run(.seconds(1))
        #expect(!world.http.calls.contains { $0.isLongPoll })
        _ = try world.result { try await $0.sync(since: first.next) }
        world.run(.seconds(1))
        #expect(world.http.calls.filter(\.isLongPoll).map { $0.query["since"] } == ["t"])
    }
}
