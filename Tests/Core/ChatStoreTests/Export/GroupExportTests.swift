import ChatTypes
import Foundation
import Testing

@testable import ChatStore

@Suite struct GroupExportTests {
    private let database: ChatDatabase

    /// A group with a former member, one who only read, one without a name, gaps, edits and waiting messages.
    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        let members =
            teamMembers + [
                membership(.member(ContactID("gone")), "Gone", isMember: false, since: 10, number: 7),
                membership(.member(ContactID("x")), "", since: 20),
            ]
        let receipts = [adaInTeam, .member(ContactID("reader")), .member(ContactID("x")), benInTeam].map {
            ReadReceipt(reader: $0, message: MessageID("m2"))
        }
        try database.apply(
            [
                message(1, from: .member(ContactID("gone"))), message(2, from: .me),
                message(3, from: adaInTeam, text: "changed", edit: 3), message(5, from: .member(ContactID("nobody"))),
                message(6, from: .me), message(7, from: .contact),
            ],
            receipts: receipts + [ReadReceipt(reader: .me, message: MessageID("m3"))],
            annotations: [Annotation(author: .member(ContactID("nobody")), message: MessageID("m5"), kind: .deletion)],
            memberships: members,
            in: team
        )
        #expect(try database.enqueue("waiting", in: team, at: moment(9)))
    }

    private func copy(_ records: [HistoryRecord]) throws -> ChatDatabase {
        let copy = try ChatDatabase(.memory)
        try copy.restore(records)
        return copy
    }

    @Test func `restoring a group's export any number of times gives the same group`() throws {
        let exported = try database.records()
        let copy = try copy(exported)
        for _ in 1...2 {
            #expect(try copy.records() == exported)
            #expect(try copy.timeline(of: team) == database.timeline(of: team))
            #expect(try copy.chats() == database.chats())
            #expect(try copy.unreadCount() == database.unreadCount())
            #expect(try copy.members() == database.members())
            let isChange = try copy.write { writer in
                try exported.map { try writer.restore($0) }
            }
            #expect(!isChange.contains(true))
        }
        #expect(try copy.deliveries() == [.received, .read, .received, .received, .sent, .received, .sending])
    }

    @Test func `members' lines come between chat and messages, the user's first`() throws {
        let ofTeam = Array(try database.records().drop { $0.chat != team.id })
        let (first, members, messages) = (ofTeam.first, ofTeam[1...6], ofTeam[7...])
        guard case .chat(let chat)? = first else {
            Issue.record("the chat's line does not come first")
            return
        }
        #expect(chat.group == true && chat.readByContact == nil)
        let ids = ["ada", "ben", "gone", "reader", "x"].map { Author.member(ContactID($0)) }
        #expect(members.map(\.author) == [.me] + ids)
        #expect(
            messages.map(\.author) == [
                .member(ContactID("gone")), .me, adaInTeam, .member(ContactID("nobody")), .me, .contact, .me,
            ]
        )
        let lines = try database.records().map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        #expect(lines.count { $0.contains("\"member:ada\"") } == 2)
        let gone = try #require(lines.first { $0.contains("\"name\":\"Gone\"") })
        #expect(gone.contains("\"left\":true") && gone.contains("\"since\":10") && gone.contains("\"number\":7"))
        #expect(!lines[0].contains("group"))
    }

    @Test func `every record of a group survives its own encoding`() throws {
        for record in try database.records() {
            let line = try JSONEncoder().encode(record)
            #expect(try JSONDecoder().decode(HistoryRecord.self, from: line) == record)
        }
    }

    @Test func `an export from before there were groups leaves a group what it is`() throws {
        let before = try database.records()
        #expect(
            try !restore(
                "chat",
                [
                    "id": "chat-team", "contact": "team", "name": "The Team", "created": "2022-03-11T12:00:02.000Z",
                    "readByContact": 60,
                ]
            )
        )
        #expect(try database.records() == before)
    }

    @Test func `content newer than an export stays`() throws {
        let exported = try database.records()
        try database.apply(
            receipts: [adaInTeam, benInTeam].map { ReadReceipt(reader: $0, message: MessageID("m6")) },
            memberships: [
                membership(adaInTeam, "Countess", number: 8),
                membership(.member(ContactID("x")), "", isMember: false, number: 9),
            ],
            in: team
        )
        let before = try database.records()
        try database.restore(exported)
        #expect(try database.records() == before)
        #expect(try database.deliveries()[4] == .read)
    }

    @Test func `a member's line that cannot be is refused, and nothing else`() throws {
        let before = try database.records()
        let endless = String(repeating: "é", count: 1000)
        let faults: [(RestoreError, [String: Any])] = [
            (.unusableID, ["member": "member:"]),
            (.unusableID, ["member": "member:\(endless)"]),
            (.unusableID, ["member": "contact"]),
            (.unusableID, ["chat": ""]),
            (.unknownChat(ChatID("none")), ["chat": "none"]),
            (.noGroup(ada.id), ["chat": "chat-ada"]),
            (.impossibleNumber(0), ["number": 0]),
            (.impossibleNumber(.max), ["number": Int64.max]),
            (.impossiblePosition(Position(.min)), ["since": Int64.min]),
            (.impossiblePosition(Position(.min)), ["read": Int64.min]),
        ]
        for (fault, fields) in faults {
            #expect(throws: fault) { _ = try restore(member: fields) }
            #expect("\(fault)".utf8.count < 200)
        }
        let message: [String: Any] = [
            "id": "y", "chat": "chat-ada", "author": "member:ada", "text": "", "time": "2022-03-11T12:00:00.000Z",
            "position": 99,
        ]
        #expect(throws: RestoreError.noGroup(ada.id)) { _ = try restore("message", message) }
        #expect(throws: RestoreError.unusableID) {
            _ = try restore("message", message.merging(["author": "member:", "chat": "chat-team"]) { $1 })
        }
        #expect(throws: RestoreError.contradiction) {
            _ = try restore("message", message.merging(["id": "m1", "position": 10, "chat": "chat-team"]) { $1 })
        }
        #expect(try database.records() == before)
    }

    @Test func `names are cut, and members beyond the limit are refused`() throws {
        #expect(try restore(member: ["name": String(repeating: "é", count: 500_000)]))
        #expect(try database.members().contains { $0.count == Limits.nameCharacters })
        let endless = String(repeating: "e", count: 500_000)
        #expect(try restore(member: ["member": "member:only a name", "name": endless, "number": NSNull()]))
        #expect(try database.members().count { $0.hasPrefix("e") } == 0)
        let named = Author.member(ContactID("only a name"))
        #expect(try database.read { try $0.name(of: named, in: team.id) }?.count == Limits.nameCharacters)
        let crowd = (1...Limits.members).map { membership(.member(ContactID("p\($0)")), "P") }
        try database.apply(memberships: crowd, in: team)
        for number in [NSNull(), 9] as [Any] {
            #expect(throws: RestoreError.tooManyMembers) {
                _ = try restore(member: ["member": "member:late", "number": number])
            }
        }
        #expect(try restore(member: ["member": "member:ada", "number": 99]))
    }

    @Test func `a group larger than a batch is handed over whole, in batches`() async throws {
        let crowd = (1...1203).map { membership(.member(ContactID("p\($0)")), "P") }
        try database.apply(memberships: crowd, in: team)
        var (records, largest): ([HistoryRecord], Int) = ([], 0)
        try await database.reader.export { batch in
            records += batch
            largest = max(largest, batch.count)
        }
        #expect(try records == database.records())
        #expect(largest == ExportBatch.recordLimit)
        let members = records.compactMap { record in
            if case .member(let member) = record { member.member } else { nil }
        }
        #expect(members.count == 1203 + 6 && Set(members).count == members.count)
        #expect(try copy(records).records() == records)
    }

    private func restore(member fields: [String: Any]) throws -> Bool {
        let whole: [String: Any] = ["chat": "chat-team", "member": "member:new", "name": "Name", "number": 1]
        return try restore("member", whole.merging(fields) { $1 }.filter { !($1 is NSNull) })
    }

    private func restore(_ kind: String, _ fields: [String: Any]) throws -> Bool {
        let line = try JSONSerialization.data(withJSONObject: [kind: fields])
        let record = try JSONDecoder().decode(HistoryRecord.self, from: line)
        return try database.write { try $0.restore(record) }
    }
}

extension HistoryRecord {
    fileprivate var chat: ChatID {
        switch self {
        case .chat(let chat): chat.id
        case .member(let member): member.chat
        case .message(let message): message.chat
        }
    }

    fileprivate var author: Author? {
        switch self {
        case .chat: nil
        case .member(let member): member.member
        case .message(let message): message.author
        }
    }
}
