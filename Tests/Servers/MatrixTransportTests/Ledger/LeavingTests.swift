import ChatTypes
import Testing

@testable import MatrixTransport

/// What is told of a room that we have left.
@Suite struct LeavingTests {
    private let told: Told

    init() async throws {
        told = try Told()
        try await told.apply(answer("1", text(1), state: adasRoomState), since: nil)
    }

    private func left(_ timeline: String) -> String {
        let kick = change("$k", of: me, "leave", by: ada)
        return #"{"next_batch":"2","rooms":{"leave":{"\#(room)":{"timeline":{"events":[\#(timeline)\#(kick)]}}}}}"#
    }

    @Test func `what was taken back before we left is`() async throws {
        let redaction = """
            {"type":"m.room.redaction","event_id":"$r","sender":"@ada:test","redacts":"$1","content":{}},
            """
        let update = try await told.apply(left(redaction))
        #expect(update?.chat.contact.name == "Ada (left)")
        #expect(update?.removals == [Removal(author: .contact, message: MessageID("$1"))])
    }

    @Test func `that we left is told again to a session that did not keep it`() async throws {
        for _ in 1...2 { #expect(try await told.apply(left(""))?.chat.contact.name == "Ada (left)") }
    }

    @Test func `a room that we never knew and have left is none`() async throws {
        let answer = left("\(text(2)),").replacing("!room:test", with: "!other:test")
        #expect(try await told.apply(answer) == nil)
    }
}
