import ChatTypes
import SQLiteKit
import Testing

@testable import ChatStore

/// Messages that mention the user, and chats that notify of nothing else.
@Suite struct MentionTests {
    private let database: ChatDatabase

    /// Four messages by Ada, of which the second and the fourth mention the user.
    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply((1...4).map { message($0, mentionsMe: $0.isMultiple(of: 2)) })
    }

    private func counts(_ chat: ChatHeader = ada) throws -> [Int] {
        let found = try #require(try database.chats().first { $0.id == chat.id })
        return [found.unreadCount, found.mentionCount, try database.unreadCount()]
    }

    private func set(_ mode: NotificationMode) throws -> Bool {
        try database.write { try $0.setNotifications(mode, in: ada.id) }
    }

    @Test func `mentions count until they are read or deleted`() throws {
        #expect(try counts() == [4, 2, 4])
        #expect(try database.timeline()?.messages.map(\.mentionsMe) == [false, true, false, true])
        #expect(try database.write { try $0.markRead(upTo: MessageID("m2"), in: ada.id) })
        #expect(try counts() == [2, 1, 2])
        try database.apply(annotations: [Annotation(author: .contact, message: MessageID("m4"), kind: .deletion)])
        #expect(try counts() == [1, 0, 1])
        #expect(try database.timeline()?.messages.map(\.mentionsMe) == [false, true, false, false])
        #expect(try database.integrityProblems() == [])
    }

    @Test func `the user's own, deleted and quiet messages mention nobody`() throws {
        var deleted = message(6, mentionsMe: true)
        deleted.isDeleted = true
        try database.apply([
            message(5, from: .me, mentionsMe: true), deleted, message(7, isQuiet: true, mentionsMe: true),
        ])
        #expect(try counts() == [4, 2, 4])
    }

    @Test func `a message that comes again counts as it came first`() throws {
        try database.apply([message(1, mentionsMe: true), message(2)])
        #expect(try counts() == [4, 2, 4])
    }

    @Test func `a chat of mentions only counts and announces nothing else`() throws {
        try database.apply([message(1)], in: ben)
        #expect(try set(.mentions) && counts() == [4, 2, 3])
        #expect(try !set(.mentions))
        let news = try database.apply([message(5), message(6, mentionsMe: true)], announcing: true).announced
        #expect(news.map(\.id.rawValue) == ["m6"])
        #expect(try counts() == [6, 3, 4])
        #expect(try database.read { try $0.news(MessageID("m5"), in: ada.id) } == nil)
        #expect(try database.read { try $0.news(MessageID("m6"), in: ada.id) } != nil)
        #expect(try database.write { try $0.markRead(upTo: MessageID("m3"), in: ada.id) })
        #expect(try counts() == [3, 2, 3])
        #expect(try set(.muted) && counts() == [3, 2, 1])
        #expect(try set(.all) && counts() == [3, 2, 4])
    }

    @Test func `the account's mode is followed, unless a newer one waits for the server`() throws {
        func hear(_ mode: NotificationMode) throws -> Bool {
            let update = ChatUpdate(chat: ada, notifications: mode)
            return try database.write { try $0.apply(update, announcing: true) }.isMuteChange
        }
        #expect(try hear(.mentions) && !hear(.mentions) && counts() == [4, 2, 2])
        #expect(try set(.muted) && !hear(.all))
        #expect(try database.read { try $0.dueNotifications(in: ada.id) } == .muted)
        try database.write { try $0.confirmNotifications(.mentions, in: ada.id) }
        #expect(try !hear(.all), "the server was told of something else")
        try database.write { try $0.confirmNotifications(.muted, in: ada.id) }
        #expect(try hear(.all) && counts() == [4, 2, 4])
    }

    @Test func `a mode and mentions are the same after export and import`() throws {
        #expect(try set(.mentions))
        let copy = try ChatDatabase(.memory)
        try copy.write { writer in for record in try database.records() { try writer.restore(record) } }
        #expect(try copy.records() == database.records())
        #expect(try copy.chats().map(\.notifications) == [.mentions] && copy.unreadCount() == 2)
        #expect(try copy.read { try $0.dueNotifications(in: ada.id) } == .mentions)
    }

    @Test func `the content of a placeholder says whether it counts and mentions the user`() throws {
        func placeholder(_ number: Int) -> Message { message(number, text: "?", edit: Message.placeholderNumber) }
        try database.apply([placeholder(5), placeholder(6)])
        #expect(try counts() == [6, 2, 6])
        let content = [message(5, isQuiet: true), message(6, mentionsMe: true)]
        #expect(try database.apply(content, announcing: true).announced.map(\.id.rawValue) == ["m6"])
        #expect(try counts() == [5, 3, 5])
        #expect(try database.write { try $0.markRead(upTo: MessageID("m6"), in: ada.id) })
        #expect(try counts() == [0, 0, 0])
    }

    @Test func `the server counts mentions that are missing here`() throws {
        func apply(_ messages: [Message], count: Int? = nil, mentions: Int? = nil) throws {
            let update = ChatUpdate(chat: ben, messages: messages, unreadCount: count, mentionCount: mentions)
            _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
        }
        try apply([message(8), message(9, mentionsMe: true)], count: 9, mentions: 3)
        #expect(try counts(ben) == [9, 3, 13])
        try apply([message(5, mentionsMe: true), message(6, mentionsMe: true), message(7)])
        #expect(try counts(ben) == [9, 3, 13])
        try apply([message(1), message(2), message(3), message(4)], mentions: 99)
        #expect(try counts(ben) == [9, 3, 13], "nothing is missing any more")
    }

    @Test func `mentions are found from the newest on, and tell whether the title needs a mark`() throws {
        func before(_ message: String?) throws -> String? {
            try database.read { try $0.mention(before: message.map { MessageID($0) }, in: ada.id)?.rawValue }
        }
        #expect(try before(nil) == "m4" && before("m4") == "m2" && before("m3") == "m2" && before("m2") == nil)
        #expect(try database.read { try $0.mention(before: nil, in: ben.id) } == nil)
        #expect(try database.read { try $0.isMentioned() })
        #expect(try set(.muted) && !database.read { try $0.isMentioned() })
        #expect(try set(.mentions) && database.read { try $0.isMentioned() })
        #expect(try database.write { try $0.markRead(upTo: MessageID("m4"), in: ada.id) })
        #expect(try !database.read { try $0.isMentioned() } && before(nil) == "m4")
    }

    @Test(arguments: ["9223372036854775807", "1e300"])
    func `a damaged count of mentions is counted again`(_ number: String) throws {
        try database.connection.execute("UPDATE chat SET mentions = CAST(\(number) AS INTEGER) WHERE id = 'chat-ada'")
        try database.apply([message(5, mentionsMe: true)])
        #expect(try counts() == [5, 3, 5])
    }

    @Test func `a message whose edit comes with it and mentions the user is announced once, as it is by now`() throws {
        let kind = Annotation.Kind.edit(text: "you")
        let edit = Annotation(author: .contact, message: MessageID("m5"), kind: kind, number: 1, mentionsMe: true)
        let news = try database.apply([message(5), message(6)], annotations: [edit], announcing: true).announced
        #expect(news.map(\.text).sorted() == ["text 6", "you"])
    }

    /// An edit of the fifth message.
    private func edit(_ text: String, _ number: Int64, mentionsMe: Bool) -> Annotation {
        let (message, kind) = (MessageID("m5"), Annotation.Kind.edit(text: text))
        return Annotation(author: .contact, message: message, kind: kind, number: number, mentionsMe: mentionsMe)
    }

    @Test(arguments: [false, true])
    func `an edit that comes before its message can be read makes that a mention, which is announced`(
        hasPlaceholder: Bool
    ) throws {
        if hasPlaceholder { try database.apply([message(5, text: "?", edit: Message.placeholderNumber)]) }
        try database.apply(annotations: [edit("you", 1, mentionsMe: true)])
        let news = try database.apply([message(5)], announcing: true).announced
        #expect(news.map(\.text) == ["you"] && news.map(\.mentionsMe) == [true])
        #expect(try counts() == [5, 3, 5])
        #expect(try database.timeline()?.messages.last?.mentionsMe == true)
    }

    @Test func `of two edits before their message the newer one keeps the mention of the older`() throws {
        let edits = [edit("you", 1, mentionsMe: true), edit("you two", 2, mentionsMe: false)]
        for edit in edits { try database.apply(annotations: [edit]) }
        try database.apply([message(5)])
        #expect(try counts() == [5, 3, 5])
        #expect(try database.timeline()?.messages.last?.text == "you two")
    }

    @Test func `a message mentions nobody whose deletion and edit come before it`() throws {
        let deletion = Annotation(author: .contact, message: MessageID("m5"), kind: .deletion)
        try database.apply(annotations: [edit("you", 1, mentionsMe: true), deletion])
        #expect(try database.apply([message(5)], announcing: true).announced == [])
        #expect(try counts() == [4, 2, 4])
    }

    @Test func `the server has counted the mention of an edit that comes before a message of a gap`() throws {
        func apply(_ messages: [Message], count: Int? = nil, mentions: Int? = nil) throws {
            let update = ChatUpdate(chat: ben, messages: messages, unreadCount: count, mentionCount: mentions)
            _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
        }
        try apply([message(8), message(9)], count: 9, mentions: 1)
        try database.apply(annotations: [edit("you", 1, mentionsMe: true)], in: ben)
        try apply([message(5), message(6), message(7)])
        #expect(try counts(ben) == [9, 1, 13])
    }
}
