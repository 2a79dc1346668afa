import Foundation
import Testing

@testable import ChatTypes

/// Words about other messages are dropped where they cannot be so.
@Suite struct BoundedMessageTests {
    private func message(repliesTo answered: String? = nil, inThread root: String? = nil) -> Message {
        Message(
            id: MessageID("m"),
            author: .contact,
            text: "Hi",
            repliesTo: answered.map { MessageID($0) },
            thread: root.map { MessageID($0) },
            sentAt: Date(timeIntervalSince1970: 0),
            position: Position(1),
            predecessor: nil
        )
    }

    @Test func `a message in the thread of another one, which answers a third, stays as it is`() {
        let answer = message(repliesTo: "a", inThread: "b")
        #expect(answer.bounded() == answer)
    }

    @Test(arguments: ["m", "", String(repeating: "x", count: Limits.idBytes + 1)])
    func `a message neither answers itself or no message, nor is it in a thread of its own or of none`(id: String) {
        #expect(message(repliesTo: id).bounded() == message())
        #expect(message(inThread: id).bounded() == message())
    }

    @Test(arguments: [
        (Message.unreadableNumber, Message.unreadableNumber), (Message.placeholderNumber, Message.placeholderNumber),
        (0, 0), (Limits.annotationNumber, Limits.annotationNumber), (.max, Limits.annotationNumber),
        (.min, Message.unreadableNumber),
    ])
    func `a message that cannot be read stays one, and other numbers of edits are bounded`(number: Int64, kept: Int64) {
        var message = message()
        message.editNumber = number
        #expect(message.bounded()?.editNumber == kept)
    }

    @Test func `a deleted message has neither a text, pictures and a poll nor a message that it answers`() {
        func deleted(text: String = "", images: Int = 0, poll: Poll? = nil, repliesTo answered: String? = nil)
            -> Message
        {
            Message(
                id: MessageID("m"),
                author: .contact,
                text: text,
                imageCount: images,
                poll: poll,
                repliesTo: answered.map { MessageID($0) },
                isDeleted: true,
                sentAt: Date(timeIntervalSince1970: 0),
                position: Position(1),
                predecessor: nil
            )
        }
        let poll = Poll(question: "Lunch?", answers: [.init(id: "a", text: "Pizza")])
        for message in [deleted(text: "x"), deleted(images: 1), deleted(poll: poll), deleted(repliesTo: "a")] {
            #expect(message != message.tombstone && message.bounded() == message.tombstone)
        }
    }
}
