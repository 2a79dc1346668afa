import Chat
import ChatApp
import ChatTypes
import ScreenKit
import SimulatedServer
import Testing
import Transport

/// Formatted text: F37.
@Suite struct FormattedTextFeatureTests {
    @Test func `F37: typed Markdown reaches the server with its spans, and an edit changes them`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.send("**so** it is")
        world.run(for: .seconds(1))
        let row = try #require(world.interface.chat?.rows.last)
        #expect(FormattedText(row.text, row.spans) == TypedText.read("**so** it is"))
        #expect(try world.log().last?.spans == row.spans && !row.spans.isEmpty)
        world.interface.chatModule?.send(.edit(row.id, to: "/me *agrees*"))
        world.run(for: .seconds(1))
        let edited = try #require(world.interface.chat?.rows.last)
        #expect(FormattedText(edited.text, edited.spans) == TypedText.read("/me *agrees*"))
        #expect(try world.log().last.map { FormattedText($0.text, $0.spans) } == TypedText.read("/me *agrees*"))
        world.interface.chatModule?.send(.reply(row.id, "`ok`"))
        world.run(for: .seconds(1))
        #expect(try world.log().last?.spans == TypedText.read("`ok`").spans)
        world.leaveChat()
        #expect(world.previews == ["ok"])
    }

    @Test func `F37: a contact's formats arrive, and lists and notifications hide a spoiler`() throws {
        let world = try AppWorld()
        world.start()
        let said = TypedText.read("it was ||the butler||")
        try world.perform { [server = world.server] in
            try await server.contactWrites(said.text, spans: said.spans, in: AppWorld.john)
        }
        world.run(for: .seconds(1))
        #expect(world.previews == ["it was ▒▒▒"])
        #expect(world.interface.notifications.last?.text == "it was ▒▒▒")
        world.open()
        #expect(world.interface.chat?.rows.last.map { FormattedText($0.text, $0.spans) } == said)
    }
}
