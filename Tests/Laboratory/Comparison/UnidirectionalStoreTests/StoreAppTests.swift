import ChatTypes
import PhoneKit
import PhoneTesting
import Testing
import Transport

@testable import UnidirectionalStore

/// Tests of the whole app: screens show the state, and touches have their effects.
@Suite struct StoreAppTests {
    private let phone: TestPhone<StoreApp>

    init() throws {
        phone = try TestPhone(StoreApp.self)
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
            window.navigation.topViewController?.didTapBack()
        }
        try phone.contact("John", writes: "Three")
        try phone.perform { _, window in #expect(window.banners.map(\.text) == ["Two", "Three"]) }
    }

    @Test func `a keystroke or a picture that fails to load redraws no rows`() throws {
        phone.network.conditions.requestLossRate = 1
        try phone.contact("Ada Lovelace", writes: "Hello")
        let drawn = try phone.perform { _, window in window.drawing.updateCount }
        phone.run(for: .seconds(90))
        try phone.perform { _, window in #expect(window.drawing.updateCount <= drawn + 1) }
        try openJohn()
        try phone.perform { _, window in
            let chat = window.navigation.topViewController?.view as? ChatView
            let drawn = window.drawing.updateCount
            chat?.field.type("Hello")
            #expect(chat?.field.text == "Hello" && window.drawing.updateCount == drawn)
        }
    }

    @Test func `times are updated on every screen on a new day`() throws {
        try openJohn()
        phone.run(for: .seconds(86_400))
        try phone.perform { app, _ in app.significantTimeDidChange() }
        try phone.on(ChatView.self) { #expect($0.table.cells?.first?.time.hasPrefix("Yesterday") == true) }
        try phone.perform { _, window in window.navigation.topViewController?.didTapBack() }
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.time == "Yesterday") }
    }

    @Test func `the app has no retain cycles`() throws {
        weak var session: AnyObject?
        do {
            let phone = try TestPhone(StoreApp.self)
            try phone.sendHello()
            session = phone.session
            #expect(session != nil)
        }
        #expect(session == nil)
    }

    @Test func `a group shows its member count, the senders and who is typing`() throws {
        let group = try phone.beginTrip()
        try phone.member(ContactID("ada"), writes: "Who brings what?", in: group)
        try phone.member(ContactID("ben"), typesIn: group)
        try phone.on(ChatListView.self) { list in
            #expect(list.table.cells?.map(\.sender) == ["Ada", nil])
            #expect(list.table.cells?.first?.typing == "Ben is typing…")
            list.table.tap { $0.title == "Trip" }
        }
        try phone.sends("Salad", to: group)
        try phone.on(ChatView.self) { chat in
            #expect(chat.title == "Trip" && chat.subtitle == "3 people")
            #expect(chat.table.cells?.map(\.sender) == ["Ada", nil])
            #expect(chat.typing == "Ben is typing…")
        }
        try phone.perform { _, window in window.navigation.topViewController?.didTapBack() }
        phone.run()
        try phone.on(ChatListView.self) { #expect($0.table.cells?.map(\.sender) == ["You", nil]) }
    }

    @Test func `the form shows added names and keeps a name that cannot be added`() throws {
        try phone.on(ChatListView.self) { $0.newChatButton.tap() }
        try phone.on(CreateChatView.self) { form in
            for name in ["Ada", "ada"] {
                form.nameField.type(name)
                form.addButton.tap()
                #expect(form.added == ["Ada"] && form.message == nil)
                #expect(form.nameField.text == (name == "Ada" ? "" : "ada"))
            }
        }
    }
}
