import ChatTypes
import Testing

@testable import EventDrivenMVVM

@Suite struct ChatEventTests {
    private let middle = Middle()

    @Test func `loaded chats are sent to list listeners only`() {
        middle.chatRouter.route(.loaded(list(entry())))
        #expect(middle.spy.lists.map { $0.rows.map(\.title) } == [["Ada Lovelace"]])
        #expect(middle.spy.forms.isEmpty && middle.spy.badges.isEmpty)
    }

    @Test func `the unread count is sent to the window listener`() {
        middle.chatRouter.route(.counted(unread: 3))
        #expect(middle.spy.badges == [3])
    }

    @Test func `the form is busy while its chat is being created`() {
        let form = CreateChatModel(typed: "Ada")
        middle.chatRouter.route(.editing(form))
        middle.chatRouter.route(.creatingChat(form))
        middle.chatRouter.route(.createChatFailed(form, ServiceError.unreachable))
        #expect(middle.spy.forms.map(\.isBusy) == [false, true, false])
        #expect(middle.spy.forms.map(\.alert) == [nil, nil, "The server cannot be reached"])
    }

    @Test func `events open screens`() {
        middle.chatRouter.route(.openingForm)
        middle.chatRouter.route(.created(adasChat))
        middle.chatRouter.route(.opening(adasChat))
        #expect(middle.spy.opened == ["form", "chat-ada for the form", "chat-ada"])
    }

    @Test func `every listener receives events and none is retained`() {
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
