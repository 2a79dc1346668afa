import ChatTypes
import RuntimeKit
import Testing
import Transport

@testable import ChatSession
@testable import ChatStore

@Suite struct InboxTests {
    @Test func `an answer in a thread of the chat on screen is announced as it comes live, not as a sync brings it`()
        throws
    {
        let world = try DutyWorld()
        try world.receive(news([message(1)]))
        _ = world.focus.setTop(ada.id)
        func answer(_ number: Int) -> Message {
            var answer = message(number)
            answer.thread = MessageID("m1")
            return answer
        }
        try world.receive(news([answer(2)]))
        #expect(world.notifier.drain().isEmpty)
        // It may come live as well, and later.
        try world.receive(news([answer(2), answer(3)]), from: .live)
        #expect(world.notifier.drain().map(\.message.id) == [MessageID("m2"), MessageID("m3")])
    }

    @Test func `an answer that a sync brings into the thread on screen is never announced`() throws {
        let world = try DutyWorld()
        try world.receive(news([message(1)]))
        _ = world.focus.setTop(ada.id, .thread(MessageID("m1")))
        var answer = message(2)
        answer.thread = MessageID("m1")
        try world.receive(news([answer]))
        _ = world.focus.setTop(nil)
        try world.receive(news([answer]), from: .live)
        #expect(world.notifier.drain().isEmpty)
    }

    @Test(arguments: [(UpdateSource.live, 1), (.response, 0), (.page, 0)])
    func `a removal is announced as it happens, and not when a response tells it later`(
        _ source: UpdateSource,
        _ count: Int
    ) throws {
        let world = try DutyWorld()
        try world.receive(news([message(1)]))
        let standing = ChatStanding(state: .removed(by: "Bob", reason: ""))
        try world.receive(ChatUpdate(chat: ada, standing: NumberedStanding(standing, number: 1)), from: source)
        #expect(world.notifier.drain().filter(\.isNotice).count == count)
    }

    @Test(arguments: [(UpdateSource.live, NotificationMode.all, 1), (.response, .all, 0), (.live, .muted, 0)])
    func `a call is announced once as it happens, unless the chat is muted`(
        _ source: UpdateSource,
        _ mode: NotificationMode,
        _ count: Int
    ) throws {
        let world = try DutyWorld()
        try world.receive(ChatUpdate(chat: ada, messages: [message(1)], notifications: mode))
        let call = Message(
            id: MessageID("m2"),
            author: .contact,
            text: ChatEventText.call.text,
            event: .called,
            sentAt: moment(2),
            position: Position(20),
            predecessor: nil
        )
        for _ in 1...2 { try world.receive(news([call]), from: source) }
        #expect(world.notifier.drain().map(\.message.text) == Array(repeating: call.text, count: count))
    }

    @Test func `a message ends its author's typing, unless it stands on a page`() throws {
        let world = try DutyWorld()
        world.typing.receive(true, by: .contact, in: ada.id)
        try world.receive(news([message(1)]), from: .page)
        #expect(world.typing.authors(in: ada.id) == [.contact])
        try world.receive(news([message(2)]))
        #expect(world.typing.authors(in: ada.id) == [])
    }

    @Test func `an update made from a chat's header is dropped if the chat is not stored`() throws {
        let world = try DutyWorld()
        let receive: @Sendable () async throws -> Void = { [inbox = world.inbox] in
            try await inbox.receive(in: ada.id) { ChatUpdate(chat: $0, messages: [message(1)]) }
        }
        try world.perform(receive)
        #expect(try world.messages().isEmpty)
        try world.receive(news())
        try world.perform(receive)
        #expect(try world.messages().count == 1)
    }

    @Test func `what the server counts without a message is read while the user looks at the chat`() throws {
        let world = try DutyWorld { $0.countsUnread = true }
        let receipts = world.requests(of: world.context.queues.receipts)
        try world.receive(ChatUpdate(chat: ada, messages: [message(1)], receipts: [read(1, by: .me)], unreadCount: 0))
        try world.receive(ChatUpdate(chat: ada, unreadCount: 1), from: .live)
        world.run(for: .seconds(1))
        #expect(receipts.values.isEmpty, "nobody looks")
        _ = world.focus.setTop(ada.id)
        try world.receive(ChatUpdate(chat: ada, unreadCount: 2), from: .live)
        world.run(for: .seconds(1))
        #expect(receipts.values == [ada.id])
        let unread = try world.perform { [history = world.history] in try await history.read { try $0.unreadCount() } }
        #expect(unread == 0)
    }

