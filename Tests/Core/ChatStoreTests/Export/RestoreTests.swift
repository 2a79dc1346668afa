import ChatTypes
import Foundation
import Testing

@testable import ChatStore

@Suite struct RestoreTests {
    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2), message(3)])
    }

    private func restore(chat fields: [String: Any]) throws -> Bool {
        let whole: [String: Any] = [
            "id": "chat-ada", "contact": "ada", "name": "Ada", "created": "2022-03-11T12:00:00.000Z",
        ]
        return try restore(["chat": whole.merging(fields) { $1 }])
    }

    private func restore(message fields: [String: Any]) throws -> Bool {
        let whole: [String: Any] = [
            "id": "x", "chat": "chat-ada", "author": "contact", "text": "", "time": "2022-03-11T12:00:00.000Z",
            "position": 99,
        ]
        return try restore(["message": whole.merging(fields) { $1 }.filter { !($1 is NSNull) }])
    }

    private func restore(_ object: [String: Any]) throws -> Bool {
        let record = try JSONDecoder().decode(HistoryRecord.self, from: JSONSerialization.data(withJSONObject: object))
        return try database.write { try $0.restore(record) }
    }

    @Test func `an import does not delete a contact's message`() throws {
        #expect(throws: RestoreError.unusableID) { _ = try restore(chat: ["takenBack": [Self.endless]]) }
        #expect(try !restore(chat: ["takenBack": ["m1"]]))
        #expect(try database.timeline()?.messages.map(\.isDeleted) == [false, false, false])
        #expect(try database.nextToSend() == nil)
    }

    @Test(arguments: [
        "2022-02-30T00:00:00.000Z", "2023-02-29T00:00:00.000Z", "2022-13-01T00:00:00.000Z", "2022-04-31T09:00:00.000Z",
        "2022-03-11T24:30:00.000Z", "2022-03-11T08:60:00.000Z", "2022-03-11T08:00:60.000Z",
    ])
    func `a day or time that does not exist is refused`(time: String) throws {
        #expect(throws: DecodingError.self) { try restore(message: ["time": time]) }
    }

    @Test(arguments: ["2024-02-29T23:59:59.999Z", "1969-12-31T00:00:00.000Z", "2022-04-30T00:00:00.000Z"])
    func `a day that exists is read`(time: String) throws {
        let moment = try JSONDecoder().decode([Timestamp].self, from: Data("[\"\(time)\"]".utf8))
        #expect(moment.map(\.text) == [time])
    }

    @Test func `a marker moved over stored messages queues a receipt`() throws {
        #expect(try restore(chat: ["readByMe": 30]))
        #expect(try !restore(message: ["id": "m3", "text": "text 3", "position": 30]))
        #expect(try database.read { try $0.dueReceipt(in: ada.id)?.message } == MessageID("m3"))
        try database.write { try $0.confirmReceipt(for: MessageID("m3"), in: ada.id) }
        #expect(try !restore(chat: ["readByMe": 20]))
        #expect(try database.read { try $0.dueReceipts() } == [], "it has not moved")
    }

    @Test func `an edit back to the server's text still waits after an import`() throws {
        try database.apply([message(4, from: .me, text: "as it was")])
        for (id, text) in [("first", "otherwise"), ("second", "as it was")] {
            let edit = OutgoingAnnotation.edit(id, of: "m4", to: text, in: ada.id)
            #expect(try database.write { try $0.annotate(edit) })
        }
        let other = try ChatDatabase(.memory)
        try other.restore(try database.records())
        #expect(try other.records() == database.records())
        let waiting = OutgoingAnnotation.edit("second", of: "m4", to: "as it was", in: ada.id)
        #expect(try other.nextToSend() == .annotation(waiting))
        try other.restore(try database.records())
        #expect(try other.records() == database.records(), "what is there already changes nothing")
    }

    @Test func `the server's edit of a message without a position survives an import`() throws {
        #expect(try database.enqueue("early", "as it was", at: moment(9)))
        try database.write { try $0.markAccepted(MessageID("early"), in: ada.id) }
        let edit = Annotation(author: .me, message: MessageID("early"), kind: .edit(text: "otherwise"), number: 7)
        try database.apply([], annotations: [edit])
        for isEditedAgain in [false, true] {
            if isEditedAgain {
                let wish = Annotation.Kind.edit(text: "third")
                let again = OutgoingAnnotation(id: MessageID("again"), of: edit.message, in: ada.id, kind: wish)
                #expect(try database.write { try $0.annotate(again) })
            }
            let other = try ChatDatabase(.memory)
            try other.restore(try database.records())
            #expect(try other.records() == database.records())
        }
    }

    @Test func `a change that waited does not come back over a newer one that the server has`() throws {
        try database.apply([message(4, from: .me, text: "as it was")])
        let edits = [("first", "otherwise"), ("second", "third")].map { id, text in
            OutgoingAnnotation.edit(id, of: "m4", to: text, in: ada.id)
        }
        #expect(try database.write { try $0.annotate(edits[0]) })
        let backup = try database.records()
        #expect(try database.write { try $0.annotate(edits[1]) })
        let accepted = Annotation(author: .me, message: MessageID("m4"), kind: .edit(text: "third"), number: 7)
        try database.write { try $0.confirm(edits[1], as: accepted) }
        try database.restore(backup)
        #expect(try database.nextToSend() == nil)
        #expect(try database.timeline()?.messages.last?.text == "third")
    }

    @Test func `the reason for a refused edit survives an import`() throws {
        try database.apply([message(4, from: .me, text: "as it was")])
        let edit = OutgoingAnnotation.edit("change", of: "m4", to: "otherwise", in: ada.id)
        #expect(try database.write { try $0.annotate(edit) })
        try database.write { try $0.refuse(edit, reason: "no") }
        let other = try ChatDatabase(.memory)
        try other.restore(try database.records())
        #expect(try other.timeline()?.messages.map(\.editFailure) == [nil, nil, nil, "no"])
        #expect(try other.records() == database.records())
    }

    @Test(arguments: [true, false])
    func `an edit that is refused after an import gives the former formats back`(hasPosition: Bool) throws {
        let formats = [TextSpan(.strong, start: 0, length: 2)]
        if hasPosition {
            try database.apply([message(4, from: .me, text: "as it was", spans: formats)])
        } else {
            let early = OutgoingMessage(id: MessageID("m4"), chat: ada.id, text: "as it was", spans: formats)
            #expect(try database.write { try $0.enqueue(early, at: moment(9)) })
            try database.write { try $0.markAccepted(early.id, in: ada.id) }
        }
        let edit = OutgoingAnnotation.edit("change", of: "m4", to: "otherwise", in: ada.id)
        #expect(try database.write { try $0.annotate(edit) })
        let other = try ChatDatabase(.memory)
        try other.restore(try database.records())
        try other.write { try $0.refuse(edit, reason: "no") }
        let last = try other.timeline()?.messages.last
        #expect(last?.text == "as it was" && last?.spans == formats)
    }

    private static let endless = String(repeating: "é", count: Limits.textBytes)

    @Test func `a record without a usable ID is refused, and the error is short`() throws {
        let before = try database.records()
        let faults: [(RestoreError, () throws -> Bool)] = [
            (.unusableID, { try restore(chat: ["id": ""]) }),
            (.unusableID, { try restore(chat: ["id": Self.endless]) }),
            (.unusableID, { try restore(chat: ["contact": ""]) }),
            (.unusableID, { try restore(chat: ["contact": Self.endless]) }),
            (.unusableID, { try restore(message: ["id": Self.endless]) }),
            (.unusableID, { try restore(message: ["chat": Self.endless]) }),
            (.unusableCursor, { try restore(message: ["gap": ["position": 1, "cursor": Self.endless]]) }),
            (.impossiblePosition(Position(.min)), { try restore(message: ["position": Int64.min]) }),
            (.impossiblePosition(Position(.min)), { try restore(chat: ["readByMe": Int64.min]) }),
            (.impossiblePosition(Position(.min)), { try restore(chat: ["readByContact": Int64.min]) }),
            (.impossiblePosition(Position(.min)), { try restore(chat: ["readAllByMe": Int64.min]) }),
            (
                .impossiblePosition(Position(.min)),
                { try restore(chat: ["threads": [["root": "m1", "readByMe": Int64.min]]]) }
            ),
            (.impossiblePosition(Position(99)), { try restore(message: ["gap": ["position": 99, "cursor": "c"]]) }),
            (.noPosition, { try restore(message: ["position": NSNull()]) }),
            (.contradiction, { try restore(message: ["position": 30]) }),
            (.contradiction, { try restore(message: ["id": "m1", "author": "me", "position": NSNull()]) }),
        ]
        for (fault, change) in faults {
            #expect(throws: fault) { _ = try change() }
        }
        let unknown = ChatID(String(repeating: "c", count: Limits.idBytes))
        #expect(throws: RestoreError.unknownChat(unknown)) { _ = try restore(message: ["chat": unknown.rawValue]) }
        #expect(try database.records() == before)
    }

    @Test func `long texts are cut and large numbers limited by an import`() throws {
        #expect(try restore(chat: ["id": "c", "contact": "c", "name": Self.endless, "draft": Self.endless]))
        #expect(try restore(message: ["chat": "c", "text": Self.endless, "images": Int.max]))
        #expect(try restore(message: ["chat": "c", "id": "y", "position": 100, "images": -5]))
        let waiting: [String: Any] = [
            "chat": "c", "id": "z", "author": "me", "text": Self.endless, "failure": Self.endless,
        ]
        #expect(try restore(message: waiting.merging(["position": NSNull()]) { $1 }))
        let timeline = try #require(try database.read { try $0.timeline(of: ChatID("c"), in: .newest(9)) })
        #expect(timeline.contact.name.count == Limits.nameCharacters)
        #expect(timeline.draft.utf8.count == Limits.textBytes)
        #expect(timeline.messages.map(\.text.utf8.count) == [Limits.textBytes, 0, Limits.textBytes])
        #expect(timeline.messages.map(\.imageCount) == [Limits.imageCount, 0, 0])
        guard case .failed(let reason) = timeline.messages.last?.delivery else { return #expect(Bool(false)) }
        #expect(reason.utf8.count == Limits.reasonBytes)
    }

    @Test func `it says whether anything was new`() throws {
        for isNew in [true, false] {
            #expect(
                try restore(chat: ["draft": "hel", "readByMe": 20, "readByContact": 20, "name": "Ada L."]) == isNew
            )
            #expect(try restore(message: [:]) == isNew)
            #expect(try restore(message: ["id": "w", "author": "me", "position": NSNull()]) == isNew)
        }
    }

    @Test func `an import adds what is missing to a chat and keeps what is newer`() throws {
        #expect(try !restore(chat: ["name": "Ada L.", "muted": true, "draft": "hel"]))
        #expect(try database.timeline()?.contact.name == "Ada Lovelace" && database.timeline()?.draft == "")
        #expect(try restore(chat: ["id": "new", "contact": "new", "name": "New", "muted": true, "draft": "hel"]))
        let added = try database.read { try $0.timeline(of: ChatID("new"), in: .newest(1)) }
        #expect(added?.contact.name == "New" && added?.draft == "hel")
        let begun = [["answers": "m1", "text": "half"], ["edits": "m2", "text": "bett"], ["text": "of none"]]
        #expect(try restore(chat: ["id": "old", "contact": "old", "name": "Old", "unfinished": begun]))
        let texts = [
            UnfinishedText(.reply(to: MessageID("m1")), "half"), UnfinishedText(.edit(of: MessageID("m2")), "bett"),
        ]
        #expect(try database.read { try $0.unfinishedTexts(in: ChatID("old")) } == texts)
        let copy = try ChatDatabase(.memory)
        try copy.write { writer in for record in try database.records() { try writer.restore(record) } }
        #expect(try copy.read { try $0.unfinishedTexts(in: ChatID("old")) } == texts)
        #expect(try database.chats().filter(\.isMuted).map(\.id) == [ChatID("new")])
    }

    @Test func `the cursor of a gap that is there stays`() throws {
        try database.apply([message(9)])
        let before = try database.records()
        let fields: [String: Any] = ["id": "m9", "position": 90, "gap": ["position": 80, "cursor": "old"]]
        #expect(try !restore(message: fields))
        #expect(try database.records() == before)
    }

    @Test func `a marker that moves takes what is now read off the unread counts`() throws {
        try database.apply([message(1)], in: ben)
        #expect(try database.unreadCount() == 4)
        #expect(try restore(chat: ["readByMe": 20]))
        #expect(try database.unread() == 1)
        #expect(try database.unreadCount() == 2)
        #expect(try !restore(chat: ["readByMe": 10]))
        #expect(try database.unreadCount() == 2)
        #expect(try restore(message: ["id": "between", "position": 15]))
        #expect(try database.unread() == 1, "it stands where we have read")
        #expect(try restore(chat: ["id": "other", "contact": "o", "readByMe": 50]))
        for position in [40, 50, 60] {
            #expect(try restore(message: ["chat": "other", "id": "\(position)", "position": position]))
        }
        #expect(try database.unreadCount() == 3)
    }

    @Test func `how far the contact has read only moves forward`() throws {
        #expect(try restore(chat: ["readByContact": 20]) && !restore(chat: ["readByContact": 10]))
        #expect(try restore(chat: ["readByContact": 30]))
    }

    @Test(arguments: ["answers", "thread"])
    func `an imported waiting message neither answers itself nor a message with an endless ID`(field: String) throws {
        for (id, answered) in [("w1", "w1"), ("w2", Self.endless)] {
            #expect(try restore(message: ["id": id, "author": "me", "position": NSNull(), field: answered]))
        }
        let waiting = try database.records().compactMap { record in
            if case .message(let message) = record, message.position == nil { message } else { nil }
        }
        #expect(waiting.map(\.id.rawValue) == ["w1", "w2"])
        #expect(waiting.allSatisfy { $0.answers == nil && $0.thread == nil })
    }
}
