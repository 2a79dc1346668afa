import ChatTypes
import Testing

@testable import ChatStore

/// The reasons for a refused message and for a refused edit are kept apart.
@Suite struct RefusalTests {
    private let database: ChatDatabase

    init() throws { database = try ChatDatabase(.memory) }

    @Test func `a refused edit is reported before and after the position is known`()
        throws
    {
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", "first", at: moment(9)))
        let edit = OutgoingAnnotation.edit("e1", of: "mine", to: "second", in: ada.id)
        #expect(try database.write { try $0.annotate(edit) })
        try database.write { writer in
            try writer.markAccepted(MessageID("mine"), in: ada.id)
            try writer.refuse(edit, reason: "no")
        }
        var last = try #require(try database.timeline()?.messages.last)
        #expect(last.delivery == .sent && last.editFailure == "no" && last.text == "first")
        #expect(try !database.write { try $0.requeue(MessageID("mine"), in: ada.id, at: moment(10)) })
        guard case .message(let record)? = try database.records().last else { return #expect(Bool(false)) }
        #expect(record.failure == nil, "it was sent")
        try database.apply([message(2, from: .me, id: "mine", text: "first")])
        last = try #require(try database.timeline()?.messages.last)
        #expect(last.delivery == .sent && last.editFailure == "no" && last.text == "first")
    }

    @Test(arguments: [false, true])
    func `a newer edit or a deletion clears the reason for a refused edit`(
        isDeleted: Bool
    ) throws {
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", "first", at: moment(9)))
        let edit = OutgoingAnnotation.edit("e1", of: "mine", to: "second", in: ada.id)
        try database.write { writer in
            _ = try writer.annotate(edit)
            try writer.markAccepted(MessageID("mine"), in: ada.id)
            try writer.refuse(edit, reason: "no")
        }
        let echo = Message(
            id: MessageID("mine"),
            author: .me,
            text: isDeleted ? "" : "third",
            isDeleted: isDeleted,
            editNumber: isDeleted ? 0 : 5,
            sentAt: moment(2),
            position: Position(2),
            predecessor: nil
        )
        try database.apply([echo])
        let confirmed = try #require(try database.timeline()?.messages.first { $0.id == echo.id })
        #expect(confirmed.editFailure == nil && confirmed.text == (isDeleted ? "" : "third"))
    }

    @Test func `a message that failed and got there all the same has not failed any more`() throws {
        try database.write { try $0.register(ada) }
        #expect(try database.enqueue("mine", at: moment(9)))
        try database.write { writer in
            try writer.markFailed(MessageID("mine"), in: ada.id, reason: "no")
            try writer.markAccepted(MessageID("mine"), in: ada.id)
        }
        let last = try #require(try database.timeline()?.messages.last)
        #expect(last.delivery == .sent && last.editFailure == nil)
    }

    @Test func `late answers to attempts say nothing of a message that has its position`() throws {
        try database.apply([message(1)])
        let mine = MessageID("mine")
        #expect(try database.enqueue("mine", at: moment(9)))
        func expectSent(_ comment: Comment) throws {
            let last = try #require(try database.timeline()?.messages.last)
            #expect(last.delivery == .sent && last.editFailure == nil && last.position == Position(20), comment)
        }
        try database.write { try $0.markFailed(mine, in: ada.id, reason: "no") }
        try database.apply([message(2, from: .me, id: "mine")])
        try expectSent("it got there all the same")
        try database.write { try $0.markFailed(mine, in: ada.id, reason: "late") }
        try expectSent("a refusal")
        try database.write { try $0.markAccepted(mine, in: ada.id) }
        try expectSent("a duplicate")
    }
}
