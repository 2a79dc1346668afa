import ChatTypes
import SQLiteKit
import Testing

@testable import ChatStore

/// The chats with an unsent text.
@Suite struct DraftListTests {
    private let database: ChatDatabase

    /// Nine chats with an unread message each; the ninth is the newest.
    init() throws {
        database = try ChatDatabase(.memory)
        for number in 1...9 { try database.apply([message(number)], in: chat(number)) }
    }

    private func list(_ order: ChatOrder = .favourites, offset: Int = 0, limit: Int = 20) throws -> [String] {
        try database.read { try $0.chats(withDraftIn: order, offset: offset, limit: limit) }.map(\.id.rawValue)
    }

    private func text(_ number: Int) throws -> String? {
        try database.read { try $0.draftText(in: chat(number).id) }
    }

    @Test func `drafts, begun replies and answers in threads are listed in each order and in pages`() throws {
        #expect(try list().isEmpty)
        try database.write { try $0.setDraft("half", in: chat(2).id) }
        try database.write { try $0.setDraft("yes, ", of: .reply(to: MessageID("m4")), in: chat(4).id) }
        try database.write { try $0.setDraft("no, ", of: .thread(MessageID("m6")), in: chat(6).id) }
        #expect(try list() == ["c6", "c4", "c2"] && list(.recent) == list())
        #expect(try list(offset: 1, limit: 1) == ["c4"])
        _ = try database.write { try $0.set(.favourite, to: true, in: chat(2).id) }
        #expect(try list() == ["c2", "c6", "c4"])
        for number in [2, 6] { _ = try database.write { try $0.setNotifications(.muted, in: chat(number).id) } }
        #expect(try list(.unread) == ["c4", "c2", "c6"])
        try database.write { try $0.setDraft("", in: chat(2).id) }
        #expect(try list() == ["c6", "c4"])
    }

    @Test func `a draft, a begun reply and an answer in a thread mark their chats in every list`() throws {
        try database.write { try $0.setDraft("half", in: chat(2).id) }
        try database.write { try $0.setDraft("yes, ", of: .reply(to: MessageID("m4")), in: chat(4).id) }
        try database.write { try $0.setDraft("no, ", of: .thread(MessageID("m6")), in: chat(6).id) }
        #expect(try database.read { try $0.chats(withDraftIn: .recent, limit: 20) }.allSatisfy(\.hasDraft))
        #expect(try database.chats().filter(\.hasDraft).map(\.id.rawValue) == ["c6", "c4", "c2"])
        try database.write { try $0.setDraft("", of: .thread(MessageID("m6")), in: chat(6).id) }
        #expect(try database.chats().filter(\.hasDraft).map(\.id.rawValue) == ["c4", "c2"])
    }

    @Test(arguments: ChatOrder.allCases)
    func `the list costs by the number of drafts, whatever the number of chats and threads`(order: ChatOrder) throws {
        /// Returns the instructions that SQLite runs for the list of three drafts among other chats and threads.
        func steps(among count: Int) throws -> Int {
            let database = try ChatDatabase(.memory)
            for number in 1...count {
                try database.apply([message(number)], in: chat(number, name: "Person \(number)"))
            }
            for number in 1...count {
                try database.write { try $0.setDraft("no", of: .thread(MessageID("m\(number)")), in: chat(number).id) }
                try database.write { try $0.setDraft("", of: .thread(MessageID("m\(number)")), in: chat(number).id) }
            }
            try database.write { try $0.setDraft("half", in: chat(2).id) }
            try database.write { try $0.setDraft("yes, ", of: .reply(to: MessageID("m4")), in: chat(4).id) }
            try database.write { try $0.setDraft("no, ", of: .thread(MessageID("m6")), in: chat(6).id) }
            let before = database.connection.stepCount
            try database.read { reader in
                let found = try reader.chats(withDraftIn: order, limit: 20)
                let texts = try found.map { try reader.draftText(in: $0.id) }
                #expect(texts == ["no, ", "yes, ", "half"])
            }
            return database.connection.stepCount - before
        }
        #expect(try steps(among: 10) == steps(among: 200))
    }

    @Test func `the text is the chat's draft, else the newest that was begun`() throws {
        #expect(try text(1) == nil)
        try database.write { try $0.setDraft("zeroth", of: .thread(MessageID("m1")), in: chat(1).id) }
        #expect(try text(1) == "zeroth")
        try database.write { try $0.setDraft("first", of: .reply(to: MessageID("m1")), in: chat(1).id) }
        try database.write { try $0.setDraft("second", of: .reply(to: MessageID("m2")), in: chat(1).id) }
        #expect(try text(1) == "second")
        try database.write { try $0.setDraft("third", in: chat(1).id) }
        #expect(try text(1) == "third")
    }
}
