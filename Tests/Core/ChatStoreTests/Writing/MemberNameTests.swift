import ChatTypes
import Testing

@testable import ChatStore

@Suite struct MemberNameTests {
    private let database: ChatDatabase

    init() throws { database = try ChatDatabase(.memory) }

    private func member(_ id: String, _ name: String, isMember: Bool = true, number: Int64 = 1) -> Membership {
        membership(.member(ContactID(id)), name, isMember: isMember, number: number)
    }

    private func names() throws -> [String] { try database.members().filter { $0 != "" } }

    @Test(arguments: ["Sam", "sam", "Sam ", "S\u{200B}am", "Sаm", "Ｓａｍ", "𝐒am"])
    func `members whose names look alike are shown with their IDs everywhere`(_ other: String) throws {
        try database.apply(
            [
                message(1, from: .member(ContactID("@sam:test")), text: "a word"),
                message(2, from: .member(ContactID("@eve:test")), text: "a word"),
            ],
            memberships: [member("@sam:test", "Sam"), member("@eve:test", other), member("@tom:test", "Tom")],
            in: team
        )
        let shown = ["Sam (@sam:test)", "\(other) (@eve:test)"]
        #expect(try Set(names()) == Set(shown + ["Tom"]))
        #expect(try database.timeline(of: team)?.messages.map(\.senderName) == shown)
        #expect(try database.chats().first?.newest?.senderName == shown[1])
        #expect(try database.search("word").hits.map(\.senderName) == shown.reversed())
        #expect(try database.read { try $0.news(MessageID("m1"), in: team.id) }?.senderName == shown[0])
    }

    @Test func `a name that is no longer shared loses its ID, in whatever order memberships arrive`() throws {
        try database.apply(
            memberships: ["@a:test", "@b:test", "@c:test", "@d:test"].map { member($0, "Sam") },
            in: team
        )
        #expect(try names() == ["@a:test", "@b:test", "@c:test", "@d:test"].map { "Sam (\($0))" })
        try database.apply(
            memberships: [
                member("@d:test", "Dora", number: 2), member("@c:test", "Cara", number: 2),
                member("@b:test", "Sam", isMember: false, number: 2),
            ],
            in: team
        )
        #expect(try names() == ["Cara", "Dora", "Sam (@a:test)"], "who has left still has messages here")
        try database.apply(memberships: [member("@b:test", "Bea", isMember: false, number: 3)], in: team)
        #expect(try names() == ["Cara", "Dora", "Sam"])
        try database.apply(
            memberships: [member("@a:test", "SAM", number: 3), member("@c:test", "sam", number: 3)],
            in: team
        )
        #expect(try names() == ["Dora", "SAM (@a:test)", "sam (@c:test)"])
    }

    @Test(arguments: [
        "You", "me", "Y0u", "Your account", "Viperchat", "@bob:test", "Bob (@bob:test)", "mail me@work: Bob",
        "The server",
    ])
    func `a name that claims to be somebody else is shown with its ID`(_ name: String) throws {
        try database.apply([message(1)], memberships: [member("@eve:test", name)], in: team)
        #expect(try names() == ["\(name) (@eve:test)"])
        let contact = Contact(id: ContactID("@eve:test"), name: name)
        try database.apply(in: ChatHeader(id: ChatID("!eve:test"), contact: contact, createdAt: moment(0)))
        #expect(try database.chats().first { $0.contact == contact }?.distinction == "@eve:test")
    }

    @Test func `a member without a name is shown by the ID alone`() throws {
        try database.apply(memberships: [member("@eve:test", ""), member("@bob:test", "@bob:test")], in: team)
        #expect(try names() == ["@bob:test", "@eve:test"])
    }
}
