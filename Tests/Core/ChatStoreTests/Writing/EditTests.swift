import ChatTypes
import Testing

@testable import ChatStore

@Suite struct EditTests {
    private let database: ChatDatabase

    init() throws { database = try ChatDatabase(.memory) }

    private func edit(_ number: Int, _ text: String, by author: Author = .contact, as edit: Int64 = 1) -> Annotation {
        Annotation(author: author, message: MessageID("m\(number)"), kind: .edit(text: text), number: edit)
    }

    private func ours(_ text: String, of message: String = "m1", as id: String = "e1") -> OutgoingAnnotation {
        .edit(id, of: message, to: text, in: ada.id)
    }

    private func accepted(_ edit: OutgoingAnnotation, _ number: Int64) -> Annotation {
        Annotation(author: .me, message: edit.message, kind: edit.kind, number: number)
    }

    private func texts() throws -> [String] { try database.timeline()?.messages.map(\.text) ?? [] }

    private func edited() throws -> [Bool] { try database.timeline()?.messages.map(\.isEdited) ?? [] }

    @Test func `an edit changes its message in place, and what is searched for`() throws {
        try database.apply([message(1, text: "colour"), message(2)])
        #expect(try database.apply(annotations: [edit(1, "flavour")]).changed == [MessageID("m1")])
        #expect(try texts() == ["flavour", "text 2"])
        #expect(try edited() == [true, false])
        #expect(try database.search("colour").hits.isEmpty)
        #expect(try database.search("flavour").hits.map(\.message) == [MessageID("m1")])
        #expect(try database.unreadCount() == 2)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `edits and their message come in any order, any number of times, and the last edit holds`() throws {
        for order in [
            [0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1], [0, 2, 1, 1, 0], [3, 1, 0], [1, 3], [0, 3, 1],
        ] {
            let database = try ChatDatabase(.memory)
            try database.apply([message(1)])
            for step in order {
                switch step {
                case 0: try database.apply([message(2, text: "first")])
                case 1: try database.apply(annotations: [edit(2, "second", as: 5)])
                case 2: try database.apply(annotations: [edit(2, "third", as: 9)])
                // A page that was read after the last edit.
                default: try database.apply([message(2, text: "third", edit: 9)])
                }
            }
            #expect(try database.timeline()?.messages.map(\.text) == ["text 1", "third"], "\(order)")
            #expect(try database.number("SELECT count(*) FROM annotation") == 0, "\(order)")
            #expect(try database.search("third").hits.count == 1, "\(order)")
        }
    }

    @Test func `only its author edits a message, and never a deleted one`() throws {
        try database.apply([message(1), message(2, from: .me), message(3)])
        try database.apply(annotations: [edit(1, "no", by: .me), edit(2, "no"), edit(4, "no", by: .me)])
        try database.apply([message(4)])
        try database.apply(annotations: [Annotation(author: .contact, message: MessageID("m3"), kind: .deletion)])
        try database.apply(annotations: [edit(3, "no")])
        #expect(try texts() == ["text 1", "text 2", "", "text 4"])
        #expect(try database.search("no").hits.isEmpty)
    }

