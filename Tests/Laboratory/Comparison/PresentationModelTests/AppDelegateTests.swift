import ChatTypes
import PhoneKit
import PhoneTesting
import Testing

@testable import PresentationModel

@Suite struct AppDelegateTests {
    private let phone: TestPhone<AppDelegate>

    init() throws {
        phone = try TestPhone(AppDelegate.self)
    }

    private func banners() throws -> [String] {
        try phone.perform { _, window in window.banners.map { "\($0.title): \($0.text)" } }
    }

    @Test func `the app starts with the chat list`() throws {
        try phone.on(ChatListView.self) { #expect($0.table.cells?.map(\.title) == ["John"]) }
    }

    @Test func `the badge shows the number of unread messages`() throws {
        try phone.contact("John", writes: "Hello?")
        try phone.perform { _, window in #expect(window.badge == 2) }
    }

    @Test func `a notification shows a message's text, or a description of its images`() throws {
        try phone.contact("John", writes: "Hello?")
        try phone.contact("John", writes: "", imageCount: 2)
        #expect(try banners() == ["John: Hello?", "John: Attachment: 2 Images"])
    }

    @Test func `a message in the visible chat causes no notification`() throws {
        try phone.on(ChatListView.self) { $0.table.tap { $0.title == "John" } }
        phone.run()
        try phone.contact("John", writes: "Hello?")
        #expect(try banners().isEmpty)
        try phone.perform { _, window in #expect(window.badge == 0) }
    }

    @Test func `every message causes a notification while the app has no focus`() throws {
        try phone.on(ChatListView.self) { $0.table.tap { $0.title == "John" } }
        phone.run()
        try phone.perform { app, _ in app.setActive(false) }
        try phone.contact("John", writes: "Hello?")
        #expect(try banners() == ["John: Hello?"])
    }

    @Test func `times are updated on every screen on a new day`() throws {
        try phone.on(ChatListView.self) { $0.table.tap { $0.title == "John" } }
        phone.run(for: .seconds(86_400))
        try phone.perform { app, _ in app.significantTimeDidChange() }
        try phone.on(ChatView.self) { #expect($0.table.cells?.first?.time == "Yesterday 11:51 am") }
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

    @Test func `a notification of a group message shows the sender's name`() throws {
        let group = try phone.beginTrip()
        try phone.member(ContactID("ben"), writes: "Are you coming?", in: group)
        #expect(try banners() == ["Trip: Ben: Are you coming?"])
    }
}
