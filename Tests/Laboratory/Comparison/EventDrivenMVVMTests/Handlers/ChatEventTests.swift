import Testing
import Transport

@testable import EventDrivenMVVM

@Suite struct ChatEventTests {
    private let middle = Middle()

    @Test func `chats that were loaded are sent to those who show the list, and to no one else`() {
        middle.chatRouter.route(.loaded(list(entry())))
        #expect(middle.spy.lists.map { $0.rows.map(\.title) } == [["Ada Lovelace"]])
        #expect(middle.spy.forms.isEmpty && middle.spy.badges.isEmpty)
    }

    @Test func `the badge is sent to the window`() {
        middle.chatRouter.route(.counted(unread: 3))
        #expect(middle.spy.badges == [3])
    }

    @Test func `a form is busy while its chat is made`() {
        let form = CreateChatModel(typed: "Ada")
        middle.chatRouter.route(.editing(form))
        middle.chatRouter.route(.creatingChat(form))
        middle.chatRouter.route(.createChatFailed(form, ServiceError.unreachable))
        #expect(middle.spy.forms.map(\.isBusy) == [false, true, false])
        #expect(middle.spy.forms.map(\.alert) == [nil, nil, "The server cannot be reached"])
    }

    @Test func `screens are opened by events`() {
        middle.chatRouter.route(.openingForm)
        middle.chatRouter.route(.created(adasChat))
        middle.chatRouter.route(.opening(adasChat))
        #expect(middle.spy.opened == ["form", "chat-ada for the form", "chat-ada"])
    }

    @Test func `each of several listeners is told, and none is kept alive`() {
        weak var second: ListenerSpy?
        do {
            let spy = ListenerSpy()
            middle.chatHandler.add(listener: spy as any ChatListListening)
            middle.chatRouter.route(.loaded(list()))
            #expect(spy.lists.count == 1)
            second = spy
        }
        #expect(second == nil)
        middle.chatRouter.route(.loaded(list()))
        #expect(middle.spy.lists.count == 2)
    }
}
