import ChatTypes
import Foundation
import JSONKit
import OlmKit
import SQLiteKit
import Testing

@testable import MatrixCrypto

/// Broken Olm sessions, and devices without any.
@Suite struct RepairTests {
    private let world: RoomFixture

    init() throws { world = try RoomFixture() }

    /// Ann and Bob's first device have exchanged messages, and then Bob's device lost the session.
    private func breakSession() async throws {
        try await world.share(devices: [0])
        try await answer("m.dummy")
        try await world.bob.execute("DELETE FROM olm_session")
    }

    /// Has Bob's device send Ann an Olm message with the session that it has.
    private func answer(_ type: String, since: String = "a") async throws {
        let device = UserDevice("ANN", await world.ann.keys.peer)
        let content = try #require(try await world.bob.encryptForTest(type, for: device))
        let event: JSONText = ["type": "m.room.encrypted", "sender": "@bob:test", "content": content]
        try await world.ann.receive([event], since: since, next: UUID().uuidString)
    }

    /// Sends Bob's first device an Olm message that it cannot read.
    private func sendUnreadable(_ text: String) async throws {
        let own = await world.ann.keys
        let content: JSONText = [
            "algorithm": .string(Algorithm.olm), "sender_key": .string(own.identity.publicKey.base64),
            "ciphertext": .object([
                .init(
                    name: await world.bob.keys.identity.publicKey.base64,
                    value: ["type": .integer(1), "body": .string(try OlmMessageFixture.unreadable(text))]
                )
            ]),
        ]
        let event: JSONText = ["type": "m.room.encrypted", "sender": "@ann:test", "content": content]
        try await world.bob.receive([event], since: nil, next: UUID().uuidString)
    }

    /// Bob's device learns of Ann's, which has a name.
    private func introduceAnn() async throws {
        try await world.bob.track(["@ann:test"])
        let own = await world.ann.keys
        for _ in 0..<10 {
            guard let (query, _) = await world.bob.query() else { return }
            let named = own.published.with("unsigned", ["device_display_name": "Ann's phone"])
            let list: JSONText = ["device_keys": ["@ann:test": ["ANN": named], "@bob:test": [:]]]
            try await world.bob.acceptQuery(try list.parsed, to: query)
        }
    }

    private func annsKey() async throws -> JSONValue {
        guard case .object(let keys)? = try await world.ann.upload()?["one_time_keys"] else { throw DiskError() }
        return try (["one_time_keys": ["@ann:test": ["ANN": .object([keys[0]])]]] as JSONText).parsed
    }

    @Test func `an unreadable message leads to a new session and m_dummy, once an hour`() async throws {
        try await introduceAnn()
        #expect(try await world.bob.claimForBroken() == nil)
        try await sendUnreadable("1")
        let claim: JSONText = ["one_time_keys": ["@ann:test": ["ANN": "signed_curve25519"]]]
        #expect(try await world.bob.claimForBroken() == claim)
        try await world.bob.acceptClaimForBroken(annsKey(), to: claim)
        let (_, type, body) = try #require(try await world.bob.nextShare(in: EncryptionMachine.noRoom))
        #expect(type == "m.room.encrypted")
        let content = try #require(body["messages"]?["@ann:test"]?["ANN"])
        let event: JSONText = ["type": "m.room.encrypted", "sender": "@bob:test", "content": content]
        try await world.ann.receive([event], since: nil, next: "x")
        let peer = await world.bob.keys.peer
        #expect(try await world.ann.sessionCount(with: peer) == 1)
        try await sendUnreadable("2")
        #expect(try await world.bob.claimForBroken() == nil)
        world.others[0].fixture.advance(seconds: 3601)
        try await sendUnreadable("3")
        #expect(try await world.bob.claimForBroken() == claim)
    }