    @Test func `a removal takes an edited message and all that was to be done to it`() throws {
        try database.apply([message(1, from: .me)])
        try database.apply(annotations: [edit(1, "secret", by: .me), edit(2, "secret")])
        #expect(try database.write { try $0.annotate(ours("secret, too")) })
        try database.apply(annotations: [
            Annotation(author: .me, message: MessageID("m1"), kind: .deletion),
            Annotation(author: .contact, message: MessageID("m2"), kind: .deletion),
        ])
        try database.apply([message(2)])
        #expect(
            try database.timeline()?.messages.allSatisfy { $0.isDeleted && !$0.isEdited && $0.text.isEmpty } == true
        )
        #expect(try database.search("secret").hits.isEmpty)
        #expect(try database.number("SELECT count(*) FROM annotation") == 0)
        #expect(try database.nextToSend() == nil)
    }

    @Test func `news that was edited in the same breath is announced as it is by now`() throws {
        let applied = try database.apply([message(1)], annotations: [edit(1, "better")], announcing: true)
        #expect(applied.announced.map(\.text) == ["better"])
        try database.apply(annotations: [edit(2, "best", as: 3)])
        #expect(try database.apply([message(2)], announcing: true).announced.map(\.text) == ["best"])
        #expect(try database.read { try $0.news(MessageID("m2"), in: ada.id) }?.text == "best")
    }

    @Test func `the user's edit shows immediately, waits, and counts as confirmed by its answer`() throws {
        try database.apply([message(1, from: .me)])
        let edit = ours("better")
        #expect(try database.write { try $0.annotate(edit) })
        #expect(try texts() == ["better"])
        #expect(try edited() == [true])
        #expect(try database.nextToSend() == .annotation(edit))
        #expect(try database.read { try $0.chatsWithOutbox() } == [ada.id])
        try database.write { try $0.confirm(edit, as: accepted(edit, 7)) }
        #expect(try database.nextToSend() == nil)
        #expect(try texts() == ["better"])
        // The edit's echo, and an older edit.
        try database.apply(annotations: [accepted(edit, 7), self.edit(1, "worse", by: .me, as: 6)])
        #expect(try texts() == ["better"])
        try database.apply(annotations: [self.edit(1, "best", by: .me, as: 8)])
        #expect(try texts() == ["best"])
    }

    @Test func `only the user's existing messages are edited, with a different text`() throws {
        try database.apply([message(1), message(2, from: .me), message(3, from: .me)])
        try database.apply(annotations: [Annotation(author: .me, message: MessageID("m3"), kind: .deletion)])
        for edit in [ours("x", of: "m1"), ours("text 2", of: "m2"), ours("x", of: "m3"), ours("x", of: "none")] {
            #expect(try !database.write { try $0.annotate(edit) })
        }
        #expect(try database.nextToSend() == nil)
    }

    @Test func `the last of several waiting edits is sent, in the outbox's order`() throws {
        try database.apply([message(1, from: .me)])
        #expect(try database.write { try $0.annotate(ours("one")) })
        #expect(try database.enqueue("mine", at: moment(9)))
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("m1"), in: ada.id)) })
        #expect(try database.nextMessageToSend()?.id == MessageID("mine"), "the edit is gone, the removal comes later")
        try database.apply([message(2, from: .me, id: "mine")])
        #expect(try database.nextToSend() == .annotation(.deletion(of: MessageID("m1"), in: ada.id)))

        try database.apply([message(3, from: .me)])
        #expect(try database.write { try $0.annotate(ours("one", of: "m3")) })
        #expect(try database.write { try $0.annotate(ours("two", of: "m3", as: "e2")) })
        try database.write { try $0.confirmDeletion(of: "m1") }
        #expect(try database.nextToSend() == .annotation(ours("two", of: "m3", as: "e2")))
        // The answer to the first edit, which was on its way.
        try database.write { try $0.confirm(ours("one", of: "m3"), as: accepted(ours("one", of: "m3"), 3)) }
        #expect(try database.nextToSend() == .annotation(ours("two", of: "m3", as: "e2")))
        try database.write { try $0.refuse(ours("two", of: "m3", as: "e2"), reason: "no") }
        #expect(try texts().last == "one")
    }

    @Test func `another device's edit loses to a waiting edit of this one`() throws {
        try database.apply([message(1, from: .me)])
        let edit = ours("ours")
        #expect(try database.write { try $0.annotate(edit) })
        try database.apply(annotations: [self.edit(1, "other", by: .me, as: 4)])
        #expect(try texts() == ["ours"])
        try database.write { try $0.refuse(edit, reason: "no") }
        #expect(try texts() == ["other"])
        #expect(try database.timeline()?.messages.map(\.editFailure) == ["no"])
        #expect(try database.write { try $0.annotate(ours("again", as: "e2")) })
        #expect(try database.timeline()?.messages.map(\.editFailure) == [nil])
        // The other device's next edit reached the server after this one.
        try database.apply(annotations: [self.edit(1, "last", by: .me, as: 9)])
        try database.write { try $0.confirm(ours("again", as: "e2"), as: accepted(ours("again", as: "e2"), 5)) }
        #expect(try texts() == ["last"])
    }

    @Test func `a waiting message is edited in place, and the server told if it had it`() throws {
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", "first", at: moment(9)))
        #expect(try database.write { try $0.annotate(ours("second", of: "mine")) })
        #expect(
            try database.nextToSend() == .message(OutgoingMessage(id: MessageID("mine"), chat: ada.id, text: "second"))
        )
        #expect(try edited() == [false, true])
        // An earlier attempt had reached the server.
        try database.apply([message(2, from: .me, id: "mine", text: "first")])
        #expect(try texts() == ["text 1", "second"])
        #expect(try database.nextToSend() == .annotation(ours("second", of: "mine")))
        try database.write {
            try $0.confirm(ours("second", of: "mine"), as: accepted(ours("second", of: "mine"), 2))
        }
        #expect(try texts() == ["text 1", "second"])

        #expect(try database.enqueue("next", "first", at: moment(10)))
        #expect(try database.write { try $0.annotate(ours("second", of: "next", as: "e2")) })
        try database.apply([message(3, from: .me, id: "next", text: "second")])
        #expect(try database.nextToSend() == nil, "it got there as it is")
        #expect(try edited() == [false, true, false])
        #expect(try database.integrityProblems() == [])
    }

    @Test func `an accepted message without a position still sends its edit`() throws {
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", "first", at: moment(9)))
        #expect(try database.write { try $0.annotate(ours("second", of: "mine")) })
        try database.write { try $0.markAccepted(MessageID("mine"), in: ada.id) }
        #expect(try database.nextToSend() == .annotation(ours("second", of: "mine")))
    }

    @Test func `edits without a message are limited to the newest`() throws {
        try database.apply([message(1)])
        for number in 0..<300 {
            let edit = Annotation(
                author: .contact,
                message: MessageID("none-\(number)"),
                kind: .edit(text: "x"),
                number: 1
            )
            try database.apply(annotations: [edit])
        }
        #expect(try database.number("SELECT count(*) FROM annotation") == 100)
        try database.apply([message(2, id: "none-299"), message(3, id: "none-0")])
        #expect(try texts() == ["text 1", "x", "text 3"])
    }

    @Test func `edits survive export and import, those that wait, too`() throws {
        try database.apply(
            [message(1), message(2, from: .me), message(3, from: .me)],
            annotations: [edit(1, "better", as: 4)]
        )
        #expect(try database.write { try $0.annotate(ours("ours", of: "m2")) })
        #expect(try database.enqueue("mine", "first", at: moment(9)))
        #expect(try database.write { try $0.annotate(ours("second", of: "mine", as: "e2")) })
        let other = try ChatDatabase(.memory)
        let records = try database.records()
        try other.write { writer in for record in records { try writer.restore(record) } }
        #expect(try other.timeline() == database.timeline())
        #expect(try other.records() == records)
        #expect(try other.write { writer in try records.filter { try writer.restore($0) }.isEmpty })
        for database in [database, other] {
            #expect(try database.nextToSend() == .annotation(ours("ours", of: "m2")))
            try database.apply(annotations: [edit(1, "worse", as: 3)])
            #expect(try database.timeline()?.messages.first?.text == "better")
        }
    }

    @Test func `a late refusal of an earlier edit gives the newer one no reason`() throws {
        try database.apply([message(1, from: .me)])
        let (first, second) = (ours("one"), ours("two", as: "e2"))
        for edit in [first, second] { #expect(try database.write { try $0.annotate(edit) }) }
        try database.write { try $0.refuse(first, reason: "no") }
        #expect(try texts() == ["two"] && database.nextToSend() == .annotation(second))
        #expect(try database.timeline()?.messages.map(\.editFailure) == [nil])
    }

    @Test func `a change is owed until the server has answered, and only one of this device`() throws {
        func owes(_ message: String) throws -> Bool {
            try database.read { try $0.owesAnnotation(of: MessageID(message), in: ada.id) }
        }
        try database.apply(
            [message(1, from: .me)],
            annotations: [edit(2, "a contact's"), edit(3, "another device's", by: .me)]
        )
        #expect(try !owes("m1") && !owes("m2") && !owes("m3"))
        #expect(try database.write { try $0.annotate(ours("better")) } && owes("m1"))
        try database.write { try $0.confirm(ours("better"), as: accepted(ours("better"), 7)) }
        #expect(try !owes("m1"))
        #expect(try database.enqueue("mine", "first", at: moment(9)) && !owes("mine"))
        #expect(try database.write { try $0.annotate(ours("second", of: "mine", as: "e2")) })
        #expect(try owes("mine"), "an attempt with the former text may have arrived")
    }

    @Test func `another device's edit of a message that this one still sends waits for its position`() throws {
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", "first", at: moment(9)))
        let edit = Annotation(author: .me, message: MessageID("mine"), kind: .edit(text: "second"), number: 5)
        try database.apply(annotations: [edit])
        #expect(try database.nextMessageToSend()?.text == "first")
        try database.apply([message(2, from: .me, id: "mine", text: "first")])
        #expect(try texts() == ["text 1", "second"])
    }

    @Test func `after a refused edit the newest of another device's edits shows, in whatever order they came`() throws {
        try database.apply([message(1, from: .me)])
        #expect(try database.write { try $0.annotate(ours("ours")) })
        try database.apply(annotations: [edit(1, "newer", by: .me, as: 6), edit(1, "older", by: .me, as: 4)])
        try database.write { try $0.refuse(ours("ours"), reason: "no") }
        #expect(try texts() == ["newer"])
    }

    @Test func `the newer of two edits before their message comes with its own formats and doubt`() throws {
        func edit(_ text: FormattedText, _ number: Int64, _ warning: SenderWarning?) -> Annotation {
            let kind = Annotation.Kind.edit(text: text.text, spans: text.spans)
            let message = MessageID("m1")
            return Annotation(author: .contact, message: message, kind: kind, number: number, senderWarning: warning)
        }
        let (older, newer) = (TypedText.read("*older*"), TypedText.read("`newer`"))
        try database.apply(annotations: [edit(older, 4, nil), edit(newer, 5, .unencrypted)])
        try database.apply([message(1)])
        let shown = try #require(try database.timeline()?.messages.first)
        #expect(FormattedText(shown.text, shown.spans) == newer && shown.senderWarning == .unencrypted)
    }
}
