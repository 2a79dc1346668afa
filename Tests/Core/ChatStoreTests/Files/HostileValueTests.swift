import ChatTypes
import Foundation
import RuntimeKit
import SQLiteKit
import Testing

@testable import ChatStore

/// Values that no history contains cause neither a trap nor an endless loop, and the app goes on.
@Suite struct HostileValueTests {
    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2, from: .me), message(4)])
        try database.apply([message(1)], in: ben)
        _ = try database.enqueue("waiting", at: moment(5))
    }

    private static let extremes = ["-9223372036854775808", "-1", "0", "9223372036854775806", "9223372036854775807"]
    private static let columns = [
        "account SET unread", "account SET lives", "chat SET created", "chat SET activity", "chat SET unread",
        "chat SET my_marker", "chat SET their_marker", "message SET time", "message SET images", "message SET mine",
        "gap SET predecessor",
    ]

    @Test(arguments: columns, extremes)
    func `any number in any column of a message or chat causes no crash`(column: String, value: String) throws {
        try damage("UPDATE \(column) = \(value)")
        try useEverything()
    }

    private static let groupColumns = [
        "chat SET is_group", "chat SET people", "chat SET members", "chat SET their_marker", "member SET is_member",
        "member SET since", "member SET number", "member SET marker", "member SET chat", "message SET mine",
    ]

    @Test(arguments: groupColumns, extremes)
    func `any number in any column of a group causes no crash`(column: String, value: String) throws {
        try database.apply([message(2, from: adaInTeam), message(3, from: .me)], memberships: teamMembers, in: team)
        let isOfAll = column != "member SET chat"
        try damage("UPDATE \(column) = \(value)\(isOfAll ? "" : " WHERE id = 'ada'")")
        try useEverything()
        let changes = [
            ChatUpdate(chat: team, messages: [message(4, from: benInTeam)]),
            ChatUpdate(chat: team, receipts: [ReadReceipt(reader: adaInTeam, message: MessageID("m3"))]),
            ChatUpdate(chat: team, memberships: [membership(adaInTeam, "A", isMember: false, number: 9)]),
            ChatUpdate(chat: team, memberships: [membership(.member(ContactID("c")), "Carl")]),
        ]
        for change in changes {
            do { _ = try database.write { try $0.apply(change, announcing: true) } } catch is SQLiteError {}
        }
        _ = (try database.chats(), try database.members(), try database.timeline(of: team), try database.records())
    }

    private static let fileColumns = [
        "message SET file_size", "message SET file_pixels", "file SET is_here", "file SET chat", "file SET key",
    ]

    @Test(arguments: fileColumns, extremes)
    func `any number in any column of a file causes no crash`(column: String, value: String) throws {
        try database.apply([message(5, attachment: document)])
        _ = try database.write { try $0.requestDownload(of: MessageID("m5"), in: ada.id, as: "5-notes.pdf") }
        #expect(try database.sendFile("mine"))
        try damage("UPDATE \(column) = \(value)\(column == "file SET key" ? " WHERE message = 'm5'" : "")")
        try useEverything()
        _ = try database.read { reader in
            for id in ["m5", "mine"] { _ = try reader.file(of: MessageID(id), in: ada.id) }
            _ = (
                try reader.nextDownload(in: ada.id), try reader.chatsWithDownloads(), try reader.nextToSend(in: ada.id)
            )
        }
        let changes: [(borrowing ChatWriter) throws -> Void] = [
            { _ = try $0.requestDownload(of: MessageID("m5"), in: ada.id, as: "6", isMissing: true) },
            { _ = try $0.cancelDownload(of: MessageID("m5"), in: ada.id) },
            { _ = try $0.annotate(.deletion(of: MessageID("mine"), in: ada.id)) },
        ]
        for change in changes {
            do { try database.write { try change($0) } } catch is SQLiteError {}
        }
    }

    @Test func `a file under a name that leads elsewhere touches nothing there`() throws {
        let folder = try TemporaryFolder()
        let history = try ChatDatabase(.file(path: folder.file("history.sqlite").path))
        try Data("mine".utf8).write(to: folder.file("precious"))
        try history.apply([message(1, attachment: document)])
        _ = try history.write { try $0.requestDownload(of: MessageID("m1"), in: ada.id, as: "a") }
        try history.files.write([1], to: "a", at: 0)
        try history.execute("UPDATE file SET name = '../precious'; UPDATE message SET file_name = '../../etc/passwd'")
        #expect(try history.read { try $0.file(of: MessageID("m1"), in: ada.id) }?.attachment.name == "passwd")
        #expect(try history.timeline()?.messages.first?.attachment?.name == "passwd")
        history.removeStrayFiles()
        #expect(try history.write { try $0.cancelDownload(of: MessageID("m1"), in: ada.id) })
        #expect(try Data(contentsOf: folder.file("precious")) == Data("mine".utf8))
    }

    @Test(arguments: ["message SET key", "message SET place", "gap SET position"], extremes)
    func `any key and position causes no crash`(column: String, value: String) throws {
        let table = column.prefix { $0 != " " }
        try damage(
            "UPDATE \(column) = \(value) WHERE rowid = (SELECT max(rowid) FROM \(table))".replacing(
                "gap SET position = \(value) WHERE rowid = (SELECT max(rowid) FROM gap)",
                with: "gap SET position = \(value)"
            )
        )
        try useEverything()
    }

    @Test(arguments: extremes) func `any key of a chat causes no crash`(value: String) throws {
        try damage(
            "UPDATE message SET chat = \(value) WHERE chat = 1; UPDATE gap SET chat = \(value) WHERE chat = 1;"
                + "UPDATE chat SET key = \(value) WHERE key = 1"
        )
        try useEverything()
    }

    @Test func `damaged unread counts are counted again`() throws {
        for value in ["9223372036854775807", "-5"] {
            try damage("UPDATE chat SET unread = \(value); UPDATE account SET unread = \(value)")
            let before = try #require(try database.timeline()?.messages.count { $0.author == .contact })
            try database.apply([message(100 + before)])
            #expect(try database.unread() == before + 1)
            #expect(try database.unreadCount() >= before + 1)
        }
    }

    @Test func `a chat with a damaged id is listed, found, read and exported under one id`() throws {
        try damage("UPDATE chat SET id = cast(x'636861742DFA6564' AS TEXT) WHERE id = 'chat-ada'")
        let id = try #require(try database.chats().first?.id)
        #expect(id != ada.id)
        #expect(try database.read { try $0.chat(id) }?.contact == ada.contact)
        #expect(try database.read { try $0.timeline(of: id, in: .newest(9)) }?.messages.count == 4)
        #expect(try database.search("text 4").hits.map(\.chat) == [id])
        let records = try database.records()
        #expect(records.count == 2 + 5)
        let copy = try ChatDatabase(.memory)
        try copy.write { writer in for record in records { try writer.restore(record) } }
        #expect(try copy.records() == records)
        #expect(try database.write { try $0.markRead(upTo: MessageID("m4"), in: id) })
        #expect(try database.read { try $0.dueReceipts() }.map(\.chat) == [id])
    }

    @Test func `a message with a damaged id is read, confirmed and counted like any other`() throws {
        try damage(
            "UPDATE message SET id = cast(x'FFFE' AS TEXT) WHERE id = 'm4'; UPDATE message SET id = cast(x'00FD' AS TEXT) WHERE waits = 1"
        )
        let messages = try #require(try database.timeline()?.messages)
        #expect(messages.count == 4)
        #expect(try database.timeline(in: .around(messages[2].id, before: 0, after: 0))?.messages == [messages[2]])
        #expect(try database.write { try $0.markRead(upTo: messages[2].id, in: ada.id) })
        #expect(try database.unread() == 0)
        #expect(try database.nextMessageToSend()?.id == messages[3].id)
        try database.apply([message(5, from: .me, id: messages[3].id.rawValue)])
        #expect(try database.nextMessageToSend() == nil)
    }

    /// Does everything that an app does, and checks that it ends. A value may be refused with a text.
    private func useEverything() throws {
        _ = try database.read { reader in
            for chat in try reader.chats(limit: 9) { _ = try reader.timeline(of: chat.id, in: .newest(9)) }
            _ = try reader.timeline(of: ada.id, in: .around(MessageID("m2"), before: 3, after: 3))
            _ = (try reader.unreadCount(), try reader.lifeCount(), try reader.dueReceipts(), try reader.chatsWithGaps())
            _ = (try reader.gapToFill(in: ada.id), try reader.earliestGap(in: ada.id))
            var place: SearchPlace?
            for _ in 0..<20 {
                let page = try reader.search("text", after: place, limit: 1)
                place = page.next
                if place == nil { break }
            }
            #expect(place == nil)
        }
        for record in try database.records() { _ = try JSONEncoder().encode(record) }
        let changes: [(borrowing ChatWriter) throws -> Void] = [
            { _ = try $0.apply(ChatUpdate(chat: ada, messages: [message(3), message(5)]), announcing: true) },
            {
                _ = try $0.apply(
                    ChatUpdate(chat: ada, messages: [message(6, from: .me, id: "waiting")]),
                    announcing: true
                )
            },
            { _ = try $0.enqueue(OutgoingMessage(id: MessageID("w"), chat: ada.id, text: "w"), at: moment(9)) },
            { _ = try $0.markRead(upTo: MessageID("m5"), in: ada.id) },
            { try $0.markFailed(MessageID("w"), in: ada.id, reason: "no") },
            { _ = try $0.requeue(MessageID("w"), in: ada.id, at: moment(10)) },
        ]
        for change in changes {
            do { try database.write { try change($0) } } catch is SQLiteError {}
        }
        _ = try database.records()
    }

    private func damage(_ script: String) throws {
        try database.execute(
            "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; \(script); PRAGMA ignore_check_constraints = OFF"
        )
    }
}
