import ChatTypes
import JSONKit
import SQLiteKit
import Testing

@testable import MatrixTransport

/// Events that were deleted before they arrive, and that a page of history still contains as they were.
@Suite struct RemovedMessageTests {
    private let told: LedgerFixture

    init() throws { told = try LedgerFixture() }

    private static let removal = """
        {"type":"m.room.redaction","event_id":"$x","sender":"\(ada)","origin_server_ts":1,"redacts":"$1","content":{}}
        """

    /// Deletes the event with the id 1 in a room with some known events, and returns the page that contains it.
    private func page(_ event: String, known: String = text(9)) async throws -> MessagePage {
        let state = "\(gardenState),\(state("m.room.encryption", "{}"))"
        let first = try await told.apply(groupAnswer("1", known, limited: "p", state: state), since: nil)
        try await told.apply(groupAnswer("2", Self.removal))
        let key = try await told.ledger.read { try $0.rooms.room(room) }.unwrapped().key
        let place = try (first?.messages.first).unwrapped().position.rawValue
        return try await told.ledger.apply(page: RoomEvent.list(json("[\(event)]")), before: place, end: nil, in: key)
    }

    private static func message(_ more: String) -> String {
        text(1).replacing(#""msgtype":"m.text","#, with: #""msgtype":"m.text",\#(more),"#)
    }

    @Test(arguments: [
        text(1, editedBy: replacement(of: "$1", "newer")), fileEvent(1, caption: "Look"), pollEvent("$1"),
        message(#""m.relates_to":{"m.in_reply_to":{"event_id":"$9"}}"#),
        message(#""m.mentions":{"user_ids":["@me:test"]}"#),
    ])
    func `a message that arrives after its deletion shows nothing of itself`(_ event: String) async throws {
        let message = try await page(event).messages.first.unwrapped()
        #expect(message.isDeleted && message.text == "" && message.imageCount == 0 && message.editNumber == 0)
        #expect(message.attachment == nil && message.poll == nil && message.repliesTo == nil)
        #expect(!message.mentionsMe && message.senderWarning == nil)
    }

    @Test func `a reaction or vote that arrives after its deletion sets nothing`() async throws {
        #expect(try await page(reaction("$1", to: "$9")).annotations == [])
        let other = try Self()
        #expect(try await other.page(voteEvent("$1", "a", in: "$9"), known: pollEvent("$9")).annotations == [])
    }

    @Test func `the text of an edit leaves the disk when its message is deleted before it arrives`() async throws {
        func count() async throws -> Int? {
            try await told.ledger.read {
                try $0.rooms.connection.first("SELECT count(*) FROM stray_edit") { $0.count(0) }
            }
        }
        try await told.apply(groupAnswer("1", text(9), state: gardenState), since: nil)
        let edits = "\(replacement(of: "$1", "a secret")),\(replacement("$f", of: "$3", "another"))"
        try await told.apply(groupAnswer("2", edits))
        #expect(try await count() == 2)
        try await told.apply(groupAnswer("3", Self.removal))
        #expect(try await count() == 1, "that of the other message")
    }
}
