import ChatTypes
import Testing

@testable import ChatStore

@Suite struct DeletionTests {
    private let database: ChatDatabase

    init() throws { database = try ChatDatabase(.memory) }

    private func deletion(_ number: Int, by author: Author = .contact) -> Annotation {
        Annotation(author: author, message: MessageID("m\(number)"), kind: .deletion)
    }

    private func removed() throws -> [Bool] { try database.timeline()?.messages.map(\.isDeleted) ?? [] }

    @Test func `a deleted message leaves a tombstone and is not found`() throws {
        try database.apply([message(1), message(2, text: "secret", images: 2), message(3, from: .me)])
        try database.apply(annotations: [deletion(2)])
        let tombstone = try #require(try database.timeline()?.messages[1])
        #expect(tombstone.isDeleted && tombstone.text.isEmpty && tombstone.imageCount == 0)
        #expect(try removed() == [false, true, false])
        #expect(try database.search("secret").hits.isEmpty)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `a removal and its message come in any order, any number of times`() throws {
        for order in [[0, 1], [1, 0], [1, 0, 0, 1], [0, 1, 0]] {
            let database = try ChatDatabase(.memory)
            try database.apply([message(1)])
            for step in order {
                if step == 0 { try database.apply([message(2, text: "secret")]) }
                if step == 1 { try database.apply(annotations: [deletion(2)]) }
            }
            #expect(try database.timeline()?.messages.map(\.isDeleted) == [false, true], "\(order)")
            #expect(try database.search("secret").hits.isEmpty, "\(order)")
            #expect(try database.unread() == 1, "\(order)")
        }
    }

    @Test func `only its author deletes a message`() throws {
        try database.apply([message(1), message(2, from: .me)])
        try database.apply(annotations: [deletion(1, by: .me), deletion(2, by: .contact)])
        #expect(try removed() == [false, false])
        try database.apply(annotations: [deletion(3, by: .me)])
        try database.apply([message(3)])
        #expect(try removed() == [false, false, false])
    }

    @Test func `a tombstone under the id of another author's message changes nothing`() throws {
        let (theirs, mine) = (message(1, text: "hers"), message(2, from: .me, text: "mine"))
        try database.apply([theirs, mine])
        let before = try database.timeline()
        for (forged, author) in [(theirs, Author.me), (mine, .contact)] {
            let message = Message(
                id: forged.id,
                author: author,
                text: "",
                isDeleted: true,
                sentAt: forged.sentAt,
                position: forged.position,
                predecessor: forged.predecessor
            )
            #expect(try database.apply([message]).isChange == false)
        }
        #expect(try database.timeline() == before)
        #expect(try database.search("hers").hits.count == 1)
    }

    @Test func `a message that was not announced and comes again as a deleted one is not announced`() throws {
        try database.apply([message(1)])
        var deleted = message(1)
        deleted.isDeleted = true
        #expect(try database.apply([deleted], announcing: true).announced == [])
        #expect(try removed() == [true])
    }

    @Test func `deleting an unread message lowers the count, deleting a read one does not`() throws {
        try database.apply([message(1), message(2), message(3)])
        #expect(try database.write { try $0.markRead(upTo: MessageID("m1"), in: ada.id) })
        try database.apply(annotations: [deletion(1)])
        #expect(try database.unreadCount() == 2)
        try database.apply(annotations: [deletion(2)])
        #expect(try database.unreadCount() == 1)
        #expect(try database.write { try $0.markRead(upTo: MessageID("m3"), in: ada.id) })
        #expect(try database.unreadCount() == 0)
    }

    @Test func `reading on past a tombstone takes off only what counted`() throws {
        try database.apply([message(1), message(2), message(3), message(4)], annotations: [deletion(2)])
        #expect(try database.unreadCount() == 3)
        #expect(try database.write { try $0.markRead(upTo: MessageID("m3"), in: ada.id) })
        #expect(try database.unreadCount() == 1)
    }

