import ChatTypes
import RuntimeKit
import SQLiteKit
import Testing

@testable import ChatStore

@Suite struct ChatDeletionTests {
    private let database: ChatDatabase

    init() throws { database = try ChatDatabase(.memory) }

    private func withdraw(_ chat: ChatHeader) throws -> Bool {
        try database.write { try $0.apply(ChatUpdate(chat: chat, isWithdrawn: true), announcing: true) }.isChange
    }

    /// Applies a message with the user's standing in its chat.
    private func receive(_ message: Message, _ state: ChatState, number: Int64) throws {
        let standing = NumberedStanding(ChatStanding(state: state), number: number)
        let update = ChatUpdate(chat: ada, messages: [message], standing: standing)
        _ = try database.write { try $0.apply(update, announcing: true) }
    }

    @Test func `a deleted chat takes all that belongs to it along, and leaves the others`() throws {
        try database.apply([message(1, text: "kept")], in: ben)
        try database.apply(
            [message(1, text: "secret"), message(3, attachment: picture), message(4, from: .me, id: "ours")],
            receipts: [ReadReceipt(reader: .contact, message: MessageID("not here"))],
            annotations: [Annotation(author: .contact, message: MessageID("not here"), kind: .deletion)]
        )
        try database.apply([message(1, from: adaInTeam)], memberships: teamMembers, in: team)
        #expect(try database.enqueue("waiting", at: moment(9)))
        try database.files.write([1], to: "file of m3", at: 0)
        try database.write { try $0.setDraft("half", of: .reply(to: MessageID("m1")), in: ada.id) }
        try database.write { writer in
            #expect(try writer.requestDownload(of: MessageID("m3"), in: ada.id, as: "file of m3"))
            #expect(try writer.deleteChat(ada.id))
            #expect(try writer.deleteChat(team.id))
            let isFoundAgain = try writer.deleteChat(ada.id)
            #expect(!isFoundAgain)
        }
        #expect(try database.chats().map(\.id) == [ben.id])
        #expect(try database.unreadCount() == 1)
        #expect(try database.search("secret").hits.isEmpty && database.search("ada").hits.isEmpty)
        #expect(try database.search("kept").hits.count == 1)
        let rows: StaticString = """
            SELECT (SELECT count(*) FROM member) + (SELECT count(*) FROM annotation) + (SELECT count(*) FROM awaited_receipt)
                + (SELECT count(*) FROM gap) + (SELECT count(*) FROM file) + (SELECT count(*) FROM message)
                + (SELECT count(*) FROM unfinished)
            """
        #expect(try database.number(rows) == 1)
        #expect(try database.files.names() == [])
        #expect(try database.integrityProblems() == [])
    }

    @Test func `a deleted chat leaves none of its words in the index, also once it is there again`() throws {
        let words: StaticString = "SELECT count(*) FROM message_word"
        try database.write { writer in
            try writer.connection.execute(
                "CREATE VIRTUAL TABLE temp.message_word USING fts5vocab('main', 'message_text', 'row')"
            )
        }
        #expect(try database.number(words) == 0)
        try database.apply([message(1, text: "secret words"), message(2, text: "more secrets")])
        #expect(try database.number(words) ?? 0 > 0)
        #expect(try database.write { try $0.deleteChat(ada.id) })
        #expect(try database.number(words) == 0)
        try database.write { try $0.admit(ada.id) }
        try database.apply([message(1, text: "secret words")])
        #expect(try database.search("secret").hits.count == 1)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `a muted chat's unread messages are not in the sum when it is deleted`() throws {
        try database.apply([message(1)], in: ben)
        try database.apply([message(1)])
        try database.write { _ = try $0.setNotifications(.muted, in: ada.id) }
        #expect(try database.write { try $0.deleteChat(ada.id) })
        #expect(try database.unreadCount() == 1)
    }

    @Test func `a withdrawn chat goes unless it has a message or a draft`() throws {
        #expect(try !withdraw(ada), "unknown")
        let dora = chat(6, name: "Dora")
        for chat in [ada, ben, dora, team] { try database.write { try $0.register(chat) } }
        try database.write { try $0.setDraft("half", in: ben.id) }
        try database.write { try $0.setDraft("half", of: .reply(to: MessageID("m1")), in: dora.id) }
        try database.apply([message(1, from: adaInTeam)], memberships: teamMembers, in: team)
        #expect(try withdraw(ada))
        for chat in [ben, dora, team] { _ = try withdraw(chat) }
        #expect(try Set(database.chats().map(\.id)) == [ben.id, dora.id, team.id])
        #expect(try database.write { try $0.deleteChat(dora.id) }, "with the reply")
        // A new invitation begins the chat anew.
        try receive(message(1), .invited(by: "Ada", toGroup: false), number: 1)
        #expect(try database.chats().count == 3)
    }

    @Test func `a deleted chat stays deleted until a newer standing says that the user is in it`() throws {
        try receive(message(1), .joined, number: 5)
        #expect(try database.write { try $0.deleteChat(ada.id) })
        try database.apply([message(2)])
        try receive(message(2), .joined, number: 5)
        try receive(message(2), .left, number: 6)
        try receive(message(2), .invited(by: "Ada", toGroup: false), number: 4)
        #expect(try database.chats().isEmpty && database.search("text").hits.isEmpty)
        try receive(message(3), .joined, number: 7)
        #expect(try database.ids() == ["m3"])
        // From then on, updates without a standing count again.
        try database.apply([message(4)])
        #expect(try database.ids() == ["m3", "m4"])
    }

    @Test func `a deleted chat takes its threads, reactions and votes along`() throws {
        func kind(_ number: Int) -> Annotation.Kind {
            number == 1 ? .reaction(text: "👍", isSet: true) : .vote(answers: ["a"])
        }
        try database.apply(
            [
                message(1, from: adaInTeam), message(2, from: adaInTeam, poll: lunch),
                message(3, from: adaInTeam, inThread: "m1"),
            ],
            receipts: [ReadReceipt(reader: benInTeam, message: MessageID("m3"), scope: .thread(MessageID("m1")))],
            annotations: [1, 2].map {
                Annotation(author: benInTeam, message: MessageID("m\($0)"), kind: kind($0), number: 1)
            },
            memberships: teamMembers,
            in: team
        )
        let rows: StaticString = """
            SELECT (SELECT count(*) FROM thread) + (SELECT count(*) FROM thread_reader) + (SELECT count(*) FROM reaction)
                + (SELECT count(*) FROM vote)
            """
        #expect(try database.number(rows) == 4)
        #expect(try database.write { try $0.deleteChat(team.id) } && database.number(rows) == 0)
    }

    @Test func `a withdrawn chat stays for a draft in one of its threads`() throws {
        try database.write { try $0.register(ada) }
        try database.write { try $0.setDraft("half", of: .thread(MessageID("m1")), in: ada.id) }
        #expect(try !withdraw(ada) && database.chats().count == 1)
    }

    @Test(arguments: [false, true])
    func `a withdrawn chat stays away until a standing is newer than each withdrawal`(isStored: Bool) throws {
        if isStored { try database.write { try $0.register(ada) } }
        for number in [Int64(9), 3] {
            let standing = NumberedStanding(ChatStanding(state: .left), number: number)
            let update = ChatUpdate(chat: ada, standing: standing, isWithdrawn: true)
            _ = try database.write { try $0.apply(update, announcing: true) }
        }
        try receive(message(1), .joined, number: 9)
        #expect(try database.chats().isEmpty)
        try receive(message(1), .joined, number: 10)
        #expect(try database.ids() == ["m1"])
    }
}
