import ChatTypes
import Testing

@testable import ChatStore

@Suite struct MemberListTests {
    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
        let names = ["ben": "ben", "zoe": "Zoe", "adam": "Adam", "ada": "ada", "nameless": "", "ada-2": "Ada"]
        let members = names.map { membership(.member(ContactID($0.key)), $0.value) }
        try database.apply(memberships: members + [membership(.me, "Yours Truly")], in: team)
    }

    /// Of two names that look alike, the one that is not its bearer's ID is shown with the ID.
    private static let sorted = ["Yours Truly", "ada", "Ada (ada-2)", "Adam", "ben", "nameless", "Zoe"]

    @Test func `the user comes first, then the others by name without case`() throws {
        #expect(try database.members() == Self.sorted)
        let first = try database.read { try $0.members(of: team.id, limit: 2) }
        #expect(first.map(\.id) == [.me, .member(ContactID("ada"))])
    }

    @Test func `a former member is not listed`() throws {
        let gone = [Author.me, .member(ContactID("adam"))].map { membership($0, "Adam", isMember: false, number: 2) }
        try database.apply(
            receipts: [ReadReceipt(reader: .member(ContactID("stranger")), message: MessageID("m1"))],
            memberships: gone,
            in: team
        )
        #expect(try database.members() == ["ada", "Ada (ada-2)", "ben", "nameless", "Zoe"])
        #expect(try database.members(limit: -1) == [])
    }

    @Test func `people are named by what they are called in that chat`() throws {
        try database.apply([message(1)])
        func name(_ author: Author, in chat: ChatHeader) throws -> String? {
            try database.read { try $0.name(of: author, in: chat.id) }
        }
        #expect(try name(.member(ContactID("zoe")), in: team) == "Zoe")
        #expect(try name(.member(ContactID("nameless")), in: team) == "nameless")
        #expect(try name(.member(ContactID("stranger")), in: team) == "stranger")
        #expect(try name(.contact, in: ada) == "Ada Lovelace")
        #expect(try [name(.contact, in: team), name(.me, in: team), name(.me, in: ada)] == [nil, nil, nil])
        #expect(try [name(.member(ContactID("zoe")), in: ada), name(.contact, in: ben)] == [nil, nil])
    }

    @Test func `a page of members begins at its offset and is empty after the last`() throws {
        for offset in 0...8 {
            #expect(try database.members(offset: offset, limit: 3) == Array(Self.sorted.dropFirst(offset).prefix(3)))
        }
    }
}
