import Foundation
import ScreenTesting
import Testing
import Transport

@testable import ChatSession
@testable import EventDrivenMVVM

@Suite struct MessageEventTests {
    private let middle = Middle()

    /// What the field is to show after each event.
    private var fields: [String?] { middle.spy.chats.map(\.field) }

    @Test func `the draft is put into the field once`() {
        middle.messageRouter.route(.opened(chat(draft: "Dear Ada")))
        middle.messageRouter.route(.changed(chat(draft: "Dear Ada, ")))
        #expect(fields == ["Dear Ada", nil])
    }

    @Test func `what is sent leaves the field, and comes back if it was not taken`() {
        middle.messageRouter.route(.sending(chat()))
        middle.messageRouter.route(.failedSending("Hi", chat(), StorageProblem.diskFull))
        #expect(fields == ["", "Hi"])
        #expect(middle.spy.chats.map { $0.alert == nil } == [true, false])
    }

    @Test func `a refusal leaves the field as it is`() {
        middle.messageRouter.route(.failed(chat(), TextFault.empty))
        #expect(fields == [nil])
        #expect(middle.spy.chats[0].alert == "Please type a message first")
    }

    @Test func `only those hear of a chat who show it`() {
        let other = ListenerSpy(handling: ChatID("chat-ben"))
        middle.messageHandler.add(listener: other as any ChatListening)
        middle.messageRouter.route(.changed(chat()))
        #expect(middle.spy.chats.count == 1)
        #expect(other.chats.isEmpty)
    }

    @Test func `a notification names the contact, and says what the message carries`() {
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

    @Test func `a notification of a group names who wrote`() {
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