    @Test func `a message deleted in the same update is not announced`() throws {
        let applied = try database.apply([message(1), message(2)], annotations: [deletion(2)], announcing: true)
        #expect(applied.announced.map(\.id.rawValue) == ["m1"])
        #expect(applied.changed == [MessageID("m2")])
    }

    @Test func `deleting a sent message leaves a tombstone and queues the deletion`() throws {
        try database.apply([message(1, from: .me)])
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("m1"), in: ada.id)) })
        #expect(try removed() == [true])
        #expect(try database.read { try $0.chatsWithOutbox() } == [ada.id])
        #expect(try database.nextToSend() == .annotation(.deletion(of: MessageID("m1"), in: ada.id)))
        try database.write { try $0.confirmDeletion(of: "m1") }
        #expect(try database.nextToSend() == nil)
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("m1"), in: ada.id)) } == false)
    }

    @Test func `a deleted waiting message is not sent, and deleted again if it arrived`() throws {
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", "secret", at: moment(9)))
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("mine"), in: ada.id)) })
        #expect(try database.ids() == ["m1"])
        #expect(try database.search("secret").hits.isEmpty)
        #expect(try database.chats().map(\.activity) == [moment(1)])
        #expect(try database.nextToSend() == .annotation(.deletion(of: MessageID("mine"), in: ada.id)))
        // The message's echo arrives late.
        try database.write { try $0.confirmDeletion(of: "mine") }
        try database.apply([message(2, from: .me, id: "mine", text: "secret")])
        #expect(try removed() == [false, true])
        #expect(try database.search("secret").hits.isEmpty)
    }

    @Test func `a message deleted before its position was known stays deleted`() throws {
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", "secret", at: moment(9)))
        try database.write { try $0.markAccepted(MessageID("mine"), in: ada.id) }
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("mine"), in: ada.id)) })
        try database.apply([message(2, from: .me, id: "mine", text: "secret", images: 2, attachment: picture)])
        let last = try #require(database.timeline()?.messages.last)
        #expect(last.isDeleted && last.text.isEmpty && last.imageCount == 0 && last.attachment == nil)
    }

    @Test func `another device's deletion drops a waiting edit`() throws {
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", "first", at: moment(9)))
        let edit = OutgoingAnnotation.edit("change", of: "mine", to: "second", in: ada.id)
        #expect(try database.write { try $0.annotate(edit) })
        try database.apply([message(2, from: .me, id: "mine").tombstone])
        let last = try #require(database.timeline()?.messages.last)
        #expect(last.isDeleted && last.text.isEmpty && !last.isEdited)
        #expect(try database.search("second").hits.isEmpty)
        #expect(try database.nextToSend() == nil)
    }

    @Test func `the user cannot delete a contact's message`() throws {
        try database.apply([message(1)])
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("m1"), in: ada.id)) } == false)
        #expect(try removed() == [false])
        #expect(try database.read { try $0.chatsWithOutbox() } == [])
    }

    @Test func `deletions without a message are limited to the newest`() throws {
        try database.apply([message(1)])
        for number in 0..<300 {
            try database.apply(annotations: [
                Annotation(author: .contact, message: MessageID("none-\(number)"), kind: .deletion)
            ])
        }
        #expect(try database.number("SELECT count(*) FROM annotation") == 100)
        try database.apply([message(2, id: "none-299"), message(3, id: "none-0")])
        #expect(try removed() == [false, true, false])
    }

    @Test func `deleting a message clears the reason for its refused edit`() throws {
        try database.apply([message(3), message(4, from: .me)])
        let edit = OutgoingAnnotation.edit("change", of: "m4", to: "second", in: ada.id)
        #expect(try database.write { try $0.annotate(edit) })
        try database.write { try $0.refuse(edit, reason: "no") }
        #expect(try database.timeline()?.messages.last?.editFailure == "no")
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("m4"), in: ada.id)) })
        let last = try #require(database.timeline()?.messages.last)
        #expect(last.isDeleted && last.editFailure == nil)
        let other = try ChatDatabase(.memory)
        try other.restore(try database.records())
        #expect(try other.records() == database.records())
    }

    @Test func `a tombstone survives export and import`() throws {
        try database.apply([message(1), message(2), message(3, from: .me)], annotations: [deletion(2)])
        let other = try ChatDatabase(.memory)
        try other.write { writer in for record in try database.records() { try writer.restore(record) } }
        #expect(try other.timeline() == database.timeline())
        #expect(try other.unreadCount() == 1)
    }

    @Test func `a waiting message takes its edit, its reactions and a begun edit along`() throws {
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", "first", at: moment(9)))
        let mine = MessageID("mine")
        let kind = Annotation.Kind.reaction(text: "👍", isSet: true)
        for change in [
            OutgoingAnnotation.edit("e", of: "mine", to: "second", in: ada.id),
            OutgoingAnnotation(id: MessageID("r"), of: mine, in: ada.id, kind: kind),
        ] {
            #expect(try database.write { try $0.annotate(change) })
        }
        try database.write { try $0.setDraft("third", of: .edit(of: mine), in: ada.id) }
        try database.write { try $0.setDraft("half", of: .reply(to: mine), in: ada.id) }
        #expect(try database.write { try $0.annotate(.deletion(of: mine, in: ada.id)) })
        #expect(try database.number("SELECT count(*) FROM annotation WHERE kind <> 'deletion'") == 0)
        #expect(try database.number("SELECT count(*) FROM reaction") == 0)
        let begun = try database.read { try $0.unfinishedTexts(in: ada.id) }
        #expect(begun == [UnfinishedText(.reply(to: mine), "half")], "a reply that was begun is the user's text")
    }

    @Test func `a message that failed is deleted without a request`() throws {
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", at: moment(9)))
        try database.write { try $0.markFailed(MessageID("mine"), in: ada.id, reason: "no") }
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("mine"), in: ada.id)) })
        #expect(try database.ids() == ["m1"] && database.nextToSend() == nil)
    }

    @Test(arguments: [
        Annotation.Kind.deletion, .edit(text: "x"), .reaction(text: "👍", isSet: true), .vote(answers: ["a"]),
    ])
    func `changes without a message push out none of another chat`(kind: Annotation.Kind) throws {
        func stray(_ number: Int) -> Annotation {
            Annotation(author: .contact, message: MessageID("x\(number)"), kind: kind, number: 1)
        }
        try database.apply(annotations: [stray(0)])
        try database.apply(annotations: (1...1000).map(stray), in: ben)
        let count: StaticString = """
            SELECT count(*) FROM chat c JOIN (SELECT chat FROM annotation UNION ALL SELECT chat FROM reaction
                UNION ALL SELECT chat FROM vote) a ON a.chat = c.key WHERE c.id = 'chat-ada'
            """
        #expect(try database.number(count) == 1)
    }

    @Test func `a known message that comes again as a tombstone is deleted, once`() throws {
        try database.apply([message(1), message(2)])
        let applied = try database.apply([message(2).tombstone])
        #expect(try applied.isChange && applied.changed == [MessageID("m2")] && removed() == [false, true])
        #expect(try !database.apply([message(2).tombstone]).isChange)
    }

    @Test func `only the user's own message that arrives undeleted is deleted on the server once more`() throws {
        try database.apply(annotations: [deletion(1), deletion(2, by: .me), deletion(3, by: .me)])
        let applied = try database.apply([message(1), message(2, from: .me).tombstone])
        #expect(try !applied.owesDeletion && database.nextToSend() == nil)
        #expect(try database.apply([message(3, from: .me)]).owesDeletion)
        #expect(try database.nextToSend() == .annotation(.deletion(of: MessageID("m3"), in: ada.id)))
    }
}
