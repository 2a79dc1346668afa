import ChatTypes
import Testing

@testable import ChatStore

/// The authors of messages, and who may edit or delete them.
@Suite struct GroupAuthorTests {
    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply(memberships: teamMembers, in: team)
    }

    private func texts() throws -> [String] { try database.timeline(of: team)?.messages.map(\.text) ?? [] }

    private func edit(_ number: Int, by author: Author) -> Annotation {
        Annotation(author: author, message: MessageID("m\(number)"), kind: .edit(text: "changed"), number: 1)
    }

    private func removal(_ number: Int, by author: Author) -> Annotation {
        Annotation(author: author, message: MessageID("m\(number)"), kind: .deletion)
    }

    @Test func `a message says who sent it, under the name that they have by now`() throws {
        let carl = Author.member(ContactID("c"))
        try database.apply(
            [message(1, from: adaInTeam), message(2, from: .me), message(3, from: carl)],
            in: team
        )
        _ = try database.enqueue("waiting", in: team, at: moment(9))
        func names() throws -> [String?] { try database.timeline(of: team)?.messages.map(\.senderName) ?? [] }
        #expect(try database.timeline(of: team)?.messages.map(\.author) == [adaInTeam, .me, carl, .me])
        #expect(try names() == ["Ada", nil, "c", nil])
        try database.apply(
            memberships: [
                membership(adaInTeam, "Countess", number: 2), membership(carl, "Carl", isMember: false),
            ],
            in: team
        )
        #expect(try names() == ["Countess", nil, "Carl", nil])
        let around = try database.timeline(of: team, in: .around(MessageID("m2"), before: 1, after: 1))
        #expect(around?.messages.map(\.senderName) == ["Countess", nil, "Carl"])
        #expect(around?.messages.map(\.author) == [adaInTeam, .me, carl])
        #expect(around?.group == GroupState(memberCount: 3))
        try database.apply(memberships: [membership(adaInTeam, "", number: 3)], in: team)
        #expect(try names().first == "ada", "nobody is shown under no name")
    }

    @Test func `members' messages are unread and announced, and counted no more once read`() throws {
        let applied = try database.apply(
            [message(1, from: adaInTeam), message(2, from: benInTeam)],
            in: team,
            announcing: true
        )
        #expect(applied.announced.map(\.author) == [adaInTeam, benInTeam])
        #expect(try database.unreadCount() == 2)
        #expect(try database.write { try $0.markRead(upTo: MessageID("m1"), in: team.id) })
        #expect(try database.unread(in: team) == 1)
        try database.apply(annotations: [removal(2, by: benInTeam)], in: team)
        #expect(try database.unreadCount() == 0)
    }

    @Test func `a message is edited by its author alone, before it came or after`() throws {
        let others = [Author.me, .contact, benInTeam, .member(ContactID("c"))]
        try database.apply([message(1, from: adaInTeam)], annotations: others.map { edit(1, by: $0) }, in: team)
        try database.apply(annotations: others.map { edit(2, by: $0) }, in: team)
        try database.apply([message(2, from: adaInTeam)], in: team)
        #expect(try texts() == ["text 1", "text 2"])
        try database.apply(
            annotations: [edit(1, by: adaInTeam), edit(3, by: adaInTeam), edit(3, by: benInTeam)],
            in: team
        )
        try database.apply([message(3, from: adaInTeam)], in: team)
        #expect(try texts() == ["changed", "text 2", "changed"])
    }

    @Test func `only its author deletes a message, before it arrives or after`() throws {
        let others = [Author.me, .contact, benInTeam, .member(ContactID("c"))]
        try database.apply([message(1, from: adaInTeam)], annotations: others.map { removal(1, by: $0) }, in: team)
        try database.apply(annotations: others.map { removal(2, by: $0) }, in: team)
        try database.apply([message(2, from: adaInTeam)], in: team)
        #expect(try texts() == ["text 1", "text 2"])
        try database.apply(
            annotations: [1, 3].map { removal($0, by: adaInTeam) } + [removal(3, by: benInTeam)],
            in: team
        )
        try database.apply([message(3, from: adaInTeam)], in: team)
        #expect(try texts() == ["", "text 2", ""])
        #expect(try database.search("text").hits.map(\.message) == [MessageID("m2")])
        #expect(try database.number("SELECT count(*) FROM annotation WHERE message = 'm3'") == 0)
    }

    @Test func `under a known id, what another member is said to have written is no news`() throws {
        try database.apply([message(1, from: adaInTeam)], in: team)
        let forged = [
            message(1, from: benInTeam, text: "forged", edit: 3), message(1, from: benInTeam).tombstone,
            message(1, from: .contact).tombstone,
        ]
        for message in forged { #expect(try !database.apply([message], in: team).isChange) }
        #expect(try texts() == ["text 1"])
        #expect(try database.timeline(of: team)?.messages.map(\.author) == [adaInTeam])
    }

    @Test func `every other author between two is the contact`() throws {
        try database.apply(
            [message(1, from: .member(ContactID("x"))), message(2, from: .me)],
            receipts: [ReadReceipt(reader: .member(ContactID("x")), message: MessageID("m2"))]
        )
        try database.apply(annotations: [edit(1, by: .member(ContactID("y")))])
        #expect(try database.timeline()?.messages.map(\.author) == [.contact, .me])
        #expect(try database.timeline()?.messages.map(\.senderName) == [nil, nil])
        #expect(try database.timeline()?.messages.map(\.text) == ["changed", "text 2"])
        #expect(try database.deliveries(in: ada) == [.received, .read])
        #expect(try database.number("SELECT count(*) FROM member") == Int64(teamMembers.count))
    }
}
