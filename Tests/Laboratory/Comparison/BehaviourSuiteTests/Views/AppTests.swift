import ArchitectureVersions
import BehaviourSuite
import ChatTypes
import DriverKit
import PhoneKit
import PhoneTesting
import Testing
import Transport

/// Tests of what belongs to no screen, in every architecture.
@Suite struct AppTests {
    private func banners(_ phone: TestPhone<any PhoneApp>) throws -> [String] {
        try phone.perform { _, window in window.banners.map { "\($0.title): \($0.text)" } }
    }

    @Test func `every architecture has an app that tests can use through its views`() {
        #expect(Architecture.all.allSatisfy { $0.app != nil })
    }

    @Test(arguments: Architecture.all)
    func `a notification shows a message's text, or a description of its images`(app: Architecture) throws {
        let phone = try app.phone()
        try phone.contact("John", writes: "Hello?")
        try phone.contact("John", writes: "", imageCount: 2)
        #expect(try banners(phone) == ["John: Hello?", "John: Attachment: 2 Images"])
        try phone.perform { _, window in #expect(window.badge == 3) }
    }

    @Test(arguments: Architecture.all)
    func `a message causes a notification unless its chat is on top with focus`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        try phone.contact("John", writes: "One")
        try phone.perform { _, window in #expect(window.badge == 0) }
        try phone.perform { app, _ in app.setActive(false) }
        try phone.contact("John", writes: "Two")
        #expect(try banners(phone) == ["John: Two"])
        try phone.perform { app, _ in app.setActive(true) }
        try phone.goBack()
        try phone.contact("John", writes: "Three")
        #expect(try banners(phone) == ["John: Two", "John: Three"])
    }

    @Test(arguments: Architecture.all)
    func `a notification of a group message shows the sender's name`(app: Architecture) throws {
        let phone = try app.phone()
        let group = try phone.beginTrip()
        try phone.member(ContactID("ben"), writes: "Are you coming?", in: group)
        #expect(try banners(phone) == ["Trip: Ben: Are you coming?"])
    }

    @Test(arguments: Architecture.all)
    func `times are updated on every screen on a new day`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        // The app starts at noon. Each minute of virtual time costs a sync.
        phone.run(for: .seconds(12 * 3600 + 60))
        try phone.perform { app, _ in app.significantTimeDidChange() }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.table.cells?.first?.time == "Yesterday 11:51 am") }
        try phone.goBack()
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.time == "Yesterday") }
    }

    /// VIPER finds out about a new day by itself, and is not told of a clock that was set.
    @Test(arguments: Architecture.all.filter { $0.name != "VIPER" })
    func `times are corrected after the clock is set back to the right day`(app: Architecture) throws {
        let phone = try app.phone()
        func time() throws -> String? { try phone.on(ChatListView.self) { $0.table.cells?.first?.time } }
        phone.setClock(by: -86_400)
        try phone.contact("John", writes: "Tomorrow already?")
        #expect(try time() == "3/11/2022")
        phone.setClock(by: 86_400)
        try phone.perform { app, _ in app.significantTimeDidChange() }
        phone.run()
        #expect(try time() == "12:00 pm")
    }

    @Test(arguments: Architecture.all)
    func `a keystroke redraws no rows`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        let drawn = try phone.perform { _, window in window.drawing.cellCount }
        try phone.use(ChatView.self) { $0.field.type("Hello") }
        phone.run(for: .seconds(3))
        try phone.perform { _, window in #expect(window.drawing.cellCount == drawn) }
    }

    @Test(arguments: Architecture.all)
    func `going back from the first screen leaves it on the stack`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        for _ in 1...2 { try phone.goBack() }
        try phone.perform { _, window in #expect(window.navigation.viewControllers.count == 1) }
    }

    @Test(arguments: Architecture.all)
    func `an app has no retain cycles`(app: Architecture) throws {
        weak var session: AnyObject?
        do {
            let phone = try app.phoneInJohnsChat()
            try phone.use(ChatView.self) { chat in
                chat.field.type("Hello")
                chat.sendButton.tap()
            }
            session = phone.session
            #expect(session != nil)
        }
        #expect(session == nil)
    }
}
