import ChatTypes
import Testing

@testable import MatrixTransport

/// Changes that go with each page of a sync until the session has stored one.
@Suite struct DueTests {
    private let told: LedgerFixture

    /// A group in which mentions notify.
    init() async throws {
        told = try LedgerFixture()
        try await told.apply(groupAnswer("1", text(1), state: gardenState), since: nil)
        try await told.apply(Self.rules("2", #"{"room":[{"rule_id":"\#(room)","actions":[]}]}"#))
    }

    private static func rules(_ next: String, _ global: String) -> String {
        let data = #"{"type":"m.push_rules","content":{"global":\#(global)}}"#
        return #"{"next_batch":"\#(next)","account_data":{"events":[\#(data)]}}"#
    }

    private func due(since: String?, next: String) async throws -> [ChatUpdate] {
        try await told.ledger.write { try $0.due(since: since, next: next) }
    }

    private func modes(since: String?, next: String) async throws -> [NotificationMode] {
        try await due(since: since, next: next).compactMap(\.notifications)
    }

    @Test func `a page that ends where it began confirms neither a mode nor a member`() async throws {
        try await told.ledger.write { tables in
            try tables.members.setDue(ada, in: tables.rooms.room(room).unwrapped().key)
        }
        for next in ["1", "1", "2", "2"] {
            let due = try await due(since: "1", next: next)
            #expect(due.compactMap(\.notifications) == [.mentions])
            #expect(due.flatMap(\.memberships).map(\.member) == [.member(ada)])
        }
        #expect(try await due(since: "2", next: "3").isEmpty)
    }

    @Test func `an initial sync does not undo the mode that the user is changing`() async throws {
        try await told.ledger.write { try $0.mutes.expectChange(in: room) }
        try await told.apply(#"{"next_batch":"3"}"#, since: nil)
        #expect(try await modes(since: nil, next: "3") == [])
    }

    @Test func `a refused change leaves the mode that another device has set meanwhile`() async throws {
        try await told.ledger.write { try $0.mutes.expectChange(in: room) }
        try await told.apply(Self.rules("3", "{}"))
        try await told.ledger.write { try $0.mutes.expectNoChange(in: room) }
        #expect(try await modes(since: "2", next: "3") == [.all])
    }
}
