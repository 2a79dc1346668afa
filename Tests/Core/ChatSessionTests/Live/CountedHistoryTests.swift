import ChatSession
import ChatStore
import ChatTypes
import Testing

/// A server that counts the unread messages, so that no history is requested for counting.
@Suite struct CountedHistoryTests {
    private static let log = (1...30).map { message($0) }

    private func world(isRead: Bool = false, failing: Bool = false) throws -> SessionWorld {
        try SessionWorld(holding: Self.log) { script in
            script.countsUnread = true
            script.syncAnswer = { _, _ in
                let update = ChatUpdate(
                    chat: ada,
                    messages: Array(Self.log.suffix(3)),
                    receipts: isRead ? [read(30, by: .me)] : [],
                    unreadCount: isRead ? 0 : 30
                )
                return SyncPage(updates: [update], next: SyncCursor("now"), isComplete: true)
            }
            if failing {
                script.before = { request, _ in if request.kind == .page { throw ServiceError.unreachable } }
            }
        }
    }

    private func unread(_ world: SessionWorld) throws -> Int? {
        try world.perform { try await $0.read { try $0.chats(limit: 1).first?.unreadCount } }
    }

    @Test func `the server's count is the unread count, and no page is requested until the chat opens`() throws {
        let world = try world()
        world.run(for: .seconds(300))
        #expect(world.service.requests(.page).isEmpty)
        #expect(try unread(world) == 30)
        let visit = world.begin { await $0.connect(to: ada.id) }
        world.run(for: .seconds(60))
        #expect(try world.texts() == Self.log.map(\.text))
        #expect(try unread(world) == 30, "each message counts once")
        visit.cancel()
    }

    @Test func `reading the newest message leaves nothing unread, although history is missing`() throws {
        let world = try world()
        world.run(for: .seconds(5))
        try world.perform {
            $0.setFocus(true)
            $0.setTopChat(ada.id)
            try await $0.markRead(ada.id, upTo: MessageID("m29"))
        }
        #expect(try unread(world) == 1)
        try world.perform { try await $0.markRead(ada.id, upTo: MessageID("m30")) }
        #expect(try unread(world) == 0)
    }

    @Test func `an excerpt is filled with as many pages as it needs`() throws {
        let world = try world(isRead: true)
        world.run(for: .seconds(5))
        try world.perform { try await $0.fill(.newest(3), of: ada.id, pageLimit: 20) { _ in } }
        #expect(world.service.requests(.page).isEmpty, "it is complete")
        try world.perform { try await $0.fill(.newest(9), of: ada.id, pageLimit: 20) { _ in } }
        #expect(try world.texts() == Self.log.suffix(9).map(\.text))
        #expect(world.service.requests(.page).count == 2)
        try world.perform { try await $0.fill(.newest(100), of: ada.id, pageLimit: 20) { _ in } }
        #expect(try world.texts() == Self.log.map(\.text))
    }

    @Test func `an excerpt that cannot be filled within the limit keeps its gap`() throws {
        let world = try world(isRead: true)
        world.run(for: .seconds(5))
        try world.perform { try await $0.fill(.newest(30), of: ada.id, pageLimit: 2) { _ in } }
        #expect(try world.messages().count == 9)
        #expect(try world.messages().first?.followsGap == true)
        let failing = try self.world(isRead: true, failing: true)
        failing.run(for: .seconds(5))
        #expect(throws: ServiceError.unreachable) {
            try failing.perform { try await $0.fill(.newest(9), of: ada.id, pageLimit: 20) { _ in } }
        }
    }

    @Test func `the server's counts besides messages are read when the user comes to the chat`() throws {
        let world = try world(isRead: true)
        world.run(for: .seconds(5))
        world.push.bring(ChatUpdate(chat: ada, unreadCount: 1))
        world.run(for: .seconds(1))
        #expect(try unread(world) == 1)
        world.enter(ada)
        world.run(for: .seconds(1))
        #expect(try unread(world) == 0 && world.service.requests(.markRead).map(\.what) == ["m30"])
    }
}
