import ChatTypes
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

@Suite struct DeviceQueryTests {
    let fixture: MachineFixture
    let machine: EncryptionMachine
    var bob: PeerDevice

    init() async throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
        bob = try PeerDevice()
        let keys = try await machine.publish()
        try await bob.begin(with: machine, using: keys[0])
    }

    /// Has a message of Bob's read, after which the machine asks for his devices.
    private mutating func meet() async throws {
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        #expect(await machine.query()?.query.users == ["@ann:test"], "a key alone tracks nobody")
        #expect(try await machine.texts([try bob.event("$met", "Hello")]) == ["Hello"])
    }

    private func answer(_ devices: [PeerDevice]) throws -> JSONValue {
        let members = devices.map { JSONText.Member(name: $0.keys.device, value: $0.keys.published) }
        let json: JSONText = ["device_keys": .object([.init(name: "@bob:test", value: .object(members))])]
        return try json.parsed
    }

    private func accept(_ devices: [PeerDevice]) async throws {
        let (query, _) = try #require(await machine.query())
        try await machine.acceptQuery(answer(devices), to: query)
    }

    @Test mutating func `senders of messages are queried until an answer is stored, also after a restart`()
        async throws
    {
        try await meet()
        let (query, body) = try #require(await machine.query())
        #expect(query.users == ["@ann:test", "@bob:test"])
        #expect(body == ["device_keys": ["@ann:test": [], "@bob:test": []]])
        try await machine.acceptQuery(try answer([bob]), to: query)
        #expect(try await machine.devices(of: "@bob:test").map(\.id) == ["BOB"])
        #expect(try await fixture.open().query()?.query.users == ["@ann:test"])
    }

    @Test mutating func `a change of a list makes it outdated, and those of strangers are ignored`() async throws {
        try await meet()
        try await accept([bob])
        try await machine.receive([], ["device_lists": ["changed": ["@bob:test", "@eve:test"]]])
        #expect(await machine.query()?.query.users == ["@ann:test", "@bob:test"])
        try await machine.receive([], ["device_lists": ["left": ["@bob:test", "@ann:test"]]])
        #expect(await machine.query()?.query.users == ["@ann:test"])
        #expect(try await fixture.open().query()?.query.users == ["@ann:test"])
    }

    @Test mutating func `a sync that begins anew makes all lists outdated`() async throws {
        try await meet()
        try await accept([bob])
        try await machine.receive([], since: nil)
        #expect(try await fixture.open().query()?.query.users == ["@ann:test", "@bob:test"])
    }

    @Test(arguments: [(true, true), (true, false), (false, true)])
    mutating func `a device changes neither of its keys`(isIdentityNew: Bool, isSigningNew: Bool) async throws {
        try await meet()
        try await accept([bob])
        let other = try PeerDevice(
            keys: DeviceKeys(
                user: "@bob:test",
                device: "BOB",
                signing: isSigningNew ? try SigningKey() : bob.keys.signing,
                identity: isIdentityNew ? try AgreementKey() : bob.keys.identity
            )
        )
        try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
        try await accept([other])
        #expect(try await machine.devices(of: "@bob:test").isEmpty)
        try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
        try await accept([bob])
        #expect(try await machine.devices(of: "@bob:test").map(\.identity) == [bob.keys.identity.publicKey])
    }

    @Test mutating func `a device without its own signature is ignored`() async throws {
        try await meet()
        let forged = bob.keys.published.with("algorithms", [])
        let json: JSONText = ["device_keys": ["@bob:test": ["BOB": forged]]]
        let (query, _) = try #require(await machine.query())
        try await machine.acceptQuery(try json.parsed, to: query)
        #expect(try await machine.devices(of: "@bob:test").isEmpty)
    }

    @Test mutating func `a device with an id of more than 255 bytes, or none, is ignored`() async throws {
        let ids = [0, 255, 256].map { String(repeating: "x", count: $0) }
        try await machine.track(["@bob:test"])
        try await accept(ids.map { try PeerDevice(device: $0) })
        #expect(try await machine.devices(of: "@bob:test").map(\.id) == [DeviceID(ids[1])])
    }

    @Test func `an id of a user has 255 bytes at most`() async throws {
        let users = [249, 250].map { ContactID("@" + String(repeating: "b", count: $0) + ":test") }
        try await machine.track(users)
        #expect(await machine.query()?.query.users == ["@ann:test", users[0]])
    }

    @Test func `of a list with more than 1,000 devices, the rest is ignored`() async throws {
        try await machine.track(["@bob:test"])
        try await accept((0...1000).map { try PeerDevice(device: "D\($0)") })
        #expect(try await machine.devices(of: "@bob:test").count == 1000)
    }

    @Test func `a device that is listed under two ids is blocked under both`() async throws {
        try await machine.track(["@bob:test"])
        let (signing, identity) = (bob.keys.signing, bob.keys.identity)
        let twin = DeviceKeys(user: "@bob:test", device: "TWIN", signing: signing, identity: identity)
        try await accept([bob, PeerDevice(keys: twin)])
        #expect(try await machine.setBlocked(true, device: "BOB", of: "@bob:test"))
        #expect(try await machine.devices(of: "@bob:test").map(\.trust) == [.blocked, .blocked])
    }

    @Test(arguments: ["bob", "@bob", "bob:test", "@:test", "@" + String(repeating: "b", count: 255) + ":test"])
    func `an id that no homeserver gives is neither tracked nor looked up`(_ user: String) async throws {
        try await machine.track([ContactID(user)])
        #expect(await machine.query()?.query.users == ["@ann:test"])
        #expect(await machine.query(of: ContactID(user)) == nil)
    }

    @Test func `a user who was looked up is known, and not tracked`() async throws {
        let (query, body) = try #require(await machine.query(of: "@bob:test"))
        #expect(body == ["device_keys": ["@bob:test": []]])
        try await machine.acceptQuery(answer([bob]), to: query)
        #expect(try await machine.devices(of: "@bob:test").map(\.id) == ["BOB"])
        #expect(try await machine.acceptQuery(answer([]), to: query) == 0, "an answer that comes twice")
        try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
        #expect(await machine.query()?.query.users == ["@ann:test"])
        #expect(try await fixture.open().query()?.query.users == ["@ann:test"])
    }

    @Test mutating func `a list that changes during its query is outdated after a restart, too`() async throws {
        try await machine.track(["@bob:test"])
        let (query, _) = try #require(await machine.query())
        try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
        try await machine.acceptQuery(answer([bob]), to: query)
        #expect(try await fixture.open().query()?.query.users.contains("@bob:test") == true)
    }

    @Test func `devices that are gone are bounded for each user, and those that were blocked stay`() async throws {
        try await machine.track(["@bob:test"])
        try await accept([bob])
        #expect(try await machine.setBlocked(true, device: "BOB", of: "@bob:test"))
        // The devices of two rounds are gone: 1,020 and the blocked one, of which 1,001 stay.
        for round in 0..<3 {
            let devices = try (0..<510).map { try PeerDevice(device: "\(round)-\($0)") }
            try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
            try await accept(devices)
        }
        #expect(try await machine.count("SELECT count(*) FROM device WHERE gone > 0") == 1001)
        #expect(try await machine.count("SELECT count(*) FROM device WHERE id = 'BOB' AND trust = 2") == 1)
        #expect(try await machine.devices(of: "@bob:test").count == 510)
    }

    @Test(arguments: [(true, false), (false, true)])
    func `a device that has only one key of a verified one is not verified`(isIdentityNew: Bool, isSigningNew: Bool)
        async throws
    {
        try await machine.track(["@bob:test"])
        try await accept([bob])
        try await machine.execute("UPDATE device SET trust = 1")
        let other = DeviceKeys(
            user: "@bob:test",
            device: "NEW",
            signing: isSigningNew ? try SigningKey() : bob.keys.signing,
            identity: isIdentityNew ? try AgreementKey() : bob.keys.identity
        )
        try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
        try await accept([bob, PeerDevice(keys: other)])
        #expect(try await machine.devices(of: "@bob:test").map(\.trust) == [.verified, .none])
    }

    @Test(arguments: ["user_id", "device_id", nil])
    func `a device that signed its keys for another user or under another id is ignored`(_ changed: String?)
        async throws
    {
        var json = bob.keys.published.without(["signatures"])
        if let changed { json = json.with(changed, "@eve:test") }
        let list: JSONText = ["device_keys": ["@bob:test": ["BOB": bob.keys.sign(json)]]]
        try await machine.track(["@bob:test"])
        let (query, _) = try #require(await machine.query())
        try await machine.acceptQuery(list.parsed, to: query)
        #expect(try await machine.devices(of: "@bob:test").map(\.id) == (changed == nil ? ["BOB"] : []))
    }

    @Test func `an answer without a user's list leaves the devices that are known, and the list is asked for again`()
        async throws
    {
        try await machine.track(["@bob:test"])
        try await accept([bob])
        try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
        let (query, _) = try #require(await machine.query())
        let answer: JSONText = ["device_keys": ["@bob:test": .null]]
        #expect(try await machine.acceptQuery(answer.parsed, to: query) == 0)
        #expect(try await machine.devices(of: "@bob:test").map(\.id) == ["BOB"])
        #expect(await machine.query()?.query.users.contains("@bob:test") == true)
    }

    @Test func `a blocked device that comes back under another id stays blocked`() async throws {
        try await machine.track(["@bob:test"])
        try await accept([bob])
        #expect(try await machine.setBlocked(true, device: "BOB", of: "@bob:test"))
        let renamed = DeviceKeys(
            user: "@bob:test",
            device: "NEW",
            signing: bob.keys.signing,
            identity: bob.keys.identity
        )
        let list: JSONText = ["device_keys": ["@bob:test": ["NEW": renamed.published]]]
        try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
        let (query, _) = try #require(await machine.query())
        try await machine.acceptQuery(list.parsed, to: query)
        #expect(try await machine.devices(of: "@bob:test").map(\.trust) == [.blocked])
        #expect(try await machine.setBlocked(false, device: "NEW", of: "@bob:test"))
        #expect(try await machine.devices(of: "@bob:test").map(\.trust) == [.none])
    }

    @Test(.timeLimit(.minutes(1)))
    func `an answer with very many users that were not asked for is read in one pass`() async throws {
        let users = (0..<2500).map { "@u\($0):test" }
        try await machine.track(users.map { ContactID($0) })
        let (query, _) = try #require(await machine.query(limit: 3000))
        let strangers = (0..<50_000).map { JSONText.Member(name: "@stranger\($0):test", value: [:]) }
        let answer: JSONText = [
            "device_keys": .object(users.map { .init(name: $0, value: [:]) }), "master_keys": .object(strangers),
        ]
        #expect(try await machine.acceptQuery(answer.parsed, to: query) == 2500)
    }

    @Test func `users and devices whose ids only look the same are different ones`() async throws {
        let (one, two) = ("@caf\u{e9}:test", "@cafe\u{301}:test")
        try await machine.track([ContactID(one)])
        let (query, _) = try #require(await machine.query())
        let other = try PeerDevice(user: two)
        let device: JSONText = ["BOB": other.keys.published]
        let answer: JSONText = [
            "device_keys": .object([.init(name: two, value: device), .init(name: one, value: device)])
        ]
        try await machine.acceptQuery(answer.parsed, to: query)
        for user in [one, two] { #expect(try await machine.devices(of: ContactID(user)).isEmpty) }
        #expect(ContactID(one) != ContactID(two) && DeviceID(one) != DeviceID(two))
    }

    @Test mutating func `other keys of this device on the homeserver mean that its store was lost`() async throws {
        let (query, _) = try #require(await machine.query())
        let other = DeviceKeys(
            user: "@ann:test",
            device: "ANN",
            signing: try SigningKey(),
            identity: try AgreementKey()
        )
        let json: JSONText = ["device_keys": ["@ann:test": ["ANN": other.published]]]
        await #expect(throws: CryptoStoreError.lost) { try await machine.acceptQuery(try json.parsed, to: query) }
        let event = EncryptedEvent(id: "$1", room: "!r", sender: "@b:t", content: try bob.event("$1", "x").content)
        #expect(try await machine.texts([event]) == ["waiting: lost"])
        #expect(try await machine.count("SELECT count(*) FROM wanted") == 0, "it asks for no key")
    }
}
