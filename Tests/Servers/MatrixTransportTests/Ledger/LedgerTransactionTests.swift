import ChatTypes
import Testing

@testable import MatrixTransport

/// The transactions in which a ledger lends its tables.
@Suite struct LedgerTransactionTests {
    private let ledger: MatrixLedger

    init() throws { ledger = try Folder().open() }

    @Test func `a failed transaction changes neither disk nor memory`() async throws {
        await #expect(throws: Missing.self) {
            try await ledger.write { tables in
                tables.recentRemovals.record(MessageID("$1"), in: 1)
                try tables.people.setName("Ada", of: ada, isTrusted: true)
                throw Missing()
            }
        }
        #expect(try await ledger.read { try $0.people.name(of: ada) } == ada.rawValue)
        #expect(try await !ledger.read { $0.recentRemovals.contain(MessageID("$1"), in: 1) })
    }

    @Test func `a failed response leaves nothing behind and can be applied again`() async throws {
        let fails = Recorder<Void>()
        let folder = try Folder()
        let ledger = try folder.open(diskFault: { if fails.all.count == 1 { throw Missing() } })
        let response = try syncAnswer(answer("1", text(1), state: adasRoomState))
        fails.record(())
        await #expect(throws: Missing.self) { try await ledger.apply(response, since: nil) }
        fails.record(())
        #expect(try await ledger.read { try $0.rooms.room(room) } == nil)
        #expect(try await ledger.apply(response, since: nil).flatMap(\.messages).map(\.text) == ["text 1"])
    }

    @Test func `a committed transaction changes disk and memory`() async throws {
        try await ledger.write { tables in
            tables.recentRemovals.record(MessageID("$1"), in: 1)
            try tables.people.setName("Ada", of: ada, isTrusted: true)
        }
        #expect(try await ledger.read { try $0.people.name(of: ada) } == "Ada")
        #expect(try await ledger.read { $0.recentRemovals.contain(MessageID("$1"), in: 1) })
        #expect(try await !ledger.read { $0.recentRemovals.contain(MessageID("$1"), in: 2) })
    }

    @Test func `only the newest thousand deletions are remembered`() {
        var removals = RecentRemovals()
        for number in 1...1001 { removals.record(MessageID("$\(number)"), in: 1) }
        #expect(!removals.contain(MessageID("$1"), in: 1))
        #expect(removals.contain(MessageID("$2"), in: 1) && removals.contain(MessageID("$1001"), in: 1))
    }

    @Test func `the echo of a message is kept only while it is expected`() async throws {
        let born = MessageID("born")
        func echo() async throws -> [String?] {
            _ = try await ledger.apply(
                syncAnswer(answer("1", "\(text(1)),\(text(2, by: me, own: "born"))", state: adasRoomState)),
                since: "s"
            )
            return try await ledger.read { tables in
                [born, MessageID("$1")].map { tables.echoes.echo(of: $0)?.text }
            }
        }
        await ledger.expectEcho(of: born)
        #expect(try await echo() == ["text 2", nil])
        await ledger.forgetEcho(of: born)
        #expect(try await echo() == [nil, nil])
    }
}
