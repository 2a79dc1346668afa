import ChatTypes
import Testing

@testable import ChatStore

@Suite struct GroupReceiptTests {
    private let database: ChatDatabase

    /// Two messages of the user's in a group of three.
    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply([message(1, from: .me), message(2, from: .me)], memberships: teamMembers, in: team)
    }

    private func read(_ number: Int, by reader: Author) -> ReadReceipt {
        ReadReceipt(reader: reader, message: MessageID("m\(number)"))
    }

    @Test func `the user's message is read once every member has read it`() throws {
        #expect(try !database.apply(receipts: [read(2, by: adaInTeam)], in: team).isChange)
        #expect(try database.deliveries() == [.sent, .sent])
        #expect(try database.apply(receipts: [read(1, by: benInTeam)], in: team).isChange)
        #expect(try database.deliveries() == [.read, .sent])
        #expect(try database.apply(receipts: [read(2, by: benInTeam)], in: team).isChange)
        #expect(try database.deliveries() == [.read, .read])
        // An older receipt changes nothing.
        #expect(try !database.apply(receipts: [read(1, by: adaInTeam)], in: team).isChange)
        #expect(try database.deliveries() == [.read, .read])
    }

    @Test func `the user's own receipt moves no other marker`() throws {
        try database.apply([message(3, from: adaInTeam)], receipts: [read(3, by: .me)], in: team)
        #expect(try database.unreadCount() == 0)
        #expect(try database.deliveries() == [.sent, .sent, .received])
    }

    @Test func `former and later members do not delay the group's marker`() throws {
        try database.apply(receipts: [read(2, by: adaInTeam)], in: team)
        let left = membership(benInTeam, "Ben", isMember: false, number: 2)
        #expect(try database.apply(memberships: [left], in: team).isChange)
        #expect(try database.deliveries() == [.read, .read])
        try database.apply(memberships: [membership(.member(ContactID("c")), "Carl", since: 20)], in: team)
        #expect(try database.deliveries() == [.read, .read])
        try database.apply([message(3, from: .me)], receipts: [read(3, by: adaInTeam)], in: team)
        #expect(try database.deliveries() == [.read, .read, .sent], "Carl was there by then")
        // Ben was away when the third message came, and returns: it was not his to read.
        try database.apply(
            receipts: [read(3, by: .member(ContactID("c")))],
            memberships: [membership(benInTeam, "Ben", since: 30, number: 3)],
            in: team
        )
        #expect(try database.deliveries() == [.read, .read, .read])
    }

    @Test func `an earlier joining moves the group's marker back`() throws {
        try database.apply(receipts: [read(2, by: adaInTeam), read(2, by: benInTeam)], in: team)
        #expect(try database.deliveries() == [.read, .read])
        let carl = membership(.member(ContactID("c")), "Carl", since: 10)
        #expect(try database.apply(memberships: [carl], in: team).isChange)
        #expect(try database.deliveries() == [.read, .sent])
    }

    @Test func `read messages stay read when the last member leaves`() throws {
        func leave(_ member: Author) throws {
            try database.apply(memberships: [membership(member, "Gone", isMember: false, number: 2)], in: team)
        }
        try leave(benInTeam)
        try database.apply(receipts: [read(1, by: adaInTeam)], in: team)
        #expect(try database.deliveries() == [.read, .sent])
        try leave(adaInTeam)
        #expect(try database.deliveries() == [.read, .sent])
        try database.apply([message(3, from: .me)], in: team)
        #expect(try database.deliveries() == [.read, .sent, .sent])
    }

    @Test func `the user's leaving and reading do not move the group's marker`() throws {
        try database.apply(
            receipts: [read(2, by: adaInTeam), read(2, by: benInTeam)],
            memberships: [membership(.me, "Me", since: 10, number: 2)],
            in: team
        )
        #expect(try database.deliveries() == [.read, .read])
    }

    @Test func `receipts, memberships and messages come in any order`() throws {
        let steps: [(ChatDatabase) throws -> Void] = [
            { try $0.apply([message(3, from: .me)], in: team) },
            { try $0.apply(receipts: [read(3, by: adaInTeam)], in: team) },
            { try $0.apply(receipts: [read(3, by: .member(ContactID("c")))], in: team) },
            { try $0.apply(memberships: [membership(.member(ContactID("c")), "Carl", since: 10)], in: team) },
            { try $0.apply(memberships: [membership(benInTeam, "Ben", since: 30, number: 4)], in: team) },
            { try $0.apply(memberships: [membership(benInTeam, "Ben", since: 5, number: 3)], in: team) },
        ]
        var exports: [[HistoryRecord]] = []
        for order in [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [2, 4, 1, 0, 5, 3], [1, 2, 0, 0, 3, 5, 4, 2]] {
            let database = try ChatDatabase(.memory)
            try database.apply([message(1, from: .me), message(2, from: .me)], memberships: teamMembers, in: team)
            for step in order { try steps[step](database) }
            #expect(try database.deliveries() == [.read, .read, .read], "\(order)")
            exports.append(try database.records())
        }
        #expect(exports.allSatisfy { $0 == exports[0] })
    }

    @Test func `a receipt before its message remembers whose it was`() throws {
        try database.apply(receipts: [read(3, by: adaInTeam), read(3, by: benInTeam)], in: team)
        try database.apply([message(3, from: .me)], in: team)
        #expect(try database.deliveries() == [.read, .read, .read])
        try database.apply(receipts: [read(4, by: adaInTeam)], in: team)
        try database.apply([message(4, from: .me)], in: team)
        #expect(try database.deliveries() == [.read, .read, .read, .sent])
    }

    @Test func `receipts without a message are limited for each member`() throws {
        try database.apply(receipts: [read(3, by: benInTeam)], in: team)
        let junk = (0..<1000).map { ReadReceipt(reader: adaInTeam, message: MessageID("x\($0)")) }
        try database.apply(receipts: junk + [read(3, by: adaInTeam)], in: team)
        #expect(try #require(try database.number("SELECT count(*) FROM awaited_receipt")) < 20)
        try database.apply([message(3, from: .me)], in: team)
        #expect(try database.deliveries() == [.read, .read, .read])
    }

    @Test func `receipts in threads displace none outside`() throws {
        try database.apply(receipts: [read(3, by: adaInTeam), read(3, by: benInTeam)], in: team)
        let threads = (0..<20).map { number in
            ReadReceipt(reader: adaInTeam, message: MessageID("x\(number)"), scope: .thread(MessageID("r\(number)")))
        }
        try database.apply(receipts: threads, in: team)
        try database.apply([message(3, from: .me)], in: team)
        #expect(try database.deliveries() == [.read, .read, .read])
    }

    @Test func `a stranger's receipts are kept until their membership comes`() throws {
        let carl = Author.member(ContactID("c"))
        try database.apply(receipts: [read(2, by: carl), read(2, by: adaInTeam), read(2, by: benInTeam)], in: team)
        #expect(try database.group() == GroupState(memberCount: 3))
        #expect(try database.members() == ["Me", "Ada", "Ben"])
        #expect(try database.deliveries() == [.read, .read])
        try database.apply(memberships: [membership(carl, "Carl")], in: team)
        #expect(try database.deliveries() == [.read, .read])
    }

    @Test func `a receipt by the contact changes nothing in a group`() throws {
        #expect(try !database.apply(receipts: [read(2, by: .contact)], in: team).isChange)
        #expect(try database.deliveries() == [.sent, .sent])
    }

    @Test func `how far all have read is found by an index, never by going through the members`() throws {
        let pages = try [50, 1000].map { count in
            let database = try ChatDatabase(.memory)
            let crowd = (1...count).map { membership(.member(ContactID("p\($0)")), "P\($0)") }
            try database.apply([message(1, from: .me)], memberships: crowd, in: team)
            let receipt = ReadReceipt(reader: .member(ContactID("p7")), message: MessageID("m1"))
            return try database.pages { try database.apply(receipts: [receipt], in: team) }
        }
        #expect(pages[1] < pages[0] + 30, "\(pages)")
    }

    @Test func `an answer in a thread is read by those who have read the thread or everything`() throws {
        try database.apply([message(3, from: .me, inThread: "m1")], in: team)
        func tell(_ reader: Author, _ scope: ReceiptScope) throws {
            try database.apply(
                receipts: [ReadReceipt(reader: reader, message: MessageID("m3"), scope: scope)],
                in: team
            )
        }
        func readers() throws -> [String]? { try database.read { try $0.readers(of: MessageID("m3"), in: team.id) } }
        func delivery() throws -> Delivery? {
            let part = TimelinePart.thread(MessageID("m1"))
            return try database.read { try $0.timeline(of: team.id, in: .newest(9), part: part) }?.messages.last?
                .delivery
        }
        try tell(adaInTeam, .thread(MessageID("m1")))
        try tell(benInTeam, .main)
        #expect(try readers() == ["Ada"] && delivery() == .sent)
        try tell(benInTeam, .everything)
        #expect(try readers() == ["Ada", "Ben"] && delivery() == .read)
        try database.apply(memberships: [membership(benInTeam, "Ben", isMember: false, number: 2)], in: team)
        #expect(try readers() == ["Ada"], "who has left is no reader")
    }
}
