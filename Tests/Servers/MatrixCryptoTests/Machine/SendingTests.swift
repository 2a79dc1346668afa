import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Two machines in one room.
@Suite struct SendingTests {
    private static let room = "!room:test"
    private static let users = ["@ann:test", "@bob:test"]
    private let fixture: MachineFixture
    private let ann: EncryptionMachine
    private let others: [(fixture: MachineFixture, machine: EncryptionMachine, user: String)]

    init() async throws {
        fixture = try MachineFixture()
        ann = try fixture.open()
        others = try [("@bob:test", "BOB"), ("@bob:test", "PHONE"), ("@ann:test", "TABLET")].map { user, device in
            let fixture = try MachineFixture()
            return (fixture, try fixture.open(user: user, device: device), user)
        }
    }

    private var bob: EncryptionMachine { others[0].machine }

    /// Passes on requests between the machines, as a homeserver would, and returns the devices that got messages.
    @discardableResult
    private func share(
        with users: [String] = users,
        devices: [Int] = [0, 1, 2],
        from ann: EncryptionMachine? = nil,
        isSent: Bool = true
    ) async throws -> [String] {
        let ann = ann ?? self.ann
        try await ann.track(users)
        try await ann.receive([], ["device_lists": ["changed": .array(users.map { .string($0) })]])
        var lists: [String: [JSONText.Member]] = ["@ann:test": [], "@bob:test": []]
        for index in devices {
            let own = await others[index].machine.keys
            lists[own.user, default: []].append(.init(name: own.device, value: own.published))
        }
        let members = lists.map { JSONText.Member(name: $0.key, value: .object($0.value)) }
        let (query, _) = try #require(await ann.query())
        try await ann.acceptQuery(
            try JSONText.object([.init(name: "device_keys", value: .object(members))]).parsed,
            to: query
        )
        if try await ann.claim(for: users) != nil {
            var claimed: [String: [JSONText.Member]] = [:]
            for index in devices {
                let (own, body) = (await others[index].machine.keys, try await others[index].machine.upload())
                guard case .object(let keys)? = body?["one_time_keys"], let key = keys.first else { continue }
                claimed[own.user, default: []].append(.init(name: own.device, value: .object([key])))
            }
            let answer = claimed.map { JSONText.Member(name: $0.key, value: .object($0.value)) }
            try await ann.acceptClaim(
                try JSONText.object([.init(name: "one_time_keys", value: .object(answer))]).parsed
            )
        }
        try await ann.share(in: Self.room, with: users)
        guard isSent else { return [] }
        return try await deliver(from: ann)
    }

    private func deliver(from ann: EncryptionMachine? = nil) async throws -> [String] {
        let ann = ann ?? self.ann
        var reached: [String] = []
        while let (id, body) = try await ann.nextShare(in: Self.room) {
            for (_, machine, user) in others {
                let device = await machine.keys.device
                guard let content = body["messages"]?[user]?[device] else { continue }
                reached.append(device)
                let event: JSONText = ["type": "m.room.encrypted", "sender": "@ann:test", "content": content]
                try await machine.receive([event], since: nil, next: UUID().uuidString)
            }
            try await ann.settleShare(id)
        }
        return reached.sorted()
    }

    private func encrypt(_ text: String, id: String? = nil, by ann: EncryptionMachine? = nil) async throws -> JSONText {
        let content: JSONText = ["msgtype": "m.text", "body": .string(text)]
        let ann = ann ?? self.ann
        return try #require(try await ann.encrypt(content, type: "m.room.message", id: id ?? text, in: Self.room))
    }

    private func read(_ body: JSONText, by machine: EncryptionMachine) async throws -> String {
        let id = "$\(sha256Text(of: body.bytes))"
        let event = EncryptedEvent(id: id, room: Self.room, sender: "@ann:test", content: try body.parsed)
        return try await machine.texts([event])[0]
    }

    private func session(_ body: JSONText) throws -> String {
        guard case .string(let id)? = body["session_id"] else { throw CryptoStoreError.lost }
        return id
    }

