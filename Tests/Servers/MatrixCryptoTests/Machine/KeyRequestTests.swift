import ChatTypes
import Foundation
import JSONKit
import OlmKit
import SQLiteKit
import Testing

@testable import MatrixCrypto

/// Keys that the account's devices ask each other for: the tablet lacks what the phone has.
@Suite struct KeyRequestTests {
    private static let user = MachineFixture.user
    private let fixtures: [MachineFixture]
    private let phone: EncryptionMachine
    private let tablet: EncryptionMachine

    init() throws {
        fixtures = [try MachineFixture(), try MachineFixture()]
        phone = try fixtures[0].open(device: "PHONE")
        tablet = try fixtures[1].open(device: "TABLET")
    }

    /// Shows each device the keys of both, and has each trust the other, if it is to.
    private func introduce(_ trust: DeviceTrust = .verified) async throws {
        let (phones, tablets) = (await phone.keys, await tablet.keys)
        let list: JSONText = ["PHONE": phones.published, "TABLET": tablets.published]
        for machine in [phone, tablet] {
            let (query, _) = try #require(await machine.query())
            let answer: JSONText = ["device_keys": .object([.init(name: Self.user, value: list)])]
            try await machine.acceptQuery(try answer.parsed, to: query)
        }
        try await set(trust)
    }

    private func set(_ trust: DeviceTrust) async throws {
        for machine in [phone, tablet] { try await machine.execute("UPDATE device SET trust = \(trust.rawValue)") }
    }

