import ChatTypes
import PhoneKit
import PhoneTesting
import SimulatedServer
import Testing
import Transport

@testable import MVP

@Suite struct ChatListPresenterTests {
    private let phone: TestPhone<Presented<ChatListPresenter, ChatListViewSpy>>

    init() throws {
        phone = try TestPhone { context in
            let (presenter, view) = (
                ChatListPresenter(
                    session: context.session,
                    environment: context.environment,
                    pageSize: 2,
                    queue: context.queue
                ), ChatListViewSpy()
            )
            presenter.view = view
            presenter.viewDidLoad()
            return Presented(presenter: presenter, view: view)
        }
    }

    private func rows() throws -> [ChatRow] {
        try phone.perform { scene, _ in (0..<scene.presenter.rowCount).map(scene.presenter.row(at:)) }
    }

    @Test func `a row shows the contact, the preview, the time and the unread count`() throws {
        #expect(
            try rows() == [
                ChatRow(
                    id: "chat-john",
                    title: "John",
                    sender: nil,
                    preview: "Hi, you're here too?",
                    time: "11:51 am",
                    unreadCount: 1,
                    picture: nil,
                    isMuted: false,
                    typing: nil
                )
            ]
        )
    }

    @Test func `the view receives the old and new rows with the newest first`() throws {
        try phone.contact("Ben", writes: "Hello")
        try phone.perform { scene, _ in #expect(scene.view.changes.suffix(2) == ["0 to 1", "1 to 2"]) }
        #expect(try rows().map(\.title) == ["Ben", "John"])
    }

    @Test func `visible rows load their pictures one after another`() throws {
        try phone.contact("Ada Lovelace", writes: "Hello")
        phone.network.conditions.roundTrip = .seconds(1) ... .seconds(1)
        try phone.contact("Ben", writes: "Hello")
        try phone.perform { scene, _ in
            scene.presenter.didShow(0..<2)
            scene.presenter.didShow(0..<2)
        }
        phone.run(for: .milliseconds(1500))
        try phone.perform { scene, _ in #expect(scene.view.redrawn == [[0]]) }
        phone.run()
        try phone.perform { scene, _ in #expect(scene.view.redrawn == [[0], [1]]) }
        #expect(try rows().allSatisfy { $0.picture != nil })
    }

    @Test func `a picture that failed to load is requested when its row is shown again`() throws {
        try phone.contact("Ada Lovelace", writes: "Hello")
        for rate in [1.0, 0.0] {
            try phone.perform { scene, _ in #expect(scene.view.redrawn.isEmpty) }
            phone.network.conditions.requestLossRate = rate
            try phone.perform { scene, _ in scene.presenter.didShow(0..<1) }
            phone.run()
        }
        try phone.perform { scene, _ in #expect(scene.view.redrawn == [[0]]) }
    }

    @Test func `selecting a row opens its chat and the button opens the form`() throws {
        try phone.perform { scene, _ in
            scene.presenter.didSelect(0)
            scene.presenter.didTapNewChat()
            #expect(scene.view.opened == ["chat-john", "form"])
        }
    }

    @Test func `reaching the end loads more rows as long as there are any`() throws {
        for name in ["Ada Lovelace", "Ben", "Carol"] { try phone.contact(name, writes: "Hello") }
        func reachEnd() throws -> (count: Int, hasMore: Bool) {
            try phone.perform { scene, _ in scene.presenter.didReachEnd() }
            phone.run()
            return try phone.perform { scene, _ in (scene.presenter.rowCount, scene.view.hasMore) }
        }
        try phone.perform { scene, _ in #expect(scene.presenter.rowCount == 2 && scene.view.hasMore) }
        #expect(try reachEnd() == (4, false))
        let changes = try phone.perform { scene, _ in scene.view.changes.count }
        #expect(try reachEnd() == (4, false))
        try phone.perform { scene, _ in #expect(scene.view.changes.count == changes) }
    }

    @Test func `a search shows matching chats and loads more for the same text`() throws {
        for name in ["Ada Lovelace", "Ada Nilsson", "Ada Byron", "Ben"] { try phone.contact(name, writes: "Hello") }
        try phone.perform { scene, _ in scene.presenter.didSearch("ada") }
        phone.run()
        #expect(try rows().count == 2)
        try phone.perform { scene, _ in scene.presenter.didReachEnd() }
        phone.run()
        #expect(try Set(rows().map(\.title)) == ["Ada Lovelace", "Ada Nilsson", "Ada Byron"])
    }

    @Test func `reaching the end during a search does not undo the search`() throws {
        for name in ["Ada Lovelace", "Ben"] { try phone.contact(name, writes: "Hello") }
        try phone.perform { scene, _ in
            scene.presenter.didSearch("ada")
            scene.presenter.didReachEnd()
        }
        phone.run()
        #expect(try rows().map(\.title) == ["Ada Lovelace"])
    }

    @Test func `the list shows Offline while the server cannot be reached`() throws {
        try phone.perform { scene, _ in #expect(scene.view.status == nil) }
        phone.network.conditions.requestLossRate = 1
        phone.run(for: .seconds(90))
        try phone.perform { scene, _ in
            #expect(scene.view.status == "Offline, trying again: The server cannot be reached")
        }
    }

    @Test func `a presenter does not retain its view`() throws {
        try phone.perform { scene, _ in
            weak var gone: ChatListViewSpy?
            do {
                let view = ChatListViewSpy()
                scene.presenter.view = view
                gone = view
            }
            #expect(gone == nil)
        }
    }

    @Test func `a row shows that its chat is muted`() throws {
        try phone.setMuted(true, in: ChatID("chat-john"))
        #expect(try rows().map(\.isMuted) == [true])
    }

    @Test func `a row shows that its contact is typing`() throws {
        try phone.contactTypes(in: ChatID("chat-john"))
        #expect(try rows().map(\.typing) == ["John is typing…"])
    }

    @Test func `a row shows that its newest message was deleted`() throws {
        try phone.contact("John", writes: "Hello?")
        try phone.contactRemovesNewest(in: ChatID("chat-john"))
        #expect(try rows().map(\.preview) == ["Message deleted"])
    }

    @Test func `a group's row shows the last sender and who is typing`() throws {
        let group = try phone.beginTrip()
        try phone.member(ContactID("ada"), writes: "Who brings what?", in: group)
        try phone.member(ContactID("ben"), typesIn: group)
        #expect(try rows().map(\.sender) == ["Ada", nil])
        #expect(try rows().map(\.typing) == ["Ben is typing…", nil])
        try phone.sends("Salad", to: group)
        #expect(try rows().map(\.sender) == ["You", nil])
    }
}
