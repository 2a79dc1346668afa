import ChatStore
import ChatTypes
import SimulationKit
import Testing

@testable import ChatSession

@Suite struct WatchTests {
    private static let log = (1...30).map { message($0) }

    /// Records in words what a watch hands over from now on.
    private func watch(_ world: SessionWorld, in chat: ChatID? = nil) -> Recorder<String> {
        let recorder = Recorder<String>()
        world.begin { session in
            try? await session.followChanges(in: chat) { change in
                if case .began = change { return true }
                recorder.record(Self.words(for: change))
                return true
            }
        }
        world.run(for: .milliseconds(1))
        return recorder
    }

    private static func words(for change: WatchedChange) -> String {
        switch change {
        case .message(let message, _, let chat):
            let marks = message.reactions.map(\.text) + (message.isEdited ? ["edited"] : []) + ["\(message.delivery)"]
            return "\(chat) \(message.isDeleted ? "deleted" : message.text) \(marks.joined(separator: " "))"
        case .unsent(let id, _, _): return "unsent \(id)"
        case .state(let timeline, let chat): return "\(chat) \(timeline.standing.state.word)"
        case .connection(let connection): return "\(connection.requests == .working ? "working" : "failing")"
        case .lost: return "lost"
        case .began: return "began"
        }
    }

