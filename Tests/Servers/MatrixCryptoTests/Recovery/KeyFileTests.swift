import ChatTypes
import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Keys to messages in files.
@Suite struct KeyFileTests {
    private let fixture: MachineFixture
    private let machine: EncryptionMachine

    init() throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
    }

    /// Returns a key file with some entries.
    private func file(_ entries: [JSONText]) throws -> String {
        try KeyFile.encrypt(Secret(JSONText.array(entries).bytes), passphrase: "word", rounds: 10)
    }

    /// Returns the entry of a peer's room key, as Matrix clients write it.
    private func entry(_ peer: PeerDevice, exported: String? = nil) throws -> JSONText {
        let session = try MegolmInboundSession(sharedKey: peer.megolm.sharedKey)
        return [
            "algorithm": .string(Algorithm.megolm), "room_id": "!room:test", "session_id": .string(peer.megolm.id),
            "session_key": .string(try exported ?? session.exportedKey()),
            "sender_key": .string(peer.keys.identity.publicKey.base64),
            "sender_claimed_keys": ["ed25519": .string(peer.keys.signing.publicKey.base64)],
            "forwarding_curve25519_key_chain": [],
        ]
    }

    private func importKeys(_ entries: [JSONText]) async throws -> KeyImport {
        try await machine.importKeys(file(entries), passphrase: "word")
    }

    /// Has a peer share its room key with the machine.
    private func share(_ peer: inout PeerDevice) async throws {
        let key = try #require(try await machine.publish().first)
        try await peer.begin(with: machine, using: key)
        try await machine.receive([try await peer.toDevice("m.room_key", peer.roomKey(), for: machine)])
    }

    @Test func `an imported key reads messages that waited, and counts as new once`() async throws {
        var bob = try PeerDevice()
        let entry = try entry(bob)
        let event = try bob.event("$1", "Hello")
        #expect(try await machine.texts([event]) == ["waiting: noKey"])
        #expect(try await importKeys([entry, ["algorithm": "other"]]) == KeyImport(keys: 1, newKeys: 1, unusable: 1))
        #expect(try await machine.texts([event]) == ["Hello"])
        #expect(try await machine.newRoomKeys().map(\.session) == [SessionID(bob.megolm.id)])
        #expect(try await importKeys([entry]) == KeyImport(keys: 1, newKeys: 0, unusable: 0))
    }

    @Test(arguments: [nil, [:], ["ed25519": ""], ["ed25519": "x"], "x"] as [JSONText?])
    func `a key whose sender's Ed25519 key is not named is imported and exported`(_ claimed: JSONText?) async throws {
        var bob = try PeerDevice()
        var entry = try entry(bob).without(["sender_claimed_keys"])
        if let claimed { entry = entry.with("sender_claimed_keys", claimed) }
        let event = try bob.event("$1", "Hello")
        #expect(try await importKeys([entry]).newKeys == 1)
        #expect(try await machine.texts([event]) == ["Hello"])
        let text = try await machine.exportKeys(passphrase: "long", rounds: 10).text
        let second = try MachineFixture().open(device: "SECOND")
        #expect(try await second.importKeys(text, passphrase: "long").newKeys == 1)
    }

    @Test func `a file with a mark of the byte order is read`() async throws {
        let text = "\u{FEFF}" + (try file([try entry(PeerDevice())]))
        #expect(try await machine.importKeys(text, passphrase: "word").newKeys == 1)
    }

    @Test func `a file of many rounds does not hold up the machine, and can be cancelled`() async throws {
        let text = try KeyFile.encrypt(Secret(Array("[]".utf8)), passphrase: "word", rounds: 1)
        // The rounds are in the 34th to 37th byte, which the file's MAC covers: they are counted before it is checked.
        let lines = text.split(separator: "\n")
        var bytes = try Base64.decode(lines.dropFirst().dropLast().joined())
        bytes.replaceSubrange(33..<37, with: [0, 0x98, 0x96, 0x80])
        let padding = String(repeating: "=", count: (3 - bytes.count % 3) % 3)
        let slow = [String(lines[0]), Base64.encode(bytes) + padding, String(lines[lines.count - 1])].joined(
            separator: "\n"
        )
        let reading = Task { [machine] in try await machine.importKeys(slow, passphrase: "word") }
        #expect(try await machine.upload() != nil)
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test func `exported keys are read by another device`() async throws {
        var bob = try PeerDevice()
        try await share(&bob)
        let event = try bob.event("$1", "Hello")
        let (text, count) = try await machine.exportKeys(passphrase: "long", rounds: 10)
        #expect(count == 1 && text.hasPrefix("-----BEGIN MEGOLM SESSION DATA-----\n"))
        let other = try MachineFixture()
        let second = try other.open(device: "OTHER")
        await #expect(throws: KeyFileError.wrongPassphrase) { try await second.importKeys(text, passphrase: "wrong") }
        #expect(try await second.importKeys(text, passphrase: "long").newKeys == 1)
        #expect(try await second.texts([event]) == ["Hello"])
    }

    @Test func `more keys than are read at once are all exported`() async throws {
        #expect(try await importKeys([entry(PeerDevice())]).newKeys == 1)
        try await machine.execute(
            """
            INSERT INTO room_key(room, session, sender, identity, signing, origin, state, change)
                WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 500)
                SELECT '!room' || i || ':test', session, sender, identity, signing, origin, state, change + i
                FROM numbers, room_key
            """
        )
        #expect(try await machine.exportKeys(passphrase: "long", rounds: 10).count == 501)
    }

    @Test func `a shared key keeps its sender and learns to read earlier messages from a file`() async throws {
        var bob = try PeerDevice()
        let early = try entry(bob)
        let first = try bob.event("$1", "first")
        try await share(&bob)
        #expect(try await machine.texts([first]) == ["waiting: beforeKey"])
        #expect(try await importKeys([early]).newKeys == 1)
        #expect(try await machine.texts([first]) == ["first"])
        #expect(try await machine.count("SELECT count(*) FROM room_key WHERE sender = '@bob:test'") == 1)
        #expect(try await machine.count("SELECT count(*) FROM room_key") == 1)
    }

    @Test func `a key that its device shares later proves the sender, and keeps what the file reads`() async throws {
        var bob = try PeerDevice()
        #expect(try await importKeys([entry(bob)]).newKeys == 1)
        let first = try bob.event("$1", "first")
        try await share(&bob)
        #expect(try await machine.texts([first]) == ["first"])
        #expect(try await machine.count("SELECT count(*) FROM room_key WHERE sender = '@bob:test'") == 1)
    }

    @Test func `a forged key from a file never takes the place of a shared one`() async throws {
        var bob = try PeerDevice()
        let event = try bob.event("$1", "Hello")
        // A ratchet of another session under the id of this one.
        let other = try MegolmInboundSession(sharedKey: MegolmOutboundSession().sharedKey).exportedKey()
        let real = try MegolmInboundSession(sharedKey: bob.megolm.sharedKey).exportedKey()
        var bytes = try Base64.decode(real)
        let ratchet = try Base64.decode(other)
        bytes.replaceSubrange(5..<133, with: ratchet[5..<133])
        let forged = try entry(bob, exported: Base64.encode(bytes))
        for isFirst in [true, false] {
            let fixture = try MachineFixture()
            let machine = try fixture.open()
            var peer = bob
            let key = try #require(try await machine.publish().first)
            try await peer.begin(with: machine, using: key)
            let share = try await peer.toDevice("m.room_key", peer.roomKey(), for: machine)
            if !isFirst { try await machine.receive([share]) }
            _ = try await machine.importKeys(file([forged]), passphrase: "word")
            if isFirst { try await machine.receive([share]) }
            let later = try peer.event("$2", "later")
            #expect(try await machine.texts([later]) == ["later"])
            #expect(try await machine.texts([event]) == ["waiting: beforeKey"])
        }
    }

    @Test(arguments: [nil, [:], ["ed25519": ""], .null] as [JSONText?])
    func `a key whose sender's Ed25519 key is unknown is read, too`(_ claimed: JSONText?) async throws {
        var bob = try PeerDevice()
        let whole = try entry(bob).without(["sender_claimed_keys"])
        let event = try bob.event("$1", "Hello")
        #expect(try await importKeys([claimed.map { whole.with("sender_claimed_keys", $0) } ?? whole]).newKeys == 1)
        #expect(try await machine.texts([event]) == ["Hello"])
        let (text, _) = try await machine.exportKeys(passphrase: "long", rounds: 10)
        #expect(try await MachineFixture().open(device: "OTHER").importKeys(text, passphrase: "long").newKeys == 1)
    }

    @Test func `entries that are not keys are counted and change nothing`() async throws {
        let bob = try PeerDevice()
        let good = try entry(bob)
        let bad = ["algorithm", "room_id", "session_id", "session_key", "sender_key"].flatMap {
            name in
            [good.without([name]), good.with(name, ""), good.with(name, .integer(7)), good.with(name, .null)]
        }
        let result = try await importKeys(bad + [[], .null, "x"])
        #expect(result == KeyImport(keys: 0, newKeys: 0, unusable: bad.count + 3))
        #expect(try await machine.count("SELECT count(*) FROM room_key") == 0)
    }

    @Test(arguments: ["", "x", "-----BEGIN MEGOLM SESSION DATA-----\nAAAA\n-----END MEGOLM SESSION DATA-----"])
    func `another file is refused with a sentence`(_ text: String) async throws {
        await #expect(throws: KeyFileError.noKeyFile) { try await machine.importKeys(text, passphrase: "word") }
        let object = try KeyFile.encrypt(Secret(Array("{}".utf8)), passphrase: "word", rounds: 10)
        await #expect(throws: KeyFileError.noKeyFile) { try await machine.importKeys(object, passphrase: "word") }
        for error in [KeyFileError.noKeyFile, .tooLong, .wrongPassphrase] { #expect(error.description.contains(":")) }
    }
}
