import Chat
import ChatApp
import ChatTypes
import ScreenKit
import SimulatedServer
import Testing
import Transport

/// Replies: F33.
@Suite struct ReplyFeatureTests {
    @Test func `F33: a reply reaches the server and shows what it answers, also after an edit`() throws {
        let world = try AppWorld()
        world.start()
        let asked = try world.contactWrites("Six  or\nseven?")
        world.open()
        world.interface.chatModule?.send(.draft("half"))
        world.interface.chatModule?.send(.reply(asked.id, "Seven"))
        world.run(for: .seconds(1))
        let row = try #require(world.interface.chat?.rows.last)
        #expect(row.text == "Seven")
        #expect(row.answered == .init(id: asked.id, author: .contact, text: "Six or seven?"))
        #expect(try world.log().last?.repliesTo == asked.id)
        #expect(world.interface.chat?.draft == "half")
        try world.perform { [server = world.server] in
            try await server.contactEdits(asked.id, to: "Eight?", in: AppWorld.john)
        }
        world.interface.chatModule?.send(.edit(row.id, to: "Eight"))
        world.run(for: .seconds(1))
        #expect(world.interface.chat?.rows.last?.answered?.text == "Eight?")
        #expect(world.interface.chat?.rows.last?.text == "Eight")
        world.leaveChat()
        #expect(world.previews == ["Eight"])
    }

    @Test func `F33: a contact's reply to the user's message shows it`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.send(String(repeating: "word ", count: 50))
        world.run(for: .seconds(1))
        let mine = try #require(world.interface.chat?.rows.last)
        try world.perform { [server = world.server] in
            try await server.contactWrites("Indeed", replyingTo: mine.id, in: AppWorld.john)
        }
        world.run(for: .seconds(1))
        let answered = try #require(world.interface.chat?.rows.last { $0.text == "Indeed" }?.answered)
        #expect(answered.author == .me && answered.text.count == 101 && answered.text.hasSuffix("…"))
    }

    @Test func `F33: an empty reply is a problem and sends nothing`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        let row = try #require(world.interface.chat?.rows.last)
        world.interface.chatModule?.send(.reply(row.id, " "))
        world.run(for: .seconds(1))
        #expect(world.interface.chat?.problem != nil && world.interface.chat?.rows.count == 1)
    }
}
