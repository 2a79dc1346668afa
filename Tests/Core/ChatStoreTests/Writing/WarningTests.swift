import ChatTypes
import Testing

@testable import ChatStore

/// The warnings about senders, which stay with their messages.
@Suite struct WarningTests {
    private let database: ChatDatabase

    init() throws { database = try ChatDatabase(.memory) }

    private func doubtful(
        _ number: Int,
        _ warning: SenderWarning?,
        text: String? = nil,
        from author: Author = .contact,
        editNumber: Int64 = 0,
        repliesTo answered: MessageID? = nil
    ) -> Message {
        let plain = message(number, from: author)
        return Message(
            id: plain.id,
            author: author,
            text: text ?? plain.text,
            repliesTo: answered,
            editNumber: editNumber,
            senderWarning: warning,
            sentAt: plain.sentAt,
            position: plain.position,
            predecessor: plain.predecessor
        )
    }

    private var warnings: [SenderWarning?] {
        get throws { try (database.timeline()?.messages ?? []).map(\.senderWarning) }
    }

    @Test
    func `the warning is with the text in the chat, list, search, quotes, pins, notifications and the export`()
        throws
    {
        try database.apply([doubtful(1, .unencrypted, text: "harbour"), doubtful(2, nil, repliesTo: MessageID("m1"))])
        #expect(try warnings == [.unencrypted, nil])
        #expect(try database.timeline()?.messages.last?.answered?.senderWarning == .unencrypted)
        #expect(try database.search("harbour").hits.map(\.senderWarning) == [.unencrypted])
        #expect(try database.read { try $0.news(MessageID("m1"), in: ada.id) }?.senderWarning == .unencrypted)
        let pins = ChatUpdate(chat: ada, pins: ChatPins([MessageID("m1")], number: 1))
        _ = try database.write { try $0.apply(pins, announcing: true) }
        let pinned = try database.read { try $0.pinnedMessages(of: ada.id, limit: 9) }
        #expect(pinned.map(\.senderWarning) == [.unencrypted])
        let records = try database.records().compactMap { record in
            if case .message(let message) = record { message.warning } else { SenderWarning?.none }
        }
        #expect(records == [.unencrypted])
        try database.apply([doubtful(3, .unsignedDevice, text: "newest")])
        #expect(try database.chats().map { $0.newest?.senderWarning } == [.unsignedDevice])
    }

    @Test func `an export keeps the warnings when it is imported`() throws {
        try database.apply([doubtful(1, .unprovedKey)])
        let copy = try ChatDatabase(.memory)
        for record in try database.records() { try copy.write { _ = try $0.restore(record) } }
        #expect(try copy.timeline()?.messages.map(\.senderWarning) == [.unprovedKey])
    }

    @Test func `a repeated message changes no warning, in either direction`() throws {
        try database.apply([doubtful(1, .unencrypted), doubtful(2, nil)])
        try database.apply([doubtful(1, nil), doubtful(2, .unencrypted)])
        #expect(try warnings == [.unencrypted, nil])
    }

    @Test func `content gets its warning when it takes the place of a placeholder`() throws {
        try database.apply([doubtful(1, nil, text: "waiting", editNumber: Message.placeholderNumber)])
        try database.apply([doubtful(1, nil, text: "tampered with", editNumber: Message.unreadableNumber)])
        #expect(try database.timeline()?.messages.map(\.text) == ["tampered with"])
        try database.apply([doubtful(1, .unsignedDevice, text: "content")])
        #expect(try database.timeline()?.messages.map(\.text) == ["content"])
        #expect(try warnings == [.unsignedDevice])
        try database.apply([doubtful(1, nil, text: "tampered with", editNumber: Message.unreadableNumber)])
        #expect(try database.timeline()?.messages.map(\.text) == ["content"], "what was read stays")
    }

    @Test func `an edit adds its warning, before and after its message`() throws {
        func edit(_ number: Int, _ warning: SenderWarning?) -> Annotation {
            Annotation(
                author: .contact,
                message: MessageID("m\(number)"),
                kind: .edit(text: "new"),
                number: 5,
                senderWarning: warning
            )
        }
        try database.apply(
            [doubtful(1, nil), doubtful(2, .changedIdentity)],
            annotations: [
                edit(1, .unencrypted), edit(2, .unprovedKey), edit(3, .unencrypted),
            ]
        )
        #expect(try warnings == [.unencrypted, .changedIdentity])
        try database.apply([doubtful(3, nil)])
        #expect(try warnings == [.unencrypted, .changedIdentity, .unencrypted])
    }

    @Test func `an echo that cannot be read never replaces the user's own text`() throws {
        for number in [Message.placeholderNumber, Message.unreadableNumber] {
            let database = try ChatDatabase(.memory)
            try database.apply([message(1)])
            let own = OutgoingMessage(id: MessageID("own"), chat: ada.id, text: "my words", repliesTo: MessageID("m1"))
            _ = try database.write { try $0.enqueue(own, at: moment(2)) }
            let echo = Message(
                id: own.id,
                author: .me,
                text: "Encrypted message: its content was tampered with and is not shown",
                editNumber: number,
                sentAt: moment(3),
                position: Position(30),
                predecessor: nil
            )
            try database.apply([echo])
            let shown = try database.timeline()?.messages.last
            #expect(shown?.text == "my words" && shown?.delivery == .sent)
            #expect(shown?.answered?.id == MessageID("m1") && shown?.isEdited == false)
            #expect(try database.search("words").hits.count == 1)
        }
    }

