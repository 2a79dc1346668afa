import ChatTypes
import SQLiteKit
import Testing

@testable import ChatStore

@Suite struct MuteTests {
    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2)])
        try database.apply([message(1)], in: ben)
    }

    private func setMuted(_ isMuted: Bool, _ chat: ChatHeader = ada) throws -> Bool {
        try database.write { try $0.setNotifications(isMuted ? .muted : .all, in: chat.id) }
    }

    @Test func `a muted chat keeps its count, which the account's sum leaves out`() throws {
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

    private func hear(_ isMuted: Bool, _ messages: [Message] = []) throws -> AppliedUpdate {
        try database.write { writer in
            try writer.apply(
                ChatUpdate(chat: ada, messages: messages, notifications: isMuted ? .muted : .all),
                announcing: true
            )
        }
    }

    @Test func `another device's mute applies here, also to messages of the same update`() throws {
        let applied = try hear(true, [message(3)])
        #expect(applied.isChange && applied.isMuteChange && applied.announced.isEmpty)
        #expect(try database.unreadCount() == 1 && database.unread() == 3)
        #expect(try !hear(true).isChange, "that is no news")
        #expect(try hear(false).isMuteChange)
        #expect(try database.unreadCount() == 4 && database.chats().map(\.isMuted) == [false, false])
        #expect(try due() == nil && database.read { try $0.chatsWithDueNotifications() } == [], "the server knows it")
    }

    @Test func `a mute is queued, and the server's older state ignored until then`() throws {
        #expect(try setMuted(true) && due() == .muted)
        #expect(try !hear(false).isMuteChange && database.chats().map(\.isMuted) == [true, false])
        try confirm(false)
        #expect(try due() == .muted, "that was told of something else")
        #expect(try database.read { try $0.chatsWithDueNotifications() } == [ada.id])
        try confirm(true)
        #expect(try due() == nil && hear(false).isMuteChange)
    }

    private func due() throws -> NotificationMode? { try database.read { try $0.dueNotifications(in: ada.id) } }

    private func confirm(_ isMuted: Bool) throws {
        try database.write { try $0.confirmNotifications(isMuted ? .muted : .all, in: ada.id) }
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

    private func event(_ number: Int, _ event: ChatEvent, _ text: String, from author: Author = .contact) -> Message {
        Message(
            id: MessageID("m\(number)"),
            author: author,
            text: text,
            event: event,
            sentAt: moment(number),
            position: Position(Int64(number) * 10),
            predecessor: nil
        )
    }

    @Test func `a call is announced if another person makes it, under its own text and live`() throws {
        let call = ChatEventText.call.text
        let events = [
            event(3, .called, call), event(4, .called, call, from: .me), event(5, .changed, call),
            event(6, .called, "called somebody"),
        ]
        let announced = try events.map { try database.apply([$0], announcing: true).calls.count }
        #expect(announced == [1, 0, 0, 0])
        #expect(try database.apply([event(7, .called, call)], announcing: false).calls.isEmpty)
    }

    @Test(arguments: [false, true])
    func `calls, removals and invitations are announced unless the chat is muted`(isMuted: Bool) throws {
        _ = try setMuted(isMuted)
        func apply(_ state: ChatState, _ number: Int64) throws -> AppliedUpdate {
            let standing = NumberedStanding(ChatStanding(state: state), number: number)
            return try database.write { try $0.apply(ChatUpdate(chat: ada, standing: standing), announcing: true) }
        }
        let call = event(3, .called, ChatEventText.call.text)
        #expect(try database.apply([call], announcing: true).calls.isEmpty == isMuted)
        #expect(try (apply(.removed(by: "Ada", reason: ""), 1).removal == nil) == isMuted)
        #expect(try (apply(.invited(by: "Ada", toGroup: false), 2).invitation == nil) == isMuted)
    }
}
