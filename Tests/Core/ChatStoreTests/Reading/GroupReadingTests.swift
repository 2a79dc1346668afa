import ChatTypes
import Testing

@testable import ChatStore

@Suite struct GroupReadingTests {
    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "hello")])
        try database.apply([message(2, from: adaInTeam, text: "secret plans")], memberships: teamMembers, in: team)
    }

    @Test func `a list says what is a group, and who sent its newest message`() throws {
        let chats = try database.chats()
        #expect(chats.map(\.id) == [team.id, ada.id])
        #expect(chats.map(\.group) == [GroupState(memberCount: 3), nil])
        #expect(chats.map(\.newest?.author) == [adaInTeam, .contact])
        #expect(chats.map(\.newest?.senderName) == ["Ada", nil])
        #expect(try database.enqueue("mine", in: team, at: moment(9)))
        #expect(try database.chats().first?.newest?.author == .me)
        #expect(try database.chats().first?.newest?.senderName == nil)
        #expect(try database.read { try $0.chat(team.id) } == team)
    }

    @Test func `the readers of a message are the members whose receipts have reached it, without its author`() throws {
        func readers(_ number: Int, in chat: ChatHeader = team) throws -> [String]? {
            try database.read { try $0.readers(of: MessageID("m\(number)"), in: chat.id) }
        }
        #expect(try readers(2) == [])
        let receipts = [benInTeam, adaInTeam].map { ReadReceipt(reader: $0, message: MessageID("m2")) }
        try database.apply(receipts: receipts, in: team)
        try database.apply([message(3, from: adaInTeam)], in: team)
        #expect(try readers(2) == ["Ben"])
        #expect(try readers(3) == [])
        #expect(try readers(1, in: ada) == nil, "between two, the state says it")
    }

    @Test func `a search finds groups by title, and says who sent what it found`() throws {
        let title = try #require(try database.search("team").hits.first)
        #expect(title.chat == team.id && title.message == nil && title.context == "secret plans")
        #expect(title.author == adaInTeam && title.senderName == "Ada", "the chat's newest message is hers")
        let found = try #require(try database.search("plans").hits.first)
        #expect(found.author == adaInTeam && found.senderName == "Ada")
        let between = try #require(try database.search("hello").hits.first)
        #expect(between.author == .contact && between.senderName == nil)
        try database.apply(
            annotations: [Annotation(author: adaInTeam, message: MessageID("m2"), kind: .deletion)],
            in: team
        )
        #expect(try database.search("plans").hits.isEmpty)
        #expect(try database.search("Benjamin").hits.isEmpty)
    }

    @Test func `a name finds a group only when opening, and no chat that another looks like`() throws {
        func found(_ name: String, includingGroups: Bool) throws -> ChatID? {
            try database.read { try $0.chat(withContactNamed: name, includingGroups: includingGroups) }?.id
        }
        #expect(try database.read { try $0.chat(withContactNamed: "The Team") } == nil)
        #expect(try found("the team", includingGroups: true) == team.id)
        let posing = ChatHeader(
            id: ChatID("posing"),
            contact: Contact(id: ContactID("posing"), name: "аda  Lovelace"),
            isGroup: true,
            createdAt: moment(3)
        )
        try database.apply([message(9, from: benInTeam)], in: posing)
        #expect(throws: SessionError.ambiguousName("Ada Lovelace", ids: ["posing", "ada"])) {
            try found("Ada Lovelace", includingGroups: true)
        }
        #expect(try found("ada LOVELACE", includingGroups: false) == ada.id)
        #expect(try found("posing", includingGroups: true) == posing.id)
        #expect(try found("Тhe Team", includingGroups: true) == nil, "a name that only looks like it names nothing")
    }

    @Test func `a notification names its author and is nil if deleted or muted`() throws {
        func news() throws -> NotificationText? { try database.read { try $0.news(MessageID("m2"), in: team.id) } }
        #expect(try news() == NotificationText(text: "secret plans", senderName: "Ada"))
        try database.apply(memberships: [membership(adaInTeam, "Countess", number: 2)], in: team)
        #expect(try news()?.senderName == "Countess")
        #expect(
            try database.read { try $0.news(MessageID("m1"), in: ada.id) }
                == NotificationText(text: "hello", senderName: nil)
        )
        _ = try database.write { try $0.setNotifications(.muted, in: team.id) }
        #expect(try news() == nil)
    }
}
