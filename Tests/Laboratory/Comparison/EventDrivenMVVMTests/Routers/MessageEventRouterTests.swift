import ChatStore
import Testing
import Transport

@testable import EventDrivenMVVM

@Suite struct MessageEventRouterTests {
    private let world: World

    init() throws {
        world = try World()
    }

    private var router: MessageEventRouter { world.routers.message }
    private var chat: ChatModel? { world.model.chats[ada.id] }

    @Test func `news changes the model, then is told, then announced`() {
        router.route(.received(news(message(1))))
        #expect(chat?.messages.map(\.text) == ["text 1"])
        #expect(world.model.unreadCount == 1)
        #expect(world.told == ["received", "announced"])
    }

    @Test func `news that comes again is deduplicated, and not told`() {
        router.route(.received(news(message(1))))
        world.forgetTold()
        router.route(.received(news(message(1))))
        #expect(world.told.isEmpty)
    }

    @Test func `news of the chat on screen is not announced`() {
        world.openChat()
        world.forgetTold()
        router.route(.received(news(message(1))))
        #expect(world.told == ["received"])
    }

    @Test func `what is sent waits in the outbox, and the field is empty`() throws {
        router.route(.typed("Hello", in: ada.id))
        router.route(.sent(in: ada.id))
        #expect(chat?.draft == "")
        #expect(chat?.messages.map(\.delivery) == [.sending])
        #expect(try world.controller.database.read { try $0.nextMessageToSend(in: ada.id) }?.text == "Hello")
    }

    @Test(arguments: ["", " \n", String(repeating: "x", count: OutgoingMessage.textLimit + 1)])
    func `what cannot be sent is refused with a reason, and stays in the field`(text: String) throws {
        world.openChat()
        router.route(.typed(text, in: ada.id))
        router.route(.sent(in: ada.id))
        #expect(world.model.chatProblem != nil)
        #expect(chat?.draft == text)
        #expect(try world.controller.database.read { try $0.nextMessageToSend(in: ada.id) } == nil)
        router.route(.typed("better", in: ada.id))
        #expect(world.model.chatProblem == nil)
    }

    @Test func `what the disk does not take is neither sent nor forgotten`() throws {
        router.route(.typed("Hello", in: ada.id))
        try world.setDiskBroken(true)
        #expect(!router.route(.typed("Hello you", in: ada.id)))
        #expect(!router.route(.sent(in: ada.id)))
        #expect(chat?.draft == "Hello you")
        #expect(chat?.messages.isEmpty == true)
        try world.setDiskBroken(false)
        router.route(.received(news(message(1))))
        #expect(chat?.draft == "Hello you")
    }

    @Test func `the server's answer gives a message its place`() throws {
        router.route(.typed("Hello", in: ada.id))
        router.route(.sent(in: ada.id))
        let id = try #require(chat?.messages.first?.id)
        let accepted = Message(
            id: id,
            author: .me,
            text: "Hello",
            sentAt: noon,
            position: Position(10),
            predecessor: nil
        )
        router.route(.accepted(accepted, in: ada.id))
        #expect(chat?.messages.map(\.delivery) == [.sent])
    }

    @Test func `a refused message has failed until it is sent once more`() throws {
        router.route(.typed("Hello", in: ada.id))
        router.route(.sent(in: ada.id))
        let id = try #require(chat?.messages.first?.id)
        router.route(.refused(id, in: ada.id, reason: "No"))
        #expect(chat?.messages.map(\.delivery) == [.failed(reason: "No")])
        router.route(.resent(id, in: ada.id))
        #expect(chat?.messages.map(\.delivery) == [.sending])
    }

    @Test func `what is seen is read, but not while nobody looks`() throws {
        router.route(.received(news(message(1), message(2))))
        world.openChat()
        world.routers.chat.route(.focusChanged(isFocused: false))
        router.route(.seen(in: ada.id))
        #expect(world.model.unreadCount == 2)
        world.routers.chat.route(.focusChanged(isFocused: true))
        router.route(.seen(in: ada.id))
        #expect(world.model.unreadCount == 0)
        #expect(try world.controller.database.read { try $0.dueReceipt(in: ada.id) }?.message == MessageID("m2"))
    }
}