    @Test func `all devices of all members read a message, and this device reads its own`() async throws {
        #expect(try await share() == ["BOB", "PHONE", "TABLET"])
        let body = try await encrypt("Hello")
        for (_, machine, _) in others { #expect(try await read(body, by: machine) == "Hello") }
        #expect(try await read(body, by: ann) == "Hello")
        #expect(String(decoding: body.bytes, as: UTF8.self).contains("Hello") == false)
    }

    @Test func `a device gets each key once, and a new device the key from now on`() async throws {
        #expect(try await share(devices: [0]) == ["BOB"])
        let early = try await encrypt("early")
        #expect(try await share(devices: [0]) == [])
        #expect(try await share(devices: [0, 1]) == ["PHONE"])
        let late = try await encrypt("late")
        #expect(try session(early) == session(late))
        #expect(try await read(early, by: others[1].machine) == "waiting: beforeKey")
        #expect(try await read(late, by: others[1].machine) == "late")
    }

    @Test func `every attempt sends the same bytes, also after a restart`() async throws {
        try await share()
        let body = try await encrypt("Hello", id: "m")
        #expect(try await encrypt("another text", id: "m").bytes == body.bytes)
        let restarted = try fixture.open()
        #expect(try await encrypt("Hello", id: "m", by: restarted).bytes == body.bytes)
        try await restarted.settleMessage("m", in: Self.room)
        #expect(try await restarted.encrypted("m", in: Self.room) == nil)
    }

    @Test func `no index encrypts two messages, whatever statement fails`() async throws {
        try await share()
        var bodies: [JSONText] = []
        for statement in 1...8 {
            await ann.failWrites(from: statement)
            if let body = try? await encrypt("text \(statement)") { bodies.append(body) }
            await ann.failWrites(from: .max)
            bodies.append(try await encrypt("next \(statement)"))
        }
        let restarted = try fixture.open()
        bodies.append(try await encrypt("last", by: restarted))
        // A second message at an index would be a replay.
        for body in bodies { #expect(try await read(body, by: bob).hasPrefix("unreadable") == false) }
    }

    @Test func `keys that were not sent before a restart are sent then`() async throws {
        try await share(isSent: false)
        let body = try await encrypt("Hello")
        #expect(try await deliver(from: fixture.open()) == ["BOB", "PHONE", "TABLET"])
        #expect(try await read(body, by: bob) == "Hello")
    }

    @Test func `when a member or a device leaves, the next message has a new key`() async throws {
        try await share()
        let first = try await encrypt("1")
        #expect(try await share(devices: [0, 2]) == ["BOB", "TABLET"])
        let second = try await encrypt("2")
        #expect(try await share(with: ["@ann:test"], devices: [0, 2]) == ["TABLET"])
        let third = try await encrypt("3")
        #expect(try Set([first, second, third].map(session)).count == 3)
        #expect(try await read(second, by: others[1].machine) == "waiting: noKey")
        #expect(try await read(third, by: bob) == "waiting: noKey")
        #expect(try await read(third, by: others[2].machine) == "3")
    }

    @Test func `a key is replaced after 100 messages, after a week, and when the clock goes back`() async throws {
        try await share()
        var sessions = [try session(await encrypt("first"))]
        for number in 1..<100 { _ = try await encrypt("\(number)") }
        for seconds in [0.0, 604_801, -604_900] {
            fixture.advance(seconds: seconds)
            #expect(try await share() == ["BOB", "PHONE", "TABLET"])
            sessions.append(try session(await encrypt("at \(seconds)")))
            #expect(try await share() == [])
        }
        #expect(Set(sessions).count == 4)
    }

    @Test func `a one-time key without its device's signature begins no session`() async throws {
        try await ann.track(Self.users)
        let own = await bob.keys
        let list: JSONText = ["device_keys": ["@bob:test": ["BOB": own.published]]]
        let (query, _) = try #require(await ann.query())
        try await ann.acceptQuery(try list.parsed, to: query)
        let forged = try AgreementKey().publicKey.base64
        let answer: JSONText = [
            "one_time_keys": ["@bob:test": ["BOB": ["signed_curve25519:A": ["key": .string(forged)]]]]
        ]
        try await ann.acceptClaim(try answer.parsed)
        #expect(try await ann.claim(for: Self.users) == ["one_time_keys": ["@bob:test": ["BOB": "signed_curve25519"]]])
    }

    @Test func `a relation stays outside, the rest inside`() async throws {
        try await share()
        let content: JSONText = ["body": "secret", "m.relates_to": ["rel_type": "m.replace", "event_id": "$1"]]
        let body = try #require(try await ann.encrypt(content, type: "m.room.message", id: "e", in: Self.room))
        #expect(body["m.relates_to"] == content["m.relates_to"])
        #expect(try await read(body, by: bob) == "secret")
    }

    @Test func `nothing is encrypted before a key was shared`() async throws {
        #expect(try await ann.encrypt(["body": "x"], type: "m.room.message", id: "e", in: Self.room) == nil)
    }
}
