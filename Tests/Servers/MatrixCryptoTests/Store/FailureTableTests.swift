import ChatTypes
import SQLiteKit
import Testing

@testable import MatrixCrypto

/// Servers that did not answer, as the next process knows them.
@Suite struct FailureTableTests {
    private let fixture: MachineFixture

    init() throws { fixture = try MachineFixture() }

    private func stored() throws -> [String] {
        try fixture.open().failures.stored.map { "\($0.kind) \($0.user.rawValue) \($0.pause)" }
    }

    @Test func `failures are stored by kind until an answer, and for a day`() async throws {
        let machine = try fixture.open()
        #expect(machine.failures.stored.isEmpty)
        try await machine.setFailures(.devices, [("@a:test", 60), ("@b:test", 60)], forgetting: [])
        try await machine.setFailures(.keys, [("@a:test", 60)], forgetting: [])
        try await machine.setFailures(.devices, [("@a:test", 120)], forgetting: ["@b:test"])
        #expect(try stored() == ["devices @a:test 120", "keys @a:test 60"])
        try await machine.setFailures(.keys, [], forgetting: ["@a:test"])
        #expect(try stored() == ["devices @a:test 120"], "the other request may still fail")
        fixture.advance(seconds: 24 * 3600)
        #expect(try stored() == ["devices @a:test 120"])
        fixture.advance(seconds: 1)
        #expect(try stored().isEmpty)
        try await machine.setFailures(.devices, [("@c:test", 60)], forgetting: [])
        #expect(try await machine.count("SELECT count(*) FROM failure") == 1)
    }

    @Test func `failures from the future are forgotten`() async throws {
        fixture.advance(seconds: 100)
        let machine = try fixture.open()
        try await machine.setFailures(.keys, [("@a:test", 60)], forgetting: [])
        fixture.advance(seconds: -50)
        #expect(try stored().isEmpty)
    }

    @Test func `a store of version 11 has no failures`() throws {
        _ = try fixture.connection(version: 11)
        #expect(try fixture.open().failures.stored.isEmpty)
    }
}
