import ChatTypes
import Foundation
import JSONKit
import OlmKit
import SQLiteKit
import Testing

@testable import MatrixCrypto

/// Sending to a room with several devices.
@Suite struct SendingTests {
    @Test func `all devices of all members read a message, and this device reads its own`() async throws {
        let world = try RoomFixture()
        #expect(try await world.share() == ["BOB", "PHONE", "TABLET"])
        let body = try await world.encrypt("Hello")
        for (_, machine, _) in world.others { #expect(try await world.read(body, by: machine) == "Hello") }
        #expect(try await world.read(body, by: world.ann) == "Hello")
        #expect(String(decoding: body.bytes, as: UTF8.self).contains("Hello") == false)
        let own = EncryptedEvent(
            id: "$own",
            room: RoomFixture.room,
            sender: "@ann:test",
            content: try await world.encrypt("mine").parsed
        )
        guard case .readable(let message) = try await world.ann.decrypt([own])[0] else { throw DiskError() }
        #expect(await message.device == world.ann.ownPeer && message.doubt == nil, "this device needs no proof")
    }

    @Test func `a device gets each key once, and a new device the key from now on`() async throws {
        let world = try RoomFixture()
        #expect(try await world.share(devices: [0]) == ["BOB"])
        let early = try await world.encrypt("early")
        #expect(try await world.share(devices: [0]) == [])
        #expect(try await world.share(devices: [0, 1]) == ["PHONE"])
        let late = try await world.encrypt("late")
        #expect(try world.session(early) == world.session(late))
        #expect(try await world.read(early, by: world.others[1].machine) == "waiting: beforeKey")
        #expect(try await world.read(late, by: world.others[1].machine) == "late")
    }

    /// Returns a machine that knows a device of each user, and has sessions with those of the first ones.
    private func machine(
        of fixture: MachineFixture,
        knowing users: [ContactID],
        keyed: Int
    ) async throws -> EncryptionMachine {
        let ann = try fixture.open()
        try await ann.track(users)
        var (lists, claimed): ([ContactID: JSONText], [ContactID: JSONText]) = ([:], [:])
        for (number, user) in users.enumerated() {
            let keys = DeviceKeys(
                user: user.rawValue,
                device: "D",
                signing: try SigningKey(),
                identity: try AgreementKey()
            )
            let key = keys.sign(["key": .string(try AgreementKey().publicKey.base64)])
            lists[user] = ["D": keys.published]
            if number < keyed { claimed[user] = ["D": ["signed_curve25519:A": key]] }
        }
        let (query, _) = try #require(await ann.query())
        try await ann.acceptQuery((["device_keys": .members(lists)] as JSONText).parsed, to: query)
        try await ann.acceptClaim((["one_time_keys": .members(claimed)] as JSONText).parsed)
        return ann
    }

    @Test func `the key of a room with 101 devices leaves in two requests`() async throws {
        let users = (0..<101).map { ContactID("@u\($0):test") }
        let fixture = try MachineFixture()
        let ann = try await machine(of: fixture, knowing: users, keyed: 101)
        try await ann.share(in: RoomFixture.room, with: { _ in users })
        var counts: [Int] = []
        while counts.count < 10, let (id, _, body) = try await ann.nextShare(in: RoomFixture.room) {
            guard case .object(let messages)? = body["messages"] else { throw DiskError() }
            counts.append(messages.count)
            try await ann.confirmShare(id)
        }
        #expect(counts == [100, 1])
    }

    @Test func `of messages that the homeserver has not confirmed, the newest 1,000 are kept`() async throws {
        let world = try RoomFixture()
        try await world.share()
        try await world.ann.execute(
            """
            INSERT INTO outgoing(room, id, body)
            WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 1000)
            SELECT '!room:test', 'old' || n, '{}' FROM counter
            """
        )
        _ = try await world.encrypt("text", id: "new")
        #expect(try await world.ann.count("SELECT count(*) FROM outgoing") == 1000)
        #expect(try await world.ann.count("SELECT count(*) FROM outgoing WHERE id IN ('old1', 'new')") == 1)
    }

    /// Returns the steps of the store for one more message in a room whose members all have the key.
    private func steps(withMembers count: Int) async throws -> Int {
        let (users, room) = ((0..<count).map { ContactID("@u\($0):test") }, RoomFixture.room)
        let fixture = try MachineFixture()
        let ann = try await machine(of: fixture, knowing: users, keyed: count)
        try await ann.share(in: room, with: { _ in users })
        let before = await ann.stepCount
        #expect(try await ann.claim(for: users) == nil)
        try await ann.share(in: room, with: { _ in users })
        let content: JSONText = ["body": "x"]
        #expect(
            try await ann.encrypt(content, type: "m.room.message", id: "m", in: room, for: { _ in users }) != nil
        )
        return await ann.stepCount - before
    }