    @Test func `each change comes once, in order, however often the news of it does`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        let seen = watch(world)
        let edit = Annotation(
            author: .contact,
            message: MessageID("m2"),
            kind: .edit(text: "new", spans: []),
            number: 3
        )
        let reaction = Annotation(
            author: .contact,
            message: MessageID("m1"),
            kind: .reaction(text: "👍", isSet: true),
            number: 4
        )
        for _ in 1...2 {
            world.push.bring(news([message(2)]))
            world.run(for: .seconds(1))
            world.push.bring(ChatUpdate(chat: ada, annotations: [edit]))
            world.run(for: .seconds(1))
            world.push.bring(ChatUpdate(chat: ada, annotations: [reaction]))
            world.run(for: .seconds(1))
        }
        #expect(
            seen.values == [
                "chat-ada text 2 received", "chat-ada new edited received", "chat-ada text 1 👍 received",
            ]
        )
    }

    @Test func `a message of the user's comes in each of its states`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        let (seen, elsewhere) = (watch(world), watch(world, in: ben.id))
        let id = try world.send("hello")
        world.run(for: .seconds(5))
        world.push.bring(ChatUpdate(chat: ada, receipts: [ReadReceipt(reader: .contact, message: id)]))
        world.run(for: .seconds(1))
        try world.perform { try await $0.delete(id, in: ada.id) }
        world.run(for: .seconds(5))
        #expect(seen.values.first == "chat-ada hello sending")
        #expect(seen.values.filter { $0 == "chat-ada hello sent" }.count == 1)
        #expect(seen.values.filter { $0 == "chat-ada hello read" }.count == 1)
        #expect(seen.values.last == "chat-ada deleted read")
        #expect(elsewhere.values.isEmpty)
    }

    @Test func `a message that is deleted before it was sent is named`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, _ in if request.kind == .send { throw ServiceError.unreachable } }
        }
        world.run(for: .seconds(1))
        let seen = watch(world)
        let id = try world.send("hello")
        world.run(for: .milliseconds(1))
        try world.perform { try await $0.delete(id, in: ada.id) }
        world.run(for: .milliseconds(1))
        #expect(seen.values.contains("unsent \(id)"))
    }

    @Test func `messages of a gap that opens meanwhile come, and older history does not`() throws {
        let world = try SessionWorld(holding: Array(Self.log[..<10])) { $0.syncLimit = 4 }
        world.service.script.before = { request, _ in if request.kind == .page { throw ServiceError.unreachable } }
        world.run(for: .seconds(5))
        let seen = watch(world)
        world.service.hold(Array(Self.log[10...]))
        world.push.drop()
        world.run(for: .seconds(5))
        world.service.script.before = { _, _ in }
        world.run(for: .seconds(60))
        try world.perform { try await $0.loadEarlier(in: ada.id) }
        world.run(for: .seconds(5))
        #expect(try world.texts().first == "text 1", "older history was loaded")
        let texts = seen.values.filter { $0.hasSuffix("received") }
        #expect(Set(texts) == Set(Self.log[10...].map { "chat-ada \($0.text) received" }))
        #expect(texts.count == 20)
    }

    @Test func `an invitation and a lost connection come as they happen`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        let seen = watch(world)
        let invited = ChatState.invited(by: "Eve", toGroup: false)
        let update = ChatUpdate(chat: ben, standing: NumberedStanding(ChatStanding(state: invited), number: 5))
        world.push.bring(update, update)
        world.run(for: .seconds(1))
        #expect(seen.values == ["chat-ben invited"])
        world.service.script.before = { request, _ in if request.kind == .sync { throw ServiceError.unreachable } }
        world.push.drop()
        world.run(for: .seconds(90))
        #expect(seen.values.last == "failing")
    }

    @Test func `changes that nobody takes are bounded, and the loss is told`() async throws {
        let watch = HistoryWatch(of: nil)
        let all = (0...HistoryWatch.limit).map { HistoryChange.message(MessageID("m\($0)"), in: ada.id) }
        watch.post(all)
        watch.post([all[0]])
        let taken = await watch.takeAll()
        #expect(taken.changes == Array(all.dropLast()))
        #expect(taken.hasLost)
        watch.post([all[0]])
        let next = await watch.takeAll()
        #expect(next.changes == [all[0]])
        #expect(!next.hasLost)
    }

    @Test func `a watch that has ended is not kept`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        weak var watch: HistoryWatch?
        do {
            let held = world.session.context.feed.watch(nil)
            watch = held
        }
        #expect(watch == nil)
    }

    @Test func `markRead through a message needs no look at the chat, and ends the mark of an unread chat`() throws {
        let world = try SessionWorld(holding: (1...9).map { message($0) })
        world.run(for: .seconds(1))
        try world.perform { try await $0.markRead(ada.id, through: MessageID("m4")) }
        #expect(try world.unread() == 5)
        try world.perform { try await $0.set(.unread, to: true, in: ada.id) }
        try world.perform { try await $0.markRead(ada.id, through: nil) }
        #expect(try world.unread() == 0)
        #expect(try world.history().chats.first?.marks == [])
        world.run(for: .seconds(5))
        #expect(world.service.requests(.markRead).last?.what == "m9")
    }

    @Test func `a reaction that is to be set or removed is not toggled`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        for (isSet, count) in [(true, 1), (true, 1), (false, 0), (false, 0)] {
            try world.perform { try await $0.react("👍", to: MessageID("m1"), in: ada.id, isSet: isSet) }
            #expect(try world.messages().flatMap(\.reactions).count == count)
            world.run(for: .seconds(5))
        }
        #expect(world.service.requests(.react).count == 2)
    }

    @Test func `a file can answer a message`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        let original = try Original(10)
        let id = try world.perform {
            try await $0.send(fileAt: original.path, replyingTo: MessageID("m1"), to: ada.id)
        }
        #expect(try world.messages().last { $0.id == id }?.answered?.id == MessageID("m1"))
    }

    @Test func `a watch of one chat has its changes and those of the connection`() async throws {
        let watch = HistoryWatch(of: ada.id)
        watch.post([.state(of: ben.id), .connection, .state(of: ada.id), .readByOthers(in: ben.id)])
        #expect(await watch.takeAll().changes == [.connection, .state(of: ada.id)])
    }

    @Test func `a watch ends with the first change that its caller does not want`() throws {
        let (world, seen, ended) = (try SessionWorld(holding: [message(1)]), Counter(), Counter())
        world.run(for: .seconds(1))
        world.begin { session in
            try? await session.followChanges { change in
                if case .began = change { return true }
                seen.increment()
                return false
            }
            ended.increment()
        }
        for number in 2...4 {
            world.run(for: .seconds(1))
            world.push.bring(news([message(number)]))
        }
        world.run(for: .seconds(1))
        #expect(seen.value == 1 && ended.value == 1)
    }
}
