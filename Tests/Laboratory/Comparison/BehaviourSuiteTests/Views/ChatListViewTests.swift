import ArchitectureVersions
import BehaviourSuite
import ChatSession
import ChatTypes
import DriverKit
import PhoneKit
import PhoneTesting
import SimulatedServer
import Testing
import Transport

/// Tests of the chat list in every architecture, through its view.
@Suite struct ChatListViewTests {
    private func titles(_ phone: TestPhone<any PhoneApp>) throws -> [String] {
        try phone.on(ChatListView.self) { $0.table.cells?.map(\.title) ?? [] }
    }

    private func lookUp(_ text: String, on phone: TestPhone<any PhoneApp>) throws {
        try phone.use(ChatListView.self) { $0.searchField.type(text) }
        phone.run()
    }

    @Test(arguments: Architecture.all)
    func `a row shows the contact, the preview, the time and the unread count`(app: Architecture) throws {
        try app.phone().on(ChatListView.self) { list in
            let cell = try #require(list.table.cells?.first)
            #expect([cell.id, cell.title, cell.preview] == ["chat-john", "John", "Hi, you're here too?"])
            #expect([cell.time, "\(cell.unreadCount)"] == ["11:51 am", "1"])
        }
    }

    @Test(arguments: Architecture.all)
    func `a new message moves its chat to the top, and pictures are drawn`(app: Architecture) throws {
        let phone = try app.phone()
        try phone.contact("Ada Lovelace", writes: "Hello")
        try phone.contact("Ben", writes: "Hello")
        #expect(try titles(phone) == ["Ben", "Ada Lovelace", "John"])
        // John has no picture.
        try phone.on(ChatListView.self) { #expect($0.table.cells?.map { $0.picture != nil } == [true, true, false]) }
        try phone.perform { _, window in #expect(window.badge == 3) }
    }

    @Test(arguments: Architecture.all)
    func `a picture that failed to load is requested again and drawn`(app: Architecture) throws {
        let phone = try app.phone()
        phone.network.conditions.requestLossRate = 1
        try phone.contact("Ada Lovelace", writes: "Hello")
        func hasPicture() throws -> Bool {
            try phone.on(ChatListView.self) { $0.table.cells?.first?.picture != nil }
        }
        #expect(try !hasPicture())
        phone.network.conditions.requestLossRate = 0
        phone.run(for: .seconds(90))
        try phone.contact("Ada Lovelace", writes: "Hello?")
        #expect(try hasPicture())
    }

    @Test(arguments: Architecture.all)
    func `a search shows only matching chats`(app: Architecture) throws {
        let phone = try app.phone()
        try phone.contact("Ada Lovelace", writes: "Hello")
        try phone.contact("Ben", writes: "Hello")
        try lookUp("ada", on: phone)
        #expect(try titles(phone) == ["Ada Lovelace"])
        try lookUp("nothing like that", on: phone)
        #expect(try titles(phone).isEmpty)
    }

    @Test(arguments: Architecture.all)
    func `scrolling past the end of the list loads more chats, but not during a search`(app: Architecture) throws {
        let phone = try app.phone()
        try phone.contactsWrite((1...50).map { ("Person \($0)", "Hello") })
        #expect(try titles(phone).count == 50)
        try phone.use(ChatListView.self) { list in
            #expect(list.table.hasMore)
            list.table.scroll()
        }
        phone.run()
        #expect(try titles(phone).count == 51)
        try phone.on(ChatListView.self) { #expect(!$0.table.hasMore) }
        try phone.use(ChatListView.self) { list in
            list.searchField.type("john")
            list.table.scroll()
        }
        phone.run()
        #expect(try titles(phone) == ["John"])
    }

    @Test(arguments: Architecture.all)
    func `a message makes one cell, and reads as many rows among 55 chats as among 51`(app: Architecture) throws {
        let phone = try app.phone()
        func cost() throws -> [Int] {
            let cells = try phone.perform { _, window in window.drawing.cellCount }
            return [cells] + (try phone.result { [session = phone.session] in await [session.rowCount] })
        }
        func costOfMessage() throws -> [Int] {
            let before = try cost()
            try phone.contact("Person 7", writes: "Hello again")
            return zip(try cost(), before).map { $0 - $1 }
        }
        for number in 1...50 { try phone.contact("Person \(number)", writes: "Hello") }
        try phone.contact("Person 7", writes: "Hello")
        let few = try costOfMessage()
        for number in 51...54 { try phone.contact("Person \(number)", writes: "Hello") }
        try phone.contact("Person 7", writes: "Hello")
        #expect(try costOfMessage() == few && few[0] == 1)
    }

    @Test(arguments: Architecture.all)
    func `the list shows Offline while the server cannot be reached`(app: Architecture) throws {
        let phone = try app.phone()
        try phone.on(ChatListView.self) { #expect($0.status == nil) }
        phone.network.conditions.requestLossRate = 1
        phone.run(for: .seconds(90))
        try phone.on(ChatListView.self) { #expect($0.status?.hasPrefix("Offline") == true) }
    }

    @Test(arguments: Architecture.all)
    func `a row shows that its chat is muted, typing in it, and that its message was deleted`(
        app: Architecture
    ) throws {
        let (phone, john) = (try app.phone(), ChatID("chat-john"))
        try phone.setMuted(true, in: john)
        try phone.contactTypes(in: john)
        try phone.on(ChatListView.self) { list in
            #expect(list.table.cells?.first?.isMuted == true)
            #expect(list.table.cells?.first?.typing == "John is typing…")
        }
        try phone.contact("John", writes: "Hello?")
        try phone.contactRemovesNewest(in: john)
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.preview == "Message deleted") }
    }

    @Test(arguments: Architecture.all)
    func `a group's row shows the last sender and who is typing`(app: Architecture) throws {
        let phone = try app.phone()
        let group = try phone.beginTrip()
        try phone.member(ContactID("ada"), writes: "Who brings what?", in: group)
        try phone.member(ContactID("ben"), typesIn: group)
        try phone.on(ChatListView.self) { list in
            #expect(list.table.cells?.map(\.title) == ["Trip", "John"])
            #expect(list.table.cells?.map(\.sender) == ["Ada", nil])
            #expect(list.table.cells?.map(\.typing) == ["Ben is typing…", nil])
        }
        try phone.sends("Salad", to: group)
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.sender == "You") }
    }
}
