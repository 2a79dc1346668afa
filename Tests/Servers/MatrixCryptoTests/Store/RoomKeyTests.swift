import ChatTypes
import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Keys that contradict each other, that come in great numbers, and that change while something is done with them.
@Suite struct RoomKeyTests {
    private let fixture: MachineFixture
    private let machine: EncryptionMachine
    private let oneTimeKeys: [String]

    init() async throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
        oneTimeKeys = try await machine.publish()
    }

    /// Returns a key that has a session's id and another ratchet.
    private func forged(_ bob: PeerDevice, _ origin: (RoomKey.ClaimedKeys) -> RoomKey.Origin) throws -> RoomKey {
        let bytes: [UInt8] =
            [1, 0, 0, 0, 0] + (0..<128).map { _ in UInt8.random(in: 0...255) } + (try Base64.decode(bob.megolm.id))
        return RoomKey(
            room: "!room:test",
            session: try MegolmInboundSession(exportedKey: Base64.encode(bytes)),
            origin: origin(.init(identity: bob.peer.identity, signing: bob.peer.signing))
        )
    }

    private func genuine(_ bob: PeerDevice, _ origin: (RoomKey.ClaimedKeys) -> RoomKey.Origin) throws -> RoomKey {
        RoomKey(
            room: "!room:test",
            session: try MegolmInboundSession(sharedKey: bob.megolm.sharedKey),
            origin: origin(.init(identity: bob.peer.identity, signing: bob.peer.signing))
        )
    }

    @Test(arguments: [1, 8, 20])
    func `forged keys of a backup do not keep the true key of a file away`(count: Int) async throws {
        var bob = try PeerDevice()
        let (first, key) = (try bob.event("$0", "first"), try genuine(bob, RoomKey.Origin.account))
        for _ in 0..<count { _ = try await machine.importKeys([forged(bob, RoomKey.Origin.backup)]) }
        #expect(try await machine.count("SELECT count(*) FROM room_key") == min(count, 8))
        let event = try bob.event("$1", "Hello")
        #expect(try await machine.texts([event]) == ["waiting: noKey"], "the right key may still come")
        #expect(try await machine.importKeys([key]).newKeys == 1)
        #expect(try await machine.texts([event, first]) == ["Hello", "waiting: beforeKey"])
    }

    @Test func `a key of the backup that a file has, too, counts as the file's`() async throws {
        let bob = try PeerDevice()
        let keys = try [genuine(bob, RoomKey.Origin.backup), genuine(bob, RoomKey.Origin.account)]
        #expect(try await machine.importKeys(keys) == KeyImport(keys: 2, newKeys: 1))
        #expect(try await machine.count("SELECT count(*) FROM room_key WHERE origin = 1") == 1)
        #expect(try await machine.importKeys([keys[0]]).newKeys == 0)
        #expect(try await machine.count("SELECT count(*) FROM room_key WHERE origin = 1") == 1, "and stays it")
    }

    @Test func `forged keys by devices that nobody knows do not keep the true key of a device away`() async throws {
        var bob = try PeerDevice()
        let exported = try MegolmInboundSession(sharedKey: bob.megolm.sharedKey)
        for number in 1...10 {
            let peer = try PeerDevice(device: "NOWHERE\(number)").peer
            let key = RoomKey(
                room: "!room:test",
                session: try forged(bob, RoomKey.Origin.backup).session,
                origin: .device(peer)
            )
            try await machine.insertForTest(key, by: peer)
        }
        let event = try bob.event("$1", "Hello")
        #expect(try await machine.texts([event]) == ["waiting: noKey"])
        try await machine.insertForTest(
            RoomKey(room: "!room:test", session: exported, origin: .device(bob.peer)),
            by: bob.peer
        )
        #expect(try await machine.texts([event]) == ["Hello"])
    }

    @Test func `a key that reads more than the one in the backup goes there, too`() async throws {
        var bob = try PeerDevice()
        func key() throws -> RoomKey {
            let session = try MegolmInboundSession(sharedKey: bob.megolm.sharedKey)
            return RoomKey(room: "!room:test", session: session, origin: .device(bob.peer))
        }
        let early = try key()
        let first = try bob.event("$0", "first")
        try await machine.insertForTest(try key(), by: bob.peer)
        try await machine.execute("UPDATE room_key SET is_saved = 1, is_new = 0")
        try await machine.insertForTest(early, by: bob.peer)
        #expect(try await machine.newRoomKeys().count == 1, "messages may wait for it")
        #expect(try await machine.count("SELECT count(*) FROM room_key") == 1)
        #expect(try await machine.count("SELECT count(*) FROM room_key WHERE is_saved = 0") == 1)
        #expect(try await machine.texts([first]) == ["first"])
    }

    @Test func `a session is tried with keys of twenty unlisted devices at most, and of every listed one`() async throws
    {
        var bob = try PeerDevice()
        let key = try genuine(bob) { _ in .device(bob.peer) }
        let event = try bob.event("$1", "Hello")
        for number in 1...30 {
            let peer = try PeerDevice(device: "NOWHERE\(number)").peer
            let session = try forged(bob, RoomKey.Origin.backup).session
            try await machine.insertForTest(
                RoomKey(room: "!room:test", session: session, origin: .device(peer)),
                by: peer
            )
        }
        #expect(try await machine.count("SELECT count(*) FROM room_key") == 20)
        try await machine.track(["@bob:test"])
        let (query, _) = try #require(await machine.query())
        let list: JSONText = ["device_keys": ["@bob:test": ["BOB": bob.keys.published]]]
        try await machine.acceptQuery(list.parsed, to: query)
        try await machine.insertForTest(key, by: bob.peer)
        #expect(try await machine.count("SELECT count(*) FROM room_key") == 21)
        #expect(try await machine.texts([event]) == ["Hello"])
    }

    @Test func `sessions with devices that are in no list are bounded for each user`() async throws {
        try await machine.track(["@bob:test"])
        var (bob, eve) = (try PeerDevice(), try PeerDevice(user: "@eve:test", device: "EVE"))
        let (query, _) = try #require(await machine.query())
        let list: JSONText = ["device_keys": ["@bob:test": ["BOB": bob.keys.published]]]
        try await machine.acceptQuery(list.parsed, to: query)
        try await bob.begin(with: machine, using: oneTimeKeys[0])
        try await machine.receive([try await bob.toDevice("m.dummy", [:], for: machine)])
        for user in ["@bob:test", "@eve:test"] {
            try await machine.execute(
                """
                INSERT INTO olm_session(id, user, identity, signing, state, used)
                WITH RECURSIVE counter(n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM counter WHERE n < 1200)
                SELECT '\(user)' || n, '\(user)', n, n, 'x', n FROM counter
                """
            )
        }
        var other = try PeerDevice(device: "OTHER")
        try await other.begin(with: machine, using: oneTimeKeys[1])
        try await eve.begin(with: machine, using: oneTimeKeys[2])
        let messages = [
            try await other.toDevice("m.dummy", [:], for: machine),
            try await eve.toDevice("m.dummy", [:], for: machine),
        ]
        try await machine.receive(messages, next: "s8")
        #expect(try await machine.count("SELECT count(*) FROM olm_session WHERE user = '@eve:test'") == 1000)
        #expect(try await machine.count("SELECT count(*) FROM olm_session WHERE user = '@bob:test'") == 1001)
        #expect(try await machine.sessionCount(with: bob.peer) == 1, "the listed device's is the oldest, and stays")
    }

    @Test func `sessions under claimed signing keys count as those of devices in no list`() async throws {
        try await machine.track(["@eve:test"])
        var eve = try PeerDevice(user: "@eve:test", device: "EVE")
        let (query, _) = try #require(await machine.query())
        let list: JSONText = ["device_keys": ["@eve:test": ["EVE": eve.keys.published]]]
        try await machine.acceptQuery(list.parsed, to: query)
        let identity = eve.keys.identity
        try await machine.execute(
            """
            INSERT INTO olm_session(id, user, identity, signing, state, used)
            WITH RECURSIVE counter(n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM counter WHERE n < 1200)
            SELECT 'eve' || n, '@eve:test', '\(identity.publicKey.base64)', n, 'x', n FROM counter
            """
        )
        let claimed = DeviceKeys(user: "@eve:test", device: "EVE", signing: try SigningKey(), identity: identity)
        eve = try PeerDevice(keys: claimed)
        try await eve.begin(with: machine, using: oneTimeKeys[0])
        try await machine.receive([try await eve.toDevice("m.dummy", [:], for: machine)])
        #expect(try await machine.count("SELECT count(*) FROM olm_session WHERE user = '@eve:test'") == 1000)
    }

    @Test func `sessions of many strangers are bounded, and the user with most loses the oldest`() async throws {
        for (user, count) in [("@eve:test", 900), ("@dan:test", 9_099)] {
            try await machine.execute(
                """
                INSERT INTO olm_session(id, user, identity, signing, state, used)
                WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < \(count))
                SELECT '\(user)' || n, '\(user)', n, n, 'x', n FROM counter
                """
            )
        }
        for (place, user) in ["@bob:test", "@fay:test"].enumerated() {
            var peer = try PeerDevice(user: user)
            try await peer.begin(with: machine, using: oneTimeKeys[place])
            let message = try await peer.toDevice("m.dummy", [:], for: machine)
            try await machine.receive([message], next: "n\(place)")
        }
        #expect(try await machine.count("SELECT count(*) FROM olm_session") == 10_000)
        #expect(try await machine.count("SELECT count(*) FROM olm_session WHERE id = '@dan:test1'") == 0)
        #expect(try await machine.count("SELECT count(*) FROM olm_session WHERE user = '@eve:test'") == 900)
    }

    @Test func `of keys that contradict each other, the backup gets the one that has read a message`() async throws {
        try await machine.join()
        var bob = try PeerDevice()
        let share = bob.roomKey()
        let event = try bob.event("$1", "Hello")
        let (thief, backup) = (try PeerDevice(user: "@eve:test", device: "EVE").peer, try AgreementKey())
        let session = try forged(bob, RoomKey.Origin.backup).session
        try await machine.insertForTest(
            RoomKey(room: "!room:test", session: session, origin: .device(thief)),
            by: thief
        )
        try await bob.begin(with: machine, using: oneTimeKeys[0])
        try await machine.receive([try await bob.toDevice("m.room_key", share, for: machine)])
        try await machine.setBackup(version: "1", key: backup.publicKey)
        let early = try #require(try await machine.nextSaving())
        #expect(early.body == ["rooms": [:]], "nobody knows which is right")
        try await machine.confirmSaved(early.keys)
        #expect(try await machine.texts([event]) == ["Hello"])
        let late = try #require(try await machine.nextSaving())
        let other = try MachineFixture().open(device: "OTHER")
        #expect(try await other.importBackup(late.body.parsed, key: backup).newKeys == 1)
        #expect(try await other.texts([event]) == ["Hello"])
        try await machine.confirmSaved(late.keys)
        #expect(try await machine.nextSaving() == nil)
        #expect(try await machine.texts([bob.event("$2", "again")]) == ["again"])
        #expect(try await machine.nextSaving() == nil, "it is known to be right")
    }

    @Test func `a key that is in the backup is not saved again when it reads its first message`() async throws {
        try await machine.join()
        var bob = try PeerDevice()
        let share = bob.roomKey()
        let event = try bob.event("$1", "Hello")
        try await bob.begin(with: machine, using: oneTimeKeys[0])
        try await machine.receive([try await bob.toDevice("m.room_key", share, for: machine)])
        try await machine.setBackup(version: "1", key: try AgreementKey().publicKey)
        try await machine.confirmSaved(try #require(try await machine.nextSaving()).keys)
        #expect(try await machine.texts([event]) == ["Hello"])
        #expect(try await machine.nextSaving() == nil)
    }

    @Test func `a key that improves while it is being saved is saved again`() async throws {
        try await machine.join()
        var bob = try PeerDevice()
        let whole = try genuine(bob, RoomKey.Origin.account)
        _ = try bob.event("$1", "first")
        try await bob.begin(with: machine, using: oneTimeKeys[0])
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        try await machine.setBackup(version: "1", key: try AgreementKey().publicKey)
        let (_, keys) = try #require(try await machine.nextSaving())
        #expect(try await machine.importKeys([whole]).newKeys == 1)
        try await machine.confirmSaved(keys)
        let again = try #require(try await machine.nextSaving())
        try await machine.confirmSaved(again.keys)
        #expect(try await machine.nextSaving() == nil)
    }

    @Test func `a key that becomes new while others are confirmed stays new`() async throws {
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: oneTimeKeys[0])
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        let read = try await machine.newRoomKeys()
        try await machine.expectKeys(of: [("!room:test", SessionID(bob.megolm.id))])
        try await machine.confirm(read)
        let again = try await machine.newRoomKeys()
        #expect(again.count == 1)
        try await machine.confirm(again)
        #expect(try await machine.newRoomKeys().isEmpty)
    }

    @Test func `a stranger's keys for rooms that nobody is in are bounded, and take no other's place`() async throws {
        let (bob, eve) = (try PeerDevice(), try PeerDevice(user: "@eve:test", device: "EVE"))
        func insert(_ room: ChatID, by peer: OlmPeer) async throws {
            let session = try MegolmInboundSession(sharedKey: MegolmOutboundSession().sharedKey)
            try await machine.insertForTest(RoomKey(room: room, session: session, origin: .device(peer)), by: peer)
        }
        try await insert("!bobs:test", by: bob.peer)
        try await machine.execute(
            """
            INSERT INTO room_key(room, session, sender, identity, signing, state, change, is_strange)
            WITH RECURSIVE counter(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counter WHERE n < 994)
            SELECT '!earlier', n, '@eve:test', '', '', '', n, 1 FROM counter
            """
        )
        for number in 0..<10 { try await insert(ChatID("!\(number):nowhere"), by: eve.peer) }
        #expect(try await machine.count("SELECT count(*) FROM room_key WHERE sender = '@eve:test'") == 1000)
        #expect(try await machine.count("SELECT count(*) FROM room_key WHERE sender = '@bob:test'") == 1)
    }

    @Test func `strangers together push out none of the few keys of another user`() async throws {
        func insert(by peer: OlmPeer) async throws {
            let session = try MegolmInboundSession(sharedKey: MegolmOutboundSession().sharedKey)
            try await machine.insertForTest(
                RoomKey(room: "!new:test", session: session, origin: .device(peer)),
                by: peer
            )
        }
        try await insert(by: PeerDevice().peer)
        try await machine.execute(
            """
            INSERT INTO room_key(room, session, sender, identity, signing, state, change, is_strange)
            WITH RECURSIVE counter(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counter WHERE n < 9998)
            SELECT '!nowhere', n, '@s' || (n % 10) || ':test', '', '', '', n, 1 FROM counter
            """
        )
        try await insert(by: PeerDevice(user: "@eve:test", device: "EVE").peer)
        #expect(try await machine.count("SELECT count(*) FROM room_key WHERE is_strange = 1") == 10_000)
        #expect(try await machine.count("SELECT count(*) FROM room_key WHERE sender = '@bob:test'") == 1)
    }

    @Test(arguments: [true, false])
    func `keys for a room that the account has joined are no stranger's`(isBySync: Bool) async throws {
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: oneTimeKeys[0])
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        #expect(try await machine.count("SELECT count(*) FROM room_key WHERE is_strange = 1") == 1)
        for room in ["!other:test", String(repeating: "x", count: 513), "!room:test"] {
            #expect(try await machine.count("SELECT count(*) FROM room_key WHERE is_strange = 1") == 1)
            if isBySync {
                try await machine.join(room)
            } else {
                try await machine.follow(joined: [ChatID(room)], left: [])
            }
        }
        #expect(try await machine.count("SELECT count(*) FROM room_key WHERE is_strange = 1") == 0)
        #expect(try await machine.count("SELECT count(*) FROM room") == 2, "an endless id is not stored")
    }

    @Test func `a stranger's reason why a key is withheld is not believed`() async throws {
        var bob = try PeerDevice()
        let content: JSONText = [
            "algorithm": .string(Algorithm.megolm), "code": "m.blacklisted", "room_id": "!room:test",
            "session_id": .string(bob.megolm.id), "sender_key": .string(bob.keys.identity.publicKey.base64),
        ]
        let event = try bob.event("$1", "Hello")
        for (sender, text) in [
            ("@eve:test", "waiting: noKey"), ("@bob:test", #"waiting: withheld(code: "m.blacklisted")"#),
        ] {
            try await machine.receive(
                [["type": "m.room_key.withheld", "sender": .string(sender), "content": content]],
                since: nil,
                next: sender
            )
            #expect(try await machine.texts([event]) == [text])
        }
    }

    @Test func `reasons why keys are withheld are bounded for each user, and for all`() async throws {
        try await machine.execute(
            """
            INSERT INTO withheld(user, room, session, code)
            WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 10000)
            SELECT iif(n <= 1000, '@bob:test', '@user' || n || ':test'), '!room:test', n, 'm.unverified' FROM counter
            """
        )
        func withhold(by user: String) async throws {
            let content: JSONText = [
                "algorithm": .string(Algorithm.megolm), "code": "m.unverified", "room_id": "!room:test",
                "session_id": "s",
            ]
            let event: JSONText = ["type": "m.room_key.withheld", "sender": .string(user), "content": content]
            try await machine.receive([event], since: nil, next: user)
        }
        try await withhold(by: "@bob:test")
        #expect(try await machine.count("SELECT count(*) FROM withheld WHERE user = '@bob:test'") == 1000)
        #expect(try await machine.count("SELECT count(*) FROM withheld WHERE session IN ('1', '2')") == 1)
        try await withhold(by: "@eve:test")
        #expect(try await machine.count("SELECT count(*) FROM withheld") == 10_000)
        #expect(try await machine.count("SELECT count(*) FROM withheld WHERE session = '2'") == 0)
    }

    @Test func `no message to this device is lost, however many a response has`() async throws {
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: oneTimeKeys[0])
        let noise = (0..<1000).map { JSONText.object([.init(name: "type", value: .string("m.x\($0)"))]) }
        try await machine.receive(noise + [try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        #expect(try await machine.texts([try bob.event("$1", "Hello")]) == ["Hello"])
    }

    @Test func `a statement of the sender's device with another key drops the message`() async throws {
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: oneTimeKeys[0])
        let other = DeviceKeys(user: "@bob:test", device: "BOB", signing: try SigningKey(), identity: bob.keys.identity)
        for (keys, count) in [(other, 0), (bob.keys, 1)] {
            let share = try await bob.toDevice("m.room_key", bob.roomKey(), for: machine) {
                $0.with("sender_device_keys", keys.published)
            }
            try await machine.receive([share], since: nil, next: UUID().uuidString)
            #expect(try await machine.newRoomKeys().count == count)
        }
    }
}

extension EncryptionMachine {
    func insertForTest(_ key: RoomKey, by peer: OlmPeer) throws {
        try write { _ in try roomKeys.insert(key, by: peer) }
    }
}
