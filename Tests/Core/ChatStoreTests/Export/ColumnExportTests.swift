import ChatTypes
import SQLiteKit
import Testing

@testable import ChatStore

/// Compares every column of a history with its copy, so that a property that an export does not know fails a test.
@Suite struct ColumnExportTests {
    /// A table, with the columns that an export leaves out because they follow from others, or are this file's own.
    private struct Table: Sendable, CustomTestStringConvertible {
        let name: String
        let omitted: Set<String>
        var testDescription: String { name }
    }

    private static let tables = [
        Table(
            name: "chat",
            omitted: [
                "key", "name_key", "activity", "unread", "receipt_due", "people", "members", "mute_due", "rights",
                "standing", "mentions", "marks_due", "receipt_all_due", "pins",
            ]
        ),
        Table(name: "message", omitted: ["key", "chat", "announced", "place"]),
        Table(name: "member", omitted: ["chat", "name_key"]),
        Table(name: "reaction", omitted: ["key", "chat", "waits"]),
        Table(name: "vote", omitted: ["key", "chat", "waits"]),
        Table(name: "gap", omitted: ["chat"]),
        Table(name: "thread", omitted: ["key", "chat", "answers", "top", "unread", "mentions", "receipt_due"]),
        Table(name: "pin", omitted: ["chat"]),
        Table(name: "space", omitted: ["chat"]),
    ]

    /// A chat and a group in which every exported column has a value of its own.
    private func filled() throws -> ChatDatabase {
        let database = try ChatDatabase(.memory)
        let strong = [TextSpan(.strong, start: 0, length: 4)]
        try database.apply(
            [message(1), message(2, from: .me), message(4, images: 1, attachment: picture)],
            receipts: [
                ReadReceipt(reader: .me, message: MessageID("m1")),
                ReadReceipt(reader: .contact, message: MessageID("m2")),
            ]
        )
        try database.apply(
            [
                message(1, from: adaInTeam, spans: strong, edit: 3),
                message(2, from: .me, repliesTo: "m1"),
                message(3, from: adaInTeam), message(4, from: benInTeam, mentionsMe: true),
                message(5, from: adaInTeam, isQuiet: true), message(6, from: adaInTeam, poll: lunch),
            ],
            receipts: [ReadReceipt(reader: adaInTeam, message: MessageID("m2"))],
            annotations: [
                Annotation(author: adaInTeam, message: MessageID("m3"), kind: .deletion),
                Annotation(author: .me, message: MessageID("m1"), kind: .reaction(text: "🎉", isSet: true), number: 5),
                Annotation(
                    author: benInTeam,
                    message: MessageID("m1"),
                    kind: .reaction(text: "👍", isSet: true),
                    number: 4
                ),
                Annotation(author: .me, message: MessageID("m6"), kind: .vote(answers: ["a"]), number: 6),
                Annotation(author: benInTeam, message: MessageID("m6"), kind: .vote(answers: ["b", "a"]), number: 7),
                Annotation(author: adaInTeam, message: MessageID("m6"), kind: .pollEnd),
            ],
            memberships: teamMembers + [
                membership(.member(ContactID("gone")), "Gone", isMember: false, since: 10, number: 7)
            ],
            in: team
        )
        _ = try database.enqueue("waiting", at: moment(9))
        try database.write { try $0.setDraft("an answer", of: .thread(MessageID("m1")), in: team.id) }
        let pins = ChatPins([MessageID("m2"), MessageID("missing")], number: 4)
        let spaces = [ChatSpace(id: ChatID("!a"), name: "Work"), ChatSpace(id: ChatID("!b"), name: "Play")]
        let update = ChatUpdate(chat: team, pins: pins, spaces: spaces)
        _ = try database.write { try $0.apply(update, announcing: false) }
        try database.write { writer in
            try writer.connection.execute(
                """
                UPDATE chat SET draft = 'later', muted = 1 WHERE id = 'chat-ada';
                UPDATE chat SET mentions_only = 1, favourite = 1, marked_unread = 1, state = 'removed', state_person = 'Ada',
                    state_reason = 'spam', topic = 'On Sunday' WHERE id = 'chat-team';
                UPDATE member SET role = 50 WHERE id = 'ada';
                UPDATE message SET event = 'joined' WHERE chat = (SELECT key FROM chat WHERE id = 'chat-team') AND id = 'm4';
                UPDATE message SET failure = 'too long' WHERE id = 'waiting';
                UPDATE message SET warning = 'unencrypted' WHERE id = 'm4';
                UPDATE message SET file_pixels = 20971760 WHERE file_name IS NOT NULL;
                UPDATE chat SET read_all = 10;
                UPDATE thread SET marker = 20;
                UPDATE message SET thread = 'm1' WHERE id = 'm3';
                """
            )
        }
        return database
    }

    /// The number of the only column of a query.
    private static func onlyColumn(_ list: inout ColumnList) -> Int32 { list.add("value") }

    /// Returns the values of a column, by chat and ID.
    private func values(_ column: String, of table: Table, in database: ChatDatabase) throws -> [String] {
        let chat = table.name == "chat" ? "" : "JOIN chat c ON c.key = t.chat"
        let order =
            switch table.name {
            case "chat", "member": "t.id"
            case "message": "t.chat, t.id"
            default: "1"
            }
        let sql = "SELECT quote(t.\(column)) FROM \(table.name) t \(chat) ORDER BY \(order)"
        let query = Query(Self.onlyColumn) { _ in sql }
        return try database.write { try $0.connection.rows(query) { row, value in row.text(value) } }
    }

    private func columns(of table: Table, in database: ChatDatabase) throws -> [String] {
        let query = Query(Self.onlyColumn) { _ in "SELECT name FROM pragma_table_info('\(table.name)')" }
        return try database.write { try $0.connection.rows(query) { row, name in row.text(name) } }
    }

    @Test(arguments: tables)
    private func `an export has every column, except those that it leaves out for a reason`(table: Table) throws {
        let database = try filled()
        let copy = try ChatDatabase(.memory)
        try copy.restore(try database.records())
        let columns = try columns(of: table, in: database)
        #expect(table.omitted.isSubset(of: columns))
        for column in columns where !table.omitted.contains(column) {
            let original = try values(column, of: table, in: database)
            #expect(
                original.contains { !["NULL", "0", "''", "-9223372036854775808"].contains($0) },
                "\(column) needs a value in this test"
            )
            #expect(try values(column, of: table, in: copy) == original, "\(column) is lost")
        }
    }
}
