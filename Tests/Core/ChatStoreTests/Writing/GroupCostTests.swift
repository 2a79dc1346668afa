import ChatTypes
import SQLiteKit
import Testing

@testable import ChatStore

/// An event costs the same for any number of members, and little more than between two.
@Suite struct GroupCostTests {
    private static let kinds = [
        "message", "receipt", "awaited receipt", "edit", "removal", "membership", "newcomer", "own",
    ]

    @Test(arguments: kinds) func `an event takes as many statements in a group of 300 as in one of 8`(
        kind: String
    ) throws {
        let (small, large, pair) = try (
            cost(of: kind, among: 8), cost(of: kind, among: 300), cost(of: kind, among: nil)
        )
        #expect(large.statements == small.statements)
        #expect(large.rows == small.rows)
        #expect(large.pages < small.pages + 40, "\(small.pages), \(large.pages)")
        #expect(large.scanned == 0)
        #expect(large.statements <= pair.statements + 5, "\(pair.statements), \(large.statements)")
    }

    @Test func `a list or a chat takes one statement for any authors, and each search hit another`() throws {
        let scans = try [8, 300].map { count in
            let (database, chat, author) = try history(among: count)
            try database.apply([message(1)])
            try database.apply([message(5, from: author, text: "sought")], in: chat)
            let before = database.statementCount
            #expect(try database.chats().count == 2)
            #expect(try database.timeline(of: chat)?.messages.count == 5)
            #expect(try database.search("sought").hits.count == 1)
            // A search finds names, then texts, and reads each message found.
            #expect(database.statementCount - before == 5)
            let rows = database.rowCount
            #expect(try database.members(limit: 5).count == 5)
            #expect(database.rowCount - rows == 5)
            return database.connection.scannedRowCount
        }
        #expect(scans[0] == scans[1])
    }

    private struct Cost {
        var statements = 0
        var rows = 0
        var pages = 0
        var scanned = 0
    }

    /// Creates a chat of that many people, or between two, with messages of everyone in turn.
    private func history(among count: Int?) throws -> (ChatDatabase, ChatHeader, Author) {
        let database = try ChatDatabase(.memory)
        let chat = count == nil ? ada : team
        let author = count == nil ? Author.contact : .member(ContactID("p3"))
        let crowd = (1..<(count ?? 2)).map { membership(.member(ContactID("p\($0)")), "P\($0)") }
        let messages = [
            message(1, from: author), message(2, from: .me), message(3, from: author), message(4, from: .me),
        ]
        let receipts = (1..<(count ?? 2)).map {
            ReadReceipt(reader: .member(ContactID("p\($0)")), message: MessageID("m2"))
        }
        try database.apply(messages, receipts: receipts, memberships: crowd, in: chat)
        return (database, chat, author)
    }

    private func cost(of kind: String, among count: Int?) throws -> Cost {
        let (database, chat, author) = try history(among: count)
        func event(_ number: Int) throws {
            switch kind {
            case "message": try database.apply([message(number + 4, from: author)], in: chat)
            case "receipt":
                let receipt = ReadReceipt(reader: author, message: MessageID("m\(2 + number)"))
                try database.apply(receipts: [receipt], in: chat)
            case "awaited receipt":
                try database.apply(receipts: [ReadReceipt(reader: author, message: MessageID("x\(number)"))], in: chat)
            case "edit":
                let edit = Annotation(
                    author: author,
                    message: MessageID("m1"),
                    kind: .edit(text: "\(number)"),
                    number: Int64(number)
                )
                try database.apply(annotations: [edit], in: chat)
            case "removal":
                let removal = Annotation(author: author, message: MessageID(number == 1 ? "m1" : "m3"), kind: .deletion)
                try database.apply(annotations: [removal], in: chat)
            case "membership":
                let left = membership(author, "P3", isMember: number.isMultiple(of: 2), number: Int64(number) + 1)
                try database.apply(memberships: [left], in: chat)
            case "newcomer":
                let newcomer = membership(.member(ContactID("new\(number)")), "New", since: 40)
                try database.apply(memberships: [newcomer], in: chat)
            default: _ = try database.enqueue("own\(number)", in: chat, at: moment(60 + number))
            }
        }
        // Statements that are prepared once are not part of an event's cost.
        try event(1)
        let before = Cost(
            statements: database.statementCount,
            rows: database.rowCount,
            pages: database.connection.pageAccessCount,
            scanned: database.connection.scannedRowCount
        )
        try event(2)
        return Cost(
            statements: database.statementCount - before.statements,
            rows: database.rowCount - before.rows,
            pages: database.connection.pageAccessCount - before.pages,
            scanned: database.connection.scannedRowCount - before.scanned
        )
    }
}
