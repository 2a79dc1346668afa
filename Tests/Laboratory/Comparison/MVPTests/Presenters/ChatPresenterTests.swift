import ChatSession
import ChatStore
import PhoneKit
import PhoneTesting
import Testing
import Transport

@testable import MVP

@Suite struct ChatPresenterTests {
    private typealias Phone = TestPhone<Presented<ChatPresenter, ChatViewSpy>>

    private static let john = ChatID("chat-john")
    private let phone: Phone

    init() throws {
        phone = try Self.phone(for: Self.john)
    }

    private static func phone(for chat: ChatID, pageSize: Int = 50) throws -> Phone {
        try TestPhone { context in
            let presenter = ChatPresenter(
                chat: chat,
                session: context.session,
                environment: context.environment,
                pageSize: pageSize,
                queue: context.queue
            )
            let view = ChatViewSpy()
            presenter.view = view
            presenter.viewDidLoad()
            presenter.viewDidAppear()
            return Presented(presenter: presenter, view: view)
        }
    }

    private func rows(on phone: Phone) throws -> [MessageRow] {
        try phone.perform { scene, _ in (0..<scene.presenter.rowCount).map(scene.presenter.row(at:)) }
    }

    @Test func `a row says what was written, by whom and when`() throws {
        let rows = try rows(on: phone)
        #expect(rows.map(\.text) == ["Hi, you're here too?"])
        #expect(rows.map(\.isMine) == [false])
        #expect(rows.map(\.time) == ["11:51 am"])
        #expect(rows.map(\.delivery) == [.received])
        #expect(rows.map(\.followsGap) == [false])
        try phone.perform { scene, _ in #expect(scene.view.title == "John") }
    }

    @Test func `images are told of by a word`() throws {
        try phone.contact("John", writes: "", imageCount: 2)
        #expect(try rows(on: phone).last?.text == "Attachment: 2 Images")
    }

    @Test func `what is sent leaves the field, and is on its way until the server has it`() throws {
        try phone.perform { scene, _ in
            scene.presenter.didTapSend("Good morning")
            #expect(scene.view.drafts == ["", ""])
        }
        phone.run(for: .zero)
        #expect(try rows(on: phone).last?.delivery == .sending)
        phone.run()
        #expect(try rows(on: phone).last?.delivery == .sent)
        #expect(try rows(on: phone).last?.isMine == true)
    }

    @Test func `an empty message is told of and stays where it is`() throws {
        try phone.perform { scene, _ in
            let drafts = scene.view.drafts
            scene.presenter.didTapSend("  ")
            #expect(scene.view.alert == "Please type a message first")
            #expect(scene.view.drafts == drafts)
        }
    }

    @Test func `a text that cannot be kept comes back to the field`() throws {
        let phone = try Self.phone(for: ChatID("chat-nowhere"))
        try phone.perform { scene, _ in scene.presenter.didTapSend("Good morning") }
        phone.run()
        try phone.perform { scene, _ in
            #expect(scene.view.alert == "There is no such chat")
            #expect(scene.view.drafts == ["", "Good morning"])
        }
    }

    @Test func `what is typed and not sent is in the field next time`() throws {
        try phone.perform { scene, _ in
            scene.presenter.didType("Good")
            scene.presenter.didType("Good mor")
        }
        phone.run()
        let draft = try phone.result { [session = phone.session] in
            try await session.read { try $0.timeline(of: Self.john, in: .newest(1))?.draft }
        }
        #expect(draft == "Good mor")
    }

    @Test func `what is shown while a person looks is read`() throws {
        #expect(try phone.newestRead(in: Self.john) == nil)
        try phone.perform { scene, _ in scene.presenter.didShowRows() }
        phone.run()
        let newest = try #require(try phone.log(of: Self.john).last?.id)
        #expect(try phone.newestRead(in: Self.john) == newest)
    }

    @Test func `a chat is looked at while it is on top`() throws {
        let attention = phone.session.attention
        #expect(attention.isOn(Self.john))
        try phone.perform { scene, _ in scene.presenter.viewDidDisappear() }
        #expect(!attention.isOn(Self.john))
    }

    @Test func `earlier messages that are held are shown at the end of the list`() throws {
        let phone = try Self.phone(for: Self.john, pageSize: 2)
        for number in 1...3 { try phone.contact("John", writes: "Number \(number)") }
        #expect(try rows(on: phone).map(\.text) == ["Number 2", "Number 3"])
        try phone.perform { scene, _ in
            #expect(scene.view.hasEarlier)
            scene.presenter.didReachEnd()
        }
        phone.run()
        #expect(try rows(on: phone).count == 4)
        try phone.perform { scene, _ in #expect(!scene.view.hasEarlier) }
    }

    @Test func `a message that was refused is sent once more when it is selected`() throws {
        let phone = try Self.phone(for: ChatID("chat-ben"))
        try phone.contact("Ben", writes: "Hello")
        // It forgets all chats but John's.
        try phone.result { [server = phone.server] in try await server.restart() }
        try phone.perform { scene, _ in scene.presenter.didTapSend("Good morning") }
        phone.run()
        let refused = try rows(on: phone).last?.delivery
        guard case .failed = refused else { return #expect(refused == .failed(reason: "any")) }
        try phone.contact("Ben", writes: "Hello")
        try phone.perform { scene, _ in scene.presenter.didSelect(scene.presenter.rowCount - 1) }
        phone.run()
        #expect(try rows(on: phone).last?.delivery == .sent)
    }

    @Test func `a chat that was left gives up its socket, and shows nothing more`() throws {
        func connectionCount() throws -> Int {
            try phone.result { [server = phone.server] in await server.connectionCount }
        }
        #expect(try connectionCount() == 2)
        try phone.perform { scene, _ in scene.presenter.didLeave() }
        phone.run()
        #expect(try connectionCount() == 1)
        let count = try rows(on: phone).count
        try phone.contact("John", writes: "Hello?")
        #expect(try rows(on: phone).count == count)
    }

    @Test func `the switch mutes the chat, and stands as the chat does`() throws {
        try phone.perform { scene, _ in scene.presenter.didSwitchMute(to: true) }
        phone.run()
        #expect(try phone.isMuted(Self.john))
        try phone.perform { scene, _ in #expect(scene.view.isMuted == true) }
        try phone.setMuted(false, in: Self.john)
        try phone.perform { scene, _ in #expect(scene.view.isMuted == false) }
    }

    @Test func `who types is said to, until they stop`() throws {
        try phone.contactTypes(in: Self.john)
        try phone.perform { scene, _ in #expect(scene.view.typing == "John is typing…") }
        phone.run(for: .seconds(10))
        try phone.perform { scene, _ in #expect(scene.view.typing == nil) }
    }

    @Test func `what a person types is told, but not that the field is empty again`() throws {
        try phone.perform { scene, _ in scene.presenter.didType("") }
        phone.run()
        #expect(try !phone.isTyping(in: Self.john))
        try phone.perform { scene, _ in scene.presenter.didType("H") }
        phone.run()
        #expect(try phone.isTyping(in: Self.john))
    }

    @Test func `a message of one's own that is deleted is a tombstone, here and at the server`() throws {
        try phone.perform { scene, _ in scene.presenter.didTapSend("Good morning") }
        phone.run()
        try phone.perform { scene, _ in scene.presenter.didDelete(scene.presenter.rowCount - 1) }
        phone.run()
        #expect(try rows(on: phone).last?.text == "Message deleted")
        #expect(try phone.log(of: Self.john).last?.isRemoved == true)
    }

    @Test func `a message of one's own that is edited is changed in its place, here and at the server`() throws {
        try phone.perform { scene, _ in scene.presenter.didTapSend("Helo") }
        phone.run()
        try phone.perform { scene, _ in scene.presenter.didEdit(scene.presenter.rowCount - 1, to: "Hello") }
        phone.run()
        let rows = try rows(on: phone)
        #expect(rows.map(\.text) == ["Hi, you're here too?", "Hello"] && rows.map(\.isEdited) == [false, true])
        #expect(try phone.log(of: Self.john).last?.text == "Hello")
    }

    @Test func `a message that is edited to nothing stays as it is, which is told`() throws {
        try phone.perform { scene, _ in scene.presenter.didTapSend("Hello") }
        phone.run()
        try phone.perform { scene, _ in scene.presenter.didEdit(scene.presenter.rowCount - 1, to: "  ") }
        phone.run()
        #expect(try rows(on: phone).last?.text == "Hello")
        try phone.perform { scene, _ in #expect(scene.view.alert == "Please type a message first") }
    }

    @Test func `an edit that was refused is told of at its message`() throws {
        let phone = try Self.phone(for: ChatID("chat-ben"))
        try phone.contact("Ben", writes: "Hello")
        try phone.perform { scene, _ in scene.presenter.didTapSend("At six") }
        phone.run()
        // It forgets all chats but John's.
        try phone.result { [server = phone.server] in try await server.restart() }
        try phone.perform { scene, _ in scene.presenter.didEdit(scene.presenter.rowCount - 1, to: "At seven") }
        phone.run()
        let row = try rows(on: phone).last
        #expect(row?.text == "At six" && row?.isEdited == false)
        #expect(row?.editFailure?.hasPrefix("The server does not know this chat") == true)
    }

    @Test func `a group says how many it has, who wrote what, and who types`() throws {
        let phone = try Self.phone(for: ChatID("group:trip"))
        let group = try phone.beginTrip()
        try phone.member(ContactID("ada"), writes: "Who brings what?", in: group)
        try phone.member(ContactID("ada"), typesIn: group)
        try phone.member(ContactID("ben"), typesIn: group)
        try phone.sends("Salad", to: group)
        #expect(try rows(on: phone).map(\.sender) == ["Ada", nil])
        try phone.perform { scene, _ in
            #expect(scene.view.title == "Trip" && scene.view.subtitle == "3 people")
            #expect(scene.view.typing == "Ada and Ben are typing…")
        }
    }
}
