import ChatTypes
import Foundation
import SQLiteKit
import Testing

@testable import ChatStore

@Suite struct ListTests {
    @Test func `chats are sorted by the server's time and then by id, in windows`() throws {
        let database = try ChatDatabase(.memory)
        for number in [3, 1, 2] {
            try database.apply([message(1, at: moment(number == 3 ? 9 : 5))], in: chat(number))
        }
        #expect(try database.chats(limit: 9).map(\.id.rawValue) == ["c3", "c1", "c2"])
        #expect(try database.chats(limit: 2).map(\.id.rawValue) == ["c3", "c1"])
        #expect(try database.read { try $0.chatCount() } == 3)
    }

    @Test func `a chat without messages is listed by when it was made`() throws {
        let database = try ChatDatabase(.memory)
        try database.write { try $0.register(ada) }
        let chats = try database.chats(limit: 9)
        #expect(chats.map(\.newest) == [nil])
        #expect(chats.map(\.activity) == [ada.createdAt])
    }

    @Test func `the first unread chat is the first in the list, except the open one`() throws {
        let database = try ChatDatabase(.memory)
        func first(besides chat: ChatID? = nil) throws -> String? {
            try database.read { try $0.firstUnreadChat(besides: chat) }?.rawValue
        }
        #expect(try first() == nil)
        for number in 1...3 { try database.apply([message(1, at: moment(number))], in: chat(number)) }
        #expect(try first() == "c3")
        #expect(try first(besides: chat(3).id) == "c2")
        _ = try database.write { try $0.markRead(upTo: MessageID("m1"), in: chat(3).id) }
        #expect(try first() == "c2")
    }

    @Test(arguments: ["invited", "invitedToGroup", "invitedToSpace"])
    func `an invitation counts as unread until it is answered`(word: String) throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, at: moment(1))], in: chat(1))
        func stand(_ state: ChatState, _ number: Int64) throws {
            let standing = NumberedStanding(ChatStanding(state: state), number: number)
            _ = try database.write { try $0.apply(ChatUpdate(chat: chat(2), standing: standing), announcing: true) }
        }
        try stand(ChatState(word: word, person: "Eve (@eve:test)", reason: nil), 1)
        #expect(try database.read { try $0.firstUnreadChat(besides: chat(1).id) } == chat(2).id)
        #expect(try database.unreadCount() == 2)
        try stand(.joined, 2)
        #expect(try database.read { try $0.firstUnreadChat(besides: chat(1).id) } == nil)
        #expect(try database.unreadCount() == 1)
    }

    @Test func `list and search read a chat's newest message from the index, however long the chat is`() throws {
        let steps = try [20, 1000].map { count in
            let database = try ChatDatabase(.memory)
            try database.apply((1...count).map { message($0) })
            return try [{ _ = try database.chats(limit: 1) }, { _ = try database.search("Ada", limit: 1) }].map {
                read in
                let before = database.connection.stepCount
                try read()
                return database.connection.stepCount - before
            }
        }
        // Sorting, or skipping other messages, costs several steps for each message of the chat.
        for (short, long) in zip(steps[0], steps[1]) { #expect(0 < short && long < short + 100, "\(steps)") }
    }

    @Test func `a list reads no more of a text than a preview needs`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "x" + String(repeating: "é", count: 10_000))])
        let preview = try #require(try database.chats(limit: 1).first?.newest?.text)
        #expect(preview == "x" + String(repeating: "é", count: (StoredChat.previewBytes - 1) / 2))
        #expect(try database.search("Ada", limit: 1).hits.map(\.context) == [preview])
    }

    @Test func `a chat of the list says whether it has a draft`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        func hasDraft() throws -> Bool? { try database.read { try $0.chats(limit: 1) }.first?.hasDraft }
        #expect(try hasDraft() == false)
        try database.write { try $0.setDraft("half", in: ada.id) }
        #expect(try hasDraft() == true)
    }
}
