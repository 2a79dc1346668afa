import ChatTypes
import SimulationKit
import Testing

@testable import ChatSession
@testable import ChatStore

@Suite struct NotifierTests {
    @Test func `a notification is current unless something was retracted since`() throws {
        let world = try DutyWorld()
        let shown = Recorder<String>()
        try world.receive(news([message(1), message(2)]), from: .live)
        world.begin { [notifier = world.notifier] in await notifier.run { shown.record($0.message.text) } }
        world.run(for: .seconds(1))
        #expect(shown.values == ["text 1", "text 2"])
    }

    @Test func `a notification of a deleted message is skipped`() throws {
        let world = try DutyWorld()
        let shown = Recorder<String>()
        try world.receive(news([message(1), message(2)]), from: .live)
        let deletion = Annotation(author: .contact, message: MessageID("m1"), kind: .deletion)
        try world.receive(ChatUpdate(chat: ada, annotations: [deletion]), from: .live)
        world.begin { [notifier = world.notifier] in await notifier.run { shown.record($0.message.text) } }
        world.run(for: .seconds(1))
        #expect(shown.values == ["text 2"])
    }

    @Test(arguments: 0...12)
    func `a chat that is opened while a notification is read again is not notified`(steps: Int) throws {
        let world = try DutyWorld()
        let shown = Recorder<Bool>()
        try world.receive(news([message(1)]), from: .live)
        world.notifier.noteRetraction()
        world.begin { [notifier = world.notifier, focus = world.focus] in
            await notifier.run { shown.record(focus.isOn($0.chat.id)) }
        }
        for _ in 0..<steps { _ = world.tasks.executor.step(by: world.tasks.executor.clock.now) }
        _ = world.focus.setTop(ada.id)
        world.run(for: .seconds(1))
        #expect(!shown.values.contains(true), "shown although the user looks at the chat")
        if steps == 0 { #expect(shown.values.isEmpty) }
    }

    @Test func `a notification that cannot be read again is shown as it came`() throws {
        let world = try DutyWorld()
        let shown = Recorder<String>()
        try world.receive(news([message(1)]), from: .live)
        world.notifier.noteRetraction()
        try world.perform { [history = world.history] in
            try await history.withDatabase { try $0.execute("ALTER TABLE message RENAME TO renamed") }
        }
        world.begin { [notifier = world.notifier] in await notifier.run { shown.record($0.message.text) } }
        world.run(for: .seconds(1))
        #expect(shown.values == ["text 1"])
    }

    @Test func `of the notices about the chat on screen those of texts that wait are shown, and what to do`() throws {
        let (world, shown) = (try DutyWorld(), Recorder<String>())
        _ = world.focus.setTop(ada.id)
        let (id, time) = (MessageID("m1"), moment(1))
        for notice in [
            ChatNotification(chat: ada, failed: "hello", reason: "no", id: id, at: time),
            ChatNotification(chat: ada, notEdited: "better", reason: "no", id: id, at: time),
            ChatNotification(chat: ada, state: .removed(by: "Bob", reason: ""), at: time),
            ChatNotification(chat: ada, waiting: .seconds(61), at: time),
            ChatNotification(chat: ada, lackingKeysAt: time),
        ] { world.notifier.post(notice) }
        // Messages are read again after that; notices are none.
        world.notifier.noteRetraction()
        world.begin { [notifier = world.notifier] in await notifier.run { shown.record($0.message.text) } }
        world.run(for: .seconds(1))
        #expect(
            shown.values.map { $0.prefix(32) } == [
                "The server asks to wait 2 minute", "Not sent yet: the server does no",
            ]
        )
        let picture = ChatNotification(chat: ada, failed: "", reason: "no", id: id, at: time)
        #expect(picture.message.text == "Not sent (no)")
    }

    @Test func `the chats of which another part comes on screen are named, once`() {
        let focus = FocusTracker()
        #expect(focus.setTop(ada.id) == [ada.id] && focus.setTop(ada.id) == [])
        #expect(focus.setTop(ada.id, .thread(MessageID("m1"))) == [ada.id])
        #expect(focus.setTop(ben.id) == [ada.id, ben.id] && focus.setTop(nil) == [ben.id])
    }
}
