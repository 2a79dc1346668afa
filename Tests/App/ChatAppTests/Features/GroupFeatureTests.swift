import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import ScreenKit
import Testing

@testable import ChatSession

/// Groups: F29.
@Suite struct GroupFeatureTests {
    @Test func `F29: list, chat and notifications name the author`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        try world.ingest([world.message("1", by: AppWorld.ada, "hello")])
        let row = try #require(world.groupRow)
        #expect((row.title, row.sender, row.preview, row.unreadCount) == ("Walkers", "Ada", "hello", 1))
        #expect(world.interface.list?.rows.last?.sender == nil, "John's is between two")
        #expect(world.interface.notifications.map(\.title) == ["Walkers"])
        #expect(world.interface.notifications.map(\.text) == ["Ada: hello"])
        world.open(AppWorld.walkers)
        try world.ingest([world.message("2", by: .me, "hi"), world.message("3", by: AppWorld.ben, "hey")])
        #expect(world.interface.chat?.rows.map(\.sender) == ["Ada", nil, "Ben"])
        #expect(world.interface.chat?.subtitle == "3 people")
        try world.ingest([world.message("4", by: .me, "bye")])
        #expect(world.groupRow?.sender == "You")
    }

    @Test func `F29: a notification of a mention says so`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        let mention = Message(
            id: MessageID("1"),
            author: AppWorld.ada,
            text: "look",
            mentionsMe: true,
            sentAt: moment(60),
            position: Position(1),
            predecessor: nil
        )
        try world.ingest([mention])
        #expect(world.interface.notifications.map(\.text) == ["Ada mentioned you: look"])
    }

    @Test func `F29: a group found by its title names the author of its preview`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        try world.ingest([world.message("1", by: AppWorld.ada, "hello")])
        try world.search("walkers")
        let row = try #require(world.groupRow)
        #expect((row.author, row.sender, row.preview) == (AppWorld.ada, "Ada", "hello"))
        try world.ingest([world.message("2", by: .me, "hi")])
        #expect(world.groupRow?.sender == "You")
    }

    @Test func `F29: a new name shows everywhere, and an unknown member shows the id`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        let carl = Author.member(ContactID("carl"))
        try world.ingest([world.message("1", by: carl, "first"), world.message("2", by: AppWorld.ada, "second")])
        #expect(world.interface.notifications.map(\.text) == ["carl: first", "Ada: second"])
        world.open(AppWorld.walkers)
        #expect(world.interface.chat?.rows.map(\.sender) == ["carl", "Ada"])
        try world.takeMemberships([
            Membership(member: AppWorld.ada, name: "Ada L.", number: 9),
            Membership(member: carl, name: "Carl", number: 1),
        ])
        #expect(world.interface.chat?.rows.map(\.sender) == ["Carl", "Ada L."])
        #expect(world.groupRow?.sender == "Ada L.")
        #expect(world.interface.chat?.subtitle == "4 people")
    }

    @Test func `F29: messages of other members are unread until seen`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        try world.ingest([world.message("1", by: AppWorld.ada), world.message("2", by: AppWorld.ben)])
        #expect(world.interface.badge == 3 && world.groupRow?.unreadCount == 2, "one of them is John's")
        world.open(AppWorld.walkers)
        #expect(world.interface.chat?.firstUnread == MessageID("1"))
        #expect(world.interface.badge == 1 && world.groupRow?.unreadCount == 0)
    }

    @Test func `F29: typing members are shown by their current names`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        try world.type(AppWorld.ada, AppWorld.ben)
        #expect(world.groupRow?.typing == "Ada and Ben are typing…")
        world.open(AppWorld.walkers)
        #expect(world.interface.chat?.typing == "Ada and Ben are typing…")
        try world.takeMemberships([Membership(member: AppWorld.ben, name: "Benjamin", number: 9)])
        #expect(world.interface.chat?.typing == "Ada and Benjamin are typing…")
        #expect(world.groupRow?.typing == "Ada and Benjamin are typing…")
        try world.type(Author.contact)
        #expect(world.interface.chat?.typing == "Ada and Benjamin are typing…", "a group has no one contact")
        try world.ingest([world.message("1", by: AppWorld.ada)])
        #expect(world.interface.chat?.typing == "Benjamin is typing…")
    }

    @Test func `F29: the list looks up no names while nobody types`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        func cost(of number: String) throws -> Int {
            let before = try world.statementCount()
            try world.ingest([world.message(number, by: .me)])
            return try world.statementCount() - before
        }
        let quiet = try cost(of: "1")
        try world.takeChats(5)
        #expect(try cost(of: "2") == quiet)
        try world.type(AppWorld.ada, AppWorld.ben)
        #expect(try cost(of: "3") == quiet + 2)
        world.run(for: .seconds(10))
        #expect(try cost(of: "4") == quiet)
    }

    @Test func `F29: a group that was left says so and accepts no messages`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        world.open(AppWorld.walkers)
        #expect(world.interface.chat?.canWrite == true)
        try world.takeMemberships([Membership(member: .me, name: "Me", isMember: false, number: 9)])
        #expect(world.interface.chat?.subtitle == "You have left" && world.interface.chat?.canWrite == false)
        try world.send("Still here?")
        #expect(world.interface.chat?.problem?.text == "You have left this group: nothing can be sent")
        #expect(world.interface.chat?.rows.isEmpty == true)
        #expect(world.interface.chat?.draft == "Still here?")
    }

    @Test func `F29: search results name their authors, and a title opens its group`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        try world.ingest([world.message("1", by: AppWorld.ada, "umbrella"), world.message("2", by: .me, "umbrella")])
        try world.search("umbrella")
        #expect(world.interface.list?.rows.map(\.sender) == ["You", "Ada"])
        try world.search("walkers")
        #expect(world.interface.list?.rows.map(\.sender) == ["You"], "the newest message is shown")
        let list = world.interface.listModule
        try world.perform { await list?.perform(.openContact(named: "WALKERS")) }
        world.run { world.interface.top == .chat(AppWorld.walkers) }
        #expect(world.interface.top == .chat(AppWorld.walkers))
    }

    @Test func `F29: the members of a group are shown and follow its changes`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        world.open(AppWorld.walkers)
        world.openDetails(of: AppWorld.walkers)
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.walkers), .details(of: AppWorld.walkers)])
        #expect(world.interface.details?.title == "Walkers" && world.interface.details?.subtitle == "3 people")
        #expect(world.interface.details?.rows.map(\.name) == ["You", "Ada", "Ben"])
        #expect(world.interface.details?.rows.map(\.id) == [.me, AppWorld.ada, AppWorld.ben])
        try world.takeMemberships([
            Membership(member: AppWorld.ada, name: "Zoë", number: 9),
            Membership(member: .member(ContactID("carl")), name: "Carl", number: 1),
        ])
        #expect(world.interface.details?.rows.map(\.name) == ["You", "Ben", "Carl", "Zoë"])
        try world.takeMemberships([Membership(member: .me, name: "Me", isMember: false, number: 9)])
        #expect(world.interface.details?.rows.map(\.name) == ["Ben", "Carl", "Zoë"])
        #expect(world.interface.details?.subtitle == "You have left" && world.interface.details?.canLeave == false)
    }

    @Test func `F29: many members come a page at a time`() throws {
        let world = try AppWorld()
        try world.startWithGroup(others: 118)
        world.open(AppWorld.walkers)
        world.openDetails(of: AppWorld.walkers)
        let module = world.interface.detailsModule
        let counts = (1...3).map { _ in
            defer { _ = try? world.perform { await module?.perform(.showMore) } }
            return (world.interface.details?.rows.count, world.interface.details?.hasMore)
        }
        #expect(counts.map(\.0) == [50, 100, 121])
        #expect(counts.map(\.1) == [true, true, false])
    }

    @Test func `F29: a large group holds two hundred members and slides by pages`() throws {
        let world = try AppWorld()
        try world.startWithGroup(others: 300)
        world.open(AppWorld.walkers)
        world.openDetails(of: AppWorld.walkers)
        let module = world.interface.detailsModule
        func numbers(after action: ChatDetailsAction, times: Int) throws -> [Int?] {
            for _ in 1...times { try world.perform { await module?.perform(action) } }
            let details = world.interface.details
            return [details?.firstNumber, details?.rows.count]
        }
        #expect(try numbers(after: .showMore, times: 3) == [1, 200])
        let top = world.interface.details?.rows
        #expect(try numbers(after: .showMore, times: 9) == [151, 153])
        #expect(world.interface.details?.rows.first == top?[150] && world.interface.details?.hasMore == false)
        #expect(try numbers(after: .showPrevious, times: 9) == [1, 200])
        #expect(world.interface.details?.rows == top)
    }
}
