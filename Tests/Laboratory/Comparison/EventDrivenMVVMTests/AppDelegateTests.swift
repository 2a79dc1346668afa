import PhoneKit
import PhoneTesting
import Testing

@testable import EventDrivenMVVM

/// Tests of the whole app: view controllers show their view models, and touches have their effects.
@Suite struct AppDelegateTests {
    private let phone: TestPhone<AppDelegate>

    init() throws {
        phone = try TestPhone(AppDelegate.self)
    }

    private func openJohn() throws {
        try phone.on(ChatListView.self) { $0.table.tap { $0.title == "John" } }
        phone.run()
    }

    @Test func `the list shows pictures and the badge shows the unread count`() throws {
        try phone.contact("Ada Lovelace", writes: "Hello")
        try phone.on(ChatListView.self) { list in
            #expect(list.table.cells?.map(\.title) == ["Ada Lovelace", "John"])
            #expect(list.table.cells?.first?.picture != nil)
        }
        try phone.perform { _, window in #expect(window.badge == 2) }
    }

    @Test func `a tap on a row opens its chat, marks it as read and allows sending`() throws {
        try openJohn()
        try phone.on(ChatView.self) { chat in
            #expect(chat.title == "John" && chat.table.cells?.count == 1)
            chat.field.type("Hello")
            chat.sendButton.tap()
            #expect(chat.field.text.isEmpty)
        }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.table.cells?.last?.text == "Hello") }
        try phone.perform { _, window in #expect(window.badge == 0) }
    }

    @Test func `a created chat replaces the form`() throws {
        try phone.on(ChatListView.self) { $0.newChatButton.tap() }
        try phone.on(CreateChatView.self) { form in
            form.nameField.type("Ben")
            form.createButton.tap()
            #expect(form.isBusy)
            form.nameField.type("Ada")
            #expect(form.nameField.text == "Ben")
        }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.title == "Ben") }
        try phone.perform { _, window in #expect(window.navigation.viewControllers.count == 2) }
    }

    @Test func `a search without matches shows an empty list`() throws {
        try phone.on(ChatListView.self) { $0.searchField.type("nothing like that") }
        phone.run()
        try phone.on(ChatListView.self) { #expect($0.table.cells?.isEmpty == true) }
    }

    @Test func `a message causes a notification unless its chat is on top with focus`() throws {
        try openJohn()
        try phone.contact("John", writes: "One")
        try phone.perform { app, _ in app.setActive(false) }
        try phone.contact("John", writes: "Two")
        try phone.perform { app, window in
            #expect(window.banners.map(\.text) == ["Two"])
            app.setActive(true)
            window.navigation.pop()
        }
        try phone.contact("John", writes: "Three")
        try phone.perform { _, window in #expect(window.banners.map(\.text) == ["Two", "Three"]) }
    }

    @Test func `times are updated on every screen on a new day`() throws {
        try openJohn()
        phone.run(for: .seconds(86_400))
        try phone.perform { app, _ in app.significantTimeDidChange() }
        try phone.on(ChatView.self) { #expect($0.table.cells?.first?.time.hasPrefix("Yesterday") == true) }
        try phone.perform { _, window in window.navigation.pop() }
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.time == "Yesterday") }
    }

    @Test func `the app has no retain cycles`() throws {
        weak var session: AnyObject?
        do {
            let phone = try TestPhone(AppDelegate.self)
            try phone.sendHello()
            session = phone.session
            #expect(session != nil)
        }
        #expect(session == nil)
    }
}
