import ChatTypes
import Foundation
import Testing

@Suite struct AnnotationTests {
    private func edit(_ text: String, number: Int64 = 1) -> Annotation {
        Annotation(author: .contact, message: MessageID("m"), kind: .edit(text: text), number: number)
    }

    @Test func `the text of an edit is cut to the limit, between two characters`() {
        let limit = Limits.textBytes
        let whole = String(repeating: "x", count: limit)
        #expect(edit(whole).bounded() == edit(whole))
        #expect(edit(whole + "y").bounded() == edit(whole))
        let accents = String(repeating: "é", count: limit / 2)
        #expect(edit("x" + accents).bounded() == edit("x" + accents.dropLast()))
    }

    @Test func `an update cuts the texts of its edits and keeps their order`() {
        let contact = Contact(id: ContactID("ada"), name: "Ada")
        let header = ChatHeader(id: ChatID("c"), contact: contact, createdAt: Date(timeIntervalSince1970: 0))
        let deletion = Annotation(author: .contact, message: MessageID("other"), kind: .deletion)
        let long = edit(String(repeating: "x", count: Limits.textBytes + 1), number: 2)
        let bounded = ChatUpdate(chat: header, annotations: [edit("short"), long, deletion]).bounded()
        #expect(bounded?.annotations.map(\.kind.text?.utf8.count) == [5, Limits.textBytes, nil])
    }

    @Test func `an edit and a vote need a number within the limits, a deletion and the end of a poll need none`() {
        for number in [Int64.min, -1, 0, Limits.annotationNumber + 1, .max] {
            #expect(edit("x", number: number).bounded() == nil)
        }
        for number in [1, Limits.annotationNumber] { #expect(edit("x", number: number).bounded() != nil) }
        let deletion = Annotation(author: .me, message: MessageID("m"), kind: .deletion)
        #expect(deletion.bounded() == deletion)
        let end = Annotation(author: .me, message: MessageID("m"), kind: .pollEnd)
        #expect(end.bounded() == end)
        #expect(Annotation(author: .me, message: MessageID("m"), kind: .vote(answers: ["a"])).bounded() == nil)
        #expect(Annotation(author: .me, message: MessageID(""), kind: .deletion).bounded() == nil)
    }

    @Test func `an edit changes a message's text and number, a deletion leaves a tombstone`() {
        let message = Message(
            id: MessageID("m"),
            author: .contact,
            text: "old",
            imageCount: 1,
            sentAt: Date(timeIntervalSince1970: 0),
            position: Position(1),
            predecessor: nil
        )
        #expect(message.edit == nil)
        let edited = message.annotated(by: edit("new", number: 7))
        #expect(edited.text == "new" && edited.imageCount == 1 && edited.edit == edit("new", number: 7))
        let deleted = edited.annotated(by: Annotation(author: .contact, message: message.id, kind: .deletion))
        #expect(deleted == message.tombstone && deleted.edit == nil)
    }

    @Test func `a reaction keeps the doubt about its sender and its mention`() {
        let reaction = Annotation(
            author: .contact,
            message: MessageID("m"),
            kind: .reaction(text: "👍", isSet: true),
            number: 1,
            mentionsMe: true,
            senderWarning: .unencrypted
        )
        #expect(reaction.bounded() == reaction)
    }

    @Test func `an edit keeps the graver doubt, and one that mentions the user makes its message count`() {
        let message = Message(
            id: MessageID("m"),
            author: .contact,
            text: "old",
            thread: MessageID("r"),
            isQuiet: true,
            editNumber: 3,
            senderWarning: .changedIdentity,
            sentAt: Date(timeIntervalSince1970: 0),
            position: Position(1),
            predecessor: nil
        )
        #expect(message.edit?.senderWarning == .changedIdentity && message.tombstone.thread == MessageID("r"))
        func edited(_ warning: SenderWarning, mentionsMe: Bool) -> Message {
            message.annotated(
                by: Annotation(
                    author: .contact,
                    message: message.id,
                    kind: .edit(text: "new"),
                    number: 4,
                    mentionsMe: mentionsMe,
                    senderWarning: warning
                )
            )
        }
        let (lighter, graver) = (edited(.unsignedDevice, mentionsMe: true), edited(.unencrypted, mentionsMe: false))
        #expect(lighter.senderWarning == .changedIdentity && lighter.mentionsMe && !lighter.isQuiet)
        #expect(graver.senderWarning == .unencrypted && !graver.mentionsMe && graver.isQuiet)
    }
}
