import ChatSession
import Testing
import Transport

@Suite struct TypingTests {
    private let world: SessionWorld

    init() throws {
        world = try SessionWorld()
        world.run(for: .seconds(1))
    }

    private func bring(_ isTyping: Bool) {
        world.push.bring(typing: isTyping)
        world.run(for: .milliseconds(10))
    }

    @Test func `a contact types until they stop, or nothing renews it`() {
        #expect(!world.session.isTyping(in: ada.id))
        bring(true)
        #expect(world.session.isTyping(in: ada.id) && !world.session.isTyping(in: ben.id))
        bring(false)
        #expect(!world.session.isTyping(in: ada.id))
        bring(true)
        world.run(for: .seconds(4))
        bring(true)
        world.run(for: .seconds(4))
        #expect(world.session.isTyping(in: ada.id))
        world.run(for: .seconds(3))
        #expect(!world.session.isTyping(in: ada.id))
    }

    @Test func `who has written types no more`() {
        bring(true)
        world.push.bring(news([message(1)]))
        world.run(for: .milliseconds(10))
        #expect(!world.session.isTyping(in: ada.id))
    }

    @Test func `a chat is read again when its contact begins or stops, and not for a renewal`() throws {
        let (chat, other) = (Counter(), Counter())
        world.listen(to: .chat(ada.id), chat)
        world.listen(to: .chat(ben.id), other)
        world.run(for: .milliseconds(10))
        for isTyping in [true, true, false] { bring(isTyping) }
        #expect(chat.value == 3)
        bring(true)
        world.run(for: .seconds(10))
        #expect(chat.value == 5)
        #expect(other.value == 1)
    }

    @Test func `the server is told at most every few seconds, and at once of another chat`() {
        for _ in 1...50 {
            world.session.noteTyping(in: ada.id)
            world.run(for: .milliseconds(200))
        }
        #expect(world.service.requests(.typing).count == 3)
        world.session.noteTyping(in: ben.id)
        world.run(for: .milliseconds(200))
        #expect(world.service.requests(.typing).last?.what == "true \(ben.id)")
    }

    @Test func `a server that names any number of chats is not listened to without end`() {
        for number in 1...1000 {
            world.push.bring(
                typing: true,
                in: ChatHeader(id: ChatID("c\(number)"), contact: ada.contact, createdAt: ada.createdAt)
            )
        }
        world.run(for: .milliseconds(10))
        #expect((1...1000).count { world.session.isTyping(in: ChatID("c\($0)")) } == 256)
        world.run(for: .seconds(10))
        bring(true)
        #expect(world.session.isTyping(in: ada.id))
    }
}
