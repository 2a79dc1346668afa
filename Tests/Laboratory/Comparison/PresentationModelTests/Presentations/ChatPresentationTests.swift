import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import ScreenTesting
import Testing

@testable import PresentationModel

@Suite struct ChatPresentationTests {
    private var chat = ChatPresentation(pageSize: 2, environment: .test())

    private mutating func take(_ timeline: Timeline?) {
        chat.take(answer(timeline), unsavedDraft: nil)
    }

    @Test mutating func `a row shows the text, the time and whether the message is the user's`() {
        take(timeline([message("Hello"), message("Hi", from: .me, delivery: .sent)]))
        let rows = chat.rows
        #expect(rows.map(\.text) == ["Hello", "Hi"])
        #expect(rows.map(\.time) == ["12:00 pm", "12:00 pm"])
        #expect(rows.map(\.isMine) == [false, true])
        #expect(chat.title == "Ada")
    }

    @Test @MainActor func `a presentation made on one thread makes its texts on another`() async {
        var chat = ChatPresentation(pageSize: 2, environment: .test())
        chat.take(answer(timeline([message("Hello")])), unsavedDraft: nil)
        let (texts, isMain) = await Self.texts(of: chat)
        #expect(texts == ["Hello, 12:00 pm"] && !isMain)
    }

    /// Makes the texts of all rows on a thread of the pool.
    @concurrent private static func texts(of chat: ChatPresentation) async -> ([String], isMain: Bool) {
        let rows = chat.rows
        return (rows.map { "\($0.text), \($0.time)" }, isOnMainThread)
    }

    private static var isOnMainThread: Bool { Thread.isMainThread }

    @Test mutating func `a row describes images and shows the day of an earlier message`() {
        take(timeline([message("Look", imageCount: 2, at: .noon - 86_400)]))
        #expect(chat.rows[0].text == "Attachment: 2 Images")
        #expect(chat.rows[0].time == "Yesterday 12:00 pm")
    }

    @Test mutating func `only failed messages can be resent`() {
        let deliveries: [Delivery] = [.sending, .sent, .read, .failed(reason: "too long")]
        take(timeline(deliveries.map { message("\($0)", from: .me, delivery: $0) }))
        #expect(chat.rows.map(\.canBeResent) == [false, false, false, true])
    }

    @Test mutating func `an unsaved draft takes precedence over the saved one`() {
        chat.take(answer(timeline([], draft: "Good mor")), unsavedDraft: "Good morning")
        #expect(chat.draft == "Good morning")
    }

    @Test mutating func `the saved draft is used once and does not replace typed text`() {
        take(nil)
        take(timeline([], draft: "Good mor"))
        #expect(chat.draft == "Good mor")
        chat.draft = "Good morning"
        take(timeline([], draft: "Good mor"))
        #expect(chat.draft == "Good morning")
    }

    @Test mutating func `submitting a text clears the field`() {
        chat.draft = "Good morning"
        #expect(chat.submit() == "Good morning")
        #expect(chat.draft.isEmpty)
        #expect(chat.alert == nil)
    }

    @Test mutating func `sending an empty message shows an alert and leaves the field unchanged`() {
        chat.draft = "  "
        #expect(chat.submit() == nil)
        #expect(chat.alert == "Please type a message first")
        #expect(chat.draft == "  ")
    }

    @Test mutating func `a text that could not be saved returns to the field`() {
        chat.draft = "Good morning"
        let text = chat.submit()
        chat.fail(with: StorageProblem.diskFull, restoring: text)
        #expect(chat.draft == "Good morning")
        #expect(chat.alert == "the disk is full")
    }

    @Test mutating func `another failure leaves the field unchanged`() {
        chat.draft = "Good"
        chat.fail(with: ServiceError.unreachable)
        #expect(chat.draft == "Good")
        #expect(chat.alert == "The server cannot be reached")
    }

    @Test mutating func `earlier messages are loaded from the history first, then from the server`() {
        #expect(chat.earlier == nil)
        take(timeline([message("Hello")], hasStoredEarlier: true))
        #expect(chat.earlier == .history)
        take(timeline([message("Hello", followsGap: true)]))
        #expect(chat.earlier == .server)
        take(timeline([message("Hello")]))
        #expect(chat.earlier == nil)
    }

    @Test mutating func `showing earlier messages raises the limit by a page`() {
        #expect(chat.limit == 2)
        chat.showEarlier()
        chat.showEarlier()
        #expect(chat.limit == 6)
    }

    @Test mutating func `newestUnread is the contact's newest message until it is read`() {
        let messages = [
            message("One", position: 1), message("Two", position: 2), message("Me", from: .me, position: 3),
        ]
        take(timeline(messages, marker: 1))
        #expect(chat.newestUnread == MessageID("Two"))
        take(timeline(messages, marker: 2))
        #expect(chat.newestUnread == nil)
    }

    @Test mutating func `newestUnread ignores deleted messages`() {
        take(timeline([message("One", position: 1), message("", position: 2, isDeleted: true)], marker: 1))
        #expect(chat.newestUnread == nil)
    }

    @Test mutating func `a storage error shows an alert and keeps the messages`() {
        take(timeline([message("Hello")]))
        chat.take(QueryResult(.failure(.damaged), status: ModelStatus(storageProblem: .diskFull)), unsavedDraft: nil)
        #expect(chat.alert?.hasPrefix("Cannot read the history") == true)
        #expect(chat.status == "Connecting…")
        #expect(chat.rows.count == 1)
        chat.take(QueryResult(.success(nil), status: ModelStatus(storageProblem: .diskFull)), unsavedDraft: nil)
        #expect(chat.alert == "Cannot save: the disk is full")
        #expect(chat.rows.count == 1)
    }

    @Test mutating func `a group shows its member count and names who is typing`() {
        take(timeline([message("Hello")]))
        #expect(chat.subtitle == nil && chat.typing == nil)
        take(
            timeline(
                [message("Hello", from: .member(ContactID("ben")), senderName: "Ben")],
                group: GroupState(memberCount: 3)
            )
        )
        #expect(chat.subtitle == "3 people")
        #expect(chat.rows[0].sender == "Ben")
        chat.typingAuthors = ["Ada", "Ben"]
        #expect(chat.typing == "Ada and Ben are typing…")
    }
}
