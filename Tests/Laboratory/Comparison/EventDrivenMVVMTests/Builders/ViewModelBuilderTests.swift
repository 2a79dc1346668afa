import Testing
import Transport

@testable import EventDrivenMVVM

@Suite struct ViewModelBuilderTests {
    private let world: World

    init() throws {
        world = try World(holding: news(message(1), message(2, text: "", images: 2)) + news(message(3), in: ben))
    }

    @Test func `the list has a row for each chat, with ready texts`() {
        let list = world.builders.list.build(from: world.model)
        #expect(list.rows.map(\.title) == ["Ben", "Ada Lovelace"])
        #expect(list.rows.map(\.preview) == ["text 3", "Attachment: 2 Images"])
        #expect(list.rows.map(\.time) == ["12:00 pm", "12:00 pm"])
        #expect(list.rows.map(\.unreadCount) == [1, 2])
        #expect(list.status == "Connecting…")
    }

    @Test func `a row opens its chat`() {
        world.builders.list.build(from: world.model).rows[1].open()
        #expect(world.model.screens.last == .chat(ada.id))
    }

    @Test func `a row asks for a picture until it has one`() {
        #expect(world.builders.list.build(from: world.model).rows[0].didAppear != nil)
        world.routers.chat.route(.pictureLoaded(Picture(mediaType: "image/png", bytes: [1]), of: ben.contact.id))
        let row = world.builders.list.build(from: world.model).rows[0]
        #expect(row.didAppear == nil)
        #expect(row.picture?.bytes == [1])
    }

    @Test func `the list has a row for each find while something is searched for`() {
        world.builders.list.build(from: world.model).search("text")
        let list = world.builders.list.build(from: world.model)
        #expect(list.rows.map(\.id) == ["chat-ben/m3", "chat-ada/m1"])
        #expect(list.searchText == "text")
    }

    @Test func `a chat has every message, and says that it was seen while it holds an unread one`() {
        world.openChat()
        let builder = world.builders.chat(ada.id)
        let chat = builder.build(from: world.model)
        #expect(chat.title == "Ada Lovelace")
        #expect(chat.messages.map(\.text) == ["text 1", "Attachment: 2 Images"])
        #expect(chat.showEarlier == nil)
        chat.didAppear?()
        #expect(builder.build(from: world.model).didAppear == nil)
        #expect(world.builders.window.build(from: world.model).badge == 1)
    }

    @Test func `a view model that was built stays as it was`() {
        let before = world.builders.list.build(from: world.model)
        world.routers.message.route(.received(news(message(4), in: ben)))
        #expect(before.rows[0].preview == "text 3")
        #expect(world.builders.list.build(from: world.model).rows[0].preview == "text 4")
    }

    @Test func `a form can create what is a name, once`() {
        world.routers.chat.route(.formOpened)
        let builder = world.builders.form
        #expect(!builder.build(from: world.model).canCreate)
        builder.build(from: world.model).type("Cleo")
        #expect(builder.build(from: world.model).canCreate)
        builder.build(from: world.model).create?()
        let busy = builder.build(from: world.model)
        #expect(busy.isBusy && !busy.canCreate && busy.create == nil)
    }

    @Test func `a notification says who writes what`() {
        let banner = world.builders.banner.build(for: message(1, text: "", images: 1), in: ada)
        #expect(banner.title == "Ada Lovelace")
        #expect(banner.text == "Attachment: 1 Image")
    }
}
