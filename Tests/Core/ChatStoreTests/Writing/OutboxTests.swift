import ChatStore
import ChatTypes
import Testing

@Suite struct OutboxTests {
    @Test func `a waiting message is shown after all others, and keeps its row when the server takes it`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", at: moment(5)))
        #expect(try database.nextMessageToSend()?.text == "hello")
        #expect(try database.ids() == ["m1", "mine"])
        try database.apply([message(3), message(2, from: .me, id: "mine", text: "hello, as the server has it")])
        #expect(try database.ids() == ["m1", "mine", "m3"])
        #expect(try database.nextMessageToSend() == nil)
        #expect(try database.search("has", limit: 9).hits.map(\.message) == [MessageID("mine")])
    }

    @Test func `the server's time replaces the client's`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", at: moment(7200)))
        #expect(try database.chats(limit: 1).first?.activity == moment(7200))
        try database.apply([message(2, from: .me, id: "mine", at: moment(2))])
        #expect(try database.chats(limit: 1).first?.activity == moment(2))
        #expect(try database.timeline(in: .newest(9))?.messages.last?.time == moment(2))
    }

    @Test func `first in, first out; a failed one is passed over, and goes last when it is sent again`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        for id in ["a", "b", "c"] { #expect(try database.enqueue(id, at: moment(5))) }
        #expect(try database.nextMessageToSend()?.id == MessageID("a"))
        try database.write { try $0.markFailed(MessageID("a"), in: ada.id, reason: "no") }
        #expect(try database.nextMessageToSend()?.id == MessageID("b"))
        #expect(try database.write { try $0.requeue(MessageID("a"), in: ada.id, at: moment(6)) })
        #expect(try !database.write { try $0.requeue(MessageID("b"), in: ada.id, at: moment(6)) }, "it has not failed")
        #expect(try database.ids() == ["m1", "b", "c", "a"])
        #expect(try database.read { try $0.chatsWithOutbox() } == [ada.id])
    }

    @Test func `a failed message says why, and no longer lifts its chat`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", at: moment(99)))
        try database.write { try $0.markFailed(MessageID("mine"), in: ada.id, reason: "too rude") }
        let last = try #require(try database.timeline(in: .newest(9))?.messages.last)
        #expect(last.delivery == .failed(reason: "too rude"))
        #expect(try database.chats(limit: 1).first?.activity == moment(1))
        #expect(try database.read { try $0.chatsWithOutbox() } == [])
    }

    @Test func `a synced message does not move down a chat with a waiting message`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        try database.apply([message(1, at: moment(300))], in: ben)
        #expect(try database.enqueue("mine", at: moment(600)))
        try database.apply([message(2, at: moment(60))])
        #expect(try database.chats().map(\.id) == [ada.id, ben.id])
        #expect(try database.chats().first?.newest?.time == moment(600))
    }

    @Test func `a row's time is always what it is sorted by`() throws {
        let database = try ChatDatabase(.memory)
        func check(_ step: String) throws {
            for chat in try database.chats() {
                #expect(chat.activity == chat.newest?.time ?? moment(0), "\(step)")
            }
            let activities = try database.chats().map(\.activity)
            #expect(activities == activities.sorted(by: >), "\(step)")
        }
        try database.apply([message(1, at: moment(10))])
        try database.apply([message(1, at: moment(20))], in: ben)
        try check("received")
        for (number, id) in ["a", "b", "c"].enumerated() { _ = try database.enqueue(id, at: moment(100 - number)) }
        try check("waiting, by a clock that goes back")
        try database.apply([message(2, at: moment(500))])
        try check("received meanwhile")
        try database.write { try $0.markFailed(MessageID("c"), in: ada.id, reason: "no") }
        try check("the last refused")
        try database.apply([message(3, from: .me, id: "a", at: moment(40))])
        try check("the first taken")
        try database.apply([message(4, from: .me, id: "b", at: moment(30)), message(5, at: moment(25))])
        try check("all taken, and one more")
        #expect(try database.chats().map(\.newest?.text) == ["text 5", "text 1"])
        _ = try database.write { try $0.requeue(MessageID("c"), in: ada.id, at: moment(5)) }
        try check("sent again, by a clock that goes back")
        #expect(try database.chats().map(\.id) == [ben.id, ada.id])
        try database.apply([message(6, from: .me, id: "c", at: moment(700))])
        try check("taken at last")
    }

    @Test func `nothing is queued for a chat that is not there, nor twice under one id`() throws {
        let database = try ChatDatabase(.memory)
        #expect(try !database.enqueue("mine", at: moment(1)))
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", at: moment(1)))
        #expect(try !database.enqueue("mine", "again", at: moment(1)))
        #expect(try database.ids() == ["m1", "mine"])
    }

    @Test func `a draft is kept`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        try database.write { try $0.setDraft("hel", in: ada.id) }
        #expect(try database.timeline(in: .newest(1))?.draft == "hel")
    }

    @Test(arguments: [("hel", ""), ("Hel", "hel"), ("he", "hel"), ("", "hel")])
    func `a draft is dropped by its very text alone`(text: String, left: String) throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        try database.write { try $0.setDraft("hel", in: ada.id) }
        try database.write { try $0.dropDraft(text, in: ada.id) }
        #expect(try database.timeline(in: .newest(1))?.draft == left)
    }

    @Test func `of many replies that are begun in a chat, the newest twenty are kept`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        try database.apply([message(1)], in: ben)
        try database.write { writer in
            try writer.setDraft("x", of: .reply(to: MessageID("m1")), in: ben.id)
            for number in 1...25 {
                try writer.setDraft("\(number)", of: .reply(to: MessageID("m\(number)")), in: ada.id)
            }
        }
        let texts = try database.read { try $0.unfinishedTexts(in: ada.id) }.map(\.text)
        #expect(texts == (6...25).map { "\($0)" })
        #expect(try database.read { try $0.unfinishedTexts(in: ben.id) }.count == 1)
    }

    @Test func `a reply and an edit that are begun are kept beside the draft, the newest last`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2, from: .me, id: "mine")])
        let (reply, edit) = (DraftTarget.reply(to: MessageID("m1")), DraftTarget.edit(of: MessageID("mine")))
        try database.write { writer in
            try writer.setDraft("hel", of: reply, in: ada.id)
            try writer.setDraft("bett", of: edit, in: ada.id)
            try writer.setDraft("hello", of: reply, in: ada.id)
            try writer.setDraft("x", of: reply, in: ben.id)
        }
        let begun = [UnfinishedText(edit, "bett"), UnfinishedText(reply, "hello")]
        #expect(try database.read { try $0.unfinishedTexts(in: ada.id) } == begun)
        #expect(try database.timeline()?.draft == "" && database.chats(limit: 1).first?.hasDraft == true)
        #expect(try database.timeline()?.hasUnfinished == true)
        try database.write { try $0.setDraft("", of: reply, in: ada.id) }
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("mine"), in: ada.id)) })
        #expect(try database.read { try $0.unfinishedTexts(in: ada.id) } == [], "a deleted message is not edited")
        #expect(try database.chats(limit: 1).first?.hasDraft == false)
    }

    @Test func `a transaction that throws changes nothing`() throws {
        struct Failure: Error {}
        let database = try ChatDatabase(.memory)
        #expect(throws: Failure.self) {
            try database.write { writer in
                _ = try writer.apply(ChatUpdate(chat: ada, messages: [message(1)]), announcing: true)
                throw Failure()
            }
        }
        #expect(try database.chats(limit: 9).isEmpty)
        #expect(try database.unreadCount() == 0)
    }

    @Test func `a message that is sent again brings its chat to the top, like one that is sent`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        try database.apply([message(1, at: moment(50))], in: ben)
        #expect(try database.enqueue("mine", at: moment(5)))
        try database.write { try $0.markFailed(MessageID("mine"), in: ada.id, reason: "no") }
        #expect(try database.chats(limit: 2).map(\.id) == [ben.id, ada.id])
        #expect(try database.write { try $0.requeue(MessageID("mine"), in: ada.id, at: moment(200)) })
        #expect(try database.chats(limit: 2).map(\.id) == [ada.id, ben.id])
    }

    @Test func `an echo at the position of another message is ignored`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2)])
        #expect(try database.enqueue("mine", at: moment(9)))
        #expect(try !database.apply([message(2, from: .me, id: "mine")]).isChange)
        #expect(try database.ids() == ["m1", "m2", "mine"] && database.nextMessageToSend()?.id == MessageID("mine"))
    }

    @Test func `the end of a reply leaves an edit of the same message, and the other way round`() throws {
        let mine = MessageID("mine")
        let targets = [DraftTarget.reply(to: mine), .edit(of: mine)]
        for (ended, left) in [(targets[0], targets[1]), (targets[1], targets[0])] {
            let database = try ChatDatabase(.memory)
            try database.apply([message(1, from: .me, id: "mine")])
            for target in targets { try database.write { try $0.setDraft("x", of: target, in: ada.id) } }
            try database.write { try $0.endDraft(of: ended, in: ada.id) }
            #expect(try database.read { try $0.unfinishedTexts(in: ada.id) } == [UnfinishedText(left, "x")])
        }
    }

    @Test func `a new message goes behind changes that wait and messages without a position`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, from: .me)])
        #expect(try database.enqueue("sent", at: moment(8)))
        let edit = OutgoingAnnotation.edit("e1", of: "m1", to: "better", in: ada.id)
        #expect(try database.write { try $0.annotate(edit) })
        try database.apply([message(2, from: .me, id: "sent")])
        for id in ["a", "b"] {
            #expect(try database.enqueue(id, at: moment(9)))
            #expect(try database.nextToSend() == .annotation(edit))
            try database.write { try $0.markAccepted(MessageID(id), in: ada.id) }
        }
        #expect(try database.ids() == ["m1", "sent", "a", "b"])
    }

    @Test func `the messages that failed are named in the outbox's order, without those whose edit failed`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, from: .me)])
        let edit = OutgoingAnnotation.edit("e1", of: "m1", to: "better", in: ada.id)
        try database.apply([message(1)], in: ben)
        try database.write { writer in
            _ = try writer.annotate(edit)
            try writer.refuse(edit, reason: "no")
            for (id, chat) in [("c", ada), ("b", ada), ("a", ada), ("other", ben)] {
                let message = OutgoingMessage(id: MessageID(id), chat: chat.id, text: "hello")
                _ = try writer.enqueue(message, at: moment(9))
                if id != "b" { try writer.markFailed(message.id, in: chat.id, reason: "no") }
            }
        }
        #expect(try database.read { try $0.failedMessages(in: ada.id) } == [MessageID("c"), MessageID("a")])
    }

    @Test func `the newest positions leave out chats of which nothing was sent`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2)])
        for chat in [ben, team] { try database.write { try $0.register(chat) } }
        #expect(try database.enqueue("mine", in: ben, at: moment(9)))
        #expect(try database.read { try $0.newestPositions() } == [ada.id: Position(20)])
    }
}
