import ChatTypes
import Testing

@testable import ChatStore

@Suite struct ReplyTests {
    private let database: ChatDatabase

    init() throws { database = try ChatDatabase(.memory) }

    private func answered(_ id: String, _ database: ChatDatabase? = nil, in chat: ChatHeader = ada) throws
        -> AnsweredMessage?
    {
        try (database ?? self.database).timeline(of: chat)?.messages.first { $0.id == MessageID(id) }?.answered
    }

    @Test func `a reply shows the newest state of what it answers, whichever came first`() throws {
        let edit = Annotation(author: .contact, message: MessageID("m1"), kind: .edit(text: "better"), number: 4)
        let deletion = Annotation(author: .contact, message: MessageID("m1"), kind: .deletion)
        for order in [[0, 1], [1, 0]] {
            let database = try ChatDatabase(.memory)
            for step in order { try database.apply([step == 0 ? message(1) : message(2, from: .me, repliesTo: "m1")]) }
            let id = MessageID("m1")
            #expect(try answered("m2", database) == AnsweredMessage(id: id, author: .contact, text: "text 1"))
            try database.apply(annotations: [edit])
            #expect(try answered("m2", database)?.text == "better")
            try database.apply(annotations: [deletion])
            #expect(try answered("m2", database)?.text == deletedText)
        }
    }

    @Test func `a reply to a message that is not here says so, and in a group names the author`() throws {
        try database.apply([message(2, from: benInTeam, repliesTo: "m1")], memberships: teamMembers, in: team)
        #expect(try answered("m2", in: team) == AnsweredMessage(id: MessageID("m1")))
        try database.apply([message(1, from: adaInTeam, text: "look", images: 1)], in: team)
        let expected = AnsweredMessage(
            id: MessageID("m1"),
            author: adaInTeam,
            senderName: "Ada",
            text: "Attachment: 1 Image"
        )
        #expect(try answered("m2", in: team) == expected)
    }

    @Test func `replies to themselves and in a circle are harmless`() throws {
        let update = ChatUpdate(
            chat: ada,
            messages: [message(1, repliesTo: "m3"), message(2, repliesTo: "m2"), message(3, repliesTo: "m1")]
        )
        let bounded = try #require(update.bounded())
        try database.apply(bounded.messages)
        #expect(try answered("m1")?.text == "text 3" && answered("m3")?.text == "text 1")
        #expect(try answered("m2") == nil)
        let long = message(4, repliesTo: String(repeating: "x", count: 600))
        #expect(ChatUpdate(chat: ada, messages: [long]).bounded()?.messages.first?.repliesTo == nil)
    }

    @Test func `a waiting reply is sent as one and stays one when it is edited`() throws {
        try database.apply([message(1)])
        let reply = OutgoingMessage(id: MessageID("w1"), chat: ada.id, text: "yes", repliesTo: MessageID("m1"))
        #expect(try database.write { try $0.enqueue(reply, at: moment(9)) })
        #expect(try database.nextMessageToSend() == reply)
        #expect(try answered("w1")?.text == "text 1")
        try database.apply([message(2, from: .me, id: "w1", text: "yes", repliesTo: "m1")])
        let edit = Annotation(author: .me, message: reply.id, kind: .edit(text: "no"), number: 3)
        try database.apply(annotations: [edit])
        #expect(try answered("w1")?.text == "text 1")
        try database.apply(annotations: [Annotation(author: .me, message: reply.id, kind: .deletion)])
        #expect(try answered("w1") == nil, "a deleted message answers nothing")
    }

    @Test func `a reply that the server accepts as an ordinary message becomes one`() throws {
        let reply = OutgoingMessage(id: MessageID("w1"), chat: ada.id, text: "yes", repliesTo: MessageID("never sent"))
        try database.apply([message(1)])
        _ = try database.write { try $0.enqueue(reply, at: moment(9)) }
        try database.apply([message(2, from: .me, id: "w1", text: "yes")])
        #expect(try answered("w1") == nil)
    }

    @Test func `the text of an answered message is read in part only`() throws {
        try database.apply([message(1, text: String(repeating: "é", count: 100_000)), message(2, repliesTo: "m1")])
        #expect(try answered("m2")?.text.utf8.count == AnsweredMessage.textBytes)
    }

    @Test func `an export carries what a message answers`() throws {
        try database.apply([message(1), message(2, repliesTo: "m1")])
        let reply = OutgoingMessage(id: MessageID("w1"), chat: ada.id, text: "yes", repliesTo: MessageID("m2"))
        _ = try database.write { try $0.enqueue(reply, at: moment(9)) }
        let other = try ChatDatabase(.memory)
        try other.restore(try database.records())
        #expect(try other.timeline() == database.timeline())
        #expect(try other.nextMessageToSend() == reply)
        #expect(try other.records() == database.records())
    }
}
