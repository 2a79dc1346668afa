import ChatTypes
import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// A user, or the homeserver in a user's name, who publishes a public key of somebody else.
@Suite struct ClaimedKeyTests {
    private let fixture: MachineFixture
    private let machine: EncryptionMachine
    private let oneTimeKeys: [String]

    init() async throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
        oneTimeKeys = try await machine.publish()
    }

    /// Has the homeserver show lists with these devices.
    private func show(_ keys: [DeviceKeys]) async throws {
        let users = Dictionary(grouping: keys) { ContactID($0.user) }
        try await machine.track(Array(users.keys))
        let changed = users.keys.sorted().map { JSONText.id($0) }
        try await machine.receive([], next: UUID().uuidString, ["device_lists": ["changed": .array(changed)]])
        let lists = users.mapValues { JSONText.object($0.map { .init(name: $0.device, value: $0.published) }) }
        let (query, _) = try #require(await machine.query())
        try await machine.acceptQuery((["device_keys": .members(lists)] as JSONText).parsed, to: query)
    }

    /// The one who claims the key, each in two ways: with another Ed25519 key.
    @Test(arguments: [("@aeve:test", "EVE"), ("@zeve:test", "EVE"), ("@bob:test", "SPY"), ("@ann:test", "SPY")])
    func `who publishes another's key takes none of their messages`(user: String, device: String) async throws {
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: oneTimeKeys[0])
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        let first = try bob.event("$1", "before")
        try await show([bob.keys])
        #expect(try await machine.texts([first]) == ["before"])
        let thief = DeviceKeys(user: user, device: device, signing: try SigningKey(), identity: bob.keys.identity)
        try await show([thief, bob.keys])
        #expect(try await machine.texts([first, try bob.event("$2", "after")]) == ["before", "after"])
        bob.megolm = try MegolmOutboundSession()
        let next = try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)
        try await machine.receive([next], since: "s2", next: "s3")
        #expect(try await fixture.open().texts([try bob.event("$3", "next key")]) == ["next key"])
        // The claim is gone again, and the claimed key is still Bob's.
        try await show([bob.keys])
        #expect(try await machine.texts([first]) == ["before"])
        #expect(
            try await machine.doubts(about: ["$1", "$2", "$3"], in: "!room:test").values.allSatisfy { $0 == .unsigned }
        )
    }

    @Test(arguments: ["@aeve:test", "@zeve:test"])
    func `who publishes another's key keeps no key from them`(user: String) async throws {
        let world = try RoomFixture()
        let (ann, bob) = (world.ann, await world.bob.keys)
        let eve = DeviceKeys(user: user, device: "EVE", signing: try SigningKey(), identity: bob.identity)
        let users: [ContactID] = [ContactID(user), "@bob:test"]
        try await ann.track(users)
        let (query, _) = try #require(await ann.query())
        let lists: [ContactID: JSONText] = [
            "@bob:test": ["BOB": bob.published], ContactID(user): ["EVE": eve.published],
        ]
        try await ann.acceptQuery((["device_keys": .members(lists)] as JSONText).parsed, to: query)
        #expect(try await ann.claim(for: users) != nil)
        guard case .object(let bobsKeys)? = try await world.bob.upload()?["one_time_keys"] else { throw DiskError() }
        let evesKey: JSONText = ["signed_curve25519:A": eve.sign(["key": .string(try AgreementKey().publicKey.base64)])]
        // Eve's entry comes first or last.
        let claimed: [ContactID: JSONText] = [
            "@bob:test": ["BOB": .object([bobsKeys[0]])], ContactID(user): ["EVE": evesKey],
        ]
        try await ann.acceptClaim((["one_time_keys": .members(claimed)] as JSONText).parsed)
        try await ann.share(in: RoomFixture.room, with: { _ in users })
        #expect(try await world.deliver() == ["BOB"])
        let body = try await world.encrypt("to Bob", for: users)
        #expect(try await world.read(body, by: world.bob) == "to Bob")
        // Bob's device has begun a new session, so it may lack the key.
        let device = UserDevice("ANN", await ann.keys.peer)
        let dummy = try #require(try await world.bob.encryptForTest("m.dummy", for: device))
        let event: JSONText = ["type": "m.room.encrypted", "sender": "@bob:test", "content": dummy]
        try await ann.receive([event], next: "dummy")
        try await ann.share(in: RoomFixture.room, with: { _ in users })
        #expect(try await world.deliver() == ["BOB"])
    }

    @Test(arguments: ["@eve:test", "@ann:test"])
    func `one's own texts stay readable when somebody publishes one's own key`(user: String) async throws {
        let world = try RoomFixture()
        try await world.share()
        let body = try await world.encrypt("mine")
        let own = await world.ann.keys
        let thief = DeviceKeys(user: user, device: "T", signing: try SigningKey(), identity: own.identity)
        try await world.ann.track([ContactID(user)])
        try await world.ann.receive([], ["device_lists": ["changed": [.string(user)]]])
        let (query, _) = try #require(await world.ann.query())
        var devices: [DeviceID: JSONText] = ["T": thief.published]
        if user == own.user { devices["ANN"] = own.published }
        let lists: [ContactID: JSONText] = [ContactID(user): .members(devices)]
        try await world.ann.acceptQuery((["device_keys": .members(lists)] as JSONText).parsed, to: query)
        let isOwn = user == own.user
        #expect(try await world.ann.devices(of: ContactID(user)).isEmpty == isOwn, "it is no other device of one's own")
        #expect(try await world.read(body, by: world.ann) == "mine")
        #expect(try await world.read(body, by: world.bob) == "mine")
    }

    @Test func `one message of a stranger has nobody ask for their list, and its session takes nothing`() async throws {
        var (bob, eve) = (try PeerDevice(), try PeerDevice(user: "@eve:elsewhere", device: "EVE"))
        try await bob.begin(with: machine, using: oneTimeKeys[0])
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        try await eve.begin(with: machine, using: oneTimeKeys[1])
        try await machine.receive([try await eve.toDevice("m.dummy", [:], for: machine)], since: "s2", next: "s3")
        #expect(await machine.query()?.query.users == ["@ann:test"])
        #expect(try await machine.texts([try bob.event("$1", "Hello")]) == ["Hello"])
    }

    @Test func `a message that the homeserver shows under another sender uses up no key and no session`() async throws {
        var bob = try PeerDevice()
        let fallback = try #require(
            try await machine.upload()?.publishedKeys("fallback_keys").first ?? oneTimeKeys.last
        )
        try await bob.begin(with: machine, using: fallback)
        let message = try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)
        try await machine.receive([message.with("sender", "@eve:test")])
        #expect(try await machine.newRoomKeys().isEmpty)
        #expect(try await machine.count("SELECT count(*) FROM olm_session") == 0)
        try await machine.receive([message], since: "s2", next: "s3")
        #expect(try await machine.newRoomKeys().count == 1)
    }

    @Test func `the first message of a known session begins no other when it comes again`() async throws {
        let world = try MachineFixture()
        let machine = try world.open()
        let fallback = try #require(try await machine.upload()?.publishedKeys("fallback_keys").first)
        try await machine.publish()
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: fallback)
        let first = try await bob.toDevice("m.dummy", [:], for: machine)
        try await machine.receive([first])
        let content = try #require(try await machine.encryptForTest("m.dummy", for: UserDevice("BOB", bob.peer)))
        let own = bob.keys.identity.publicKey.base64
        guard case .object(let parts)? = content["ciphertext"], case .string(let body)? = parts[0].value["body"],
            parts[0].name == own
        else { throw DiskError() }
        _ = try bob.olm?.decrypt(OlmMessage(type: 1, body: body))
        let next = try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)
        try await machine.receive([first], since: "s2", next: "s3")
        try await machine.receive([first], since: "s3", next: "s4")
        try await machine.receive([next], since: "s4", next: "s5")
        #expect(try await machine.newRoomKeys().count == 1)
        #expect(try await machine.sessionCount(with: bob.peer) == 1)
        #expect(try await machine.count("SELECT count(*) FROM broken") == 1, "their store may be an old copy")
    }
}
