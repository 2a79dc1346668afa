import ChatTypes
import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// The backup of keys to messages.
@Suite struct BackupTests {
    private let fixture: MachineFixture
    private let machine: EncryptionMachine
    private let key: AgreementKey
    private let identity: CrossSigningKeys

    init() async throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
        key = try AgreementKey()
        identity = try CrossSigningKeys()
        try await machine.join()
    }

    /// Has peers share room keys with the machine; returns them.
    private func share(_ count: Int) async throws -> [PeerDevice] {
        var keys = try await machine.publish()
        var peers: [PeerDevice] = []
        for number in 0..<count {
            if keys.isEmpty { keys = try await refill() }
            var peer = try PeerDevice(device: "B\(number)")
            try await peer.begin(with: machine, using: keys.removeFirst())
            let share = try await peer.toDevice("m.room_key", peer.roomKey(), for: machine)
            try await machine.receive([share], next: "s\(number)")
            peers.append(peer)
        }
        return peers
    }

    private func refill() async throws -> [String] {
        try await machine.receive([], ["device_one_time_keys_count": ["signed_curve25519": .integer(0)]])
        return try await machine.publish()
    }

    /// Returns the homeserver's description of a backup.
    private func description(_ body: JSONText) throws -> JSONValue {
        try body.with("version", "7").parsed
    }

    @Test func `the keys of two rooms whose ids look the same are both added`() async throws {
        let rooms = ["!caf\u{e9}:test", "!cafe\u{301}:test"]
        for room in rooms { try await machine.join(room) }
        var peer = try PeerDevice()
        try await peer.begin(with: machine, using: machine.publish()[0])
        var shares: [JSONText] = []
        for room in rooms { shares.append(try await peer.toDevice("m.room_key", peer.roomKey(in: room), for: machine)) }
        try await machine.receive(shares)
        try await machine.setBackup(version: "7", key: key.publicKey)
        let (body, numbers) = try #require(try await machine.nextSaving())
        guard case .object(let saved)? = body["rooms"] else { throw DiskError() }
        #expect(numbers.count == 2 && saved.count == 2)
    }

    @Test func `the end of a backup is known until the user is told, or until there is another backup`() async throws {
        try await machine.removeBackup()
        #expect(try await !machine.hasBackupEnded(), "there was none")
        try await machine.setBackup(version: "7", key: key.publicKey)
        try await machine.removeBackup()
        #expect(try await machine.hasBackupEnded())
        try await machine.setBackup(version: "8", key: key.publicKey)
        #expect(try await !machine.hasBackupEnded())
        try await machine.removeBackup()
        try await machine.acknowledgeBackupEnd()
        #expect(try await !machine.hasBackupEnded())
    }

    @Test func `all keys are added to a new backup, and a new device reads them`() async throws {
        var peers = try await share(130)
        let events = try (0..<130).map { try peers[$0].event(MessageID("$\($0)"), "text \($0)") }
        #expect(try await machine.nextSaving() == nil)
        try await machine.setBackup(version: "7", key: key.publicKey)
        let other = try MachineFixture()
        let second = try other.open(device: "OTHER")
        var counts: [Int] = []
        while counts.count < 10, let (body, numbers) = try await machine.nextSaving() {
            counts.append(numbers.count)
            try await machine.confirmSaved(numbers)
            #expect(try await second.importBackup(body.parsed, key: key).newKeys == numbers.count)
        }
        #expect(counts == [100, 30])
        #expect(try await second.texts(events) == (0..<130).map { "text \($0)" })
        // The bytes come from the homeserver: another key opens none.
        try await machine.setBackup(version: "8", key: key.publicKey)
        let (body, _) = try #require(try await machine.nextSaving())
        #expect(try await second.importBackup(body.parsed, key: AgreementKey()) == KeyImport(unusable: 100))
    }

    @Test func `a key in a backup need not name the Ed25519 key of its sender`() async throws {
        var bob = try PeerDevice()
        let nameless = RoomKey(
            room: "!room:test",
            session: try MegolmInboundSession(sharedKey: bob.megolm.sharedKey),
            origin: .account(.init(identity: bob.peer.identity, signing: nil))
        )
        #expect(try await machine.importKeys([nameless]).newKeys == 1)
        try await machine.setBackup(version: "7", key: key.publicKey)
        let (body, _) = try #require(try await machine.nextSaving())
        let second = try MachineFixture().open(device: "OTHER")
        #expect(try await second.importBackup(body.parsed, key: key) == KeyImport(keys: 1, newKeys: 1))
        #expect(try await second.texts([bob.event("$1", "Hello")]) == ["Hello"])
    }

    @Test(arguments: [false, true])
    func `of a key that two devices have shared, the one that reads more is added`(isWorseFirst: Bool) async throws {
        let published = try await machine.publish()
        var (bob, thief) = (try PeerDevice(), try PeerDevice(device: "THIEF"))
        try await bob.begin(with: machine, using: published[0])
        try await thief.begin(with: machine, using: published[1])
        let whole = bob.roomKey()
        let event = try bob.event("$1", "first")
        let rest = bob.roomKey()
        let shares = [
            try await bob.toDevice("m.room_key", whole, for: machine),
            try await thief.toDevice("m.room_key", rest, for: machine),
        ]
        try await machine.receive(isWorseFirst ? shares.reversed() : shares)
        try await machine.setBackup(version: "7", key: key.publicKey)
        let (body, numbers) = try #require(try await machine.nextSaving())
        let second = try MachineFixture().open(device: "OTHER")
        #expect(try await second.importBackup(body.parsed, key: key).newKeys == 1 && numbers.count == 2)
        #expect(try await second.texts([event]) == ["first"])
    }

    @Test func `a backup is trusted with its private key, or signed by this device or the proved master key`()
        async throws
    {
        let body = await machine.newBackup(for: key.publicKey, master: identity.master)
        let data = try #require(body["auth_data"])
        func with(_ signatures: JSONText) throws -> JSONValue {
            try description(body.with("auth_data", data.with("signatures", signatures)))
        }
        let names = try #require(data["signatures"]?["@ann:test"])
        guard case .object(let members) = names else { throw DiskError() }
        #expect(members.count == 2)
        #expect(try await machine.trustedBackup(description(body))?.version == "7")
        let byMaster = JSONText.object(members.filter { $0.name != "ed25519:ANN" })
        #expect(try await machine.trustedBackup(with(["@ann:test": byMaster])) == nil)
        try await machine.setIdentity(master: identity.master.publicKey, secrets: [])
        #expect(try await machine.trustedBackup(with(["@ann:test": byMaster]))?.key == key.publicKey)
        #expect(try await machine.trustedBackup(with([:])) == nil)
        try await machine.setIdentity(master: identity.master.publicKey, secrets: [(SecretName.backup, key.secret)])
        #expect(try await machine.trustedBackup(with([:]))?.key == key.publicKey)
    }

    @Test func `a backup that this device signed is not trusted after another identity was proved`() async throws {
        let former = await machine.newBackup(for: key.publicKey, master: identity.master)
        try await machine.setIdentity(master: identity.master.publicKey, secrets: [(SecretName.backup, key.secret)])
        #expect(try await machine.trustedBackup(description(former)) != nil)
        let (new, newKey) = (try CrossSigningKeys(), try AgreementKey())
        try await machine.setIdentity(master: new.master.publicKey, secrets: [(SecretName.backup, newKey.secret)])
        #expect(try await machine.trustedBackup(description(former)) == nil)
        let current = await machine.newBackup(for: newKey.publicKey, master: new.master)
        #expect(try await machine.trustedBackup(description(current))?.key == newKey.publicKey)
    }

    @Test func `a signature of another public key, and other algorithms, are not trusted`() async throws {
        let body = await machine.newBackup(for: key.publicKey, master: identity.master)
        let data = try #require(body["auth_data"])
        let other = data.with("public_key", .string(try AgreementKey().publicKey.base64))
        #expect(try await machine.trustedBackup(description(body.with("auth_data", other))) == nil)
        #expect(try await machine.trustedBackup(description(body.with("algorithm", "x"))) == nil)
        for count in [0, 1, 512, 513] {
            let version = String(repeating: "7", count: count)
            let trusted = try await machine.trustedBackup(body.with("version", .string(version)).parsed)
            #expect(trusted?.version == (1...512 ~= count ? version : nil))
        }
        for value in [JSONText.null, "x", [], [:]] {
            #expect(try await machine.trustedBackup(description(body.with("auth_data", value))) == nil)
        }
    }

    @Test func `keys for a room are added once the account has joined it`() async throws {
        var keys = try await machine.publish()
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: keys.removeFirst())
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(in: "!new:test"), for: machine)])
        try await machine.setBackup(version: "7", key: key.publicKey)
        #expect(try await machine.nextSaving() == nil)
        try await machine.join("!new:test")
        let (_, saved) = try #require(try await machine.nextSaving())
        #expect(saved.count == 1)
        try await machine.confirmSaved(saved)
        #expect(try await machine.nextSaving() == nil)
    }

    @Test func `all keys are added to a backup that comes again with its version and another key`() async throws {
        _ = try await share(2)
        try await machine.setBackup(version: "7", key: key.publicKey)
        try await machine.confirmSaved(try #require(try await machine.nextSaving()).keys)
        #expect(try await machine.nextSaving() == nil)
        try await machine.setBackup(version: "7", key: AgreementKey().publicKey)
        #expect(try await machine.nextSaving()?.keys.count == 2)
    }

    @Test func `keys that came since are added to the same backup, and all to another`() async throws {
        _ = try await share(2)
        try await machine.setBackup(version: "7", key: key.publicKey)
        try await machine.confirmSaved(try #require(try await machine.nextSaving()).keys)
        #expect(try await machine.nextSaving() == nil)
        try await machine.setBackup(version: "7", key: key.publicKey)
        #expect(try await machine.nextSaving() == nil)
        try await machine.setBackup(version: "8", key: key.publicKey)
        #expect(try await machine.nextSaving()?.keys.count == 2)
        try await machine.removeBackup()
        #expect(try await machine.nextSaving() == nil)
    }

    @Test func `hostile answers are read without failing, and changed bytes open nothing`() async throws {
        var peers = try await share(1)
        try await machine.setBackup(version: "7", key: key.publicKey)
        let (body, _) = try #require(try await machine.nextSaving())
        let event = try peers[0].event("$1", "Hello")
        var mutator = WireMutator(seed: 7)
        let other = try MachineFixture()
        let second = try other.open(device: "OTHER")
        for _ in 0..<500 {
            guard let json = try? JSONDocument(mutator.json(body.bytes)).root else { continue }
            _ = try await second.importBackup(json, key: key)
        }
        // What was changed outside the key may be stored under another room or session only.
        for text in try await second.texts([event]) { #expect(text == "Hello" || text.hasPrefix("waiting")) }
    }
}