    /// Has Ann's device send Bob's an Olm message with the session that it has.
    private func send(_ type: String) async throws {
        let device = UserDevice("BOB", await world.bob.keys.peer)
        let content = try #require(try await world.ann.encryptForTest(type, for: device))
        let event: JSONText = ["type": "m.room.encrypted", "sender": "@ann:test", "content": content]
        try await world.bob.receive([event], since: nil, next: UUID().uuidString)
    }

    @Test func `a device that went back to an old copy of its store gets a new session`() async throws {
        try await world.share(devices: [0])
        try await introduceAnn()
        try await world.ann.execute("CREATE TABLE copy AS SELECT id, state FROM olm_session")
        try await send("m.dummy")
        #expect(try await world.bob.claimForBroken() == nil)
        try await world.ann.execute(
            "UPDATE olm_session SET state = (SELECT state FROM copy WHERE copy.id = olm_session.id)"
        )
        try await send("m.another")
        #expect(try await world.bob.claimForBroken() != nil)
    }

    @Test func `a stranger who repeats a message under the key of a device does not keep it broken`() async throws {
        try await introduceAnn()
        let identity = await world.ann.keys.identity.publicKey
        try await world.bob.recordBrokenForTest(identity, "@eve:test")
        #expect(try await world.bob.claimForBroken() == nil, "the stranger broke no session of Ann's")
        try await sendUnreadable("1")
        try await world.bob.recordBrokenForTest(identity, "@eve:test")
        #expect(
            try await world.bob.claimForBroken() == [
                "one_time_keys": ["@ann:test": ["ANN": "signed_curve25519"]]
            ]
        )
    }

    @Test func `a claim that is answered twice begins one session`() async throws {
        let world = try RoomFixture()
        try await world.ann.track(RoomFixture.users)
        let bobs = await world.bob.keys
        let (query, _) = try #require(await world.ann.query())
        let list: JSONText = ["device_keys": ["@bob:test": ["BOB": bobs.published]]]
        try await world.ann.acceptQuery(list.parsed, to: query)
        let answer = try await world.claimed([0])
        try await world.ann.acceptClaim(answer)
        try await world.ann.acceptClaim(answer)
        #expect(try await world.ann.sessionCount(with: bobs.peer) == 1)
    }

    @Test func `an answer that has a device twice begins one session with it`() async throws {
        try await introduceAnn()
        try await sendUnreadable("1")
        let claim = try #require(try await world.bob.claimForBroken())
        guard case .object(let keys)? = try await world.ann.upload()?["one_time_keys"] else { throw DiskError() }
        let devices = (0...1).map { JSONText.Member(name: "ANN", value: .object([keys[$0]])) }
        let answer: JSONText = ["one_time_keys": ["@ann:test": .object(devices)]]
        try await world.bob.acceptClaimForBroken(answer.parsed, to: claim)
        #expect(try await world.bob.sessionCount(with: world.ann.keys.peer) == 1)
    }

    @Test func `a device without one-time keys is not asked again within an hour`() async throws {
        try await introduceAnn()
        try await sendUnreadable("1")
        let claim = try #require(try await world.bob.claimForBroken())
        let empty = try (["one_time_keys": [:]] as JSONText).parsed
        try await world.bob.acceptClaimForBroken(empty, to: claim)
        #expect(try await world.bob.claimForBroken() == nil)
        #expect(try await world.bob.nextShare(in: EncryptionMachine.noRoom) == nil)
        for (seconds, isAsked) in [(3599.0, false), (1, true)] {
            world.others[0].fixture.advance(seconds: seconds)
            try await sendUnreadable("after \(seconds)")
            #expect(try await (world.bob.claimForBroken() != nil) == isAsked)
        }
        try await world.bob.acceptClaimForBroken(empty, to: claim)
        world.others[0].fixture.advance(seconds: -1)
        try await sendUnreadable("the clock went back")
        #expect(try await world.bob.claimForBroken() != nil)
    }

    @Test func `neither a removed device nor this one itself gets a new session`() async throws {
        try await introduceAnn()
        try await sendUnreadable("1")
        let own = await world.bob.keys
        try await world.bob.recordBrokenForTest(own.identity.publicKey, "@bob:test")
        try await world.bob.receive([], ["device_lists": ["changed": ["@ann:test", "@bob:test"]]])
        let (query, _) = try #require(await world.bob.query())
        let list: JSONText = ["device_keys": ["@ann:test": [:], "@bob:test": ["BOB": own.published]]]
        try await world.bob.acceptQuery(list.parsed, to: query)
        #expect(try await world.bob.claimForBroken() == nil)
    }

    @Test func `a device that breaks while another claim is answered gets a claim of its own`() async throws {
        try await introduceAnn()
        let claim: JSONText = ["one_time_keys": ["@carol:test": ["C": "signed_curve25519"]]]
        try await sendUnreadable("1")
        try await world.bob.acceptClaimForBroken(annsKey(), to: claim)
        #expect(try await world.bob.claimForBroken() != nil)
        #expect(try await world.bob.nextShare(in: EncryptionMachine.noRoom) == nil)
    }

    @Test func `unreadable messages of many devices are remembered up to a limit`() async throws {
        try await world.bob.recordBrokenForTest(try AgreementKey().publicKey, "@ann:test")
        for _ in 0..<110 { try await world.bob.recordBrokenForTest(try AgreementKey().publicKey, "@eve:test") }
        #expect(try await world.bob.count("SELECT count(*) FROM broken WHERE user = '@eve:test'") == 100)
        #expect(try await world.bob.count("SELECT count(*) FROM broken WHERE user = '@ann:test'") == 1)
    }

    @Test func `one stranger with many devices pushes out nobody else's`() async throws {
        try await world.bob.recordBrokenForTest(try AgreementKey().publicKey, "@ann:test")
        // The stranger's rows have come and gone, up to a high number.
        try await world.bob.execute(
            "INSERT INTO broken(key, user, identity, due) VALUES (100000, '@eve:test', 'k', 1)"
        )
        try await world.bob.recordBrokenForTest(try AgreementKey().publicKey, "@eve:test")
        #expect(try await world.bob.count("SELECT count(*) FROM broken WHERE user = '@ann:test'") == 1)
    }

    @Test func `of too many broken devices, the oldest of the user with most is forgotten`() async throws {
        try await world.bob.execute(
            """
            INSERT INTO broken(user, identity, due)
            WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 5000)
            SELECT iif(n < 4900, '@user' || n || ':test', '@eve:test'), n, 1 FROM counter
            """
        )
        try await world.bob.recordBrokenForTest(try AgreementKey().publicKey, "@ann:test")
        #expect(try await world.bob.count("SELECT count(*) FROM broken") == 5000)
        #expect(try await world.bob.count("SELECT count(*) FROM broken WHERE identity = '4900'") == 0)
    }

    @Test func `of the users who have no session with this device, the newest 5,000 are remembered`() async throws {
        try await world.bob.execute(
            """
            INSERT INTO unreached(user)
            WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 5000)
            SELECT '@user' || n || ':test' FROM counter
            """
        )
        let key = await world.ann.keys.identity.publicKey.base64
        let content: JSONText = ["code": "m.no_olm", "sender_key": .string(key)]
        try await world.bob.receive([["type": "m.room_key.withheld", "sender": "@ann:test", "content": content]])
        #expect(try await world.bob.count("SELECT count(*) FROM unreached") == 5000)
        #expect(try await world.bob.count("SELECT count(*) FROM unreached WHERE user = '@user1:test'") == 0)
    }

    @Test func `after m_dummy, the device gets the room's key once more, and others do not`() async throws {
        #expect(try await world.share() == ["BOB", "PHONE", "TABLET"])
        #expect(try await world.share() == [])
        try await answer("m.dummy")
        #expect(try await world.share() == ["BOB"])
        #expect(try await world.share() == [])
    }

    @Test func `a device without keys is told once, gets the key later, and says so meanwhile`() async throws {
        let notice = "PHONE: m.room_key.withheld"
        #expect(try await world.share(keyless: [1]) == ["BOB", notice, "TABLET"].sorted())
        let early = try await world.encrypt("early")
        #expect(try await world.share(keyless: [1]) == [])
        #expect(try await world.read(early, by: world.others[1].machine) == #"waiting: withheld(code: "m.no_olm")"#)
        #expect(try await world.share() == ["PHONE"])
        let late = try await world.encrypt("late")
        #expect(try await world.read(late, by: world.others[1].machine) == "late")
        #expect(try await world.read(early, by: world.others[1].machine) == "waiting: beforeKey")
    }

    @Test func `a device that says it has no session gets one`() async throws {
        try await introduceAnn()
        let own = await world.ann.keys.identity.publicKey.base64
        let content: JSONText = [
            "algorithm": .string(Algorithm.megolm), "code": "m.no_olm", "sender_key": .string(own),
        ]
        let event: JSONText = ["type": "m.room_key.withheld", "sender": "@ann:test", "content": content]
        try await world.bob.receive([event])
        #expect(try await world.bob.claimForBroken() != nil)
    }

    @Test func `a broken session is replaced for sending, and the key follows`() async throws {
        try await breakSession()
        // After m.dummy, Ann's device sends the key once more. Bob's device cannot read that copy, but has the first.
        try await world.share(devices: [0])
        let early = try await world.encrypt("early")
        try await introduceAnn()
        // The next key goes out with the old session, which Bob's device has lost.
        world.fixture.advance(seconds: 8 * 24 * 3600)
        try await world.share(devices: [0])
        let unread = try await world.encrypt("unread")
        #expect(try await world.read(unread, by: world.bob) == "waiting: noKey")
        #expect(try await world.read(early, by: world.bob) == "early")
        let claim = try #require(try await world.bob.claimForBroken())
        try await world.bob.acceptClaimForBroken(annsKey(), to: claim)
        let (id, _, body) = try #require(try await world.bob.nextShare(in: EncryptionMachine.noRoom))
        try await world.bob.confirmShare(id)
        let content = try #require(body["messages"]?["@ann:test"]?["ANN"])
        let event: JSONText = ["type": "m.room.encrypted", "sender": "@bob:test", "content": content]
        try await world.ann.receive([event], since: nil, next: "y")
        #expect(try await world.share(devices: [0]) == ["BOB"])
        #expect(try await world.read(try await world.encrypt("read"), by: world.bob) == "read")
    }
}

