import ChatStore
import ChatTypes
import SQLiteKit
import Testing

@testable import MatrixTransport

@Suite struct HiddenMessagesTests {
    /// A ledger that knows text 1, after a response with state changes only.
    private func told() async throws -> (told: LedgerFixture, one: Message) {
        let told = try LedgerFixture()
        let one = try await told.apply(answer("1", text(1), state: adasRoomState), since: nil)?.messages.first
            .unwrapped()
        try await told.apply(answer("2", replacement(of: "$1", "new"), limited: "t"))
        return (told, try one.unwrapped())
    }

    private func opensGap(_ message: Message, behind known: Message) throws -> Bool {
        let before = try message.predecessor.unwrapped()
        return before.position > known.position && HistoryCursor(before.cursor)?.token == "p"
    }

    @Test func `a hidden gap precedes the next message, even after a restart`() async throws {
        let (told, one) = try await told()
        let again = try LedgerFixture(told.folder)
        let next = try await again.apply(answer("3", texts(8...9)))?.messages ?? []
        #expect(next.count == 2)
        #expect(try opensGap(next[0], behind: one))
        #expect(next[1].predecessor?.position == next[0].position)
        let last = try await again.apply(answer("4", text(10)))?.messages.first
        #expect(last?.predecessor?.position == next[1].position)
    }

    @Test func `a response that contains a known message hides nothing`() async throws {
        let (told, one) = try await told()
        let next = try await told.apply(answer("3", "\(text(1)),\(text(2))", limited: "u"))?.messages.last
        #expect(next?.predecessor?.position == one.position)
    }

    @Test func `a room with a known beginning can hide messages, too`() async throws {
        let told = try LedgerFixture()
        try await told.apply(answer("1", state("m.room.create", "{}")), since: nil)
        try await told.apply(answer("2", limited: "t"))
        #expect(try await told.apply(answer("3", text(9)))?.messages.first?.predecessor != nil)
    }

    @Test func `a ledger of the version before is migrated`() async throws {
        let told = try LedgerFixture()
        let one = try await told.apply(answer("1", text(1), state: adasRoomState), since: nil)?.messages.first
        try told.folder.downgrade(to: 6)
        let again = try LedgerFixture(told.folder)
        #expect(try await again.apply(answer("2", text(2)))?.messages.first?.predecessor?.position == one?.position)
        try await again.apply(answer("3", limited: "t"))
        let next = try await again.apply(answer("4", text(9)))?.messages.first.unwrapped()
        #expect(try opensGap(next.unwrapped(), behind: one.unwrapped()))
    }
}
