import ChatTypes
import PhoneKit
import PhoneTesting
import Testing
import Transport

@testable import PresentationModel

/// Tests that the controller makes the requests for its presentation and draws it.
@Suite struct InboxViewControllerTests {
    private let phone: TestPhone<InboxViewController>

    init() throws {
        phone = try TestPhone(showing: {
            InboxViewController(
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

    @Test func `the list shows the newest chat first`() throws {
        try phone.contact("Ben", writes: "Hello")
        try phone.on(ChatListView.self) { list in
            let cell = try #require(list.table.cells?.first)
            #expect([cell.id, cell.title, cell.preview, cell.time] == ["chat-ben", "Ben", "Hello", "12:00 pm"])
            #expect(cell.unreadCount == 1)
        }
        #expect(try titles() == ["Ben", "John"])
    }

    @Test func `a picture that failed to load is requested again and drawn`() throws {
        phone.network.conditions.requestLossRate = 1
        try phone.contact("Ada Lovelace", writes: "Hello")
        func hasPicture() throws -> Bool {
            try phone.on(ChatListView.self) { $0.table.cells?.first?.picture != nil }
        }
        #expect(try !hasPicture())
        phone.network.conditions.requestLossRate = 0
        try phone.on(ChatListView.self) { $0.table.reloadData() }
        phone.run()
        #expect(try hasPicture())
    }

    @Test func `typing in the search field starts a search`() throws {
        try phone.contact("Ben", writes: "Hello")
        try phone.on(ChatListView.self) { $0.searchField.type("john") }
        phone.run()
        #expect(try titles() == ["John"])
    }

    @Test func `scrolling past the end of the list loads more chats`() throws {
        for number in 1...60 { try phone.contact("Person \(number)", writes: "Hello") }
        try phone.on(ChatListView.self) { list in
            #expect(list.table.cells?.count == 50 && list.table.hasMore)
            list.table.scroll()
        }
        phone.run()
        try phone.on(ChatListView.self) { #expect($0.table.cells?.count == 61 && !$0.table.hasMore) }
    }

    @Test func `the list shows Offline while the server cannot be reached`() throws {
        phone.network.conditions.requestLossRate = 1
        phone.run(for: .seconds(90))
        try phone.on(ChatListView.self) { #expect($0.status?.hasPrefix("Offline") == true) }
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
