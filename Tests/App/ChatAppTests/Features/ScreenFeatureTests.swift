import Chat
import ChatApp
import ChatList
import CreateChat
import ScreenKit
import SimulatedServer
import SimulationKit
import Testing
import Transport

/// The screens: F14 to F16.
@Suite struct ScreenFeatureTests {
    @Test func `F14: list, form and chat are screens`() throws {
        let world = try AppWorld()
        world.start()
        world.openForm()
        world.interface.formModule?.send(.leave)
        world.run { world.interface.top == .chatList }
        world.open()
        #expect(
            world.interface.stacks == [
                [.chatList], [.chatList, .createChat], [.chatList], [.chatList, .chat(AppWorld.john)],
            ]
        )
    }

    @Test func `F15: contacts are suggested while typing, by any word of a name`() throws {
        let world = try AppWorld()
        world.start()
        world.openForm()
        try world.type("lov")
        #expect(world.interface.form?.suggestions.contains("Ada Lovelace") == true)
        // stream-chat-swift#2703: autocomplete matched only prefixes.
        try world.type("ADA")
        #expect(world.interface.form?.suggestions.contains("Ada Lovelace") == true)
        try world.type("")
        #expect(world.interface.form?.suggestions == [])
    }

    @Test(arguments: Seeds.upTo(50))
    func `F15: the last keystroke wins`(seed: UInt64) throws {
        // stream-chat-swift#3345: stale search results.
        let world = try AppWorld(seed: seed)
        world.start()
        world.openForm()
        for text in ["a", "ad", "ada", "gr", "gra", "grace"] { world.interface.formModule?.send(.type(text)) }
        world.run(for: .seconds(5))
        #expect(world.interface.form?.name == "grace")
        #expect(world.interface.form?.suggestions.isEmpty == false)
        #expect(world.interface.form?.suggestions.allSatisfy { $0.lowercased().contains("grace") } == true)
    }

    @Test(arguments: Seeds.upTo(20))
    func `F15: a busy form is replaced by the new chat on the stack`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        try world.startChat(with: "Zoë")
        #expect(world.interface.stacks.suffix(2).map(\.count) == [2, 2])
        #expect(world.interface.chat?.title == "Zoë" && world.texts.isEmpty)
        #expect(world.interface.forms.contains { $0.isBusy && !$0.canCreate })
        world.leaveChat()
        #expect(world.interface.stacks.last == [.chatList])
        #expect(world.interface.list?.rows.map(\.title).sorted() == ["John", "Zoë"])
    }

    @Test func `F15: an existing chat is reopened, never duplicated`() throws {
        let world = try AppWorld()
        world.start()
        try world.startChat(with: "john")
        #expect(world.interface.top == .chat(AppWorld.john))
        #expect(world.texts == ["Hi, you're here too?"])
        world.leaveChat()
        #expect(world.interface.list?.rows.count == 1)
    }

    @Test func `F15: a failure is shown, and the form stays usable`() throws {
        let world = try AppWorld()
        world.start()
        world.openForm()
        world.connection.conditions = .away
        let form = world.interface.formModule
        try world.perform {
            form?.send(.type("Zoë"))
            await form?.perform(.create)
        }
        #expect(world.interface.form?.problem?.text == "The server cannot be reached")
        #expect(world.interface.form?.isBusy == false && world.interface.form?.canCreate == true)
        world.connection.conditions = .perfect
        form?.send(.create)
        world.run { world.interface.chat != nil }
        #expect(world.interface.chat?.title == "Zoë")
    }

    @Test(arguments: ["", " ", "\n\t", "\u{3000}"])
    func `F16: an empty message is refused with a reason, and nothing is sent`(text: String) throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.send(text)
        world.run(for: .seconds(10))
        #expect(world.interface.chat?.problem?.text == "Please type a message first")
        #expect(world.texts.count == 1)
        #expect(try world.log().count == 1)
    }

    @Test func `a message longer than the server's limit is refused`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.send(String(repeating: "é", count: 32_769))
        world.run(for: .seconds(10))
        #expect(
            world.interface.chat?.problem?.text
                == "The message is too long: 65538 bytes, and the server takes 65536"
        )
        #expect(try world.log().count == 1)
        try world.send(String(repeating: "é", count: 32_768))
        world.run(for: .seconds(10))
        #expect(try world.log().count == 2)
    }
}
