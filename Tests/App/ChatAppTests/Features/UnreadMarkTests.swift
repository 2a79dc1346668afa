import Chat
import ChatApp
import ChatList
import ChatTypes
import ScreenKit
import Testing

/// The mark of the first unread message, on screen or above it.
@Suite struct UnreadMarkTests {
    @Test func `a chat opens at its first unread message, and its end is read when the user goes there`() throws {
        let world = try AppWorld()
        world.start()
        let first = try #require(try world.log().first?.id, "John's first is unread")
        for number in 1...60 { try world.contactWrites("\(number)") }
        world.open()
        #expect(world.interface.chat?.firstUnread == first && world.interface.badge != nil)
        #expect(world.interface.chat?.rows.contains { $0.id == first } == true && world.texts.last != "60")
        world.interface.chatModule?.send(.showNewest)
        world.run(for: .seconds(1))
        #expect(world.interface.chat?.firstUnread == first && world.interface.badge == nil)
        #expect(world.interface.chat?.rows.contains { $0.id == first } == false && world.texts.last == "60")
        world.interface.chatModule?.send(.loadEarlier)
        world.run(for: .seconds(1))
        #expect(world.interface.chat?.firstUnread == first && world.interface.chat?.rows.first?.id == first)
    }

    @Test func `a chat opened at a search result marks the first unread further down`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        let found = try world.contactWrites("umbrella").id
        for number in 1...60 { try world.contactWrites("\(number)") }
        world.leaveChat()
        let first = try world.contactWrites("Unread").id
        world.interface.listModule?.send(.open(ChatSummary.ID(chat: AppWorld.john, message: found)))
        world.run { world.interface.chat?.found == found }
        world.run(for: .seconds(1))
        #expect(world.texts.contains("umbrella") && !world.texts.contains("Unread"))
        #expect(world.interface.chat?.firstUnread == first)
        world.interface.chatModule?.send(.showNewest)
        world.run(for: .seconds(1))
        #expect(world.texts.last == "Unread" && world.interface.chat?.firstUnread == first)
    }

    @Test func `the unread mark is gone when the user looks again`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        world.setFocus(false)
        let message = try world.contactWrites("Are you there?")
        world.setFocus(true)
        #expect(world.interface.chat?.firstUnread == message.id && world.interface.badge == nil)
        world.setFocus(false)
        world.setFocus(true)
        #expect(world.interface.chat?.firstUnread == nil)
    }
}
