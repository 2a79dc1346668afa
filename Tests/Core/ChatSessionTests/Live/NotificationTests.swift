import ChatStore
import ChatTypes
import RuntimeKit
import SimulationKit
import Testing

@testable import ChatSession

@Suite struct NotificationTests {
    @Test(arguments: Seeds.upTo(50))
    func `a live message of a chat off screen is notified exactly once`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)])
        world.run(for: .seconds(1))
        world.service.hold([message(2)])
        for _ in 1...3 {
            world.push.bring(news([message(1), message(2)]))
            world.run(for: .milliseconds(5))
            world.push.drop()
            world.run(for: .seconds(1))
        }
        world.push.bring(news([message(2)]))
        world.run(for: .seconds(100))
        #expect(world.notified().count { $0 == "m2" } == 1)
    }

    @Test(arguments: Seeds.upTo(50))
    func `a message of the chat on screen is never notified`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)])
        let screen = world.enter(ada)
        world.run(for: .seconds(1))
        world.sockets.bring(news([message(2)]))
        world.push.bring(news([message(3)]))
        world.service.hold([message(2), message(3), message(4)])
        world.sockets.drop()
        world.run(for: .seconds(2))
        screen.cancel()
        world.run(for: .seconds(1))
        world.push.bring(news([message(2), message(3), message(4)]))
        world.run(for: .seconds(100))
        #expect(world.notified() == [])
        #expect(try world.unread() == 4)
    }

    @Test func `a message of a covered chat is notified and cannot be marked as read`() throws {
        let world = try SessionWorld()
        world.enter(ada)
        world.run(for: .seconds(1))
        world.session.setTopChat(nil)
        world.sockets.bring(news([message(1)]))
        world.run(for: .seconds(1))
        #expect(world.notified() == ["m1"])
        #expect(try world.perform { try await $0.markRead(ada.id, upTo: MessageID("m1")) } == false)
        #expect(try world.unread() == 1)
        world.session.setTopChat(ada.id)
        #expect(try world.perform { try await $0.markRead(ada.id, upTo: MessageID("m1")) })
        #expect(try world.unread() == 0)
    }

    @Test func `a message of the chat on top is notified while the app has no focus`() throws {
        let world = try SessionWorld()
        world.enter(ada)
        world.run(for: .seconds(1))
        world.session.setFocus(false)
        world.sockets.bring(news([message(1)]))
        world.run(for: .seconds(1))
        #expect(world.notified() == ["m1"])
        world.session.setFocus(true)
        world.sockets.bring(news([message(2)]))
        world.run(for: .seconds(1))
        #expect(world.notified() == [])
    }

    @Test func `notifications of a group have the sender's current name`() throws {
        let team = group("team", "The Team")
        func update(_ messages: [Message], name: String? = nil, number: Int64 = 1) -> ChatUpdate {
            let member = name.map { Membership(member: .member(ContactID("ada")), name: $0, number: number) }
            return ChatUpdate(chat: team, messages: messages, memberships: [member].compactMap(\.self))
        }
        let world = try SessionWorld()
        world.run(for: .seconds(1))
        world.push.bring(update([message(1, from: .member(ContactID("ada")))]))
        world.push.bring(update([message(2, from: .member(ContactID("ada")))], name: "Ada"))
        world.push.bring(news([message(1)]))
        world.run(for: .seconds(1))
        #expect(world.session.notifier.drain().map(\.senderName) == ["ada", "Ada", nil])
        world.push.bring(update([message(3, from: .member(ContactID("ada")))]))
        world.push.bring(update([], name: "Countess", number: 2))
        world.run(for: .seconds(1))
        // Muting any chat has waiting notifications read again.
        try world.perform { try await $0.setMuted(true, in: ada.id) }
        let told = Counter()
        world.begin { await $0.showNotifications { if $0.senderName == "Countess" { told.increment() } } }
        world.run(for: .seconds(1))
        #expect(told.value == 1)
    }

    @Test func `messages of another chat are notified while a chat is on screen`() throws {
        let world = try SessionWorld()
        world.enter(ada)
        world.run(for: .seconds(1))
        world.push.bring(news([message(1), message(2)], of: ben))
        world.run(for: .seconds(1))
        #expect(world.session.notifier.drain().map(\.chat) == [ben, ben])
    }

    @Test func `a backlog raises the badge without notifications`() throws {
        let world = try SessionWorld(holding: (1...50).map { message($0) })
        world.run(for: .seconds(30))
        #expect(try world.unread() == 50)
        #expect(world.notified() == [])
    }

    @Test func `a message that a sync brought before its push is notified once`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        #expect(try world.texts() == ["text 1"] && world.notified() == [])
        world.push.bring(news([message(1)]))
        world.push.bring(news([message(1)]))
        world.run(for: .seconds(1))
        #expect(world.notified() == ["m1"])
    }

    @Test func `messages read here or elsewhere are not notified`() throws {
        let world = try SessionWorld(holding: [message(1), message(2)])
        world.run(for: .seconds(1))
        try world.markRead(2)
        world.push.bring(news([message(1), message(2)]))
        world.push.bring(news(receipts: [read(3, by: .me)]))
        world.push.bring(news([message(3)]))
        world.run(for: .seconds(1))
        #expect(world.notified() == [])
    }

    @Test(arguments: [true, false])
    func `a message read while its notification waits is not notified`(isComplete: Bool) throws {
        let world = try SessionWorld()
        let told = Recorder<MessageID>()
        world.run(for: .seconds(1))
        for number in 1...3 { world.push.bring(news([message(number)])) }
        world.push.bring(news([message(1)], of: ben))
        world.run(for: .seconds(1))
        if isComplete { try world.markRead(2) } else { world.push.bring(news(receipts: [read(2, by: .me)])) }
        world.run(for: .seconds(1))
        world.begin { await $0.showNotifications { told.record($0.message.id) } }
        world.run(for: .seconds(1))
        #expect(told.values == [MessageID("m3"), MessageID("m1")])
    }

    @Test(arguments: [
        ChatUpdate(chat: ada, annotations: [Annotation(author: .contact, message: MessageID("m1"), kind: .deletion)]),
        ChatUpdate(chat: ada, receipts: [read(1, by: .me)]),
        ChatUpdate(chat: ada, notifications: .muted),
    ])
    func `a message deleted, read or muted before its notification is not notified`(next: ChatUpdate) throws {
        let world = try SessionWorld()
        let told = Counter()
        world.begin { await $0.showNotifications { _ in told.increment() } }
        world.run(for: .seconds(1))
        world.push.bring(news([message(1)]), next)
        world.run(for: .seconds(1))
        #expect(told.value == 0)
    }

    @Test func `a message edited while its notification waits has the new text`() throws {
        let world = try SessionWorld()
        let told = Recorder<String>()
        world.begin { await $0.showNotifications { told.record($0.message.text) } }
        world.run(for: .seconds(1))
        let edit = Annotation(author: .contact, message: MessageID("m1"), kind: .edit(text: "by now"), number: 3)
        world.push.bring(news([message(1)]), ChatUpdate(chat: ada, annotations: [edit]))
        world.run(for: .seconds(1))
        #expect(told.values == ["by now"])
    }

    @Test func `a message whose notification waits gets the doubt about who edited it`() throws {
        let world = try SessionWorld()
        let told = Recorder<SenderWarning?>()
        world.begin { await $0.showNotifications { told.record($0.message.senderWarning) } }
        world.run(for: .seconds(1))
        let edit = Annotation(
            author: .contact,
            message: MessageID("m1"),
            kind: .edit(text: "pay Eve"),
            number: 3,
            senderWarning: .unencrypted
        )
        world.push.bring(news([message(1)]), ChatUpdate(chat: ada, annotations: [edit]))
        world.run(for: .seconds(1))
        #expect(told.values == [.unencrypted])
    }

    @Test func `a live message with a known edit is notified with the edited text`() throws {
        let edited = message(1).annotated(
            by: Annotation(author: .contact, message: MessageID("m1"), kind: .edit(text: "by now"), number: 3)
        )
        let world = try SessionWorld(holding: [edited])
        world.run(for: .seconds(1))
        world.push.bring(news([message(1)]))
        world.run(for: .seconds(1))
        #expect(world.session.notifier.drain().map(\.message.text) == ["by now"])
    }

    @Test func `the user's own messages are not notified`() throws {
        let world = try SessionWorld()
        world.run(for: .seconds(1))
        world.push.bring(news([message(1, from: .me)]))
        world.run(for: .seconds(1))
        #expect(try world.texts() == ["text 1"])
        #expect(world.notified() == [])
    }

    @Test func `a message is committed before it is notified`() throws {
        let world = try SessionWorld()
        let checked = Counter()
        world.begin { session in
            await session.showNotifications { notification in
                let stored = try? await session.read { try $0.timeline(of: ada.id, in: .newest(9)) }
                if stored?.messages.map(\.id) == [notification.message.id] { checked.increment() }
            }
        }
        world.run(for: .seconds(1))
        world.push.bring(news([message(1)]))
        world.run(for: .seconds(1))
        #expect(checked.value == 1)
    }
}
