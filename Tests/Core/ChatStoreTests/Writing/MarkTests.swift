import ChatTypes
import Testing

@testable import ChatStore

@Suite struct MarkTests {
    private let database: ChatDatabase

    /// Three chats with one message each; the last one is the newest.
    init() throws {
        database = try ChatDatabase(.memory)
        for (index, chat) in [ada, ben, chat(7)].enumerated() { try database.apply([message(index + 1)], in: chat) }
    }

    private func set(_ mark: ChatMark, _ isSet: Bool = true, _ chat: ChatHeader = ada) throws -> Bool {
        try database.write { try $0.set(mark, to: isSet, in: chat.id) }
    }

    private func hear(_ marks: [ChatMark: Bool], in chat: ChatHeader = ada) throws -> Bool {
        try database.write { try $0.apply(ChatUpdate(chat: chat, marks: marks), announcing: true) }.isChange
    }

    private func due(_ chat: ChatHeader = ada) throws -> [ChatMark: Bool]? {
        try database.read { try $0.dueMarks(in: chat.id) }
    }

    private func marks(_ chat: ChatHeader = ada) throws -> Set<ChatMark>? {
        try database.timeline(of: chat)?.marks
    }

    @Test func `favourites come before all others, each by time, and in every page`() throws {
        #expect(try database.chats().map(\.id) == [chat(7).id, ben.id, ada.id])
        #expect(try set(.favourite))
        #expect(try database.chats().map(\.id) == [ada.id, chat(7).id, ben.id])
        #expect(try set(.favourite, true, ben))
        #expect(try database.chats().map(\.id) == [ben.id, ada.id, chat(7).id])
        for offset in 0...3 {
            let page = try database.read { try $0.chats(offset: offset, limit: 1) }.map(\.id)
            #expect(page == Array([ben.id, ada.id, chat(7).id].dropFirst(offset).prefix(1)))
        }
        #expect(try set(.favourite, false, ben))
        #expect(try database.chats().map(\.id) == [ada.id, chat(7).id, ben.id])
        #expect(try database.chats().map(\.marks) == [[.favourite], [], []])
    }

    @Test func `the first unread chat is a favourite, and may be unread by its mark alone`() throws {
        #expect(try set(.favourite))
        #expect(try database.read { try $0.firstUnreadChat() } == ada.id)
        #expect(try database.read { try $0.firstUnreadChat(besides: ada.id) } == chat(7).id)
        _ = try database.write { try $0.markAllRead() }
        #expect(try database.read { try $0.firstUnreadChat() } == nil)
        #expect(try set(.unread, true, ben))
        #expect(try database.read { try $0.firstUnreadChat() } == ben.id)
        #expect(try set(.unread))
        #expect(try database.read { try $0.firstUnreadChat() } == ada.id)
    }

    @Test func `a mark that changes nothing is not queued, nor one in an unknown chat`() throws {
        #expect(try !set(.favourite, false) && due() == nil)
        #expect(try set(.favourite) && !set(.favourite))
        #expect(try due() == [.favourite: true])
        #expect(try !set(.unread, true, chat(99)))
        #expect(try database.read { try $0.chatsWithDueMarks() } == [ada.id])
    }

    @Test func `each mark is queued by itself, and confirmed unless it changed since`() throws {
        #expect(try set(.favourite) && set(.unread))
        #expect(try due() == [.favourite: true, .unread: true])
        #expect(try set(.unread, false))
        try database.write { try $0.confirm([.favourite: true, .unread: true], in: ada.id) }
        #expect(try due() == [.unread: false])
        try database.write { try $0.confirm([.unread: false], in: ada.id) }
        #expect(try due() == nil && marks() == [.favourite])
    }

    @Test func `another device's mark applies here, unless a change of this one is queued`() throws {
        #expect(try hear([.favourite: true, .unread: true]))
        #expect(try marks() == [.favourite, .unread] && due() == nil)
        #expect(try !hear([.favourite: true]) && !hear([:]))
        #expect(try set(.favourite, false))
        #expect(try !hear([.favourite: true]), "the server does not know it yet")
        #expect(try hear([.favourite: true, .unread: false]), "only that mark waits")
        #expect(try marks() == [])
        try database.write { try $0.confirm([.favourite: false], in: ada.id) }
        #expect(try hear([.favourite: true]))
    }

    @Test func `reading a chat removes the mark that it is unread, on all devices`() throws {
        #expect(try hear([.unread: true, .favourite: true]))
        #expect(try database.write { try $0.markRead(upTo: MessageID("m1"), in: ada.id) })
        #expect(try marks() == [.favourite] && due() == [.unread: false])
        // All chats at once: those that are only marked, too.
        #expect(try set(.unread) && database.write { try $0.markAllRead() }.contains(ada.id))
        #expect(try marks() == [.favourite])
    }

    @Test func `marks survive an export, and are queued after an import`() throws {
        #expect(try hear([.favourite: true], in: ben) && set(.unread, true, ben))
        let copy = try ChatDatabase(.memory)
        try copy.restore(try database.records())
        #expect(try copy.records() == database.records())
        #expect(try copy.read { try $0.dueMarks(in: ben.id) } == [.favourite: true, .unread: true])
    }
}
