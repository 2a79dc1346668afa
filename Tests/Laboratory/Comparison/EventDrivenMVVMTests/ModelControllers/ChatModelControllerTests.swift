import ChatTypes
import Foundation
import PhoneTesting
import RuntimeKit
import ScreenTesting
import SimulatedServer
import Testing
import Transport

@testable import ChatSession
@testable import EventDrivenMVVM

@Suite struct ChatModelControllerTests {
    /// The controller and the recorded effects of its events.
    private final class Subject {
        let middle = Middle()
        let chats: ChatModelController

        init(_ make: (Middle) -> ChatModelController) {
            chats = make(middle)
            chats.load()
        }

        var rows: [ChatListItemViewModel] { middle.spy.lists.last?.rows ?? [] }
    }

    private let phone: TestPhone<Subject>

    init() throws {
        phone = try TestPhone { context in
            Subject { ChatModelController(context, router: $0.chatRouter, messageRouter: $0.messageRouter) }
        }
    }

    private func perform(_ body: @escaping @Sendable (Subject) -> Void) throws {
        try phone.perform { subject, _ in body(subject) }
    }

    @Test func `a new message updates the list and the badge and causes a notification`() throws {
        try phone.contact("John", writes: "Hello?")
        try perform { subject in
            #expect(subject.rows.map(\.preview) == ["Hello?"])
            #expect(subject.middle.spy.badges.last == 2)
            #expect(subject.middle.spy.banners == ["John: Hello?"])
        }
    }

    @Test func `a message in the visible chat causes no notification`() throws {
        let john = ChatHeader(id: adasChat, contact: ada, createdAt: .noon)
        let message = Message(
            id: MessageID("m1"),
            author: .contact,
            text: "Hello",
            sentAt: .noon,
            position: Position(1),
            predecessor: nil
        )
        // The chat is opened after the message has arrived.
        phone.session.setTopChat(adasChat)
        phone.session.notifier.post(ChatNotification(chat: john, message: message, retractionCount: 0))
        phone.run()
        try perform { #expect($0.middle.spy.banners.isEmpty) }
    }

    @Test func `a search emits the matching chats`() throws {
        try perform { $0.chats.search("nothing like that") }
        phone.run()
        try perform { #expect($0.rows.isEmpty) }
        try perform { $0.chats.search("jo") }
        phone.run()
        try perform { #expect($0.rows.map(\.title) == ["John"]) }
    }

    @Test func `a picture is requested once, and again after a failure`() throws {
        try phone.contact("Ada Lovelace", writes: "Hello")
        let ada = try #require(try phone.perform { subject, _ in subject.rows.first?.contact })
        phone.network.conditions.requestLossRate = 1
        try perform { $0.chats.loadPicture(of: ada) }
        phone.run(for: .seconds(90))
        phone.network.conditions.requestLossRate = 0
        try perform { $0.chats.loadPicture(of: ada) }
        phone.run()
        let count = try phone.perform { subject, _ in subject.middle.spy.lists.count }
        try perform { subject in
            #expect(subject.rows.first?.picture != nil)
            subject.chats.loadPicture(of: ada)
        }
        phone.run()
        try perform { #expect($0.middle.spy.lists.count == count) }
    }

    @Test func `loadMore does nothing when all chats are loaded`() throws {
        let count = try phone.perform { subject, _ in subject.middle.spy.lists.count }
        try perform { $0.chats.loadMore() }
        phone.run()
        try perform { #expect($0.middle.spy.lists.count == count) }
    }
}