    @Test func `a message that waits stays as it is beside a device that can get no key`() async throws {
        let (users, room): ([ContactID], ChatID) = (["@u0:test", "@u1:test"], RoomFixture.room)
        let fixture = try MachineFixture()
        let ann = try await machine(of: fixture, knowing: users, keyed: 1)
        try await ann.share(in: room, with: { _ in users })
        let body = try await ann.encrypt(["body": "x"], type: "m.room.message", id: "m", in: room, for: { _ in users })
        let again = try await ann.encrypted("m", in: room, for: { _ in users })
        #expect(again?.bytes == body?.bytes && body != nil)
    }

    @Test func `a message to members who have its key costs as many steps for each, however many they are`()
        async throws
    {
        let (few, many) = (try await steps(withMembers: 25), try await steps(withMembers: 100))
        #expect(many < 5 * few, "\(few) steps for 25 members, \(many) for 100")
    }

    @Test func `every attempt sends the same bytes, also after a restart`() async throws {
        let world = try RoomFixture()
        try await world.share()
        let body = try await world.encrypt("Hello", id: "m")
        #expect(try await world.encrypt("another text", id: "m").bytes == body.bytes)
        let restarted = try world.fixture.open()
        #expect(try await world.encrypt("Hello", id: "m", by: restarted).bytes == body.bytes)
        try await restarted.confirmMessage("m", in: RoomFixture.room)
        #expect(try await restarted.encrypted("m", in: RoomFixture.room, for: { _ in RoomFixture.users }) == nil)
    }

    @Test func `no index encrypts two messages, whatever statement fails`() async throws {
        let world = try RoomFixture()
        try await world.share()
        var bodies: [JSONText] = []
        for statement in 1...8 {
            await world.ann.failWrites(from: statement)
            if let body = try? await world.encrypt("text \(statement)") { bodies.append(body) }
            await world.ann.failWrites(from: .max)
            bodies.append(try await world.encrypt("next \(statement)"))
        }
        let restarted = try world.fixture.open()
        bodies.append(try await world.encrypt("last", by: restarted))
        // A second message at an index would be a replay.
        for body in bodies { #expect(try await world.read(body, by: world.bob).hasPrefix("unreadable") == false) }
    }

    @Test func `keys that were not sent before a restart are sent then`() async throws {
        let world = try RoomFixture()
        try await world.share(isSent: false)
        let body = try await world.encrypt("Hello")
        #expect(try await world.deliver(from: world.fixture.open()) == ["BOB", "PHONE", "TABLET"])
        #expect(try await world.read(body, by: world.bob) == "Hello")
    }

    @Test func `a request that is refused reaches all devices but the one that it is refused for`() async throws {
        let world = try RoomFixture()
        try await world.share(isSent: false)
        var (requests, refusals) = (0, 0)
        while let (id, type, body) = try await world.ann.nextShare(in: RoomFixture.room) {
            requests += 1
            try #require(requests < 10, "a refused request comes again and again")
            guard body["messages"]?["@bob:test"]?["PHONE"] != nil else {
                #expect(
                    body["messages"]?["@bob:test"]?["BOB"] != nil || body["messages"]?["@ann:test"]?["TABLET"] != nil
                )
                try await world.ann.confirmShare(id)
                continue
            }
            refusals += 1
            try await world.ann.refuseShare(id, type: type, body: body, in: RoomFixture.room)
        }
        #expect(requests == refusals + 2)
    }

    @Test func `a device whose key the homeserver refused gets it after an hour`() async throws {
        let world = try RoomFixture()
        try await world.share(devices: [0], isSent: false)
        let (id, type, body) = try #require(try await world.ann.nextShare(in: RoomFixture.room))
        try await world.ann.refuseShare(id, type: type, body: body, in: RoomFixture.room)
        let early = try await world.encrypt("early")
        world.fixture.advance(seconds: 3599)
        #expect(try await world.share(devices: [0]) == [])
        world.fixture.advance(seconds: 1)
        #expect(try await world.share(devices: [0]) == ["BOB"])
        let late = try await world.encrypt("late")
        #expect(try world.session(early) == world.session(late))
        #expect(try await world.read(late, by: world.bob) == "late")
        #expect(try await world.share(devices: [0]) == [])
    }

