import ChatTypes
import SQLiteKit
import Testing

@testable import ChatStore

/// Events, starts and touches use an index, and scan no table.
@Suite struct IndexTests {
    @Test func `no frequent operation scans a whole table`() throws {
        let counts = try [10, 20].map { try scannedRows(inAccountOf: $0) }
        #expect(counts[0] == counts[1])
    }

    /// Returns how many rows are scanned by a session in an account of that many chats with that many messages.
    private func scannedRows(inAccountOf count: Int) throws -> Int {
        let database = try ChatDatabase(.memory)
        for number in 1...count { try database.apply((1...count).map { message($0) }, in: chat(number)) }
        let before = database.connection.scannedRowCount
        try receive(database, in: chat(7), after: count)
        try send(database, in: chat(8))
        try look(database, at: chat(9))
        try exchangeFiles(database, in: chat(6), after: count)
        return database.connection.scannedRowCount - before
    }

    private func receive(_ database: ChatDatabase, in chat: ChatHeader, after count: Int) throws {
        let receipt = ReadReceipt(reader: .contact, message: MessageID("later"))
        try database.apply([message(count + 4)], receipts: [receipt], in: chat)
        try database.apply([message(count + 3), message(count + 2)], in: chat)
        let removals = ["m\(count + 1)", "unknown"].map {
            Annotation(author: .contact, message: MessageID($0), kind: .deletion)
        }
        try database.apply([message(count + 1)], annotations: removals, in: chat)
        let edits = ["m\(count + 2)", "another"].map {
            Annotation(author: .contact, message: MessageID($0), kind: .edit(text: "better"), number: 1)
        }
        try database.apply([message(count + 1)], annotations: edits, in: chat)
        try database.write { try $0.setSyncCursor(SyncCursor("1")) }
    }

    private func send(_ database: ChatDatabase, in chat: ChatHeader) throws {
        let (first, second) = (MessageID("own-1"), MessageID("own-2"))
        #expect(try database.enqueue(first.rawValue, in: chat, at: moment(900)))
        #expect(try database.enqueue(second.rawValue, in: chat, at: moment(901)))
        try database.write { try $0.setDraft("x", in: chat.id) }
        try database.write { try $0.markFailed(first, in: chat.id, reason: "no") }
        #expect(try database.write { try $0.requeue(first, in: chat.id, at: moment(902)) })
        #expect(try database.write { try $0.annotate(.deletion(of: second, in: chat.id)) })
        #expect(try database.write { try $0.markRead(upTo: MessageID("m9"), in: chat.id) })
        #expect(try database.nextToSend(in: chat) != nil)
        #expect(try database.read { try $0.chatsWithOutbox() }.count == 1)
        #expect(try database.read { try $0.dueReceipts() }.count == 1)
        try database.apply([message(5000, from: .me, id: "mine")], in: chat)
        let edit = OutgoingAnnotation.edit("edit", of: "mine", to: "better", in: chat.id)
        #expect(try database.write { try $0.annotate(edit) })
        let accepted = Annotation(author: .me, message: edit.message, kind: edit.kind, number: 1)
        try database.write { try $0.confirm(edit, as: accepted) }
    }

    private func exchangeFiles(_ database: ChatDatabase, in chat: ChatHeader, after count: Int) throws {
        let carrying = [message(count + 1, attachment: picture), message(count + 2, attachment: document)]
        try database.apply(carrying, in: chat)
        for file in carrying {
            #expect(try database.write { try $0.requestDownload(of: file.id, in: chat.id, as: "\(file.id)") })
        }
        let first = try #require(try database.read { try $0.nextDownload(in: chat.id) })
        #expect(try database.write { try $0.endDownload(first) })
        #expect(try database.read { try $0.file(of: first.message, in: chat.id) }?.isComplete == true)
        #expect(try database.read { try $0.chatsWithDownloads() } == [chat.id])
        #expect(try database.write { try $0.cancelDownload(of: carrying[1].id, in: chat.id) })
        #expect(try database.sendFile("own-3", in: chat))
        #expect(try database.nextToSend(in: chat) != nil)
        #expect(try database.write { try $0.setFile(FileID("place"), of: MessageID("own-3"), in: chat.id) })
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("own-3"), in: chat.id)) })
    }

    private func look(_ database: ChatDatabase, at chat: ChatHeader) throws {
        #expect(try database.chats(limit: 5).count == 5)
        #expect(try database.timeline(of: chat, in: .newest(5))?.messages.count == 5)
        #expect(try database.read { try $0.chat(withContactNamed: "Another") } == nil)
        #expect(try database.read { try $0.unreadCount() } > 0)
        #expect(try database.read { try $0.earliestGap(in: chat.id) } == nil)
    }
}