/// Messages of no session.
enum OlmMessageFixture {
    /// Returns the body of a normal message that belongs to no known session.
    static func unreadable(_ text: String) throws -> String {
        let (ours, theirs, oneTime) = (try AgreementKey(), try AgreementKey(), try AgreementKey())
        var session = try OlmSession(from: ours, to: theirs.publicKey, oneTimeKey: oneTime.publicKey)
        guard case .preKey(let first) = try session.encrypt(Array(text.utf8)) else { throw DiskError() }
        var (reply, _) = try OlmSession.accept(first, ourKey: theirs, oneTimeKey: oneTime)
        return try reply.encrypt(Array(text.utf8)).body
    }
}

extension EncryptionMachine {
    func execute(_ script: String) throws { try connection.execute(script) }

    func count(_ query: StaticString) throws -> Int { try connection.first(query) { $0.count(0) } ?? 0 }

    func sessionCount(with peer: OlmPeer) throws -> Int {
        try olmSessions.sessions(with: peer.user, peer.identity).count
    }

    func recordBrokenForTest(_ key: AgreementPublicKey, _ user: ContactID) throws {
        try write { _ in try recordBroken(key, of: user) }
    }

    func encryptForTest(_ type: String, for device: UserDevice) throws -> JSONText? {
        try write { _ in try encryptOlm(type, [:], for: device) }
    }
}
