import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// First messages of Olm sessions that the homeserver repeats.
@Suite struct ReplayTests {
    private let fixture: MachineFixture
    private let machine: EncryptionMachine

    init() throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
    }

    /// Returns the state of the sessions.
    private var states: [String] {
        get async throws { try await machine.texts(of: "SELECT id || state || used FROM olm_session ORDER BY id") }
    }

    /// Has messages arrive in a response of their own, and the next response, after which they are not remembered.
    private func receive(_ events: [JSONText]) async throws {
        let next = UUID().uuidString
        try await machine.receive(events, next: next)
        try await machine.receive([], since: next, next: UUID().uuidString)
        #expect(try await machine.takenMessageCount() == 0)
    }

    @Test(arguments: ["one_time_keys", "fallback_keys"])
    func `a repeated first message changes nothing after the session has gone on`(_ kind: String) async throws {
        let body = try #require(try await machine.upload())
        try await machine.publish()
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: body.publishedKeys(kind)[0])
        let first = try await bob.toDevice("m.dummy", [:], for: machine)
        try await receive([first])
        try await receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        let before = try await states
        #expect(before.count == 1)
        try await receive([first])
        #expect(try await states == before)
        #expect(try await machine.claimForBroken() == nil)
        bob.megolm = try MegolmOutboundSession()
        try await receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        #expect(try await machine.texts([try bob.event("$1", "Hello")]) == ["Hello"])
    }

    @Test func `a session that others have crowded out is not begun again by its first message`() async throws {
        let body = try #require(try await machine.upload())
        let keys = try await machine.publish()
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: body.publishedKeys("fallback_keys")[0])
        let first = try await bob.toDevice("m.dummy", [:], for: machine)
        try await receive([first])
        for key in keys.prefix(9) {
            try await bob.begin(with: machine, using: key)
            try await receive([try await bob.toDevice("m.dummy", [:], for: machine)])
        }
        let before = try await states
        #expect(try await machine.count("SELECT count(*) FROM olm_session WHERE state <> ''") == 8)
        try await receive([first])
        #expect(try await states == before)
    }
}
