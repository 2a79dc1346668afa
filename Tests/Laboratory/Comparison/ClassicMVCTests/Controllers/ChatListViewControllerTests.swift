import ChatTypes
import PhoneKit
import PhoneTesting
import Testing
import Transport

@testable import ClassicMVC

@Suite struct ChatListViewControllerTests {
    private let phone: TestPhone<ChatListViewController>

    init() throws {
        phone = try TestPhone(showing: {
            ChatListViewController(
                session: $0.session,
                environment: $0.environment,
                strategy: $0.strategy,
                queue: $0.queue
            )
        })
    }

    private func titles() throws -> [String] {
        try phone.on(ChatListView.self) { $0.table.cells?.map(\.title) ?? [] }
    }

    @Test func `a row shows the contact, the preview, the time and the unread count`() throws {
        try phone.on(ChatListView.self) { list in
            let cell = try #require(list.table.cells?.first)
            #expect([cell.id, cell.title, cell.preview] == ["chat-john", "John", "Hi, you're here too?"])
            #expect([cell.time, "\(cell.unreadCount)"] == ["11:51 am", "1"])
        }
    }

    @Test func `a picture is drawn once it is loaded`() throws {
        try phone.contact("Ada Lovelace", writes: "Hello")
        try phone.on(ChatListView.self) { list in
            // John has no picture.
            #expect(list.table.cells?.map { $0.picture != nil } == [true, false])
        }
    }

    @Test func `a new message moves its chat to the top`() throws {
        try phone.contact("Ada Lovelace", writes: "Hello")
        try phone.contact("Ben", writes: "Hello")
        #expect(try titles() == ["Ben", "Ada Lovelace", "John"])
    }

    @Test func `a search shows only matching chats`() throws {
        try phone.contact("Ada Lovelace", writes: "Hello")
        try phone.contact("Ben", writes: "Hello")
        try phone.on(ChatListView.self) { $0.searchField.type("ada") }
        phone.run()
        #expect(try titles() == ["Ada Lovelace"])
    }

    @Test func `scrolling past the end of the list loads more chats`() throws {
        for number in 1...60 { try phone.contact("Person \(number)", writes: "Hello") }
        #expect(try titles().count == 50)
        try phone.on(ChatListView.self) { list in
            #expect(list.table.hasMore)
            list.table.scroll()
        }
        phone.run()
        #expect(try titles().count == 61)
        try phone.on(ChatListView.self) { #expect(!$0.table.hasMore) }
    }

    @Test func `scrolling during a search does not undo the search`() throws {
        for number in 1...60 { try phone.contact("Person \(number)", writes: "Hello") }
        try phone.on(ChatListView.self) { list in
            list.searchField.type("john")
            list.table.scroll()
        }
        phone.run()
        #expect(try titles() == ["John"])
    }

    @Test func `a tap on a row opens its chat`() throws {
        try phone.on(ChatListView.self) { $0.table.tap { $0.title == "John" } }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.title == "John") }
    }

    @Test func `a created chat replaces the form`() throws {
        try phone.on(ChatListView.self) { $0.newChatButton.tap() }
        try phone.on(CreateChatView.self) { form in
            form.nameField.type("Ben")
            form.createButton.tap()
        }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.title == "Ben") }
        try phone.perform { _, window in #expect(window.navigation.viewControllers.count == 2) }
    }

    @Test func `the list shows Offline while the server cannot be reached`() throws {
        try phone.on(ChatListView.self) { #expect($0.status == nil) }
        phone.network.conditions.requestLossRate = 1
        phone.run(for: .seconds(90))
        try phone.on(ChatListView.self) { #expect($0.status?.hasPrefix("Offline") == true) }
    }

    @Test func `times are updated on a new day`() throws {
        phone.run(for: .seconds(86_400))
        try phone.perform { list, _ in list.timeTextsDidChange() }
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.time == "Yesterday") }
    }

    @Test func `a row shows that its chat is muted`() throws {
        try phone.setMuted(true, in: ChatID("chat-john"))
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.isMuted == true) }
    }

    @Test func `a row shows that its contact is typing`() throws {
        try phone.contactTypes(in: ChatID("chat-john"))
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.typing == "John is typing…") }
    }

    @Test func `a row shows that its newest message was deleted`() throws {
        try phone.contact("John", writes: "Hello?")
        try phone.contactRemovesNewest(in: ChatID("chat-john"))
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.preview == "Message deleted") }
    }

    @Test func `a group's row shows the last sender and who is typing`() throws {
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