    @Test func `a device whose key the homeserver refused gets it at once if the clock goes back`() async throws {
        let world = try RoomFixture()
        try await world.share(devices: [0])
        world.fixture.advance(seconds: 100)
        try await world.share(devices: [0, 1], isSent: false)
        let (id, type, body) = try #require(try await world.ann.nextShare(in: RoomFixture.room))
        try await world.ann.refuseShare(id, type: type, body: body, in: RoomFixture.room)
        #expect(try await world.share(devices: [0, 1]) == [])
        world.fixture.advance(seconds: -50)
        #expect(try await world.share(devices: [0, 1]) == ["PHONE"])
    }

    @Test func `when a member or a device leaves, the next message has a new key`() async throws {
        let world = try RoomFixture()
        try await world.share()
        let first = try await world.encrypt("1")
        #expect(try await world.share(devices: [0, 2]) == ["BOB", "TABLET"])
        let second = try await world.encrypt("2")
        #expect(try await world.share(with: ["@ann:test"], devices: [0, 2]) == ["TABLET"])
        let third = try await world.encrypt("3")
        #expect(try Set([first, second, third].map(world.session)).count == 3)
        #expect(try await world.read(second, by: world.others[1].machine) == "waiting: noKey")
        #expect(try await world.read(third, by: world.bob) == "waiting: noKey")
        #expect(try await world.read(third, by: world.others[2].machine) == "3")
    }

    @Test func `a key is replaced after 100 messages, after a week, and when the clock goes back`() async throws {
        let world = try RoomFixture()
        try await world.share()
        var sessions = [try world.session(await world.encrypt("first"))]
        for number in 1..<100 { _ = try await world.encrypt("\(number)") }
        for seconds in [0.0, 604_801, -604_900] {
            world.fixture.advance(seconds: seconds)
            #expect(try await world.share() == ["BOB", "PHONE", "TABLET"])
            sessions.append(try world.session(await world.encrypt("at \(seconds)")))
            #expect(try await world.share() == [])
        }
        #expect(Set(sessions).count == 4)
    }

    @Test func `a one-time key without its device's signature begins no session`() async throws {
        let world = try RoomFixture()
        try await world.ann.track(RoomFixture.users)
        let own = await world.bob.keys
        let list: JSONText = ["device_keys": ["@bob:test": ["BOB": own.published]]]
        let (query, _) = try #require(await world.ann.query())
        try await world.ann.acceptQuery(try list.parsed, to: query)
        let forged = try AgreementKey().publicKey.base64
        let answer: JSONText = [
            "one_time_keys": ["@bob:test": ["BOB": ["signed_curve25519:A": ["key": .string(forged)]]]]
        ]
        try await world.ann.acceptClaim(try answer.parsed)
        #expect(
            try await world.ann.claim(for: RoomFixture.users) == [
                "one_time_keys": ["@bob:test": ["BOB": "signed_curve25519"]]
            ]
        )
    }

    @Test func `a relation stays outside, the rest inside`() async throws {
        let world = try RoomFixture()
        try await world.share()
        let content: JSONText = ["body": "secret", "m.relates_to": ["rel_type": "m.replace", "event_id": "$1"]]
        let body = try #require(
            try await world.ann.encrypt(
                content,
                type: "m.room.message",
                id: "e",
                in: RoomFixture.room,
                for: { _ in RoomFixture.users }
            )
        )
        #expect(body["m.relates_to"] == content["m.relates_to"])
        let event = EncryptedEvent(id: "$e", room: RoomFixture.room, sender: "@ann:test", content: try body.parsed)
        guard case .readable(let message) = try await world.ann.decrypt([event])[0] else { throw DiskError() }
        #expect(message.content["m.relates_to"] == nil && message.content["body"]?.string == "secret")
        #expect(try await world.read(body, by: world.bob) == "secret")
    }

    @Test func `nothing is encrypted before a key was shared`() async throws {
        let world = try RoomFixture()
        #expect(
            try await world.ann.encrypt(
                ["body": "x"],
                type: "m.room.message",
                id: "e",
                in: RoomFixture.room,
                for: { _ in RoomFixture.users }
            ) == nil
        )
    }
}

extension EncryptionMachine {
    /// The instructions that SQLite has run for the store.
    var stepCount: Int { connection.stepCount }
}
