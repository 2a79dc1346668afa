import Testing
import Transport

@testable import ChatStore

@Suite struct MuteTests {
    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2)])
        try database.apply([message(1)], in: ben)
    }

    private func setMuted(_ isMuted: Bool, _ chat: ChatHeader = ada) throws -> Bool {
        try database.write { try $0.setMuted(isMuted, in: chat.id) }
    }

    @Test func `a muted chat is no part of the account's unread, and keeps its own count`() throws {
        #expect(try setMuted(true))
        #expect(try database.unreadCount() == 1)
        #expect(try database.unread() == 2)
        #expect(try database.chats().map(\.isMuted) == [true, false])
        #expect(try database.timeline()?.isMuted == true)
        try database.apply([message(3)])
        #expect(try database.unreadCount() == 1)
        #expect(try database.write { try $0.markRead(upTo: MessageID("m2"), in: ada.id) })
        #expect(try database.unreadCount() == 1)
        #expect(try setMuted(false))
        #expect(try database.unreadCount() == 2)
    }

    @Test func `muting twice changes nothing`() throws {
        #expect(try setMuted(true))
        #expect(try !setMuted(true))
        #expect(try database.unreadCount() == 1)
        #expect(try !setMuted(true, chat(7)))
    }

    @Test func `a damaged count does not get into the account's sum`() throws {
        try database.connection.execute("UPDATE chat SET unread = 9223372036854775807 WHERE id = 'chat-ada'")
        #expect(try setMuted(true) && setMuted(false))
        #expect(try (0...3).contains(database.unreadCount()))
    }

    @Test func `messages of a muted chat are not announced, then or later`() throws {
        #expect(try setMuted(true))
        #expect(try database.apply([message(3)], announcing: true).announced.isEmpty)
        #expect(try setMuted(false))
        #expect(try database.apply([message(3)], announcing: true).announced.isEmpty)
        #expect(try database.apply([message(4)], announcing: true).announced.count == 1)
    }

    @Test func `a muted chat is muted after export and import`() throws {
        #expect(try setMuted(true))
        let other = try ChatDatabase(.memory)
        try other.write { writer in for record in try database.records() { try writer.restore(record) } }
        #expect(try other.chats().map(\.isMuted) == [true, false])
        #expect(try other.unreadCount() == 1)
    }
}
