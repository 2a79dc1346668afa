import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import ScreenKit
import Testing

@testable import ChatSession

/// The people of a group: F38.
@Suite struct PeopleFeatureTests {
    private func event(_ id: String, by author: Author, _ event: ChatEvent = .joined, in world: AppWorld) -> Message {
        let base = world.message(id, by: author)
        return Message(
            id: base.id,
            author: author,
            text: event.verb,
            event: event,
            sentAt: base.sentAt,
            position: base.position,
            predecessor: base.predecessor
        )
    }

    @Test func `F38: being banned is announced with who and why, shown everywhere, and refuses what is typed`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        try world.stand(ChatStanding(state: .banned(by: "Ada", reason: "spam")), number: 50)
        #expect(world.interface.notifications.map(\.text) == ["Ada banned you (spam)"])
        #expect(world.interface.notifications.map(\.title) == ["Walkers"])
        let row = try #require(world.groupRow)
        #expect((row.title, row.preview, row.sender) == ("Walkers", "Ada banned you (spam)", nil))
        #expect(row.state == .banned(by: "Ada", reason: "spam"))
        world.open(AppWorld.walkers)
        #expect(world.interface.chat?.subtitle == "Ada banned you (spam)" && world.interface.chat?.canWrite == false)
        try world.send("Why?")
        #expect(world.interface.chat?.problem?.text == "Ada banned you (spam): nothing can be sent")
        try world.stand(ChatStanding(state: .invited(by: "Ben", toGroup: true)), number: 51)
        #expect(
            world.interface.chat?.subtitle == "Ben invites you to a group" && world.interface.chat?.canWrite == false
        )
        #expect(world.groupRow?.preview == "Ben invites you to a group")
        #expect(world.interface.notifications.count == 1)
    }

    @Test func `F38: a removal from the chat on screen, or from a muted one, is not announced`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        world.open(AppWorld.walkers)
        try world.stand(ChatStanding(state: .removed(by: "Ada", reason: "")), number: 50)
        #expect(world.interface.notifications.isEmpty)
        #expect(world.interface.chat?.subtitle == "Ada removed you")
        world.leaveChat()
        let session = world.application.session
        try world.perform { try await session.setMuted(true, in: AppWorld.walkers) }
        try world.stand(ChatStanding(state: .banned(by: "Ada", reason: "")), number: 51)
        #expect(world.groupRow?.preview == "Ada banned you" && world.interface.notifications.isEmpty)
    }

    @Test func `F38: joins are one quiet line, and neither unread nor a preview`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        try world.ingest([
            world.message("1", by: AppWorld.ada, "hello"), event("2", by: AppWorld.ben, in: world),
            event("3", by: AppWorld.ada, in: world),
        ])
        let row = try #require(world.groupRow)
        #expect((row.preview, row.unreadCount) == ("hello", 1) && world.interface.notifications.count == 1)
        world.open(AppWorld.walkers)
        #expect(world.interface.chat?.rows.map(\.text) == ["hello", "Ben and Ada joined"])
        #expect(world.unreadCount(of: AppWorld.walkers) == 0)
    }

    @Test func `F38: details show roles, the topic and what the user may do`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        try world.stand(ChatStanding(rights: [.invite, .ban], topic: "On Sunday"), number: 50)
        try world.takeMemberships([Membership(member: AppWorld.ada, name: "Ada", role: .moderator, number: 60)])
        world.open(AppWorld.walkers)
        #expect(world.interface.chat?.topic == "On Sunday")
        world.openDetails(of: AppWorld.walkers)
        let details = try #require(world.interface.details)
        #expect(details.topic == "On Sunday" && details.rights == "You may invite people, ban people")
        #expect(details.rows.map(\.role) == [nil, "moderator", nil])
    }

    @Test func `F38: the user invites, removes and renames on the simulated server`() throws {
        let world = try AppWorld()
        world.start()
        let session = world.application.session
        let chat = try world.perform { try await session.createGroup(with: ["Ada", "Ben"], title: "Walkers") }
        world.open(chat)
        func change(_ change: ChatChange) throws {
            try world.perform { try await session.change(change, in: chat) }
            world.run(for: .seconds(2))
        }
        try change(.invite("Carl"))
        try change(.setTopic("On Sunday"))
        try change(.remove("Ben", reason: "too fast"))
        try change(.rename("Runners"))
        let state = try #require(world.interface.chat)
        #expect(state.title == "Runners" && state.topic == "On Sunday" && state.subtitle == "3 people")
        let texts = [
            "You invited Carl", "You changed the topic to “On Sunday”", "You removed Ben (too fast)",
            "You changed the title to “Runners”",
        ]
        #expect(state.rows.map(\.text) == texts)
        #expect(throws: ServiceError.self) { try change(.remove("Nobody", reason: "")) }
    }
}
