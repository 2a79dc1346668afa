import ChatTypes
import Foundation
import Testing

@testable import MatrixTransport

@Suite struct PlaceTests {
    private let folder: Folder
    private let ledger: MatrixLedger

    init() throws {
        folder = try Folder()
        ledger = try folder.open()
    }

    private func apply(_ text: String, since: String? = "s") async throws -> [Message] {
        try await ledger.apply(syncAnswer(text), since: since).flatMap(\.messages)
    }

    private func page(_ numbers: some Sequence<Int>, before message: Message, end: String?) async throws -> MessagePage
    {
        let room = try await ledger.read { try $0.rooms.room(MatrixTransportTests.room) }.unwrapped()
        let events = try RoomEvent.list(json("[\(texts(numbers))]"))
        return try await ledger.apply(page: events, before: message.position.rawValue, end: end, in: room.key)
    }

    /// Whether each message's predecessor is the message before it.
    private func isUnbroken(_ messages: [Message]) -> Bool {
        zip(messages, messages.dropFirst()).allSatisfy {
            $0.position == $1.predecessor?.position && $0.position < $1.position
        }
    }

    @Test func `a complete conversation starts with its first message`() async throws {
        let messages = try await apply(answer("1", texts(1...3), state: adasRoomState), since: nil)
        #expect(messages.map(\.text) == ["text 1", "text 2", "text 3"])
        #expect(messages[0].predecessor == nil)
        #expect(isUnbroken(messages))
    }

    @Test func `new messages follow known ones`() async throws {
        let old = try await apply(answer("1", texts(1...2)), since: nil)
        let new = try await apply(answer("2", texts(3...4)))
        #expect(isUnbroken(old + new))
    }

    @Test func `a limited timeline leaves positions free, and pages fill them from the end`() async throws {
        let old = try await apply(answer("1", texts(1...2)), since: nil)
        let new = try await apply(answer("2", texts(8...9), limited: "t"))
        let gap = try new[0].predecessor.unwrapped()
        #expect(gap.position > old[1].position && gap.position.rawValue == new[0].position.rawValue - 1)
        #expect(HistoryCursor(gap.cursor)?.token == "t")
        let first = try await page([7, 6], before: new[0], end: "u")
        #expect(first.messages.map(\.text) == ["text 6", "text 7"])
        #expect(first.messages[1].position == gap.position)
        let second = try await page([5, 4, 3, 2, 1], before: first.messages[0], end: nil)
        #expect(isUnbroken(second.messages + first.messages + [new[0]]))
        #expect(second.messages.prefix(2).map(\.position) == old.map(\.position))
        #expect(second.next == nil)
    }

    @Test func `a page that begins with the known event itself leaves the gap before it open`() async throws {
        let new = try await apply(answer("1", texts(8...9), limited: "t"), since: nil)
        let first = try await page([8], before: new[0], end: "u")
        #expect(first.messages.isEmpty && first.next.flatMap(HistoryCursor.init)?.token == "u")
        let second = try await page([9, 8, 7, 6], before: new[0], end: "v")
        #expect(second.messages.map(\.text) == ["text 6", "text 7"])
        #expect(isUnbroken(second.messages + new))
        #expect(second.next.flatMap(HistoryCursor.init)?.token == "v")
    }

    @Test func `a page that puts an unknown message between two neighbours ends before it`() async throws {
        let known = try await apply(answer("1", texts(1...3)), since: nil)
        let page = try await page([2, 9, 1], before: known[2], end: "u")
        #expect(page.messages.map(\.text) == ["text 2"] && page.messages.first?.position == known[1].position)
    }

    @Test func `a page with the conversation's start closes the gap there`() async throws {
        let new = try await apply(answer("1", texts(3...4), limited: "t"), since: nil)
        let page = try await page([2, 1], before: new[0], end: nil)
        #expect(page.messages.first?.predecessor == nil)
        #expect(page.next == nil)
    }

