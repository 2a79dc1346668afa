import ChatTypes
import Testing

@testable import ChatStore

/// A chat between two becomes a group.
@Suite struct BecomingGroupTests {
    private let database: ChatDatabase
    private let wider = ChatHeader(
        id: ada.id,
        contact: Contact(id: ContactID("room"), name: "Ada and Ben"),
        isGroup: true,
        createdAt: ada.createdAt
    )

    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply(
            [message(1), message(2, from: .me), message(3, from: .me)],
            receipts: [ReadReceipt(reader: .contact, message: MessageID("m2"))]
        )
    }

    @Test func `the contact's messages and receipts become a member's`() throws {
        try database.apply(
            receipts: [ReadReceipt(reader: .contact, message: MessageID("m5"))],
            annotations: [Annotation(author: .contact, message: MessageID("m4"), kind: .deletion)] + [
                Annotation(author: .contact, message: MessageID("m6"), kind: .edit(text: "changed"), number: 1)
            ]
        )
        #expect(try database.apply(in: wider).isChange)
        let timeline = try #require(try database.timeline())
        #expect(timeline.messages.map(\.author) == [adaInTeam, .me, .me])
        #expect(timeline.messages.map(\.senderName) == [ada.contact.name, nil, nil])
        #expect(timeline.contact == wider.contact && timeline.group == GroupState(memberCount: 1))
        let members = [membership(adaInTeam, "Ada"), membership(benInTeam, "Ben", since: 30)]
        try database.apply(memberships: members, in: wider)
        #expect(try database.deliveries(in: ada) == [.received, .read, .sent])
        try database.apply(
            [message(4, from: adaInTeam), message(5, from: .me), message(6, from: adaInTeam)],
            receipts: [ReadReceipt(reader: benInTeam, message: MessageID("m5"))],
            in: wider
        )
        #expect(try database.deliveries(in: ada) == [.received, .read, .read, .received, .read, .received])
        #expect(try database.timeline()?.messages.map(\.isDeleted) == [false, false, false, true, false, false])
        #expect(try database.timeline()?.messages.last?.text == "changed")
        #expect(try database.unreadCount() == 2)
    }

    @Test func `the contact's reactions become a member's, who can take them back`() throws {
        func reaction(isSet: Bool, by author: Author, _ number: Int64) -> Annotation {
            let kind = Annotation.Kind.reaction(text: "👍", isSet: isSet)
            return Annotation(author: author, message: MessageID("m1"), kind: kind, number: number)
        }
        try database.apply(annotations: [reaction(isSet: true, by: .contact, 1)])
        try database.apply(in: wider)
        #expect(try database.timeline()?.messages.first?.reactions.map(\.names) == [[ada.contact.name]])
        try database.apply(annotations: [reaction(isSet: false, by: adaInTeam, 2)], in: wider)
        #expect(try database.timeline()?.messages.first?.reactions.isEmpty == true)
    }

    @Test func `the contact's vote becomes a member's, who can change it`() throws {
        func vote(_ answer: String, by author: Author, _ number: Int64) -> Annotation {
            Annotation(author: author, message: MessageID("m4"), kind: .vote(answers: [answer]), number: number)
        }
        try database.apply([message(4, from: .me, poll: lunch)], annotations: [vote("a", by: .contact, 1)])
        try database.apply(annotations: [vote("b", by: adaInTeam, 2)], in: wider)
        let poll = try database.timeline()?.messages.last?.poll
        #expect(poll?.voters == 1 && poll?.answers.map(\.votes) == [0, 1, 0])
    }

    @Test func `a group without a former contact keeps messages without a sender`() throws {
        let told = ChatHeader(id: ada.id, contact: ada.contact, isGroup: true, createdAt: ada.createdAt)
        #expect(try database.apply(in: told).isChange)
        #expect(try !database.apply(in: told).isChange)
        let timeline = try #require(try database.timeline())
        #expect(timeline.messages.map(\.author) == [.contact, .me, .me])
        #expect(timeline.messages.map(\.senderName) == [nil, nil, nil])
        #expect(try database.number("SELECT count(*) FROM member") == 1)
        try database.apply(
            annotations: [Annotation(author: adaInTeam, message: MessageID("m1"), kind: .edit(text: "no"), number: 1)],
            in: told
        )
        #expect(try database.timeline()?.messages.first?.text == "text 1")
    }

    @Test func `how far the contact has read a thread is known of the member`() throws {
        let root = MessageID("m1")
        let receipt = ReadReceipt(reader: .contact, message: MessageID("m4"), scope: .thread(root))
        try database.apply([message(4, from: .me, inThread: "m1")], receipts: [receipt])
        try database.apply(memberships: [membership(adaInTeam, "Ada")], in: wider)
        let thread = try database.read { try $0.timeline(of: wider.id, in: .newest(9), part: .thread(root)) }
        #expect(thread?.messages.last?.delivery == .read)
    }

    @Test func `the user's reactions and votes stay the user's, who can change them`() throws {
        func ours(_ kind: Annotation.Kind, _ number: Int64) -> Annotation {
            Annotation(author: .me, message: MessageID("m4"), kind: kind, number: number)
        }
        try database.apply(
            [message(4, poll: lunch)],
            annotations: [ours(.reaction(text: "👍", isSet: true), 1), ours(.vote(answers: ["a"]), 2)]
        )
        try database.apply(in: wider)
        try database.apply(
            annotations: [ours(.reaction(text: "👍", isSet: false), 3), ours(.vote(answers: ["b"]), 4)],
            in: wider
        )
        let message = try #require(try database.timeline()?.messages.last)
        #expect(message.reactions.isEmpty && message.poll?.voters == 1)
        #expect(message.poll?.answers.map(\.votes) == [0, 1, 0])
    }
}
