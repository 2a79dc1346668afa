import ChatSession
import ChatStore
import ChatTypes
import PhoneKit
import PhoneTesting
import SimulatedServer
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

    @Test func `a row shows the text, the author, the time and the delivery state`() throws {
        let rows = try rows(on: phone)
        #expect(rows.map(\.text) == ["Hi, you're here too?"])
        #expect(rows.map(\.isMine) == [false])
        #expect(rows.map(\.time) == ["11:51 am"])
        #expect(rows.map(\.delivery) == [.received])
        #expect(rows.map(\.followsGap) == [false])
        try phone.perform { scene, _ in #expect(scene.view.title == "John") }
    }

    @Test func `a message with images shows a description of them`() throws {
        try phone.contact("John", writes: "", imageCount: 2)
        #expect(try rows(on: phone).last?.text == "Attachment: 2 Images")
    }

    @Test func `a sent message leaves the field and shows as sending until the server has it`() throws {
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

    @Test func `sending an empty message shows an alert and leaves the field unchanged`() throws {
        try phone.perform { scene, _ in
            let drafts = scene.view.drafts
            scene.presenter.didTapSend("  ")
            #expect(scene.view.alert == "Please type a message first")
            #expect(scene.view.drafts == drafts)
        }
    }

    @Test func `a text that cannot be saved returns to the field`() throws {
        let phone = try Self.phone(for: ChatID("chat-nowhere"))
        try phone.perform { scene, _ in scene.presenter.didTapSend("Good morning") }
        phone.run()
        try phone.perform { scene, _ in
            #expect(scene.view.alert == "There is no such chat")
            #expect(scene.view.drafts == ["", "Good morning"])
        }
    }

    @Test func `typed text is saved as the draft`() throws {
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

    @Test func `visible rows are marked as read`() throws {
        #expect(try phone.newestRead(in: Self.john) == nil)
        try phone.perform { scene, _ in scene.presenter.didShowRows() }
        phone.run()
        let newest = try #require(try phone.log(of: Self.john).last?.id)
        #expect(try phone.newestRead(in: Self.john) == newest)
    }

    @Test func `a chat has the user's focus only while it is on top`() throws {
        let focus = phone.session.focus
        #expect(focus.isOn(Self.john))
        try phone.perform { scene, _ in scene.presenter.viewDidDisappear() }
        #expect(!focus.isOn(Self.john))
    }

    @Test func `reaching the end shows earlier stored messages`() throws {
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

    @Test func `selecting a failed message resends it`() throws {
        let phone = try Self.phone(for: ChatID("chat-ben"))
        try phone.contact("Ben", writes: "Hello")
        // After the restart, the server knows only John's chat.
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

    @Test func `leaving a chat closes its socket and stops updates`() throws {
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

    @Test func `the switch mutes the chat and follows its state`() throws {
        try phone.perform { scene, _ in scene.presenter.didSwitchMute(to: true) }
        phone.run()
        #expect(try phone.isMuted(Self.john))
        try phone.perform { scene, _ in #expect(scene.view.isMuted == true) }
        try phone.setMuted(false, in: Self.john)
        try phone.perform { scene, _ in #expect(scene.view.isMuted == false) }
    }

    @Test func `a chat shows who is typing until they stop`() throws {
        try phone.contactTypes(in: Self.john)
        try phone.perform { scene, _ in #expect(scene.view.typing == "John is typing…") }
        phone.run(for: .seconds(10))
        try phone.perform { scene, _ in #expect(scene.view.typing == nil) }
    }

    @Test func `typing is reported to the server, but clearing the field is not`() throws {
        try phone.perform { scene, _ in scene.presenter.didType("") }
        phone.run()
        #expect(try !phone.isTyping(in: Self.john))
        try phone.perform { scene, _ in scene.presenter.didType("H") }
        phone.run()
        #expect(try phone.isTyping(in: Self.john))
    }

    @Test func `a deleted message becomes a tombstone here and at the server`() throws {
        try phone.perform { scene, _ in scene.presenter.didTapSend("Good morning") }
        phone.run()
        try phone.perform { scene, _ in scene.presenter.didDelete(scene.presenter.rowCount - 1) }
        phone.run()
        #expect(try rows(on: phone).last?.text == "Message deleted")
        #expect(try phone.log(of: Self.john).last?.isDeleted == true)
    }

    @Test func `an edited message changes in place here and at the server`() throws {
        try phone.perform { scene, _ in scene.presenter.didTapSend("Helo") }
        phone.run()
        try phone.perform { scene, _ in scene.presenter.didEdit(scene.presenter.rowCount - 1, to: "Hello") }
        phone.run()
        let rows = try rows(on: phone)
        #expect(rows.map(\.text) == ["Hi, you're here too?", "Hello"] && rows.map(\.isEdited) == [false, true])
        #expect(try phone.log(of: Self.john).last?.text == "Hello")
    }

    @Test func `editing a message to an empty text shows an alert and changes nothing`() throws {
        try phone.perform { scene, _ in scene.presenter.didTapSend("Hello") }
        phone.run()
        try phone.perform { scene, _ in scene.presenter.didEdit(scene.presenter.rowCount - 1, to: "  ") }
        phone.run()
        #expect(try rows(on: phone).last?.text == "Hello")
        try phone.perform { scene, _ in #expect(scene.view.alert == "Please type a message first") }
    }

    @Test func `a refused edit is shown at its message`() throws {
        let phone = try Self.phone(for: ChatID("chat-ben"))
        try phone.contact("Ben", writes: "Hello")
        try phone.perform { scene, _ in scene.presenter.didTapSend("At six") }
        phone.run()
        // After the restart, the server knows only John's chat.
        try phone.result { [server = phone.server] in try await server.restart() }
        try phone.perform { scene, _ in scene.presenter.didEdit(scene.presenter.rowCount - 1, to: "At seven") }
        phone.run()
        let row = try rows(on: phone).last
        #expect(row?.text == "At six" && row?.isEdited == false)
        #expect(row?.editFailure?.hasPrefix("The server does not know this chat") == true)
    }

    @Test func `a group shows its member count, the senders and who is typing`() throws {
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
