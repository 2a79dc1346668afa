import ChatTypes
import Foundation
import JSONKit
import OlmKit
import SQLiteKit
import Testing

@testable import MatrixCrypto

@Suite struct IntakeTests {
    let fixture: MachineFixture
    let machine: EncryptionMachine
    var bob: PeerDevice
    let oneTimeKeys: [String]

    init() async throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
        bob = try PeerDevice()
        oneTimeKeys = try await machine.publish()
        try await bob.begin(with: machine, using: oneTimeKeys[0])
    }

    @Test mutating func `a message is readable once its key has come, also after a restart`() async throws {
        let share = bob.roomKey()
        let event = try bob.event("$1", "Hello")
        #expect(try await machine.texts([event]) == ["waiting: noKey"])
        try await machine.receive([try await bob.toDevice("m.room_key", share, for: machine)])
        #expect(try await machine.texts([event]) == ["Hello"])
        let restarted = try fixture.open()
        #expect(try await restarted.texts([event, try bob.event("$2", "again")]) == ["Hello", "again"])
    }

    @Test mutating func `an answer that comes twice changes nothing`() async throws {
        let message = try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)
        try await machine.receive([message])
        let keys = try await machine.newRoomKeys()
        try await machine.confirm(keys)
        try await machine.receive([message])
        try await machine.receive([message], next: "s3")
        #expect(keys.count == 1)
        #expect(try await machine.newRoomKeys().isEmpty)
    }

    @Test mutating func `remembered messages are forgotten once a sync asks from behind them`() async throws {
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        try await machine.receive([try await bob.toDevice("m.dummy", [:], for: machine)], since: "s1", next: "s3")
        #expect(try await machine.takenMessageCount() == 2)
        try await machine.receive([], since: "s2", next: "s3")
        #expect(try await machine.takenMessageCount() == 1)
        try await machine.receive([], since: "s3", next: "s4")
        #expect(try await machine.takenMessageCount() == 0)
    }

    @Test mutating func `a message that comes again in another response is remembered as long as that response`()
        async throws
    {
        let messages = [
            try await bob.toDevice("m.dummy", [:], for: machine), try await bob.toDevice("m.dummy", [:], for: machine),
        ]
        try await machine.receive(messages)
        try await machine.receive([messages[0]], next: "s3")
        try await machine.receive([], since: "s2", next: "s3")
        #expect(try await machine.takenMessageCount() == 1)
        try await machine.receive([], since: "s3", next: "s4")
        #expect(try await machine.takenMessageCount() == 0)
    }

    @Test func `after twenty messages that nothing reads, only their device's newest session is tried`() async throws {
        var (first, second) = (bob, bob)
        second.megolm = try MegolmOutboundSession()
        try await second.begin(with: machine, using: oneTimeKeys[1])
        try await exchange(&first)
        try await exchange(&second)
        let forged = try await forgedMessages(20, of: &first)
        let keys = [
            try await first.toDevice("m.room_key", first.roomKey(), for: machine),
            try await second.toDevice("m.room_key", second.roomKey(), for: machine),
        ]
        try await machine.receive(forged + keys, since: nil, next: "s8")
        #expect(try await machine.newRoomKeys().map(\.session) == [SessionID(second.megolm.id)])
        let again = try await first.toDevice("m.room_key", first.roomKey(), for: machine)
        try await machine.receive([again], since: nil, next: "s9")
        #expect(try await machine.newRoomKeys().count == 2, "each response is counted by itself")
    }

    @Test func `a message that is read has all sessions of its device tried again`() async throws {
        var (first, second) = (bob, bob)
        second.megolm = try MegolmOutboundSession()
        try await second.begin(with: machine, using: oneTimeKeys[1])
        try await exchange(&first)
        try await exchange(&second)
        let forged = try await forgedMessages(20, of: &first)
        let keys = [
            try await second.toDevice("m.room_key", second.roomKey(), for: machine),
            try await first.toDevice("m.room_key", first.roomKey(), for: machine),
        ]
        try await machine.receive(forged + keys, since: nil, next: "s8")
        #expect(try await machine.newRoomKeys().count == 2)
    }

    @Test func `messages that the only session does not read limit no later session`() async throws {
        var (first, second) = (bob, bob)
        second.megolm = try MegolmOutboundSession()
        try await second.begin(with: machine, using: oneTimeKeys[1])
        try await exchange(&first)
        let forged = try await forgedMessages(20, of: &first)
        let keys = [
            try await second.toDevice("m.dummy", [:], for: machine),
            try await first.toDevice("m.room_key", first.roomKey(), for: machine),
        ]
        try await machine.receive(forged + keys, since: nil, next: "s8")
        #expect(try await machine.newRoomKeys().map(\.session) == [SessionID(first.megolm.id)])
    }

    /// Messages that no session reads.
    private func forgedMessages(_ count: UInt8, of peer: inout PeerDevice) async throws -> [JSONText] {
        var forged: [JSONText] = []
        for number in 1...count {
            let genuine = try await peer.toDevice("m.dummy", [:], for: machine)
            forged.append(try await changingLastByte(of: genuine, by: number))
        }
        return forged
    }

    /// Has the machine and a peer exchange messages, after which neither sends the first message of the session any more.
    private func exchange(_ peer: inout PeerDevice) async throws {
        let message = try await peer.toDevice("m.dummy", [:], for: machine)
        try await machine.receive([message], since: nil, next: UUID().uuidString)
        let device = UserDevice("BOB", peer.peer)
        let answer = try #require(try await machine.encryptForTest("m.dummy", for: device))
        let ciphertext = answer["ciphertext"]?[peer.keys.identity.publicKey.base64]
        guard case .integer(let type)? = ciphertext?["type"], case .string(let body)? = ciphertext?["body"] else {
            throw CryptoStoreError.lost
        }
        var session = try #require(peer.olm)
        _ = try session.decrypt(OlmMessage(type: Int(type), body: body))
        peer.olm = session
    }

    private func changingLastByte(of event: JSONText, by change: UInt8) async throws -> JSONText {
        let own = await machine.keys.identity.publicKey.base64
        guard let content = event["content"], let encrypted = content["ciphertext"]?[own],
            case .string(let body)? = encrypted["body"]
        else { throw CryptoStoreError.lost }
        var bytes = try Base64.decode(body)
        bytes[bytes.count - 1] ^= change
        let changed = encrypted.with("body", .string(Base64.encode(bytes)))
        let ciphertext = JSONText.object([.init(name: own, value: changed)])
        return event.with("content", content.with("ciphertext", ciphertext))
    }

    @Test mutating func `a one-time key begins one session and is then gone`() async throws {
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        var eve = try PeerDevice(user: "@eve:test", device: "EVE")
        try await eve.begin(with: machine, using: oneTimeKeys[0])
        let share = eve.roomKey()
        try await machine.receive([try await eve.toDevice("m.room_key", share, for: machine)])
        #expect(try await machine.texts([try eve.event("$1", "Hello")]) == ["waiting: noKey"])
    }

    @Test mutating func `a forged first message does not use up the one-time key`() async throws {
        let message = try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)
        guard case .object(let parts)? = message["content"]?["ciphertext"],
            case .string(let body)? = parts[0].value["body"]
        else { throw CryptoStoreError.lost }
        var bytes = try Base64.decode(body)
        bytes[bytes.count - 1] ^= 1
        let forged = parts[0].value.with("body", .string(Base64.encode(bytes)))
        let ciphertext: JSONText = .object([.init(name: parts[0].name, value: forged)])
        let content = try #require(message["content"]).with("ciphertext", ciphertext)
        try await machine.receive([message.with("content", content)])
        #expect(try await machine.newRoomKeys().isEmpty)
        try await machine.receive([message], since: "s2", next: "s3")
        #expect(try await machine.newRoomKeys().count == 1)
    }

    @Test mutating func `a first message under the key of another device begins no session`() async throws {
        let message = try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)
        let content = try #require(message["content"])
            .with("sender_key", .string(try AgreementKey().publicKey.base64))
        try await machine.receive([message.with("content", content)])
        #expect(try await machine.newRoomKeys().isEmpty)
        #expect(try await machine.count("SELECT count(*) FROM olm_session") == 0)
        try await machine.receive([message], since: "s2", next: "s3")
        #expect(try await machine.newRoomKeys().count == 1)
    }

    @Test mutating func `a session passes on nothing under another signing key than it began with`() async throws {
        try await machine.receive([try await bob.toDevice("m.dummy", [:], for: machine)])
        let other = try SigningKey().publicKey.base64
        let claimed = try await bob.toDevice("m.room_key", bob.roomKey(), for: machine) {
            $0.with("keys", ["ed25519": .string(other)])
        }
        try await machine.receive([claimed], since: "s2", next: "s3")
        #expect(try await machine.newRoomKeys().isEmpty)
        #expect(try await machine.sendingID(with: bob.peer) != nil, "the session is still Bob's")
    }

    @Test mutating func `a device is answered in the session that it used last`() async throws {
        var second = bob
        try await second.begin(with: machine, using: oneTimeKeys[1])
        var ids: [String?] = []
        for isFirst in [true, false, true] {
            let message =
                if isFirst { try await bob.toDevice("m.dummy", [:], for: machine) } else {
                    try await second.toDevice("m.dummy", [:], for: machine)
                }
            try await machine.receive([message], next: UUID().uuidString)
            ids.append(try await machine.sendingID(with: bob.peer))
        }
        #expect(ids[0] != nil && ids[0] != ids[1] && ids[0] == ids[2])
    }

    @Test mutating func `the fallback key begins many sessions, also for a while after it was replaced`() async throws {
        let other = try MachineFixture()
        let machine = try other.open()
        let fallback = try #require(try await machine.publish("fallback_keys").first)
        for number in 1...3 {
            var peer = try PeerDevice(device: "B\(number)")
            try await peer.begin(with: machine, using: fallback)
            let share = peer.roomKey()
            try await machine.receive(
                [try await peer.toDevice("m.room_key", share, for: machine)],
                ["device_unused_fallback_key_types": []]
            )
            #expect(try await machine.texts([try peer.event(MessageID("$\(number)"), "Hello")]) == ["Hello"])
        }
        other.advance(seconds: 3601)
        try await machine.publish()
        try await machine.receive([], ["device_unused_fallback_key_types": []])
        var late = try PeerDevice(device: "LATE")
        try await late.begin(with: machine, using: fallback)
        let share = late.roomKey()
        try await machine.receive([try await late.toDevice("m.room_key", share, for: machine)])
        #expect(try await machine.texts([try late.event("$late", "Hello")]) == ["waiting: noKey"])
    }

    private static let changes: [String: @Sendable (JSONText) -> JSONText] = [
        "sender": { $0.with("sender", "@eve:test") }, "recipient": { $0.with("recipient", "@eve:test") },
        "recipient's key": { $0.with("recipient_keys", ["ed25519": "AAAA"]) }, "key": { $0.with("keys", [:]) },
        "device": { $0.with("sender_device_keys", ["device_id": "BOB"]) }, "content": { $0.with("content", .null) },
        "room": { $0.with("content", ($0["content"] ?? [:]).with("room_id", "")) },
        "session": { $0.with("content", ($0["content"] ?? [:]).with("session_id", "x")) },
        "algorithm": { $0.with("content", ($0["content"] ?? [:]).with("algorithm", "x")) },
        "key's signature": { $0.with("content", ($0["content"] ?? [:]).with("session_key", "AgAA")) },
    ]

    @Test(arguments: [
        "sender", "recipient", "recipient's key", "key", "device", "content", "room", "session", "algorithm",
        "key's signature",
    ])
    mutating func `a room key is ignored if its message is not consistent`(_ name: String) async throws {
        let change = try #require(Self.changes[name])
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine, changing: change)])
        #expect(try await machine.newRoomKeys().isEmpty)
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        #expect(try await machine.newRoomKeys().count == 1)
    }

    @Test mutating func `keys in the clear and forwarded keys are ignored`() async throws {
        let clear: JSONText = ["type": "m.room_key", "sender": "@bob:test", "content": bob.roomKey()]
        let forwarded = try await bob.toDevice("m.forwarded_room_key", bob.roomKey(), for: machine)
        try await machine.receive([clear, forwarded])
        #expect(try await machine.newRoomKeys().isEmpty)
    }

    @Test mutating func `a message says why its key was withheld, until the key comes`() async throws {
        let share = bob.roomKey()
        let content: JSONText = [
            "algorithm": .string(Algorithm.megolm), "room_id": "!room:test", "session_id": .string(bob.megolm.id),
            "code": "m.unverified", "reason": "not read",
        ]
        func withheld(_ content: JSONText) -> JSONText {
            ["type": "m.room_key.withheld", "sender": "@bob:test", "content": content]
        }
        try await machine.receive([withheld(content), withheld(content.with("session_id", "other"))])
        let event = try bob.event("$1", "Hello")
        #expect(try await machine.texts([event]) == [#"waiting: withheld(code: "m.unverified")"#])
        try await machine.receive([withheld(content.with("code", "m.blacklisted"))])
        #expect(try await machine.texts([event]) == [#"waiting: withheld(code: "m.blacklisted")"#], "the newest reason")
        try await machine.receive([try await bob.toDevice("m.room_key", share, for: machine)], since: "s2", next: "s3")
        #expect(try await machine.texts([event]) == ["Hello"])
        #expect(try await machine.texts(of: "SELECT session FROM withheld") == ["other"])
    }

    @Test mutating func `a user without a session with this device has one again after a message`() async throws {
        let notice: JSONText = [
            "type": "m.room_key.withheld", "sender": "@bob:test",
            "content": ["code": "m.no_olm", "sender_key": .string(bob.keys.identity.publicKey.base64)],
        ]
        var eve = try PeerDevice(user: "@eve:test", device: "EVE")
        let events = [try bob.event("$1", "Hello"), try eve.event("$2", "Hello")]
        let unreached = #"waiting: withheld(code: "m.no_olm")"#
        try await machine.receive([notice])
        #expect(try await machine.texts(events) == [unreached, "waiting: noKey"])
        let another = notice.with("sender", "@eve:test")
        let message = try await bob.toDevice("m.dummy", [:], for: machine)
        try await machine.receive([another, message], since: "s2", next: "s3")
        #expect(try await machine.texts(events) == ["waiting: noKey", unreached])
    }

    @Test func `a reason why a key is withheld counts within the limits of its texts`() async throws {
        func long(_ count: Int) -> JSONText { .string(String(repeating: "x", count: count)) }
        func isStored(
            _ name: String,
            _ value: JSONText,
            type: JSONText = "m.room_key.withheld",
            by sender: JSONText = "@bob:test"
        ) async throws -> Bool {
            let content: JSONText = [
                "algorithm": .string(Algorithm.megolm), "room_id": "!room:test", "session_id": "s",
                "code": "m.unverified",
            ]
            try await machine.execute("DELETE FROM withheld")
            let event: JSONText = ["type": type, "sender": sender, "content": content.with(name, value)]
            try await machine.receive([event], since: nil, next: UUID().uuidString)
            return try await machine.count("SELECT count(*) FROM withheld") == 1
        }
        for (name, limit) in [("code", 100), ("room_id", 512), ("session_id", 512)] {
            #expect(try await isStored(name, long(limit)), "\(name)")
            #expect(try await !isStored(name, long(limit + 1)), "\(name)")
        }
        #expect(try await isStored("reason", "", by: long(512)))
        #expect(try await !isStored("reason", "", by: long(513)))
        #expect(try await isStored("reason", "", type: "org.matrix.room_key.withheld"))
        #expect(try await !isStored("algorithm", "other"))
    }

    @Test mutating func `a failing disk loses no message, because the answer is received again`() async throws {
        let message = try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)
        for statement in 1...12 {
            let copy = try MachineFixture()
            try FileManager.default.copyItem(atPath: fixture.path, toPath: copy.path)
            try? FileManager.default.copyItem(atPath: fixture.path + "-wal", toPath: copy.path + "-wal")
            let machine = try copy.open()
            await machine.failWrites(from: statement)
            let isCommitted = (try? await machine.receive([message])) != nil
            await machine.failWrites(from: .max)
            if !isCommitted { #expect(try await machine.newRoomKeys().isEmpty) }
            try await machine.receive([message])
            #expect(try await machine.newRoomKeys().count == 1, "\(statement)")
        }
    }

    @Test func `hostile events change nothing and do not fail`() async throws {
        let texts = [
            "{}", "[]", "7", #"{"type":"m.room.encrypted"}"#, #"{"type":7,"sender":7,"content":7}"#,
            #"{"type":"m.room.encrypted","sender":"@b:t","content":{"algorithm":"m.olm.v1.curve25519-aes-sha2"}}"#,
            #"{"type":"m.room_key.withheld","sender":"@b:t","content":{"algorithm":"m.megolm.v1.aes-sha2"}}"#,
        ]
        let events = try texts.map { try JSONText(exactly: JSONDocument(Array($0.utf8)).root) ?? .null }
        try await machine.receive(events)
        try await machine.receive(try JSONText.array([]).parsed, since: nil)
        try await machine.receive(
            [],
            [
                "device_lists": ["changed": [.integer(7), .null], "left": "x"],
                "device_one_time_keys_count": .integer(7),
            ]
        )
        #expect(try await machine.newRoomKeys().isEmpty)
    }
}

extension EncryptionMachine {
    /// Makes writing statements fail, from the given one on.
    func failWrites(from statement: Int) {
        var count = 0
        connection.injectedWriteError = {
            count += 1
            if count >= statement { throw DiskError() }
        }
    }
}

struct DiskError: Error {}