    /// Returns an echo of the user's own message that somebody else may have written.
    private func forged(_ warning: SenderWarning, editNumber: Int64 = 0) -> Message {
        Message(
            id: MessageID("own"),
            author: .me,
            text: "I owe you a house",
            imageCount: 1,
            attachment: picture,
            editNumber: editNumber,
            senderWarning: warning,
            sentAt: moment(3),
            position: Position(30),
            predecessor: nil
        )
    }

    @Test(arguments: [SenderWarning.unencrypted, .unsignedDevice, .unknownDevice, .changedIdentity, .unprovedKey])
    func `an echo of which nothing proves the sender is marked, and changes nothing of the user's message`(
        _ warning: SenderWarning
    ) throws {
        try database.apply([message(1)])
        let own = OutgoingMessage(id: MessageID("own"), chat: ada.id, text: "my words", attachment: document)
        _ = try database.write { try $0.enqueue(own, at: moment(2)) }
        try database.apply([forged(warning, editNumber: 9)])
        let shown = try database.timeline()?.messages.last
        #expect(shown?.text == "my words" && shown?.senderWarning == warning && shown?.delivery == .sent)
        #expect(shown?.attachment == document && shown?.imageCount == 0 && shown?.isEdited == false)
    }

    @Test func `after a doubtful echo, a refused edit gives the user's own words back`() throws {
        try database.apply([message(1)])
        let own = OutgoingMessage(id: MessageID("own"), chat: ada.id, text: "my words")
        let edit = OutgoingAnnotation(id: MessageID("e"), of: own.id, in: ada.id, kind: .edit(text: "better"))
        try database.write { writer in
            _ = try writer.enqueue(own, at: moment(2))
            _ = try writer.annotate(edit)
            try writer.markAccepted(own.id, in: ada.id)
        }
        try database.apply([forged(.unknownDevice)])
        #expect(try database.timeline()?.messages.last?.text == "better")
        try database.write { try $0.refuse(edit, reason: "no") }
        #expect(try database.timeline()?.messages.last?.text == "my words")
    }

    @Test func `known warnings are renewed, and say whether that changed anything`() throws {
        try database.apply([doubtful(1, .unsignedDevice), doubtful(2, nil), message(3)])
        func renew(_ warnings: [MessageID: SenderWarning?]) throws -> Bool {
            try database.write { try $0.setWarnings(warnings, in: ada.id) }
        }
        #expect(try database.read { try $0.messagesWithWarning(limit: 9) }.map(\.message) == [MessageID("m1")])
        #expect(try renew([MessageID("m1"): nil, MessageID("m2"): .changedIdentity]))
        #expect(try warnings == [nil, .changedIdentity, nil])
        #expect(try !renew([MessageID("m1"): nil, MessageID("m2"): .changedIdentity]))
        #expect(
            try database.read { try $0.newestMessages(of: ada.id, limit: 2) } == [MessageID("m3"), MessageID("m2")]
        )
    }

    @Test func `deleted, unreadable and event messages have no warning and get none`() throws {
        let event = Message(
            id: MessageID("m3"),
            author: .contact,
            text: ChatEvent.joined.verb,
            event: .joined,
            sentAt: moment(3),
            position: Position(30),
            predecessor: nil
        )
        let placeholder = doubtful(2, nil, text: "waiting", editNumber: Message.placeholderNumber)
        try database.apply(
            [doubtful(1, .unsignedDevice), placeholder, event],
            annotations: [Annotation(author: .contact, message: MessageID("m1"), kind: .deletion)]
        )
        #expect(try warnings == [nil, nil, nil])
        for id in ["m1", "m2", "m3"] {
            let warnings: [MessageID: SenderWarning?] = [MessageID(id): .changedIdentity]
            #expect(try !database.write { try $0.setWarnings(warnings, in: ada.id) }, "\(id)")
        }
        #expect(try database.read { try $0.messagesWithWarning(limit: 9) }.isEmpty)
    }

    @Test func `a warning of a later version says that nothing proves the sender`() throws {
        try database.apply([doubtful(1, .unencrypted)])
        try database.execute("UPDATE message SET warning = 'of tomorrow'")
        #expect(try warnings == [.unprovedKey])
    }

    @Test func `a text that is announced late comes with the doubt about its edit`() throws {
        let kind = Annotation.Kind.edit(text: "new")
        let edit = Annotation(
            author: .contact,
            message: MessageID("m1"),
            kind: kind,
            number: 5,
            senderWarning: .unencrypted
        )
        try database.apply([doubtful(1, nil)], annotations: [edit])
        let announced = try database.apply([doubtful(1, nil)], announcing: true).announced
        #expect(announced.map(\.text) == ["new"] && announced.map(\.senderWarning) == [.unencrypted])
    }

    @Test func `the newest messages are looked up first, without those that wait`() throws {
        try database.apply([doubtful(1, .unencrypted), doubtful(2, .unencrypted)])
        #expect(try database.enqueue("mine", at: moment(9)))
        #expect(try database.read { try $0.messagesWithWarning(limit: 1) }.map(\.message) == [MessageID("m2")])
        let newest = try database.read { try $0.newestMessages(of: ada.id, limit: 9) }
        #expect(newest == [MessageID("m2"), MessageID("m1")])
    }
}
