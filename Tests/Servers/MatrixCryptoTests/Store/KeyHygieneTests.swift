import Foundation
import JSONKit
import OlmKit
import SQLiteKit
import Testing

@testable import MatrixCrypto

/// Private keys that were used up: none may be left in a file.
@Suite struct KeyHygieneTests {
    private let fixture: MachineFixture
    private let machine: EncryptionMachine

    init() throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
    }

    /// Whether a text is in one of the store's files.
    private func isStored(_ text: String, in fixture: MachineFixture? = nil) throws -> Bool {
        let folder = (fixture ?? self.fixture).folder
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { name in
            // `Data(contentsOf:)` loses memory at an empty file.
            let file = try FileHandle(forReadingFrom: folder.appending(path: name))
            defer { try? file.close() }
            return try file.readToEnd()?.range(of: Data(text.utf8)) != nil
        }
    }

    private func fallbackCount() async throws -> Int {
        try await machine.count("SELECT count(*) FROM one_time_key WHERE fallback = 1")
    }

    /// Has the homeserver say whether the fallback key is unused.
    private func sync(isUnused: Bool) async throws {
        try await machine.receive(
            [],
            next: UUID().uuidString,
            ["device_unused_fallback_key_types": isUnused ? ["signed_curve25519"] : []]
        )
    }

    @Test func `a one-time key is in no file after it was used`() async throws {
        let key = try await machine.publish()[0]
        let secret = try await machine.texts(of: "SELECT secret FROM one_time_key WHERE public = '\(key)'")[0]
        #expect(try isStored(secret))
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: key)
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        #expect(try !isStored(secret))
    }

    @Test func `the state of a ratchet is in no file some messages later`() async throws {
        let world = try RoomFixture()
        try await world.share()
        let before = try await world.ann.texts(of: "SELECT state FROM outbound")[0]
        for number in 0..<40 { _ = try await world.encrypt("\(number)") }
        #expect(try !isStored(before, in: world.fixture))
    }

    @Test func `a store that was left open loses former states when it is opened again`() async throws {
        let world = try RoomFixture()
        try await world.share()
        let before = try await world.ann.texts(of: "SELECT state FROM outbound")[0]
        _ = try await world.encrypt("one")
        _ = try world.fixture.open()
        #expect(try !isStored(before, in: world.fixture))
    }

    @Test func `a replaced fallback key is deleted after an hour, also if nothing uses its successor`() async throws {
        try await machine.publish()
        try await sync(isUnused: false)
        try await machine.publish()
        #expect(try await fallbackCount() == 2)
        fixture.advance(seconds: 3601)
        try await sync(isUnused: true)
        #expect(try await fallbackCount() == 1)
    }

    @Test(arguments: [(3600.0, 2), (3601, 1), (-3600, 2), (-3601, 1)])
    func `a replaced fallback key is kept for an hour exactly, and not for longer if the clock goes back`(
        seconds: Double,
        count: Int
    ) async throws {
        try await machine.publish()
        try await sync(isUnused: false)
        try await machine.publish()
        fixture.advance(seconds: seconds)
        try await sync(isUnused: true)
        #expect(try await fallbackCount() == count)
    }

    @Test func `few replaced fallback keys are kept, however often the homeserver gives them away`() async throws {
        for _ in 0..<20 {
            fixture.advance(seconds: 60)
            try await machine.publish()
            try await sync(isUnused: false)
        }
        // The one that was just given away, and three before it.
        #expect(try await fallbackCount() == 4)
    }

    @Test(arguments: [true, false])
    func `a room that was left keeps no key to encrypt with, and nothing that waits to be sent`(isBySync: Bool)
        async throws
    {
        let world = try RoomFixture()
        try await world.share(isSent: false)
        _ = try await world.encrypt("text")
        let state = try await world.ann.texts(of: "SELECT state FROM outbound")[0]
        if isBySync {
            try await world.ann.receive([], since: "z", next: "zz", ["rooms": ["leave": ["!room:test": [:]]]])
        } else {
            try await world.ann.follow(joined: [], left: [RoomFixture.room])
        }
        for table in ["outbound", "shared", "share", "outgoing"] {
            #expect(try await world.ann.texts(of: "SELECT count(*) || '' FROM \(table)") == ["0"], "\(table)")
        }
        _ = try world.fixture.open()
        #expect(try !isStored(state, in: world.fixture))
    }

    @Test func `the private keys of an identity are in no file once its publication is finished`() async throws {
        let (identity, secret) = (try CrossSigningKeys(), try SigningKey().secret)
        let unfinished = UnfinishedIdentity(
            keyName: "key",
            master: identity.master.publicKey,
            replaced: nil,
            publication: [:],
            signatures: [:],
            backup: [:],
            secrets: [(SecretName.selfSigning, secret)]
        )
        try await machine.setUnfinished(unfinished)
        #expect(try isStored(secret.base64))
        try await machine.setUnfinished(nil)
        #expect(try !isStored(secret.base64))
    }

    @Test func `logging out deletes the account's private keys and leaves the device's`() async throws {
        let secrets = try [SecretName.selfSigning, SecretName.userSigning, SecretName.backup].map {
            ($0, try SigningKey().secret)
        }
        try await machine.setIdentity(
            master: try SigningKey().publicKey,
            secrets: secrets.map { (name: $0.0, secret: $0.1) }
        )
        try await machine.setBackup(version: "1", key: try AgreementKey().publicKey)
        #expect(try isStored(secrets[0].1.base64))
        try await machine.forgetAccount()
        for (_, secret) in secrets { #expect(try !isStored(secret.base64)) }
        #expect(try await machine.backup() == nil)
        #expect(try await machine.provedMaster() == nil)
        #expect(try await isStored(machine.keys.signing.secret.base64))
    }
}

extension EncryptionMachine {
    /// Returns the texts of a query's first column.
    func texts(of query: String) throws -> [String] {
        try connection.execute("DROP TABLE IF EXISTS temp.result; CREATE TEMP TABLE result AS \(query)")
        defer { try? connection.execute("DROP TABLE temp.result") }
        return try connection.rows("SELECT * FROM temp.result") { $0.text(0) }
    }
}
