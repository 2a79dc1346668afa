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

    /// Shares a room key, after which the machine asks for Bob's devices.
    private mutating func meet() async throws {
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
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

    @Test mutating func `senders of keys are queried until an answer is stored, also after a restart`()
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
    }

    @Test mutating func `a sync that begins anew makes all lists outdated`() async throws {
        try await meet()
        try await accept([bob])
        try await machine.receive([], since: nil)
        #expect(try await fixture.open().query()?.query.users == ["@ann:test", "@bob:test"])
    }

    @Test mutating func `a device never changes its keys`() async throws {
        try await meet()
        try await accept([bob])
        let other = try PeerDevice()
        try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
        try await accept([other])
        #expect(try await machine.devices(of: "@bob:test").isEmpty)
        try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
        try await accept([bob])
        #expect(try await machine.devices(of: "@bob:test").map(\.identity) == [bob.keys.identity.publicKey.base64])
    }

    @Test mutating func `a device without its own signature is ignored`() async throws {
        try await meet()
        let forged = bob.keys.published.with("algorithms", [])
        let json: JSONText = ["device_keys": ["@bob:test": ["BOB": forged]]]
        let (query, _) = try #require(await machine.query())
        try await machine.acceptQuery(try json.parsed, to: query)
        #expect(try await machine.devices(of: "@bob:test").isEmpty)
    }

    @Test mutating func `messages of a device are no longer shown once its identity proves to be another user's`()
        async throws
    {
        try await meet()
        let event = try bob.event("$1", "Hello")
        #expect(try await machine.texts([event]) == ["Hello"])
        let eve = DeviceKeys(user: "@bob:test", device: "X", signing: try SigningKey(), identity: bob.keys.identity)
        let json: JSONText = ["device_keys": ["@bob:test": ["X": eve.published]]]
        let (query, _) = try #require(await machine.query())
        try await machine.acceptQuery(try json.parsed, to: query)
        #expect(try await machine.texts([event]) == ["unreadable: notAuthentic"])
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
    }
}
