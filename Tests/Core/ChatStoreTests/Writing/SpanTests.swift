import ChatTypes
import SQLiteKit
import Testing

@testable import ChatStore

/// The formatted parts of texts, which go with their text wherever it goes.
@Suite struct SpanTests {
    private let database: ChatDatabase
    private let first = TypedText.read("*first*")
    private let second = TypedText.read("`second`")
    private let third = TypedText.read("/me *third*")

    init() throws { database = try ChatDatabase(.memory) }

    private func shown() throws -> [FormattedText] {
        try database.timeline()?.messages.map { FormattedText($0.text, $0.spans) } ?? []
    }

    private func message(
        _ number: Int,
        from author: Author = .contact,
        id: String? = nil,
        _ text: FormattedText,
        edit: Int64 = 0
    ) -> Message {
        ChatStoreTests.message(number, from: author, id: id, text: text.text, spans: text.spans, edit: edit)
    }

    private func kind(_ text: FormattedText) -> Annotation.Kind { .edit(text: text.text, spans: text.spans) }

    private func ours(_ text: FormattedText, of id: String = "m1") -> OutgoingAnnotation {
        OutgoingAnnotation(id: MessageID("e1"), of: MessageID(id), in: ada.id, kind: kind(text))
    }

    @Test func `a received message is shown and exported with its spans`() throws {
        try database.apply([message(1, first), message(2, from: .me, second)])
        #expect(try shown() == [first, second])
        let around = try database.timeline(in: .around(MessageID("m1"), before: 0, after: 1))
        #expect(around?.messages.map(\.spans) == [first.spans, second.spans])
        let copy = try ChatDatabase(.memory)
        try copy.restore(try database.records())
        #expect(try copy.records() == database.records())
        #expect(try copy.timeline() == database.timeline())
    }

    @Test func `a sent message has its spans while it waits and once it is accepted`() throws {
        try database.apply([])
        let outgoing = OutgoingMessage(id: MessageID("o1"), chat: ada.id, text: first.text, spans: first.spans)
        #expect(try database.write { try $0.enqueue(outgoing, at: moment(1)) })
        #expect(try database.nextToSend() == .message(outgoing))
        let copy = try ChatDatabase(.memory)
        try copy.restore(try database.records())
        #expect(try copy.nextToSend() == .message(outgoing))
        try database.apply([message(1, from: .me, id: "o1", first)])
        #expect(try shown() == [first])
    }

    @Test func `an edit brings its spans in any order, and takes those of the former text`() throws {
        for isLate in [false, true] {
            let database = try ChatDatabase(.memory)
            let edit = Annotation(author: .contact, message: MessageID("m1"), kind: kind(second), number: 5)
            if isLate { try database.apply(annotations: [edit]) }
            try database.apply([message(1, first)])
            try database.apply(annotations: [edit])
            #expect(try database.timeline()?.messages.map(\.spans) == [second.spans])
            let plain = Annotation(author: .contact, message: MessageID("m1"), kind: .edit(text: "plain"), number: 6)
            try database.apply(annotations: [plain])
            #expect(try database.timeline()?.messages.map(\.spans) == [[]])
        }
    }

    @Test func `the user's edit is sent with its spans, and a refused one gives back the former ones`() throws {
        try database.apply([message(1, from: .me, first)])
        #expect(try database.write { try $0.annotate(ours(third)) })
        #expect(try shown() == [third])
        #expect(try database.nextToSend() == .annotation(ours(third)))
        let copy = try ChatDatabase(.memory)
        try copy.restore(try database.records())
        for database in [database, copy] {
            try database.write { try $0.refuse(ours(third), reason: "no") }
            #expect(try database.timeline()?.messages.map { FormattedText($0.text, $0.spans) } == [first])
        }
    }

    @Test func `an edit that changes formats only is an edit`() throws {
        try database.apply([message(1, from: .me, FormattedText("* waves"))])
        #expect(try database.write { try $0.annotate(ours(TypedText.read("/me waves"))) })
        #expect(try database.write { try !$0.annotate(ours(TypedText.read("/me waves"))) })
        #expect(try shown() == [TypedText.read("/me waves")])
    }

    @Test(arguments: [false, true])
    func `an edit of formats alone, made while the message was sent, is sent unless it was taken`(isTaken: Bool) throws
    {
        let plain = FormattedText(first.text)
        try database.apply([])
        #expect(
            try database.write {
                try $0.enqueue(OutgoingMessage(id: MessageID("o1"), chat: ada.id, text: plain.text), at: moment(1))
            }
        )
        #expect(try database.write { try $0.annotate(ours(first, of: "o1")) })
        try database.apply([message(1, from: .me, id: "o1", isTaken ? first : plain)])
        #expect(try database.nextToSend() == (isTaken ? nil : .annotation(ours(first, of: "o1"))))
        #expect(try shown() == [first])
    }

    @Test func `the server's form of an accepted edit replaces the user's`() throws {
        try database.apply([message(1, from: .me, first)])
        #expect(try database.write { try $0.annotate(ours(third)) })
        let accepted = Annotation(author: .me, message: MessageID("m1"), kind: kind(second), number: 2)
        try database.write { try $0.confirm(ours(third), as: accepted) }
        #expect(try shown() == [second])
    }

    @Test func `a tombstone has no spans`() throws {
        try database.apply([message(1, first)])
        try database.apply(annotations: [Annotation(author: .contact, message: MessageID("m1"), kind: .deletion)])
        #expect(try shown() == [FormattedText("")])
        #expect(try database.number("SELECT count(*) FROM message WHERE spans IS NOT NULL") == 0)
    }

    @Test func `a spoiler is hidden in lists, search results and answers, and found by its words`() throws {
        let spoiler = TypedText.read("it was ||the butler||")
        try database.apply([
            message(1, spoiler), ChatStoreTests.message(2, repliesTo: "m1"), message(3, spoiler),
        ])
        #expect(try database.chats().first?.newest?.text == "it was ▒▒▒")
        #expect(try database.timeline()?.messages[1].answered?.text == "it was ▒▒▒")
        #expect(try database.search("Ada").hits.first?.context == "it was ▒▒▒")
        #expect(try database.search("butler").hits.count == 2)
    }

    @Test func `spans that do not fit the text in the file are ignored`() throws {
        try database.apply([message(1, first)])
        try database.connection.execute(
            "UPDATE message SET text = '*', spans = spans || char(10) || 'strong 0 1' || char(10) || 'x'"
        )
        #expect(
            try database.timeline()?.messages.map(\.spans) == [
                [TextSpan(.markup, start: 0, length: 1), TextSpan(.strong, start: 0, length: 1)]
            ]
        )
    }
}