    @Test func `a room's creation means that nothing is hidden before, with or without messages`()
        async throws
    {
        let create = state("m.room.create", "{}")
        let both = try await apply(answer("1", "\(create),\(text(1))", limited: "t"))
        #expect(both.first?.predecessor == nil)
        let other = try Folder().open()
        _ = try await other.apply(syncAnswer(answer("1", create)), since: "s")
        let first = try await other.apply(syncAnswer(answer("2", text(1))), since: "1").first?.messages.first
        #expect(first != nil && first?.predecessor == nil)
    }

    @Test func `a page without messages goes on, or ends the gap`() async throws {
        let new = try await apply(answer("1", texts(3...4), limited: "t"), since: nil)
        let empty = try await page([], before: new[0], end: "u")
        #expect(empty.messages.isEmpty)
        #expect(empty.next.flatMap(HistoryCursor.init)?.token == "u")
        let last = try await page([], before: new[0], end: nil)
        #expect(last.messages.isEmpty && last.next == nil)
    }

    @Test func `a repeated response gives the same positions`() async throws {
        let once = try await apply(answer("1", texts(1...3)), since: nil)
        #expect(try await apply(answer("1", texts(1...3)), since: nil) == once)
        #expect(try await apply(answer("2", texts(2...3))) == Array(once.dropFirst()))
    }

    @Test func `a late response changes nothing above the known messages`() async throws {
        let old = try await apply(answer("1", texts(1...2)), since: nil)
        let new = try await apply(answer("3", texts(3...6)))
        let late = try await apply(answer("2", texts(4...5), limited: "t"))
        #expect(late == Array(new[1...2]))
        #expect(try await apply(answer("4", texts(7...7))).first?.predecessor?.position == new[3].position)
        #expect(isUnbroken(old + new))
    }

    @Test func `a timeline that overlaps known messages is joined to them`() async throws {
        let old = try await apply(answer("1", texts(1...3)), since: nil)
        let new = try await apply(answer("2", texts(2...5), limited: "t"))
        #expect(new.prefix(2).map(\.position) == old.dropFirst().map(\.position))
        #expect(isUnbroken(old + new.dropFirst(2)))
    }

    @Test func `a known message that arrives late takes no position from later ones`() async throws {
        let old = try await apply(answer("1", texts(1...3)), since: nil)
        let new = try await apply(answer("2", texts([3, 2, 4])))
        #expect(new.map(\.text) == ["text 2", "text 3", "text 4"])
        #expect(isUnbroken(old + new.suffix(1)))
    }

    @Test(arguments: [[2, 9], [9, 2], [2, 9, 3], [9, 2, 3]])
    func `a new message without a free place goes above all others, behind a gap`(_ numbers: [Int])
        async throws
    {
        let old = try await apply(answer("1", texts(1...4)), since: nil)
        let new = try await apply(answer("2", texts(numbers)))
        #expect(new.map(\.text) == numbers.sorted().map { "text \($0)" })
        let late = try new.last.unwrapped()
        let gap = try late.predecessor.unwrapped()
        #expect(late.position > old[3].position && gap.position.rawValue == late.position.rawValue - 1)
        #expect(try await apply(answer("2", texts(numbers))).map(\.position) == new.map(\.position))
        let next = try await apply(answer("3", texts([10])))
        #expect(next.first?.predecessor?.position == late.position)
        // A page shows that the gap is empty.
        let page = try await page([4, 3], before: late, end: "u")
        #expect(page.messages.map(\.text) == ["text 3", "text 4"])
        let again = try await apply(answer("2", texts(numbers))).last
        #expect(again?.predecessor?.position == old[3].position)
    }

    @Test func `positions survive a restart, and another ledger's cursor is refused`() async throws {
        let once = try await apply(answer("1", texts(1...3)), since: nil)
        let again = try folder.open(seed: 2)
        #expect(again.id == ledger.id)
        #expect(try await again.apply(syncAnswer(answer("1", texts(1...3))), since: nil).flatMap(\.messages) == once)
    }

