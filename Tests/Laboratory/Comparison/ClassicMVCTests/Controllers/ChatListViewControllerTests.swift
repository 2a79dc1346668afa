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

    @Test func `a row says who wrote what and when, and how much of it is unread`() throws {
        try phone.on(ChatListView.self) { list in
            let cell = try #require(list.table.cells?.first)
            #expect([cell.id, cell.title, cell.preview] == ["chat-john", "John", "Hi, you're here too?"])
            #expect([cell.time, "\(cell.unreadCount)"] == ["11:51 am", "1"])
        }
    }

    @Test func `a picture is drawn once it has come`() throws {
        try phone.contact("Ada Lovelace", writes: "Hello")
        try phone.on(ChatListView.self) { list in
            // John has none.
            #expect(list.table.cells?.map { $0.picture != nil } == [true, false])
        }
    }

    @Test func `a message takes its chat to the top`() throws {
        try phone.contact("Ada Lovelace", writes: "Hello")
        try phone.contact("Ben", writes: "Hello")
        #expect(try titles() == ["Ben", "Ada Lovelace", "John"])
    }

    @Test func `a search leaves what it finds`() throws {
        try phone.contact("Ada Lovelace", writes: "Hello")
        try phone.contact("Ben", writes: "Hello")
        try phone.on(ChatListView.self) { $0.searchField.type("ada") }
        phone.run()
        #expect(try titles() == ["Ada Lovelace"])
    }

    @Test func `further chats are asked for at the end of the list`() throws {
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

    @Test func `further chats are not asked for in place of what is searched`() throws {
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

    @Test func `a server that is not there is told of`() throws {
        try phone.on(ChatListView.self) { #expect($0.status == nil) }
        phone.network.conditions.requestLossRate = 1
        phone.run(for: .seconds(90))
        try phone.on(ChatListView.self) { #expect($0.status?.hasPrefix("Offline") == true) }
    }

    @Test func `times are written anew on another day`() throws {
        phone.run(for: .seconds(86_400))
        try phone.perform { list, _ in list.timeTextsDidChange() }
        try phone.on(ChatListView.self) { #expect($0.table.cells?.first?.time == "Yesterday") }
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