    @Test func `what the server counts in a thread besides answers is read while it is on screen`() throws {
        let (world, root) = (try DutyWorld { $0.countsUnread = true }, MessageID("m1"))
        let receipts = world.requests(of: world.context.queues.receipts)
        var answer = message(2)
        answer.thread = root
        let all = ReadReceipt(reader: .me, message: answer.id, scope: .everything)
        try world.receive(ChatUpdate(chat: ada, messages: [message(1), answer], receipts: [all], unreadCount: 0))
        func unread() throws -> Int {
            try world.perform { [history = world.history] in try await history.read { try $0.unreadCount() } }
        }
        let rest = ChatUpdate(chat: ada, unreadCount: 1, threadCounts: [ThreadCount(root: root, unread: 1)])
        let others: [TimelinePart?] = [nil, .main, .threads, .thread(MessageID("m9"))]
        for part in others {
            _ = world.focus.setTop(part == nil ? nil : ada.id, part ?? .main)
            try world.receive(rest, from: .live)
            world.run(for: .seconds(1))
            #expect(try receipts.values.isEmpty && unread() == 1, "the thread is hidden")
        }
        _ = world.focus.setTop(ada.id, .thread(root))
        try world.receive(rest, from: .live)
        world.run(for: .seconds(1))
        #expect(try receipts.values == [ada.id] && unread() == 0)
        let due = try world.perform { [history = world.history] in try await history.read { try $0.dueReceipts() } }
        #expect(due == [DueReceipt(chat: ada.id, message: answer.id, scope: .thread(root))])
    }

    @Test(arguments: [Message.placeholderNumber, Message.unreadableNumber])
    func `an echo that cannot be read leaves the user's text, and one of a contact is replaced later`(number: Int64)
        throws
    {
        let world = try DutyWorld()
        func unreadable(_ message: Message) -> Message {
            var message = message
            (message.text, message.editNumber) = ("Encrypted message", number)
            return message
        }
        try world.receive(news([unreadable(message(1))]))
        try world.perform { [history = world.history] in
            let own = OutgoingMessage(id: MessageID("m2"), chat: ada.id, text: "my words")
            _ = try await history.commit { try $0.enqueue(own, at: moment(2)) }
        }
        try world.receive(news([unreadable(message(2, from: .me))]))
        #expect(try world.messages().map(\.text) == ["Encrypted message", "my words"])
        try world.receive(news([message(1)]))
        #expect(try world.messages().map(\.text) == ["text 1", "my words"])
    }

    @Test(arguments: [
        (UpdateSource.live, true, false, 1), (.live, false, false, 0), (.response, true, false, 0),
        (.live, true, true, 0),
    ])
    func `an invitation is announced as it happens, if its source says so and the user does not look`(
        source: UpdateSource,
        announces: Bool,
        isLookedAt: Bool,
        count: Int
    ) throws {
        let world = try DutyWorld()
        try world.receive(news([message(1)]))
        if isLookedAt { _ = world.focus.setTop(ada.id) }
        func stand(_ state: ChatState, _ number: Int64) throws {
            let standing = NumberedStanding(ChatStanding(state: state), number: number)
            try world.receive(
                ChatUpdate(chat: ada, standing: standing, announcesInvitation: announces),
                from: source
            )
        }
        for number in [Int64(1), 2] { try stand(.invited(by: "Eve", toGroup: false), number) }
        if isLookedAt { try stand(.removed(by: "Bob", reason: ""), 3) }
        #expect(world.notifier.drain().filter(\.isNotice).count == count)
    }

    @Test(arguments: [false, true])
    func `a notification of a chat whose name another has says which it is, also when it is read again`(
        isReadAgain: Bool
    ) throws {
        let (world, shown) = (try DutyWorld(), Recorder<String?>())
        let namesake = Contact(id: ContactID("ada-2"), name: ada.contact.name)
        try world.receive(news(), news(of: ChatHeader(id: ChatID("2"), contact: namesake, createdAt: moment(0))))
        try world.receive(news([message(1)]), from: .live)
        if isReadAgain { world.notifier.noteRetraction() }
        world.begin { [notifier = world.notifier] in await notifier.run { shown.record($0.distinction) } }
        world.run(for: .seconds(1))
        #expect(shown.values == ["ada"])
    }

    @Test(arguments: [(TimelinePart.main, 0), (.thread(MessageID("m1")), 1)])
    func `a call is announced with the caller's name unless its chat is on screen`(part: TimelinePart, count: Int)
        throws
    {
        let (world, team, bea) = (try DutyWorld(), group("team", "Team"), Author.member(ContactID("bea")))
        let members = [Membership(member: bea, name: "Bea", number: 1)]
        try world.receive(ChatUpdate(chat: team, messages: [message(1, from: bea)], memberships: members))
        _ = world.focus.setTop(team.id, part)
        let call = Message(
            id: MessageID("m2"),
            author: bea,
            text: ChatEventText.call.text,
            event: .called,
            sentAt: moment(2),
            position: Position(20),
            predecessor: nil
        )
        try world.receive(news([call], of: team), from: .live)
        #expect(world.notifier.drain().map(\.message.text) == Array(repeating: "Bea \(call.text)", count: count))
    }
}
