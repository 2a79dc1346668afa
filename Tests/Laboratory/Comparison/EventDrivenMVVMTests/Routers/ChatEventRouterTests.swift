import ChatStore
import Testing
import Transport

@testable import EventDrivenMVVM

@Suite struct ChatEventRouterTests {
    private let world: World

    init() throws {
        world = try World()
    }

    @Test func `a sync brings chats and remembers where to go on`() throws {
        let page = SyncPage(updates: news(message(1), in: ben), next: SyncCursor("next"), isComplete: true)
        #expect(world.routers.chat.route(.synced(page)))
        #expect(world.model.sortedChats.map(\.id) == [ben.id, ada.id])
        #expect(try world.controller.database.read { try $0.syncCursor() } == SyncCursor("next"))
        #expect(world.told == ["synced"])
    }

    @Test func `what changes nothing is not told`() {
        world.routers.chat.route(.synced(SyncPage(updates: [], next: SyncCursor("next"), isComplete: true)))
        world.routers.chat.route(.focusChanged(isFocused: true))
        world.routers.chat.route(.connectionDropped)
        world.routers.chat.route(.contactShown(ada.contact.id))
        #expect(world.told.isEmpty)
    }

    @Test func `what the disk does not take is neither shown nor remembered, but said`() throws {
        try world.setDiskBroken(true)
        let page = SyncPage(updates: news(message(1), in: ben), next: SyncCursor("next"), isComplete: true)
        #expect(!world.routers.chat.route(.synced(page)))
        #expect(world.model.sortedChats.map(\.id) == [ada.id])
        #expect(world.told == ["notStored"])
        #expect(world.model.storageProblem?.hasPrefix("Cannot save: ") == true)
        try world.setDiskBroken(false)
        #expect(try world.controller.database.read { try $0.syncCursor() } == nil)
        #expect(world.routers.chat.route(.synced(page)))
        #expect(world.model.storageProblem == nil)
    }

    @Test func `one screen at most stands above the list`() {
        world.openChat()
        world.openChat()
        world.routers.chat.route(.formOpened)
        #expect(world.model.screens == [.chatList, .chat(ada.id)])
        #expect(world.told == ["opened"])
    }

    @Test func `the list is never left`() {
        world.routers.chat.route(.left)
        #expect(world.model.screens == [.chatList])
    }

    @Test func `a chat that was made takes the form's place`() {
        world.routers.chat.route(.formOpened)
        world.routers.chat.route(.nameTyped("Ben"))
        world.routers.chat.route(.creationAsked)
        #expect(world.model.form.isBusy)
        world.routers.chat.route(.created(ben))
        #expect(world.model.screens == [.chatList, .chat(ben.id)])
    }

    @Test func `a chat that was made for a form that was left is in the list, and not opened`() {
        world.routers.chat.route(.created(ben))
        #expect(world.model.screens == [.chatList])
        #expect(world.model.sortedChats.map(\.id) == [ben.id, ada.id])
    }

    @Test func `a name that is none is refused`() {
        world.routers.chat.route(.formOpened)
        world.routers.chat.route(.creationAsked)
        #expect(!world.model.form.isBusy)
        #expect(world.model.form.problem == "Please provide a contact name")
    }

    @Test func `what is found keeps up with what comes in`() {
        world.routers.chat.route(.searched("umbrella"))
        #expect(world.model.list.hits.isEmpty)
        world.routers.message.route(.received(news(message(1, text: "Your umbrella"))))
        #expect(world.model.list.hits.map(\.context) == ["Your umbrella"])
    }
}
