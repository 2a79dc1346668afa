import ChatTypes
import Foundation
import Testing

/// Updates of a group are cut to the limits, whatever the server sends.
@Suite struct BoundedGroupTests {
    private let header = ChatHeader(
        id: ChatID("group:1"),
        contact: Contact(id: ContactID("group:1"), name: "Friends"),
        isGroup: true,
        createdAt: Date(timeIntervalSince1970: 0)
    )
    private let ada = Author.member(ContactID("ada"))
    private static let unusable: [Author] = [
        .member(ContactID("")), .member(ContactID(String(repeating: "x", count: Limits.idBytes + 1))),
    ]

    private func message(by author: Author) -> Message {
        Message(
            id: MessageID("m"),
            author: author,
            text: "Hi",
            sentAt: header.createdAt,
            position: Position(1),
            predecessor: nil
        )
    }

    private func bounded(_ memberships: [Membership]) -> [Membership]? {
        ChatUpdate(chat: header, memberships: memberships).bounded()?.memberships
    }

    @Test func `news of a group that is within the limits stays as it is`() {
        let update = ChatUpdate(
            chat: header,
            messages: [message(by: ada)],
            receipts: [ReadReceipt(reader: ada, message: MessageID("m"))],
            annotations: [Annotation(author: ada, message: MessageID("m"), kind: .deletion)] + [
                Annotation(author: ada, message: MessageID("m"), kind: .edit(text: "Ho"), number: 1)
            ],
            memberships: [
                Membership(member: .me, name: "", number: 1),
                Membership(member: ada, name: "Ada", since: Position(3), number: Limits.membershipNumber),
                Membership(
                    member: .member(ContactID(String(repeating: "x", count: Limits.idBytes))),
                    name: String(repeating: "y", count: Limits.nameCharacters),
                    number: 1
                ),
            ]
        )
        #expect(update.bounded() == update)
    }

    @Test func `cutting one message changes nothing else of an update`() {
        let long = Message(
            id: MessageID("m"),
            author: ada,
            text: String(repeating: "x", count: Limits.textBytes + 1),
            sentAt: header.createdAt,
            position: Position(1),
            predecessor: nil
        )
        func update(with message: Message) -> ChatUpdate {
            ChatUpdate(
                chat: header,
                messages: [message],
                notifications: .mentions,
                marks: [.unread: true, .favourite: false],
                standing: NumberedStanding(ChatStanding(topic: "Walks"), number: 3),
                unreadCount: 4,
                mentionCount: 1,
                isWithdrawn: true,
                announcesInvitation: false
            )
        }
        var cut = long
        cut.text.removeLast()
        #expect(update(with: long).bounded() == update(with: cut))
        #expect(update(with: cut).withoutCounts.announcesInvitation == false)
    }

    @Test(arguments: unusable) func `changes by an unusable member are dropped, and the rest stays`(author: Author) {
        let (bad, good) = (MessageID("bad"), MessageID("good"))
        let update = ChatUpdate(
            chat: header,
            messages: [message(by: author), message(by: ada)],
            receipts: [ReadReceipt(reader: author, message: bad), ReadReceipt(reader: ada, message: good)],
            annotations: [
                Annotation(author: author, message: bad, kind: .deletion),
                Annotation(author: ada, message: good, kind: .deletion),
                Annotation(author: author, message: bad, kind: .edit(text: "x"), number: 1),
                Annotation(author: ada, message: good, kind: .edit(text: "x"), number: 1),
            ],
            memberships: [
                Membership(member: author, name: "Bad", number: 1), Membership(member: ada, name: "Good", number: 1),
            ]
        )
        let bounded = update.bounded()
        #expect(bounded?.messages == [message(by: ada)] && bounded?.receipts.map(\.message) == [good])
        #expect(bounded?.annotations.map(\.message) == [good, good])
        #expect(bounded?.memberships.map(\.name) == ["Good"])
    }

