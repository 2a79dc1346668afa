import ChatStore
import Foundation
import ScreenTesting
import Testing
import Transport

@testable import PresentationModel

@Suite struct ChatPresentationTests {
    private var chat = ChatPresentation(pageSize: 2, environment: .test())

    private mutating func take(_ timeline: Timeline?) {
        chat.take(answer(timeline), unsavedDraft: nil)
    }

    @Test mutating func `a row has text and time, and says whose it is`() {
        take(timeline([message("Hello"), message("Hi", from: .me, delivery: .sent)]))
        let rows = (0..<2).map(chat.presentable(at:))
        #expect(rows.map(\.text) == ["Hello", "Hi"])
        #expect(rows.map(\.time) == ["12:00 pm", "12:00 pm"])
        #expect(rows.map(\.isMine) == [false, true])
        #expect(chat.title == "Ada")
    }

    @Test mutating func `images are told of by a word, and another day with its time`() {
        take(timeline([message("Look", imageCount: 2, at: .noon - 86_400)]))
        #expect(chat.presentable(at: 0).text == "Attachment: 2 Images")
        #expect(chat.presentable(at: 0).time == "Yesterday 12:00 pm")
    }

    @Test mutating func `only what was refused can be sent again`() {
        let deliveries: [Delivery] = [.sending, .sent, .read, .failed(reason: "too long")]
        take(timeline(deliveries.map { message("\($0)", from: .me, delivery: $0) }))
        #expect((0..<4).map { chat.presentable(at: $0).canBeResent } == [false, false, false, true])
    }

    @Test mutating func `what was typed before and not saved is the draft`() {
        chat.take(answer(timeline([], draft: "Good mor")), unsavedDraft: "Good morning")
        #expect(chat.draft == "Good morning")
    }

    @Test mutating func `the draft is taken once, and is the person's from then on`() {
        take(nil)
        take(timeline([], draft: "Good mor"))
        #expect(chat.draft == "Good mor")
        chat.draft = "Good morning"
        take(timeline([], draft: "Good mor"))
        #expect(chat.draft == "Good morning")
    }

    @Test mutating func `what is sent leaves the field`() {
        chat.draft = "Good morning"
        #expect(chat.submit() == "Good morning")
        #expect(chat.draft.isEmpty)
        #expect(chat.alert == nil)
    }

    @Test mutating func `an empty message is told of and stays where it is`() {
        chat.draft = "  "
        #expect(chat.submit() == nil)
        #expect(chat.alert == "Please type a message first")
        #expect(chat.draft == "  ")
    }

    @Test mutating func `a text that could not be kept comes back to the field`() {
        chat.draft = "Good morning"
        let text = chat.submit()
        chat.fail(with: StorageProblem.diskFull, restoring: text)
        #expect(chat.draft == "Good morning")
        #expect(chat.alert == "the disk is full")
    }

    @Test mutating func `another failure leaves the field alone`() {
        chat.draft = "Good"
        chat.fail(with: ServiceError.unreachable)
        #expect(chat.draft == "Good")
        #expect(chat.alert == "The server cannot be reached")
    }

    @Test mutating func `earlier messages come from the history first, then from the server`() {
        #expect(chat.earlier == nil)
        take(timeline([message("Hello")], hasStoredEarlier: true))
        #expect(chat.earlier == .history)
        take(timeline([message("Hello", followsGap: true)]))
        #expect(chat.earlier == .server)
        take(timeline([message("Hello")]))
        #expect(chat.earlier == nil)
    }

    @Test mutating func `each page more raises the limit by a page`() {
        #expect(chat.limit == 2)
        chat.showEarlier()
        chat.showEarlier()
        #expect(chat.limit == 6)
    }

    @Test mutating func `the newest of the contact's is to be read, until it is`() {
        let messages = [
            message("One", position: 1), message("Two", position: 2), message("Me", from: .me, position: 3),
        ]
        take(timeline(messages, marker: 1))
        #expect(chat.newestUnread == MessageID("Two"))
        take(timeline(messages, marker: 2))
        #expect(chat.newestUnread == nil)
    }

    @Test mutating func `what was taken back is not to be read`() {
        take(timeline([message("One", position: 1), message("", position: 2, isRemoved: true)], marker: 1))
        #expect(chat.newestUnread == nil)
    }

    @Test mutating func `what cannot be read is told, and the messages stay`() {
        take(timeline([message("Hello")]))
        chat.take(Snapshot(.failure(.damaged), status: ModelStatus(storageProblem: .diskFull)), unsavedDraft: nil)
        #expect(chat.alert?.hasPrefix("Cannot read the history") == true)
        #expect(chat.status == "Connecting…")
        #expect(chat.messages.count == 1)
        chat.take(Snapshot(.success(nil), status: ModelStatus(storageProblem: .diskFull)), unsavedDraft: nil)
        #expect(chat.alert == "Cannot save: the disk is full")
        #expect(chat.messages.count == 1)
    }

    @Test mutating func `a group says how many it has, and those who type are named`() {
        take(timeline([message("Hello")]))
        #expect(chat.subtitle == nil && chat.typing == nil)
        take(
            timeline(
                [message("Hello", from: .member(ContactID("ben")), senderName: "Ben")],
                group: GroupState(memberCount: 3)
            )
        )
        #expect(chat.subtitle == "3 people")
        #expect(chat.presentable(at: 0).sender == "Ben")
        chat.typists = ["Ada", "Ben"]
        #expect(chat.typing == "Ada and Ben are typing…")
    }
}
