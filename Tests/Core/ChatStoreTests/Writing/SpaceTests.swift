import ChatTypes
import Testing

@testable import ChatStore

/// The spaces that chats are in.
@Suite struct SpaceTests {
    private let database: ChatDatabase
    private let work = ChatSpace(id: ChatID("!work"), name: "Work")
    private let play = ChatSpace(id: ChatID("!play"), name: "Play")

    /// Nine chats with an unread message each; the ninth is the newest.
    init() throws {
        database = try ChatDatabase(.memory)
        for number in 1...9 { try database.apply([message(number)], in: chat(number)) }
    }

    @discardableResult
    private func put(_ number: Int, in spaces: [ChatSpace]) throws -> Bool {
        let update = ChatUpdate(chat: chat(number), spaces: ChatSpace.bounded(spaces))
        return try database.write { try $0.apply(update, announcing: false) }.isChange
    }

    private func list(_ space: ChatSpace, _ order: ChatOrder = .favourites, offset: Int = 0, limit: Int = 20) throws
        -> [String]
    {
        try database.read { try $0.chats(ofSpace: space.id, in: order, offset: offset, limit: limit) }
            .map(\.id.rawValue)
    }

    @Test func `the chats of a space are listed in each order and in pages`() throws {
        for number in [2, 4, 6] { try put(number, in: [work]) }
        try put(6, in: [play, work])
        _ = try database.write { try $0.set(.favourite, to: true, in: chat(2).id) }
        #expect(try list(work) == ["c2", "c6", "c4"] && list(work, .recent) == ["c6", "c4", "c2"])
        for number in [2, 6] { _ = try database.write { try $0.setNotifications(.muted, in: chat(number).id) } }
        #expect(try list(work, .unread) == ["c4", "c2", "c6"])
        #expect(try list(work, offset: 1, limit: 1) == ["c6"] && list(play) == ["c6"])
        #expect(try database.chats().count == 9)
    }

    @Test func `the last list of spaces counts, and the same one changes nothing`() throws {
        #expect(try put(1, in: [work, play]) && !put(1, in: [play, work]))
        #expect(try put(1, in: [ChatSpace(id: work.id, name: "Job")]) && list(play).isEmpty && list(work) == ["c1"])
        #expect(try database.read { try $0.space(named: "job") }?.id == work.id)
        #expect(try put(1, in: []) && list(work).isEmpty)
    }

    @Test func `a space is found by its name or ID, and two of one name are told apart by it`() throws {
        let other = ChatSpace(id: ChatID("!other"), name: "WORK")
        try put(1, in: [work])
        #expect(try database.read { try $0.space(named: "work") } == work)
        #expect(try database.read { try $0.space(named: "Play") } == nil)
        try put(2, in: [other])
        #expect(throws: SessionError.ambiguousName("work", ids: ["!other", "!work"])) {
            try database.read { try $0.space(named: "work") }
        }
        #expect(try database.read { try $0.space(named: "!work") } == work)
    }

    @Test func `of many spaces a hundred count, each once and under a short name`() {
        let long = String(repeating: "x", count: 9999)
        let many = (1...300).map { ChatSpace(id: ChatID("!\($0 % 200)"), name: long) }
        let bounded = ChatSpace.bounded(many + [ChatSpace(id: ChatID(""), name: "none")])
        #expect(bounded.count == Limits.spaces && Set(bounded.map(\.id)).count == Limits.spaces)
        #expect(bounded.allSatisfy { $0.name.count == Limits.nameCharacters && !$0.id.rawValue.isEmpty })
        let update = ChatUpdate(chat: chat(1), spaces: many).bounded()
        #expect(update?.spaces == bounded)
    }

    @Test func `a chat that is deleted is in no space`() throws {
        try put(1, in: [work])
        let standing = NumberedStanding(ChatStanding(state: .left), number: 5)
        _ = try database.write { try $0.apply(ChatUpdate(chat: chat(1), standing: standing), announcing: false) }
        _ = try database.write { try $0.deleteChat(chat(1).id) }
        #expect(try list(work).isEmpty && database.read { try $0.space(named: "Work") } == nil)
    }
}
