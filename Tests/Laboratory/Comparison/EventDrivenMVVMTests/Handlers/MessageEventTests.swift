import ChatTypes
import Foundation
import RuntimeKit
import ScreenTesting
import Testing

@testable import ChatSession
@testable import EventDrivenMVVM

@Suite struct MessageEventTests {
    private let middle = Middle()

    /// The new text of the field after each event.
    private var fields: [String?] { middle.spy.chats.map(\.field) }

    @Test func `the draft fills the field once`() {
        middle.messageRouter.route(.opened(chat(draft: "Dear Ada")))
        middle.messageRouter.route(.changed(chat(draft: "Dear Ada, ")))
        #expect(fields == ["Dear Ada", nil])
    }

    @Test func `sending clears the field and a failure restores the text`() {
        middle.messageRouter.route(.sending(chat()))
        middle.messageRouter.route(.failedSending("Hi", chat(), StorageProblem.diskFull))
        #expect(fields == ["", "Hi"])
        #expect(middle.spy.chats.map { $0.alert == nil } == [true, false])
    }

    @Test func `a refusal shows an alert and leaves the field unchanged`() {
        middle.messageRouter.route(.failed(chat(), TextError.empty))
        #expect(fields == [nil])
        #expect(middle.spy.chats[0].alert == "Please type a message first")
    }

    @Test func `only the listener that shows a chat receives its events`() {
        let other = ListenerSpy(handling: ChatID("chat-ben"))
        middle.messageHandler.add(listener: other as any ChatListening)
        middle.messageRouter.route(.changed(chat()))
        #expect(middle.spy.chats.count == 1)
        #expect(other.chats.isEmpty)
    }

    @Test func `a notification shows the contact's name and describes images`() {
        let message = Message(
            id: MessageID("m1"),
            author: .contact,
            text: "",
            imageCount: 1,
            sentAt: .noon,
            position: Position(1),
            predecessor: nil
        )
        let header = ChatHeader(id: adasChat, contact: ada, createdAt: .noon)
        middle.messageRouter.route(.received(ChatNotification(chat: header, message: message)))
        #expect(middle.spy.banners == ["Ada Lovelace: Attachment: 1 Image"])
    }

    @Test func `a notification of a group message shows the sender's name`() {
        let message = Message(
            id: MessageID("m1"),
            author: .member(ContactID("ben")),
            text: "Hi",
            sentAt: .noon,
            position: Position(1),
            predecessor: nil
        )
        let group = Contact(id: ContactID("trip"), name: "Trip")
        let header = ChatHeader(id: ChatID("group:trip"), contact: group, isGroup: true, createdAt: .noon)
        middle.messageRouter.route(.received(ChatNotification(chat: header, message: message, senderName: "Ben")))
        #expect(middle.spy.banners == ["Trip: Ben: Hi"])
    }
}
