import ChatTypes
import RuntimeKit
import Testing

@testable import ChatSession
@testable import ChatStore

@Suite struct OutboxDutyTests {
    @Test func `a message that the server refuses as a duplicate requests a sync and a backfill`() throws {
        let world = try DutyWorld(holding: [message(1)]) { script in
            script.before = { request, _ in
                if request.kind == .send { throw ServiceError.refused(.duplicate, text: "Already there") }
            }
        }
        let backfill = world.requests(of: world.context.queues.backfill)
        let outbox = Outbox(world.context, inbox: world.inbox, notifier: world.notifier, progress: world.progress)
        try world.receive(news([message(1)]))
        world.begin { await outbox.run() }
        world.context.queues.sync.drain()
        try world.perform { _ = try await outbox.send("hello", to: ada.id, isTypedElsewhere: false) }
        world.run(for: .seconds(1))
        #expect(try world.messages().last?.delivery == .sent)
        #expect(world.context.queues.sync.drain().count == 1)
        #expect(backfill.values == [ada.id])
    }
}

@Suite struct DueSenderTests {
    /// A sender of one value that this test owns.
    private func makeSender(_ world: DutyWorld, due: Recorder<Int?>, sent: Recorder<Int>) -> DueSender<Int> {
        DueSender(world.context, on: world.context.queues.receipts) { _ in
            [ada.id]
        } findValue: { _, _ in
            due.values.last ?? nil
        } send: { _, value, _ in
            sent.record(value)
            if value == 0 { throw ServiceError.refused(.notMember, text: "Not a member") }
            if sent.values.count == 1 { throw ServiceError.unreachable }
        } confirm: { _, value, _ in
            if due.values.last == value { due.record(nil) }
        }
    }

    @Test func `a value that replaces one which is being retried is sent in its place`() throws {
        let (world, due, sent) = (try DutyWorld(), Recorder<Int?>(), Recorder<Int>())
        let sender = makeSender(world, due: due, sent: sent)
        due.record(1)
        world.begin { await sender.run() }
        world.run(for: .milliseconds(100))
        due.record(2)
        due.record(3)
        world.run(for: .seconds(5))
        #expect(sent.values == [1, 3] && due.values.last == .some(nil))
    }

    @Test func `a value that the sender's server refuses stays due until it is requested again`() throws {
        let (world, due, sent) = (try DutyWorld(), Recorder<Int?>(), Recorder<Int>())
        let sender = makeSender(world, due: due, sent: sent)
        due.record(0)
        world.begin { await sender.run() }
        world.run(for: .seconds(500))
        #expect(sent.values == [0] && due.values.last == 0)
        world.context.queues.receipts.request(ada.id)
        world.run(for: .seconds(1))
        #expect(sent.values == [0, 0])
    }
}

@Suite struct TypingDutyTests {
    @Test func `the user's own notice is not shown`() throws {
        let world = try DutyWorld()
        world.typing.receive(true, by: .me, in: ada.id)
        #expect(world.typing.authors(in: ada.id) == [])
    }

    @Test func `a notice in a chat or by a person that cannot be is dropped`() throws {
        let world = try DutyWorld()
        let long = String(repeating: "x", count: Limits.idBytes + 1)
        for id in ["", long] {
            world.typing.receive(true, by: .member(ContactID(id)), in: ada.id)
            world.typing.receive(true, by: .contact, in: ChatID(id))
        }
        #expect(world.typing.authorsByChat.isEmpty)
    }

    @Test func `with as many typing as are kept a notice is renewed, and no other begins`() throws {
        let world = try DutyWorld()
        world.begin { [typing = world.typing] in await typing.run() }
        let people = (1...256).map { Author.member(ContactID("p\($0)")) }
        for person in people { world.typing.receive(true, by: person, in: ada.id) }
        world.run(for: .seconds(4))
        world.typing.receive(true, by: people[0], in: ada.id)
        world.typing.receive(true, by: .member(ContactID("late")), in: ada.id)
        world.run(for: .seconds(4))
        #expect(world.typing.authors(in: ada.id) == [people[0]])
    }
}

@Suite struct ChatCreatorTests {
    private let tasks = VirtualTasks()

    /// A creator of groups, and its session, with a server that answers so.
    private func makeCreator(_ answer: @escaping @Sendable (OutgoingGroup) throws -> ChatHeader) throws
        -> (ChatCreator, SessionContext)
    {
        let context = SessionContext(
            environment: tasks.environment(),
            database: try ChatDatabase(.memory),
            service: GroupService(create: answer)
        )
        let focus = FocusTracker()
        let notifier = Notifier(context.history, focus: focus)
        let inbox = Inbox(context, focus: focus, typing: Typing(context), notifier: notifier)
        return (ChatCreator(context, inbox: inbox), context)
    }

    @Test func `a group whose creation failed is requested again under the same id`() throws {
        let ids = Recorder<MessageID>()
        let (creator, _) = try makeCreator { group in
            ids.record(group.id)
            if ids.values.count == 1 { throw ServiceError.refused(.noGroup, text: "Not now") }
            return ada
        }
        let create: @Sendable () async throws -> ChatID = {
            try await creator.createGroup(with: ["Ada", "Ben"], title: "Trip")
        }
        #expect(throws: ServiceError.self) { try tasks.perform(create) }
        #expect(try tasks.perform(create) == ada.id)
        _ = try tasks.perform(create)
        #expect(ids.values[0] == ids.values[1] && ids.values[1] != ids.values[2])
        tasks.stop()
    }

    @Test func `a group is requested as the user wants it, and each wish under an ID of its own`() throws {
        let groups = Recorder<OutgoingGroup>()
        let (creator, _) = try makeCreator { group in
            groups.record(group)
            throw ServiceError.refused(.noGroup, text: "Not now")
        }
        let wishes: [([String], String, Bool?)] = [
            (["Ada"], "Trip", nil), (["Ada"], "Trip", true), (["Ada"], "Walk", nil), (["Ada", "Ben"], "Trip", nil),
        ]
        for (names, title, isEncrypted) in wishes + [([" Ada "], " Trip ", nil)] {
            #expect(throws: ServiceError.self) {
                try tasks.perform {
                    try await creator.createGroup(with: names, title: title, isEncrypted: isEncrypted)
                }
            }
        }
        let requested = groups.values
        #expect(requested.prefix(4).map(\.names) == wishes.map(\.0))
        #expect(requested.prefix(4).map(\.title) == wishes.map(\.1))
        #expect(requested.prefix(4).map(\.isEncrypted) == wishes.map(\.2))
        #expect(Set(requested.map(\.id)).count == 4 && requested[4] == requested[0])
        tasks.stop()
    }

    @Test func `a deleted chat is stored again once it is created, and one that cannot be stored is an error`() throws {
        let long = ChatHeader(
            id: ChatID(String(repeating: "x", count: Limits.idBytes + 1)),
            contact: ada.contact,
            createdAt: moment(0)
        )
        let (creator, context) = try makeCreator { $0.title == "Trip" ? ada : long }
        func create(_ title: String) throws -> ChatID {
            try tasks.perform { try await creator.createGroup(with: ["Ada"], title: title) }
        }
        #expect(try create("Trip") == ada.id)
        try tasks.perform { _ = try await context.history.commit { try $0.deleteChat(ada.id) } }
        #expect(try create("Trip") == ada.id)
        #expect(try tasks.perform { try await context.history.read { try $0.chat(ada.id) } }?.id == ada.id)
        #expect(throws: SessionError.unusableChat) { try create("Walk") }
        tasks.stop()
    }
}
