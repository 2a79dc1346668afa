import Chat
import ChatApp
import ChatList
import ChatTypes
import ScreenKit
import SimulatedServer
import Testing
import Transport

/// Editing messages: F30.
@Suite struct EditFeatureTests {
    @Test func `F30: an edit reaches the server and the search index`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.send("umbrela")
        world.run(for: .seconds(1))
        let row = try #require(world.interface.chat?.rows.last)
        world.interface.chatModule?.send(.edit(row.id, to: "umbrella"))
        world.run(for: .seconds(1))
        #expect(world.texts.last == "umbrella" && world.interface.chat?.rows.last?.isEdited == true)
        #expect(try world.log().last?.text == "umbrella")
        world.leaveChat()
        #expect(world.previews == ["umbrella"])
        try world.search("umbrela")
        #expect(world.previews == [])
        try world.search("umbrella")
        #expect(world.previews == ["umbrella"])
    }

    @Test func `F30: a contact's edit changes the message in place and no count`() throws {
        let world = try AppWorld()
        world.start()
        let message = try world.contactWrites("Six")
        #expect(world.interface.badge == 2)
        try world.perform { [server = world.server] in
            try await server.contactEdits(message.id, to: "Seven", in: AppWorld.john)
        }
        world.run(for: .seconds(1))
        #expect(world.interface.badge == 2 && world.previews == ["Seven"])
        world.open()
        #expect(world.texts.last == "Seven" && world.interface.chat?.rows.last?.isEdited == true)
    }

    @Test func `F30: an empty edit changes nothing and is a problem`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.send("umbrella")
        world.run(for: .seconds(1))
        let row = try #require(world.interface.chat?.rows.last)
        world.interface.chatModule?.send(.edit(row.id, to: "  "))
        world.run(for: .seconds(1))
        #expect(world.texts.last == "umbrella" && world.interface.chat?.problem != nil)
    }
}
