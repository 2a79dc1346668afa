import ChatTypes
import ClassicMVC
import PhoneKit
import PhoneTesting
import Testing

@testable import StaticMVVM

@Suite struct StaticsTests {
    private static let john = ChatID("chat-john")

    /// A listener of John's chat that records view models.
    private final class ChatSpy: ChatListening {
        private(set) var chats: [ChatViewModel] = []

        func updated(chat: ChatViewModel) { chats.append(chat) }
        func handles(_ chat: ChatID) -> Bool { chat == john }
    }

    /// A listener of the list that records view models.
    private final class ListSpy: ChatListListening {
        private(set) var lists: [ChatListViewModel] = []

        func updated(list: ChatListViewModel) { lists.append(list) }
    }

    /// A view of its own for who types in John's chat, which listens without a controller.
    private final class TypingView: View, ChatListening {
        private(set) var text: String?

        func updated(chat: ChatViewModel) { text = chat.typing }
        func handles(_ chat: ChatID) -> Bool { chat == john }
    }

    @Test func `a new process begins with the initial values of statics`() throws {
        let first = try TestPhone { AppProcess($0) }
        try first.perform { _, window in
            ChatEventRouter.route(event: .counted(unread: 3))
            #expect(ChatModelController.unreadMessageCount.value == 3 && window.badge == 3)
        }
        let second = try TestPhone { AppProcess($0) }
        try second.perform { _, window in
            #expect(ChatModelController.unreadMessageCount.value == 0 && window.badge == 0)
        }
    }

    @Test func `statics of a process that ended are initial and cannot be set`() throws {
        do { _ = try TestPhone { AppProcess($0) } }
        #expect(AppProcess.current == nil)
        ChatModelController.unreadMessageCount.value = 3
        #expect(ChatModelController.unreadMessageCount.value == 0)
    }

    @Test func `a row's view model opens its chat without a controller`() throws {
        let phone = try TestPhone { AppProcess($0) }
        try phone.perform { _, _ in ChatEndpoint.fetchChats() }
        phone.run()
        try phone.perform { _, window in
            let list = ChatListViewModelBuilder.build(for: ChatModelController.list.value)
            list.chats?.first?.open()
            #expect(window.navigation.topViewController is ChatViewController)
        }
    }

    @Test func `a view model's closures send, and the router tells the listener`() throws {
        let phone = try TestPhone { context in (AppProcess(context), ChatSpy()) }
        try phone.perform { subject, _ in
            MessageEventRouter.route(event: .opened(Self.john))
            MessageEventHandler.add(listener: subject.1)
            subject.1.chats.last?.send("Hello")
        }
        phone.run()
        try phone.perform { subject, _ in
            #expect(subject.1.chats.compactMap(\.field).first == "")
            #expect(subject.1.chats.last?.messages?.last?.text == "Hello")
            subject.1.chats.last?.send(" ")
            #expect(subject.1.chats.last?.alert == "Please type a message first")
        }
    }

    @Test func `a message in one of ten chats makes nine view models of rows again as they were`() throws {
        let phone = try TestPhone { context in (AppProcess(context), ListSpy()) }
        for number in 1...9 { try phone.contact("Person \(number)", writes: "Hello") }
        try phone.perform { subject, _ in
            ChatEventHandler.add(listener: subject.1)
            ChatEventRouter.route(event: .applicationInitialized)
        }
        phone.run()
        let before = try phone.perform { subject, _ in subject.1.lists.count }
        try phone.contact("Person 7", writes: "Hello again")
        try phone.perform { subject, _ in
            let (old, new) = (subject.1.lists[before - 1].chats ?? [], subject.1.lists.dropFirst(before))
            let same = new.map { list in list.chats?.count { old.contains($0) } }
            #expect(old.count == 10 && new.last?.chats?.count == 10)
            #expect(same.last == 9 && same.allSatisfy { $0 == 9 || $0 == 10 })
        }
    }

    @Test func `a view that listens by itself shows who types, and no cell of the chat is made again`() throws {
        let phone = try TestPhone { context in (AppProcess(context), TypingView()) }
        try phone.perform { subject, _ in
            BaseNavigationViewController.pushViewController(ChatViewController(for: Self.john))
            MessageEventHandler.add(listener: subject.1)
        }
        // The first event also brings that the message was read.
        try phone.contactTypes(in: Self.john)
        phone.run(for: .seconds(60))
        let cells = try phone.perform { _, window in window.drawing.cellCount }
        #expect(try phone.perform { subject, _ in subject.1.text } != "John is typing…" && cells > 0)
        try phone.contactTypes(in: Self.john)
        try phone.perform { subject, window in
            #expect(subject.1.text == "John is typing…" && window.drawing.cellCount == cells)
        }
    }

    @Test func `a contact who types makes no cell of the chat again in classic MVC either`() throws {
        let phone = try TestPhone(starting: ClassicMVC.AppDelegate.self)
        try phone.open("John")
        // The first event also brings that the message was read.
        try phone.contactTypes(in: Self.john)
        phone.run(for: .seconds(60))
        try phone.on(ChatView.self) { #expect($0.typing == nil) }
        let cells = try phone.perform { _, window in window.drawing.cellCount }
        try phone.contactTypes(in: Self.john)
        try phone.on(ChatView.self) { #expect($0.typing == "John is typing…") }
        try phone.perform { _, window in #expect(window.drawing.cellCount == cells) }
    }

    @Test func `handlers do not retain listeners, and forget removed ones`() throws {
        let phone = try TestPhone { AppProcess($0) }
        try phone.perform { _, _ in
            MessageEventRouter.route(event: .opened(Self.john))
            weak var gone: ChatSpy?
            do {
                let spy = ChatSpy()
                MessageEventHandler.add(listener: spy)
                gone = spy
            }
            #expect(gone == nil)
            let spy = ChatSpy()
            MessageEventHandler.add(listener: spy)
            MessageEventHandler.remove(listener: spy)
            let count = spy.chats.count
            MessageEventHandler.updateAllChats()
            #expect(spy.chats.count == count)
        }
    }
}