    /// Gives the phone the key to a message of Bob's; returns the message.
    private func message(_ bob: inout PeerDevice) async throws -> EncryptedEvent {
        try await bob.begin(with: phone, using: try #require(try await phone.publish().first))
        let key = try await bob.toDevice("m.room_key", bob.roomKey(), for: phone)
        try await phone.receive([key], next: UUID().uuidString)
        return try bob.event("$1", "hello")
    }

    /// Bob's key for the tablet, which reads what he writes from now on.
    private func lateKey(_ bob: inout PeerDevice) async throws -> JSONText {
        let keys = try await tablet.upload()?.publishedKeys("one_time_keys") ?? []
        try await bob.begin(with: tablet, using: try #require(keys.last))
        return try await bob.toDevice("m.room_key", bob.roomKey(), for: tablet)
    }

    private func wait() { for fixture in fixtures { fixture.advance(seconds: 30) } }

    /// Delivers the messages of one device to the other; returns their types.
    @discardableResult
    private func deliver(
        from machine: EncryptionMachine,
        changing change: (JSONText) -> JSONText = { $0 }
    ) async throws -> [String] {
        let other = machine === phone ? tablet : phone
        let name = await other.keys.device
        var types: [String] = []
        while let (id, type, body) = try await machine.nextShare(in: EncryptionMachine.noRoom), types.count < 100 {
            if let content = body["messages"]?[Self.user]?[name] {
                types.append(type)
                let event: JSONText = ["type": .string(type), "sender": .string(Self.user), "content": change(content)]
                try await other.receive([event], next: UUID().uuidString)
            }
            try await machine.confirmShare(id)
        }
        return types
    }

    /// Has the phone answer, after it claimed the tablet's key if it needs one; returns the types of its messages.
    @discardableResult
    private func answer() async throws -> [String] {
        if try await phone.claimForQuestions() != nil {
            guard case .object(let keys)? = try await tablet.upload()?["one_time_keys"] else { return ["no keys"] }
            let claimed: JSONText = ["TABLET": .object([keys[0]])]
            let answer: JSONText = ["one_time_keys": .object([.init(name: Self.user, value: claimed)])]
            try await phone.acceptClaim(try answer.parsed)
        }
        try await phone.answerQuestions()
        return try await deliver(from: phone)
    }

    @Test func `a key that does not come in half a minute is asked for, and makes the message readable`() async throws {
        try await introduce()
        var bob = try PeerDevice()
        let event = try await message(&bob)
        #expect(try await tablet.texts([event]) == ["waiting: noKey"])
        for fixture in fixtures { fixture.advance(seconds: 29) }
        try await tablet.requestKeys()
        #expect(try await deliver(from: tablet) == [])
        for fixture in fixtures { fixture.advance(seconds: 1) }
        try await tablet.requestKeys()
        #expect(try await deliver(from: tablet) == ["m.room_key_request"])
        try await tablet.requestKeys()
        #expect(try await deliver(from: tablet) == [], "once")
        #expect(try await answer() == ["m.room.encrypted"])
        #expect(try await tablet.newRoomKeys().map(\.session) == [SessionID(bob.megolm.id)])
        #expect(try await tablet.texts([event]) == ["hello"])
        #expect(try await tablet.doubts(about: ["$1"], in: "!room:test") == ["$1": .unprovedKey])
        try await tablet.requestKeys()
        #expect(try await deliver(from: tablet) == ["m.room_key_request"], "it is withdrawn")
        #expect(try await answer() == [])
        #expect(try await tablet.count("SELECT count(*) FROM wanted") == 0)
    }

    @Test func `a key that comes within half a minute is asked for no more`() async throws {
        try await introduce()
        var bob = try PeerDevice()
        let (key, event) = (bob.roomKey(), try bob.event("$1", "hello"))
        #expect(try await tablet.texts([event]) == ["waiting: noKey"])
        try await bob.begin(with: tablet, using: try #require(try await tablet.publish().first))
        try await tablet.receive([try await bob.toDevice("m.room_key", key, for: tablet)], next: UUID().uuidString)
        #expect(try await tablet.texts([event]) == ["hello"])
        wait()
        try await tablet.requestKeys()
        #expect(try await deliver(from: tablet) == [])
        #expect(try await tablet.count("SELECT count(*) FROM wanted") == 0)
    }

    @Test func `a key is asked for once the clock has gone back`() async throws {
        try await introduce()
        var bob = try PeerDevice()
        _ = try await tablet.texts([try await message(&bob)])
        for fixture in fixtures { fixture.advance(seconds: -1) }
        try await tablet.requestKeys()
        #expect(try await deliver(from: tablet) == ["m.room_key_request"])
    }

    @Test func `a key that reads later messages only is asked for from the first message on`() async throws {
        try await introduce()
        var bob = try PeerDevice()
        let first = try await message(&bob)
        let late = try await lateKey(&bob)
        try await tablet.receive([late], next: UUID().uuidString)
        let second = try bob.event("$2", "later")
        #expect(try await tablet.texts([second, first]) == ["later", "waiting: beforeKey"])
        wait()
        try await tablet.requestKeys()
        #expect(try await deliver(from: tablet) == ["m.room_key_request"])
        _ = try await tablet.texts([second])
        #expect(try await answer() == ["m.room.encrypted"])
        #expect(try await tablet.texts([first]) == ["hello"])
        #expect(try await tablet.doubts(about: ["$2"], in: "!room:test") == ["$2": .unknownDevice], "Bob's own key")
    }

    @Test(arguments: [false, true])
    func `a key is asked for until it reads the earliest message that waits for it`(isEarliestLast: Bool) async throws {
        try await introduce()
        var bob = try PeerDevice()
        let first = try await message(&bob)
        let late = try await lateKey(&bob)
        let second = try bob.event("$2", "later")
        for event in isEarliestLast ? [second, first] : [first, second] {
            #expect(try await tablet.texts([event]) == ["waiting: noKey"])
        }
        try await tablet.receive([late], next: UUID().uuidString)
        #expect(try await tablet.texts([second]) == ["later"])
        wait()
        try await tablet.requestKeys()
        #expect(try await deliver(from: tablet) == ["m.room_key_request"])
    }

    @Test func `a key that comes from its sender after all is withdrawn from the other devices`() async throws {
        try await introduce()
        var bob = try PeerDevice()
        let key = bob.roomKey()
        let event = try await message(&bob)
        _ = try await tablet.texts([event])
        wait()
        try await tablet.requestKeys()
        #expect(try await deliver(from: tablet) == ["m.room_key_request"])
        #expect(try await phone.count("SELECT count(*) FROM question") == 1)
        try await bob.begin(with: tablet, using: try #require(try await tablet.publish().first))
        try await tablet.receive([try await bob.toDevice("m.room_key", key, for: tablet)], next: UUID().uuidString)
        #expect(try await tablet.texts([event]) == ["hello"])
        try await tablet.requestKeys()
        try await deliver(from: tablet)
        #expect(try await phone.count("SELECT count(*) FROM question") == 0)
    }

    @Test func `of many keys that are lacked, the newest twenty are asked for at once`() async throws {
        try await introduce()
        var bob = try PeerDevice()
        for number in 0...20 {
            bob.megolm = try MegolmOutboundSession()
            _ = try await tablet.texts([try bob.event(MessageID("$\(number)"), "x")])
        }
        wait()
        try await tablet.requestKeys()
        #expect(try await tablet.count("SELECT count(*) FROM wanted WHERE id IS NULL") == 1)
        #expect(
            try await tablet.count(
                "SELECT count(*) FROM wanted WHERE id IS NULL AND key = (SELECT min(key) FROM wanted)"
            ) == 1
        )
        try await tablet.requestKeys()
        #expect(try await tablet.count("SELECT count(*) FROM wanted WHERE id IS NULL") == 0)
    }

    @Test func `of the keys that a device gives, only those of sessions that were asked for are taken`() async throws {
        try await introduce()
        var bob = try PeerDevice()
        let first = try await message(&bob)
        bob.megolm = try MegolmOutboundSession()
        let key = try await bob.toDevice("m.room_key", bob.roomKey(), for: phone)
        try await phone.receive([key], next: UUID().uuidString)
        let second = try bob.event("$2", "another")
        _ = try await tablet.texts([first])
        wait()
        try await tablet.requestKeys()
        #expect(try await deliver(from: tablet) == ["m.room_key_request"])
        try await ask(for: bob.megolm.id, id: "made up")
        #expect(try await answer() == ["m.room.encrypted", "m.room.encrypted"])
        #expect(try await tablet.texts([first, second]) == ["hello", "waiting: noKey"])
    }

    @Test(arguments: [DeviceTrust.none, .blocked])
    func `a device that is not proved is neither asked nor answered`(trust: DeviceTrust) async throws {
        try await introduce(trust)
        var bob = try PeerDevice()
        let event = try await message(&bob)
        _ = try await tablet.texts([event])
        wait()
        try await tablet.requestKeys()
        #expect(try await deliver(from: tablet) == [])
        try await set(.verified)
        try await tablet.requestKeys()
        try await phone.execute("UPDATE device SET trust = \(trust.rawValue)")
        #expect(try await deliver(from: tablet) == ["m.room_key_request"])
        #expect(try await answer() == [])
    }

    @Test func `a device that the account's proved identity signed gets a key, of another identity none`() async throws
    {
        try await introduce(.none)
        var bob = try PeerDevice()
        _ = try await message(&bob)
        try await phone.execute(
            "UPDATE device SET is_signed = 1; INSERT INTO identity(user, master) VALUES ('@ann:test', 'theirs')"
        )
        try await ask(for: bob.megolm.id, id: "1")
        #expect(try await answer() == [])
        try await phone.execute("UPDATE account SET master = 'ours'")
        try await ask(for: bob.megolm.id, id: "2")
        #expect(try await answer() == [])
        try await phone.execute("UPDATE identity SET master = 'ours'")
        // A question that had no answer may be asked again at once.
        try await ask(for: bob.megolm.id, id: "3")
        #expect(try await answer() == ["m.room.encrypted"])
    }

    /// Has the phone receive a request that says it is the tablet's.
    private func ask(
        for session: String,
        id: String,
        action: String = "request",
        by device: String = "TABLET",
        of user: String = Self.user
    ) async throws {
        let content: JSONText = [
            "action": .string(action), "request_id": .string(id), "requesting_device_id": .string(device),
            "body": [
                "algorithm": .string(Algorithm.megolm), "room_id": "!room:test", "session_id": .string(session),
            ],
        ]
        let event: JSONText = ["type": "m.room_key_request", "sender": .string(user), "content": content]
        try await phone.receive([event], next: UUID().uuidString)
    }

    @Test func `a device gets a key once an hour, and none that it does not want any more`() async throws {
        try await introduce()
        var bob = try PeerDevice()
        _ = try await message(&bob)
        let session = bob.megolm.id
        try await ask(for: session, id: "1")
        try await ask(for: session, id: "1", action: "request_cancellation")
        #expect(try await answer() == [])
        try await ask(for: session, id: "2")
        try await ask(for: session, id: "2", action: "request_cancellation", by: "OTHER")
        try await ask(for: session, id: "0", action: "request_cancellation")
        #expect(try await answer() == ["m.room.encrypted"], "neither withdrew it")
        try await ask(for: session, id: "2", action: "request_cancellation")
        try await ask(for: session, id: "3")
        #expect(try await answer() == [], "it has the key")
        for fixture in fixtures { fixture.advance(seconds: 3600) }
        try await ask(for: session, id: "4")
        #expect(try await answer() == ["m.room.encrypted"])
        for fixture in fixtures { fixture.advance(seconds: -1) }
        try await ask(for: session, id: "5")
        #expect(try await answer() == ["m.room.encrypted"], "the clock went back")
        try await ask(for: "unknown", id: "6")
        #expect(try await answer() == [])
    }

    @Test func `a blocked device gets no key, even if the account's identity has signed it`() async throws {
        try await introduce(.blocked)
        var bob = try PeerDevice()
        _ = try await message(&bob)
        try await phone.execute(
            """
            UPDATE device SET is_signed = 1; UPDATE account SET master = 'ours';
            INSERT INTO identity(user, master) VALUES ('@ann:test', 'ours')
            """
        )
        try await ask(for: bob.megolm.id, id: "1")
        #expect(try await answer() == [])
    }

    @Test func `requests of other users, unknown devices and this device itself are ignored, and bounded`() async throws
    {
        try await introduce()
        var bob = try PeerDevice()
        _ = try await message(&bob)
        try await ask(for: bob.megolm.id, id: "1", of: "@bob:test")
        try await ask(for: bob.megolm.id, id: "2", by: "PHONE")
        #expect(try await phone.count("SELECT count(*) FROM question") == 0)
        try await ask(for: bob.megolm.id, id: "3", by: "NONE")
        #expect(try await answer() == [])
        try await phone.execute(
            """
            INSERT INTO question(device, room, session, id)
            WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 1000)
            SELECT 'old', '!room:test', n, n FROM counter
            """
        )
        try await ask(for: "session", id: "4")
        #expect(try await phone.count("SELECT count(*) FROM question") == 1000)
        #expect(try await phone.count("SELECT count(*) FROM question WHERE session IN ('1', 'session')") == 1)
    }

    @Test(arguments: ["request_id", "requesting_device_id", "room_id", "session_id"])
    func `a request for a key has ids of 512 bytes at most`(_ name: String) async throws {
        let request: JSONText = ["action": "request", "request_id": "1", "requesting_device_id": "TABLET"]
        let body: JSONText = [
            "algorithm": .string(Algorithm.megolm), "room_id": "!room:test", "session_id": "session",
        ]
        func isTaken(_ name: String, _ value: JSONText) async throws -> Bool {
            try await phone.execute("DELETE FROM question")
            let content =
                body[name] == nil
                ? request.with("body", body).with(name, value) : request.with("body", body.with(name, value))
            let event: JSONText = ["type": "m.room_key_request", "sender": .string(Self.user), "content": content]
            try await phone.receive([event], next: UUID().uuidString)
            return try await phone.count("SELECT count(*) FROM question") == 1
        }
        for count in [0, 512, 513] {
            #expect(try await isTaken(name, .string(String(repeating: "x", count: count))) == (count == 512))
        }
        #expect(try await !isTaken("algorithm", "other"))
    }

    @Test func `a key that nobody asked for, or that a stranger's device gives, is ignored`() async throws {
        try await introduce()
        var bob = try PeerDevice()
        let event = try await message(&bob)
        #expect(try await tablet.texts([event]) == ["waiting: noKey"])
        try await ask(for: bob.megolm.id, id: "1")
        #expect(try await answer() == ["m.room.encrypted"])
        #expect(try await tablet.texts([event]) == ["waiting: noKey"], "it is lacked, but was not asked for yet")
        wait()
        try await tablet.requestKeys()
        try await deliver(from: tablet)
        try await tablet.execute("UPDATE device SET trust = 0")
        for fixture in fixtures { fixture.advance(seconds: 3600) }
        try await ask(for: bob.megolm.id, id: "2")
        #expect(try await answer() == ["m.room.encrypted"])
        #expect(try await tablet.texts([event]) == ["waiting: noKey"], "the phone is not proved")
    }

    @Test func `a lack of 1,000 keys is remembered, the newest`() async throws {
        try await tablet.execute(
            """
            INSERT INTO wanted(user, room, session, message, second)
            WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 1000)
            SELECT '@bob:test', '!room:test', n, 0, 0 FROM counter
            """
        )
        var bob = try PeerDevice()
        _ = try await tablet.texts([try bob.event("$1", "x")])
        #expect(try await tablet.count("SELECT count(*) FROM wanted") == 1000)
        #expect(try await tablet.count("SELECT count(*) FROM wanted WHERE session = '1'") == 0)
    }

    @Test func `of 10,000 keys that are lacked, the oldest of the sender with most is forgotten`() async throws {
        try await tablet.execute(
            """
            INSERT INTO wanted(user, room, session, message, second)
            WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 10000)
            SELECT iif(n < 9900, '@user' || n || ':test', '@eve:test'), '!room:test', n, 0, 0 FROM counter
            """
        )
        var bob = try PeerDevice()
        _ = try await tablet.texts([try bob.event("$1", "x")])
        #expect(try await tablet.count("SELECT count(*) FROM wanted") == 10_000)
        #expect(try await tablet.count("SELECT count(*) FROM wanted WHERE session = '9900'") == 0)
    }
}
