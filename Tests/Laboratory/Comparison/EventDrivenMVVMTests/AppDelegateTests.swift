import PhoneKit
import PhoneTesting
import Testing

@testable import EventDrivenMVVM

/// That view controllers show what they are sent, and that touches go the whole way round.
@Suite struct AppDelegateTests {
    private let phone: TestPhone<AppDelegate>

    init() throws {
        phone = try TestPhone(AppDelegate.self)
    }

    private func openJohn() throws {
        try phone.on(ChatListView.self) { $0.table.tap { $0.title == "John" } }
        phone.run()
    }

    @Test func `the list is shown with its pictures, and a badge`() throws {
        try phone.contact("Ada Lovelace", writes: "Hello")
        try phone.on(ChatListView.self) { list in
            #expect(list.table.cells?.map(\.title) == ["Ada Lovelace", "John"])
            #expect(list.table.cells?.first?.picture != nil)
        }
        try phone.perform { _, window in #expect(window.badge == 2) }
    }

    @Test func `a row opens its chat, which is read, and can be written in`() throws {
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

    @Test func `a chat that was made takes the form's place`() throws {
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

    @Test func `what is searched for is shown alone`() throws {
        try phone.on(ChatListView.self) { $0.searchField.type("nothing like that") }
        phone.run()
        try phone.on(ChatListView.self) { #expect($0.table.cells?.isEmpty == true) }
    }

    @Test func `a message is announced unless its chat is on top and looked at`() throws {
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

    @Test func `times are written anew on every screen`() throws {
        try openJohn()
        phone.run(for: .seconds(86_400))
        try phone.perform { app, _ in app.significantTimeDidChange() }
        try phone.on(ChatView.self) { #expect($0.table.cells?.first?.time.hasPrefix("Yesterday") == true) }
        try phone.perform { _, window in window.navigation.pop() }
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.time == "Yesterday") }
    }

    @Test func `nothing of the app keeps itself alive`() throws {
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
