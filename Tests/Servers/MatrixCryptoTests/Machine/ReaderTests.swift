import ChatTypes
import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Who can read a message is decided when it is encrypted, and again whenever it is sent.
@Suite struct ReaderTests {
    private let world: RoomFixture
    private let phone: EncryptionMachine

    init() throws {
        world = try RoomFixture()
        phone = world.others[1].machine
    }

    @Test func `a message that leaves after a device was blocked cannot be read by it`() async throws {
        try await world.share()
        let first = try await world.encrypt("secret", id: "m1")
        #expect(try await world.ann.setBlocked(true, device: "PHONE", of: "@bob:test"))
        try await world.share()
        let second = try await world.encrypt("secret", id: "m1")
        #expect(first != second)
        #expect(try await world.read(second, by: phone) == #"waiting: withheld(code: "m.blacklisted")"#)
        #expect(try await world.read(second, by: world.bob) == "secret")
    }

    @Test func `a message that leaves after a device came can be read by it`() async throws {
        try await world.share(devices: [0])
        let first = try await world.encrypt("hello", id: "m1")
        try await world.share(devices: [0, 1])
        let second = try await world.encrypt("hello", id: "m1")
        #expect(try world.session(first) == world.session(second))
        #expect(try await world.read(second, by: phone) == "hello")
        #expect(try await world.encrypt("hello", id: "m1") == second, "from then on the same bytes")
        // Both could be read, and are no replays of each other.
        #expect(try await world.read(first, by: world.bob) == "hello")
    }

    @Test func `a message that leaves after a member left cannot be read by them`() async throws {
        try await world.share()
        _ = try await world.encrypt("secret", id: "m1")
        let readers: EncryptionMachine.Readers = { _ in ["@ann:test"] }
        #expect(try await world.ann.encrypted("m1", in: RoomFixture.room, for: readers) == nil)
        #expect(try await world.encrypt(id: "m1", for: readers) == nil, "the key must be shared anew")
    }

    @Test func `the list of a reader who is not tracked is outdated, unless no server gives the id`() async throws {
        try await world.share()
        let readers: EncryptionMachine.Readers = { isOutdated in
            isOutdated("@zoe:test") || isOutdated("@bob:test") || isOutdated("nobody") ? nil : RoomFixture.users
        }
        #expect(try await world.ann.share(in: RoomFixture.room, with: readers) == false)
        try await world.ann.track(["@zoe:test"])
        let (query, _) = try #require(await world.ann.query())
        try await world.ann.acceptQuery((["device_keys": ["@zoe:test": [:]]] as JSONText).parsed, to: query)
        #expect(try await world.ann.share(in: RoomFixture.room, with: readers))
    }

    @Test func `nothing is shared or encrypted while the readers are unknown`() async throws {
        try await world.share()
        #expect(try await world.ann.share(in: RoomFixture.room, with: { _ in nil }) == false)
        #expect(try await world.encrypt(id: "m", for: { _ in nil }) == nil)
    }

    @Test func `nothing is shared or encrypted while the identity of a reader has changed`() async throws {
        try await world.share()
        let (ann, keys) = (world.ann, await world.bob.keys)
        _ = try await world.encrypt("secret", id: "m1")
        for _ in 1...2 {
            let published = try CrossSigningKeys().published(by: keys)
            let answer: JSONText = [
                "device_keys": ["@bob:test": ["BOB": keys.published, "PHONE": await phone.keys.published]],
                "master_keys": ["@bob:test": published["master_key"] ?? .null],
                "self_signing_keys": ["@bob:test": published["self_signing_key"] ?? .null],
            ]
            try await ann.receive([], next: UUID().uuidString, ["device_lists": ["changed": ["@bob:test"]]])
            let (query, _) = try #require(await ann.query())
            try await ann.acceptQuery(answer.parsed, to: query)
        }
        let readers: EncryptionMachine.Readers = { _ in RoomFixture.users }
        func encrypted(_ id: MessageID) async throws -> [JSONText?] {
            [
                try await world.encrypt(id: id, for: readers),
                try await ann.encrypted(id, in: RoomFixture.room, for: readers),
            ]
        }
        #expect(try await !ann.share(in: RoomFixture.room, with: readers))
        #expect(try await encrypted("m1") == [nil, nil])
        #expect(try await encrypted("m2") == [nil, nil])
        try await ann.acknowledgeIdentities(of: ["@bob:test"])
        #expect(try await ann.share(in: RoomFixture.room, with: readers))
        #expect(try await encrypted("m1").contains(nil) == false)
    }

    @Test func `the readers can be unknown while the device list of one is outdated`() async throws {
        try await world.share()
        let readers: EncryptionMachine.Readers = { isOutdated in
            RoomFixture.users.contains(where: isOutdated) ? nil : RoomFixture.users
        }
        #expect(try await world.ann.share(in: RoomFixture.room, with: readers))
        try await world.ann.receive([], next: "s9", ["device_lists": ["changed": ["@bob:test"]]])
        #expect(try await !world.ann.share(in: RoomFixture.room, with: readers))
    }