    @Test func `a new ledger starts above the positions of a lost one`() async throws {
        let once = try await apply(answer("1", texts(1...3)), since: nil)
        let other = try Folder()
        let anew = try other.open(at: 1_600_000_001, seed: 2)
        #expect(anew.id != ledger.id)
        let again = try await anew.apply(syncAnswer(answer("1", texts(4...5), limited: "t")), since: nil).flatMap(
            \.messages
        )
        #expect(again[0].position > once[2].position)
    }

    @Test func `the user's own message keeps its client id`() async throws {
        let own = text(2, by: me, own: "born")
        let echo = try await apply(answer("1", "\(text(1)),\(own)"), since: nil)
        #expect(echo.map(\.id.rawValue) == ["$1", "born"])
        #expect(echo.map(\.author) == [.contact, .me])
        #expect(try await ledger.read { try $0.hasPosition(MessageID("born"), in: room) })
        #expect(try await ledger.read { try $0.event(of: MessageID("born"), in: room) } == MessageID("$2"))
    }

    @Test func `a client id belongs to one message of the user only`() async throws {
        let messages = try await apply(
            answer("1", "\(text(1, by: me, own: "born")),\(text(2, by: me, own: "born")),\(text(3, own: "born"))"),
            since: nil
        )
        #expect(messages.map(\.id.rawValue) == ["born", "$2", "$3"])
    }

    @Test func `an invalid event is skipped, and the others are kept`() async throws {
        let poison = #"{"type":"m.room.message","content":7},7,null,{"type":"m.room.message","sender":["x"]}"#
        let messages = try await apply(answer("1", "\(text(1)),\(poison),\(text(2))"), since: nil)
        #expect(messages.map(\.text) == ["text 1", "text 2"])
        #expect(isUnbroken(messages))
    }

    @Test func `ids that only look equal differ`() async throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let events = [composed, decomposed].map {
            #"{"type":"m.room.message","event_id":"$\#($0)","sender":"@ada:test","content":{"msgtype":"m.text","body":"x"}}"#
        }
        let messages = try await apply(answer("1", events.joined(separator: ",")), since: nil)
        #expect(messages.count == 2 && messages[0].position < messages[1].position)
    }

    @Test func `a sync that begins anew opens a gap behind the known messages if it contains none of them`()
        async throws
    {
        let old = try await apply(answer("1", texts(1...2)), since: nil)
        let new = try await apply(answer("9", texts(8...9)), since: nil)
        let gap = try new[0].predecessor.unwrapped()
        #expect(gap.position > old[1].position && gap.position.rawValue == new[0].position.rawValue - 1)
        #expect(HistoryCursor(gap.cursor)?.token == "")
    }

    @Test func `a creation under a key is no beginning of the room`() async throws {
        let keyed = state("m.room.create", key: "x", "{}")
        let message = try await apply(answer("1", "\(keyed),\(text(1))", limited: "t")).last
        #expect(message?.predecessor.flatMap { HistoryCursor($0.cursor) }?.token == "t")
    }

    @Test(arguments: [(4096, true), (4097, false), (0, false)])
    func `a token as long as is stored leads back, and a longer or an empty one is requested again`(
        _ count: Int,
        _ isStored: Bool
    ) async throws {
        let token = String(repeating: "t", count: count)
        let message = try await apply(answer("1", text(1), limited: token)).first
        #expect(message?.predecessor.flatMap { HistoryCursor($0.cursor) }?.token == (isStored ? token : ""))
    }

    @Test func `an event of a page with the id of another sender's event is dropped`() async throws {
        _ = try await apply(answer("1", text(1)), since: nil)
        let new = try await apply(answer("2", text(9), limited: "t"))
        let key = try await ledger.read { try $0.rooms.room(room) }.unwrapped().key
        let forged = try RoomEvent.list(json("[\(text(1, by: bob))]"))
        let page = try await ledger.apply(page: forged, before: new[0].position.rawValue, end: "u", in: key)
        #expect(page.messages.isEmpty)
    }
}
