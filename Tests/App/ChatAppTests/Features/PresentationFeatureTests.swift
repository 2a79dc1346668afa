import ChatApp
import ChatList
import CreateChat
import ScreenKit
import SimulatedServer
import SimulationKit
import Testing
import Transport

/// The texts of rows and forms: F17 to F21.
@Suite struct PresentationFeatureTests {
    @Test(arguments: [(0, "Look!"), (1, "Attachment: 1 Image"), (2, "Attachment: 2 Images")])
    func `F17: a preview is the text, or how many images there are`(imageCount: Int, preview: String) throws {
        let world = try AppWorld()
        world.start()
        try world.perform {
            _ = try await world.server.contactWrites("Look!", imageCount: imageCount, in: AppWorld.john)
        }
        world.run(for: .seconds(1))
        #expect(world.previews == [preview])
        #expect(world.interface.notifications.map(\.text) == [preview])
    }

    @Test func `F18: a time is the hour today, then Yesterday, then the date`() throws {
        let world = try AppWorld()
        world.start()
        #expect(world.interface.list?.rows.map(\.time) == ["8:51 am"])
        world.run(for: .seconds(16 * 3600))
        #expect(world.interface.list?.rows.map(\.time) == ["Yesterday"])
        world.run(for: .seconds(24 * 3600))
        #expect(world.interface.list?.rows.map(\.time) == ["3/11/2022"])
    }

    @Test func `F19: a search finds names and texts, ignoring case and accents`() throws {
        let world = try AppWorld()
        world.start()
        try world.startChat(with: "Zoë")
        try world.send("Meet me at the CAFÉ")
        world.leaveChat()
        try world.search("cafe")
        #expect(world.previews == ["Meet me at the CAFÉ"])
        #expect(world.interface.list?.searchText == "cafe")
        try world.search("ZOE")
        #expect(world.interface.list?.rows.map(\.title) == ["Zoë"])
        try world.search("nothing like it")
        #expect(world.interface.list?.rows.isEmpty == true)
        try world.search("")
        #expect(world.interface.list?.rows.map(\.title) == ["Zoë", "John"])
    }

    @Test(arguments: Seeds.upTo(20))
    func `F19: the last search wins and finds messages that arrive later`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        for text in ["h", "hi", "nobody", "parcel"] { world.interface.listModule?.send(.search(text)) }
        world.run(for: .seconds(1))
        #expect(world.previews == [] && world.interface.list?.searchText == "parcel")
        try world.contactWrites("Your parcel is here")
        #expect(world.previews == ["Your parcel is here"])
    }

    @Test func `F20: a picture reaches the view in one later state of its row`() throws {
        let world = try AppWorld()
        world.start()
        try world.startChat(with: "Ada Lovelace")
        world.leaveChat()
        #expect(world.interface.list?.rows.first?.picture == nil)
        let (before, row) = (world.interface.listStates.count, try #require(world.interface.list?.rows.first))
        world.interface.listModule?.send(.rowsVisible([row.id]))
        world.interface.listModule?.send(.rowsVisible([row.id]))
        world.run(for: .seconds(10))
        let later = world.interface.listStates.dropFirst(before)
        #expect(later.count == 1)
        #expect(later.first?.rows.first?.picture != nil && later.first?.rows.first?.title == "Ada Lovelace")
    }

    @Test func `F21: each keystroke validates the form`() throws {
        let world = try AppWorld()
        world.start()
        world.openForm()
        #expect(world.interface.form?.isValid == false && world.interface.form?.canCreate == false)
        #expect(world.interface.form?.message == "Please provide a contact name")
        for (text, message) in [
            ("A", nil), ("  ", "Please provide a contact name"),
            (String(repeating: "x", count: 101), "A contact name has at most 100 characters"),
            ("A\u{202E}B", "A contact name holds printable characters only"), ("Ada", nil),
        ] as [(String, String?)] {
            try world.type(text)
            #expect(world.interface.form?.name == text)
            #expect(world.interface.form?.message == message)
            #expect(world.interface.form?.isValid == (message == nil))
            #expect(world.interface.form?.canCreate == (message == nil))
        }
    }

    @Test func `F21: an invalid form says why when it is submitted`() throws {
        let world = try AppWorld()
        world.start()
        world.openForm()
        let form = world.interface.formModule
        try world.perform { await form?.perform(.create) }
        #expect(world.interface.form?.problem?.text == "Please provide a contact name")
        #expect(world.interface.top == .createChat)
    }
}