    // MARK: Devices that nobody has signed

    /// Has the homeserver show both devices of Bob, and an identity that has signed the first.
    private func showBob(verified isVerified: Bool) async throws {
        let (bob, phone) = (await world.bob.keys, await phone.keys)
        let identity = try CrossSigningKeys()
        let published = identity.published(by: bob)
        let answer: JSONText = [
            "device_keys": [
                "@bob:test": [
                    "BOB": bob.published.signed(by: "@bob:test", identity.selfSigning), "PHONE": phone.published,
                ]
            ],
            "master_keys": ["@bob:test": published["master_key"] ?? .null],
            "self_signing_keys": ["@bob:test": published["self_signing_key"] ?? .null],
        ]
        try await world.ann.track(["@bob:test"])
        let (query, _) = try #require(await world.ann.query())
        try await world.ann.acceptQuery(answer.parsed, to: query)
        if isVerified { try await world.ann.execute("UPDATE identity SET verified = master") }
        if try await world.ann.claim(for: ["@bob:test"]) != nil {
            try await world.ann.acceptClaim(world.claimed([0, 1]))
        }
    }

    @Test(arguments: [false, true])
    func `a device that a verified user has not signed gets no key, and is told of once`(isVerified: Bool) async throws
    {
        try await showBob(verified: isVerified)
        try await world.ann.share(in: RoomFixture.room, with: { _ in ["@bob:test"] })
        let reached = try await world.deliver()
        #expect(reached == (isVerified ? ["BOB", "PHONE: m.room_key.withheld"] : ["BOB", "PHONE"]))
        let new = try await world.ann.unsignedDevices(of: ["@bob:test"])
        #expect(new.map(\.id) == (isVerified ? ["PHONE"] : []))
        try await world.ann.acknowledgeUnsigned(new)
        #expect(try await world.ann.unsignedDevices(of: ["@bob:test"]).isEmpty)
    }

    @Test func `of two unsigned devices of a verified user, only that which was acknowledged is told of no more`()
        async throws
    {
        try await showBob(verified: true)
        try await world.ann.execute("UPDATE device SET is_signed = 0")
        let new = try await world.ann.unsignedDevices(of: ["@bob:test"])
        #expect(new.map(\.id) == ["BOB", "PHONE"])
        try await world.ann.acknowledgeUnsigned(Array(new.prefix(1)))
        #expect(try await world.ann.unsignedDevices(of: ["@bob:test"]).map(\.id) == ["PHONE"])
    }

    @Test func `another device of the account that nobody has signed gets no key once the identity was proved`()
        async throws
    {
        let tablet = await world.others[2].machine.keys
        let identity = try CrossSigningKeys()
        let published = identity.published(by: await world.ann.keys)
        let answer: JSONText = [
            "device_keys": ["@ann:test": ["ANN": await world.ann.keys.published, "TABLET": tablet.published]],
            "master_keys": ["@ann:test": published["master_key"] ?? .null],
            "self_signing_keys": ["@ann:test": published["self_signing_key"] ?? .null],
        ]
        try await world.ann.setIdentity(master: identity.master.publicKey, secrets: [])
        let (query, _) = try #require(await world.ann.query())
        try await world.ann.acceptQuery(answer.parsed, to: query)
        #expect(try await world.ann.claim(for: ["@ann:test"]) != nil)
        try await world.ann.acceptClaim(world.claimed([2]))
        try await world.ann.share(in: RoomFixture.room, with: { _ in ["@ann:test"] })
        #expect(try await world.deliver() == ["TABLET: m.room_key.withheld"])
        #expect(try await world.ann.unsignedDevices(of: ["@ann:test"]).map(\.id) == ["TABLET"])
    }

    @Test func `a device that the account's first identity signed gets no key once the keys of another were here`()
        async throws
    {
        let (ann, tablet) = (world.ann, await world.others[2].machine.keys)
        let first = try CrossSigningKeys()
        func show() async throws {
            let published = first.published(by: await ann.keys)
            let signed = tablet.published.signed(by: "@ann:test", first.selfSigning)
            let answer: JSONText = [
                "device_keys": ["@ann:test": ["ANN": await ann.keys.published, "TABLET": signed]],
                "master_keys": ["@ann:test": published["master_key"] ?? .null],
                "self_signing_keys": ["@ann:test": published["self_signing_key"] ?? .null],
            ]
            try await ann.receive([], next: UUID().uuidString, ["device_lists": ["changed": ["@ann:test"]]])
            let (query, _) = try #require(await ann.query())
            try await ann.acceptQuery(answer.parsed, to: query)
        }
        try await show()
        try await ann.acceptClaim(world.claimed([2]))
        try await ann.setIdentity(master: try CrossSigningKeys().master.publicKey, secrets: [])
        try await show()
        #expect(try await ann.share(in: RoomFixture.room, with: { _ in ["@ann:test"] }) == false)
        #expect(try await world.deliver() == [])
    }
}
