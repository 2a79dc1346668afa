import PhoneKit
import PhoneTesting
import Testing
import Transport

@testable import PresentationModel

/// What a controller does with its presentation: asks for what that needs, and draws what it says.
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

    @Test func `the list is drawn, the newest chat first`() throws {
        try phone.contact("Ben", writes: "Hello")
        try phone.on(ChatListView.self) { list in
            let cell = try #require(list.table.cells?.first)
            #expect([cell.id, cell.title, cell.preview, cell.time] == ["chat-ben", "Ben", "Hello", "12:00 pm"])
            #expect(cell.unreadCount == 1)
        }
        #expect(try titles() == ["Ben", "John"])
    }

    @Test func `pictures are drawn as they come, and asked for again where they did not`() throws {
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

    @Test func `a search is asked for`() throws {
        try phone.contact("Ben", writes: "Hello")
        try phone.on(ChatListView.self) { $0.searchField.type("john") }
        phone.run()
        #expect(try titles() == ["John"])
    }

    @Test func `further chats are asked for at the end of the list`() throws {
        for number in 1...60 { try phone.contact("Person \(number)", writes: "Hello") }
        try phone.on(ChatListView.self) { list in
            #expect(list.table.cells?.count == 50 && list.table.hasMore)
            list.table.scroll()
        }
        phone.run()
        try phone.on(ChatListView.self) { #expect($0.table.cells?.count == 61 && !$0.table.hasMore) }
    }

    @Test func `a server that is not there is told of`() throws {
        phone.network.conditions.requestLossRate = 1
        phone.run(for: .seconds(90))
        try phone.on(ChatListView.self) { #expect($0.status?.hasPrefix("Offline") == true) }
    }

    @Test func `a tap on a row opens its chat`() throws {
        try phone.on(ChatListView.self) { $0.table.tap { $0.title == "John" } }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.title == "John") }
    }

    @Test func `a chat that the form has made takes the form's place`() throws {
        try phone.on(ChatListView.self) { $0.newChatButton.tap() }
        try phone.on(CreateChatView.self) { form in
            form.nameField.type("Ben")
            form.createButton.tap()
        }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.title == "Ben") }
        try phone.perform { _, window in #expect(window.navigation.viewControllers.count == 2) }
    }

    @Test func `a muted chat's row says so`() throws {
        try phone.setMuted(true, in: ChatID("chat-john"))
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.isMuted == true) }
    }

    @Test func `who types is said to in their row`() throws {
        try phone.contactTypes(in: ChatID("chat-john"))
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.typing == "John is typing…") }
    }

    @Test func `a row says that its newest message was taken back`() throws {
        try phone.contact("John", writes: "Hello?")
        try phone.contactRemovesNewest(in: ChatID("chat-john"))
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.preview == "Message deleted") }
    }

    @Test func `a group's row says who wrote last, and who types`() throws {
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