    @Test func `each kind of news is looked at even when the others are within the limits`() {
        for author in Self.unusable {
            let id = MessageID("m")
            let updates = [
                ChatUpdate(chat: header, messages: [message(by: author)]),
                ChatUpdate(chat: header, receipts: [ReadReceipt(reader: author, message: id)]),
                ChatUpdate(chat: header, annotations: [Annotation(author: author, message: id, kind: .deletion)]),
                ChatUpdate(
                    chat: header,
                    annotations: [Annotation(author: author, message: id, kind: .edit(text: "x"), number: 1)]
                ),
                ChatUpdate(chat: header, memberships: [Membership(member: author, name: "x", number: 1)]),
            ]
            #expect(updates.map { $0.bounded() } == Array(repeating: ChatUpdate(chat: header), count: updates.count))
        }
    }

    @Test func `the contact of a chat between two is no member of a group`() {
        #expect(bounded([Membership(member: .contact, name: "Ada", number: 1)]) == [])
    }

    @Test(arguments: [Int64.min, -1, 0, Limits.membershipNumber + 1, .max])
    func `a membership with a number out of range is left out`(number: Int64) {
        #expect(bounded([Membership(member: ada, name: "Ada", number: number)]) == [])
    }

    @Test func `a membership since the lowest position is dropped`() {
        #expect(bounded([Membership(member: ada, name: "Ada", since: Position(.min), number: 1)]) == [])
        let first = Membership(member: ada, name: "Ada", since: Position(.min + 1), number: 1)
        #expect(bounded([first]) == [first])
    }

    @Test func `ten thousand members are cut to the limit of a group`() {
        let members = (1...10_000).map { Membership(member: .member(ContactID("m\($0)")), name: "x", number: 1) }
        #expect(bounded(members) == Array(members.prefix(Limits.members)))
        #expect(bounded(Array(members.prefix(Limits.members))) == Array(members.prefix(Limits.members)))
    }

    @Test func `a name of a megabyte is cut, also one of many marks`() throws {
        let names = [
            String(repeating: "x", count: 1_000_000), "x" + String(repeating: "\u{301}", count: 500_000),
            String(repeating: "👩‍👩‍👧‍👦", count: 40_000),
        ]
        for name in names {
            let long = Membership(member: ada, name: name, isMember: false, since: Position(3), number: 5)
            let cut = try #require(bounded([long])?.first)
            #expect(cut.name.count <= Limits.nameCharacters && cut.name.utf8.count <= Limits.nameBytes)
            #expect(!cut.name.isEmpty && name.unicodeScalars.starts(with: cut.name.unicodeScalars))
            #expect(cut.member == ada && !cut.isMember && cut.since == Position(3) && cut.number == 5)
        }
    }

    @Test func `a group stays one when its title is cut`() {
        let title = Contact(id: header.contact.id, name: String(repeating: "x", count: 1_000_000))
        let long = ChatHeader(id: header.id, contact: title, isGroup: true, createdAt: header.createdAt)
        let bounded = ChatUpdate(chat: long).bounded()?.chat
        #expect(bounded?.isGroup == true && bounded?.contact.name.count == Limits.nameCharacters)
    }

    @Test func `receipts and counts of unusable threads are dropped, and of too many counts the first are kept`() {
        let long = MessageID(String(repeating: "x", count: Limits.idBytes + 1))
        let receipts = [MessageID(""), long, MessageID("r")].map {
            ReadReceipt(reader: ada, message: MessageID("m"), scope: .thread($0))
        }
        #expect(ChatUpdate(chat: header, receipts: receipts).bounded()?.receipts == [receipts[2]])
        let counts = (0...Limits.countedThreads).map { ThreadCount(root: MessageID("r\($0)"), unread: 1) }
        let update = ChatUpdate(chat: header, threadCounts: [ThreadCount(root: long, unread: 1)] + counts)
        #expect(update.bounded()?.threadCounts == Array(counts.dropLast()))
    }
}
