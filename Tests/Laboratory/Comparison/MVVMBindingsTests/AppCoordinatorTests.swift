import ChatTypes
import PhoneKit
import PhoneTesting
import Testing
import Transport

@testable import MVVMBindings

@Suite struct AppCoordinatorTests {
    private let phone: TestPhone<AppCoordinator>

    init() throws {
        phone = try TestPhone(AppCoordinator.self)
    }

    private func depth() throws -> Int {
        try phone.perform { _, window in window.navigation.viewControllers.count }
    }

    private func openJohn() throws {
        try phone.on(ChatListView.self) { $0.table.tap { $0.title == "John" } }
        phone.run()
    }

    private func goBack() throws {
        try phone.perform { _, window in window.navigation.topViewController?.didTapBack() }
        phone.run()
    }

    private func connectionCount() throws -> Int {
        try phone.result { [server = phone.server] in await server.connectionCount }
    }

    @Test func `the list shows its rows and the badge`() throws {
        try phone.on(ChatListView.self) { list in
            let cell = try #require(list.table.cells?.first)
            #expect(cell.title == "John" && cell.preview == "Hi, you're here too?")
            #expect(cell.time == "11:51 am" && cell.unreadCount == 1)
        }
        try phone.perform { _, window in #expect(window.badge == 1) }
    }

    @Test func `leaving a chat closes its socket`() throws {
        try openJohn()
        #expect(try depth() == 2)
        #expect(try connectionCount() == 2)
        try phone.on(ChatView.self) { chat in
            #expect(chat.title == "John")
            #expect(chat.table.cells?.map(\.text) == ["Hi, you're here too?"])
        }
        try goBack()
        #expect(try depth() == 1)
        #expect(try connectionCount() == 1)
        try goBack()
        #expect(try depth() == 1)
    }

    @Test func `a created chat replaces the form`() throws {
        try phone.on(ChatListView.self) { $0.newChatButton.tap() }
        phone.run()
        try phone.on(CreateChatView.self) { form in
            form.nameField.type("Ben")
            form.createButton.tap()
        }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.title == "Ben") }
        #expect(try depth() == 2)
    }

    @Test func `a message causes a notification only if its chat is not visible`() throws {
        func johnWrites(_ text: String) throws {
            try phone.result { [server = phone.server] in
                try await server.contactWrites(text, in: ChatID("chat-john"))
            }
            phone.run()
        }
        try johnWrites("Hello?")
        try openJohn()
        try johnWrites("There you are")
        try goBack()
        try johnWrites("Still there?")
        try phone.perform { _, window in
            #expect(window.banners.map(\.text) == ["Hello?", "Still there?"])
            #expect(window.badge == 1)
        }
    }

    @Test func `times are updated on the next day`() throws {
        phone.run(for: .seconds(13 * 3600))
        try phone.perform { app, _ in app.significantTimeDidChange() }
        phone.run()
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.time == "Yesterday") }
    }

    @Test func `times are corrected after the clock is set back to the right day`() throws {
        phone.setClock(by: -86_400)
        try phone.result { [server = phone.server] in
            try await server.contactWrites("Tomorrow already?", in: ChatID("chat-john"))
        }
        phone.run()
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.time == "3/11/2022") }
        phone.setClock(by: 86_400)
        try phone.perform { app, _ in app.significantTimeDidChange() }
        phone.run()
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.time == "12:00 pm") }
    }

    @Test func `a notification of a group message shows the sender's name`() throws {
        let group = try phone.beginTrip()
        try phone.member(ContactID("ben"), writes: "Are you coming?", in: group)
        try phone.perform { _, window in
            #expect(window.banners.map { "\($0.title): \($0.text)" } == ["Trip: Ben: Are you coming?"])
        }
    }

    @Test func `the app has no retain cycles`() throws {
        weak var session: AnyObject?
        do {
            let phone = try TestPhone(AppCoordinator.self)
            try phone.sendHello()
            session = phone.session
            #expect(session != nil)
        }
        #expect(session == nil)
    }
}
