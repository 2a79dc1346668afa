import Testing
import Transport

@testable import EventDrivenMVVM

@Suite struct ViewTests {
    private let world: World
    private let drawing = DrawingCounter()
    private let window: WindowView

    init() throws {
        world = try World(holding: news(message(1)))
        window = WindowView(builders: world.builders, handlers: world.handlers, drawing: drawing)
        world.routers.chat.route(.dayTurned)
    }

    private var list: ChatListView? { if case .chatList(let view) = window.screen { view } else { nil } }
    private var chat: ChatView? { if case .chat(let view) = window.screen { view } else { nil } }

    @Test func `an event replaces all that the list shows`() {
        #expect(drawing.rowCount == 1)
        world.routers.message.route(.received(news(message(2), in: ben)))
        #expect(list?.viewModel.rows.map(\.title) == ["Ben", "Ada Lovelace"])
        #expect(drawing.updateCount == 2)
        #expect(drawing.rowCount == 3)
    }

    @Test func `a view that has left the screen hears of nothing`() throws {
        let left = try #require(list)
        world.openChat()
        world.routers.message.route(.received(news(message(2), in: ben)))
        #expect(left.viewModel.rows.count == 1)
        world.routers.chat.route(.left)
        #expect(list?.viewModel.rows.count == 2)
    }

    @Test func `a chat on screen is read, and the badge follows`() {
        #expect(window.badge == 1)
        world.openChat()
        #expect(window.badge == 0)
        world.routers.message.route(.received(news(message(2))))
        #expect(chat?.viewModel.messages.count == 2)
        #expect(window.badge == 0)
    }

    @Test func `a chat that cannot be marked as read is drawn once, not for ever`() throws {
        try world.setDiskBroken(true)
        world.openChat()
        #expect(window.badge == 1)
        #expect(drawing.updateCount == 2)
    }

    @Test func `a notification is shown without drawing the screen`() {
        let before = drawing.updateCount
        world.routers.message.route(.announced(message(2), in: ada))
        #expect(window.banners.map(\.title) == ["Ada Lovelace"])
        #expect(drawing.updateCount == before)
    }
}
