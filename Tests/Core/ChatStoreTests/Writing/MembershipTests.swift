import ChatTypes
import Testing

@testable import ChatStore

@Suite struct MembershipTests {
    private let database: ChatDatabase

    init() throws { database = try ChatDatabase(.memory) }

    @Test func `the membership with the highest number wins, in any order`() throws {
        let all = [
            membership(adaInTeam, "Ada", since: 10, number: 1),
            membership(adaInTeam, "Ada", isMember: false, number: 2),
            membership(adaInTeam, "Countess", since: 40, number: 5),
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1, 1, 2], [2, 2, 0]] {
            let database = try ChatDatabase(.memory)
            for index in order { try database.apply(memberships: [all[index]], in: team) }
            #expect(try database.members() == ["", "Countess"], "\(order)")
            #expect(try database.group() == GroupState(memberCount: 2), "\(order)")
            #expect(try database.number("SELECT since FROM member WHERE id = 'ada'") == 40, "\(order)")
        }
    }

    @Test func `a new membership or name changes the chat, a repetition does not`() throws {
        try database.apply(memberships: teamMembers, in: team)
        #expect(try !database.apply(memberships: teamMembers, in: team).isChange)
        for news in [
            membership(benInTeam, "Benjamin", number: 2), membership(benInTeam, "Benjamin", isMember: false, number: 3),
            membership(.me, "Me", isMember: false, number: 2),
        ] {
            #expect(try database.apply(memberships: [news], in: team).isChange)
            #expect(try !database.apply(memberships: [news], in: team).isChange)
        }
    }

    @Test func `members are counted, including the user until they leave`() throws {
        try database.apply(in: team)
        #expect(try database.group() == GroupState(memberCount: 1), "that we are in it need not be said")
        try database.apply(memberships: teamMembers, in: team)
        #expect(try database.group() == GroupState(memberCount: 3))
        try database.apply(memberships: [membership(adaInTeam, "Ada", isMember: false, number: 2)], in: team)
        #expect(try database.group() == GroupState(memberCount: 2))
        try database.apply(memberships: [membership(.me, "Me", isMember: false, number: 2)], in: team)
        #expect(try database.group() == GroupState(memberCount: 1, hasLeft: true))
        #expect(try database.timeline(of: team)?.group == GroupState(memberCount: 1, hasLeft: true))
        try database.apply(memberships: [membership(.me, "Me", number: 3)], in: team)
        #expect(try database.group() == GroupState(memberCount: 2))
        #expect(try database.members() == ["Me", "Ben"])
    }

    @Test func `a chat between two is no group and has no members`() throws {
        try database.apply([message(1)], memberships: teamMembers)
        #expect(try database.group(ada) == nil)
        #expect(try database.timeline()?.group == nil)
        #expect(try database.members(of: ada) == [])
        #expect(try database.number("SELECT count(*) FROM member") == 0)
    }

    @Test func `members are limited, and all changes of stored ones apply`() throws {
        let crowd = (1...Limits.members + 5).map { membership(.member(ContactID("p\($0)")), "P", number: 1) }
        try database.apply(memberships: crowd, in: team)
        #expect(try database.group() == GroupState(memberCount: Limits.members))
        #expect(try database.number("SELECT count(*) FROM member") == Int64(Limits.members))
        let late = ContactID("late")
        let receipts = ["m1", "not here"].map { ReadReceipt(reader: .member(late), message: MessageID($0)) }
        try database.apply([message(1, from: .member(late))], receipts: receipts, in: team)
        #expect(try database.timeline(of: team)?.messages.map(\.senderName) == ["late"])
        #expect(try database.number("SELECT count(*) FROM member") == Int64(Limits.members))
        #expect(try database.number("SELECT count(*) FROM awaited_receipt") == 0)
        try database.apply(
            memberships: [membership(.member(ContactID("p1")), "Known", isMember: false, number: 2)],
            in: team
        )
        #expect(try database.group() == GroupState(memberCount: Limits.members - 1))
        try database.apply(memberships: [membership(.member(late), "Late")], in: team)
        #expect(try database.group() == GroupState(memberCount: Limits.members - 1), "those who left have names still")
    }

    @Test func `a group stays one, and another title renames it`() throws {
        try database.apply(memberships: teamMembers, in: team)
        let other = ChatHeader(
            id: team.id,
            contact: Contact(id: ada.contact.id, name: "Night Shift"),
            createdAt: team.createdAt
        )
        #expect(try database.apply(in: other).isChange)
        let header = try #require(try database.read { try $0.chat(team.id) })
        #expect(header.isGroup && header.contact == Contact(id: team.contact.id, name: "Night Shift"))
        #expect(try database.group() == GroupState(memberCount: 3))
        #expect(try database.search("night").hits.map(\.chat) == [team.id])
        #expect(try database.search("team").hits.isEmpty)
    }

    @Test(arguments: ["-5", "9223372036854775807"])
    func `damaged member counts are counted again`(value: String) throws {
        let gone = membership(.member(ContactID("gone")), "Gone", isMember: false)
        try database.apply(memberships: teamMembers + [gone], in: team)
        try database.execute("UPDATE chat SET people = \(value), members = \(value)")
        try database.apply(memberships: [membership(.member(ContactID("c")), "Carl")], in: team)
        #expect(try database.group() == GroupState(memberCount: 4))
        #expect(try database.number("SELECT members FROM chat") == 5)
    }
}
