import ChatTypes
import Foundation
import Testing

@testable import ChatStore

/// The pinned messages of a chat.
@Suite struct PinTests {
    private let database: ChatDatabase

    init() throws { database = try ChatDatabase(.memory) }

    @discardableResult
    private func pin(_ ids: [String], _ number: Int64, in chat: ChatHeader = ada) throws -> Bool {
        let update = ChatUpdate(chat: chat, pins: ChatPins(ids.map { MessageID($0) }, number: number))
        return try database.write { try $0.apply(update, announcing: true) }.isChange
    }

    private func pins(in chat: ChatHeader = ada, offset: Int = 0, limit: Int = 100) throws -> [AnsweredMessage] {
        try database.read { try $0.pinnedMessages(of: chat.id, offset: offset, limit: limit) }
    }

    private func pinnedRows() throws -> [String] {
        try #require(try database.timeline()).messages.filter(\.isPinned).map(\.id.rawValue)
    }

    @Test func `the list with the highest number counts, in whatever order they arrive`() throws {
        try database.apply([message(1), message(2), message(3)])
        #expect(try pin(["m1", "m3"], 7) && !pin(["m2"], 6) && !pin(["m2"], 7) && !pin(["m1", "m3"], 8))
        #expect(try pins().map(\.id.rawValue) == ["m3", "m1"] && pinnedRows() == ["m1", "m3"])
        #expect(try pin([], 9) && pins().isEmpty && pinnedRows().isEmpty)
    }

    @Test func `a follower of the chat is told of each message that was pinned or unpinned, and of no other`() throws {
        try database.apply([message(1), message(2), message(3)])
        func renewed(_ ids: [String], _ number: Int64) throws -> [String] {
            let news = ChatUpdate(chat: ada, pins: ChatPins(ids.map { MessageID($0) }, number: number))
            return try database.write { try $0.apply(news, announcing: true) }.renewed.map(\.rawValue)
        }
        #expect(try renewed(["m1", "m2", "gone"], 1) == ["m1", "m2"])
        #expect(try renewed(["m2", "m3"], 2) == ["m1", "m3"])
    }

    @Test func `a page of the list begins with the message pinned last`() throws {
        try pin(["a", "b", "c", "d"], 1)
        #expect(try pins(offset: 1, limit: 2).map(\.id.rawValue) == ["c", "b"])
        #expect(try pins(limit: -1).isEmpty && pins(in: ben).isEmpty)
    }

    @Test func `a pin of a message that is not here, or of another chat, has no author, and a deleted one says so`()
        throws
    {
        try database.apply(
            [message(1)],
            annotations: [
                Annotation(author: .contact, message: MessageID("m1"), kind: .deletion)
            ]
        )
        try database.apply([message(2, id: "elsewhere")], in: ben)
        try pin(["elsewhere", "nowhere", "m1"], 1)
        let found = try pins()
        #expect(found.map(\.author) == [.contact, nil, nil] && found[0].text == "Message deleted")
        try database.apply([message(3, id: "nowhere")])
        #expect(try pins()[1].author == .contact && pinnedRows() == ["m1", "nowhere"], "it has arrived")
    }

    @Test func `pins come before their chat's messages, and go with the chat`() throws {
        #expect(try pin(["m1"], 1))
        #expect(try database.write { try $0.deleteChat(ada.id) })
        #expect(try database.number("SELECT count(*) FROM pin") == 0 && database.integrityProblems() == [])
    }

    @Test func `an export has the pins, and what the server says counts after it is restored`() throws {
        try database.apply([message(1)])
        try pin(["m1", "gone"], 5)
        let copy = try ChatDatabase(.memory)
        try copy.restore(try database.records())
        #expect(try copy.read { try $0.pinnedMessages(of: ada.id, limit: 9) }.map(\.id.rawValue) == ["gone", "m1"])
        let news = ChatUpdate(chat: ada, pins: ChatPins([], number: 1))
        #expect(try copy.write { try $0.apply(news, announcing: true) }.isChange)
        #expect(try copy.read { try $0.pinnedMessages(of: ada.id, limit: 9) }.isEmpty)
    }

    @Test func `a chat that begins here allows to pin`() throws {
        try database.apply([message(1)])
        #expect(try database.read { try $0.standing(in: ada.id) }?.rights == .all)
    }

    @Test func `each chat has numbers of its own for its pins`() throws {
        try pin(["x"], 1, in: ben)
        try pin(["a"], 5)
        #expect(try pin(["y"], 2, in: ben) && pins(in: ben).map(\.id.rawValue) == ["y"])
    }
}
