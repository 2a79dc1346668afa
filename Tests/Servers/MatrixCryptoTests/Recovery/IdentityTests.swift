import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Cross-signing keys, and which devices they have signed.
@Suite struct IdentityTests {
    private let fixture: MachineFixture
    private let machine: EncryptionMachine
    private let identity: CrossSigningKeys

    init() throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
        identity = try CrossSigningKeys()
    }

    /// Returns the homeserver's answer to a query of a user with one device.
    private func answer(
        _ device: JSONText,
        _ id: String,
        of user: String,
        identity: JSONText?
    ) throws -> JSONValue {
        func member(_ value: JSONText) -> JSONText { .object([.init(name: user, value: value)]) }
        var answer: JSONText = ["device_keys": member(.object([.init(name: id, value: device)]))]
        if let identity {
            answer = answer.with("master_keys", member(identity["master_key"] ?? .null))
                .with("self_signing_keys", member(identity["self_signing_key"] ?? .null))
        }
        return try answer.parsed
    }

    /// Returns Bob's identity and his device, signed by it or not.
    private func bob(isSigned: Bool, by keys: CrossSigningKeys? = nil) throws -> (
        device: PeerDevice, json: JSONText, identity: JSONText
    ) {
        let (device, own) = (try PeerDevice(), try CrossSigningKeys())
        let published = device.keys.published
        let json = isSigned ? published.signed(by: device.user, (keys ?? own).selfSigning) : published
        return (device, json, own.published(by: device.keys))
    }

    private func store(_ answer: JSONValue) async throws {
        try await machine.track(["@bob:test"])
        try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
        let (query, _) = try #require(await machine.query())
        try await machine.acceptQuery(answer, to: query)
    }

    private var isBobSigned: Bool {
        get async throws { try await machine.devices(of: "@bob:test").map(\.isSigned) == [true] }
    }

    @Test func `a device counts as signed only by its user's own identity`() async throws {
        let signed = try bob(isSigned: true)
        try await store(answer(signed.json, "BOB", of: "@bob:test", identity: signed.identity))
        #expect(try await isBobSigned)
        try await store(answer(signed.json, "BOB", of: "@bob:test", identity: nil))
        #expect(try await !isBobSigned)
        let strangers = try bob(isSigned: true, by: CrossSigningKeys())
        try await store(answer(strangers.json, "BOB", of: "@bob:test", identity: strangers.identity))
        #expect(try await !isBobSigned)
    }

    @Test(arguments: ["user_id", "usage", "keys", "signatures"])
    func `an identity with a wrong or missing member signs nothing`(_ name: String) async throws {
        let bob = try bob(isSigned: true)
        for value in [JSONText.null, "x", [:], [], ["@bob:test": ["ed25519:x": "AAAA"]]] {
            let key = try #require(bob.identity["self_signing_key"]).with(name, value)
            let identity = bob.identity.with("self_signing_key", key)
            try await store(answer(bob.json, "BOB", of: "@bob:test", identity: identity))
            #expect(try await !isBobSigned)
        }
    }

    @Test(arguments: ["usage", "user_id", "keys", nil])
    func `a key that the master key has signed for another use or user, or beside another, signs no device`(
        _ changed: String?
    ) async throws {
        let (device, own) = (try PeerDevice(), try CrossSigningKeys())
        let published = own.published(by: device.keys)
        var key = try #require(published["self_signing_key"]).without(["signatures"])
        switch changed {
        case "usage": key = key.with("usage", ["user_signing"])
        case "user_id": key = key.with("user_id", "@eve:test")
        case "keys": key = key.with("keys", (key["keys"] ?? [:]).with("ed25519:x", "x"))
        default: break
        }
        let identity = published.with("self_signing_key", key.signed(by: "@bob:test", own.master))
        let signed = device.keys.published.signed(by: "@bob:test", own.selfSigning)
        try await store(answer(signed, "BOB", of: "@bob:test", identity: identity))
        #expect(try await isBobSigned == (changed == nil))
    }

    @Test func `an own identity signs this device, and is proved once its master key was here`() async throws {
        let own = await machine.keys
        let (keys, signatures) = await machine.publication(of: identity)
        let unsigned = try await machine.identity(in: answer(own.published, "ANN", of: "@ann:test", identity: keys))
        #expect(unsigned?.hasSignedDevice == false && unsigned?.isProved == false)
        let device = try #require(signatures["@ann:test"]?["ANN"])
        let signed = try await machine.identity(in: answer(device, "ANN", of: "@ann:test", identity: keys))
        #expect(signed?.hasSignedDevice == true && signed?.isProved == false)
        try await machine.setIdentity(
            master: identity.master.publicKey,
            secrets: [
                (SecretName.master, identity.master.secret), (SecretName.selfSigning, identity.selfSigning.secret),
            ]
        )
        #expect(
            try await machine.identity(in: answer(device, "ANN", of: "@ann:test", identity: keys))?.isProved == true
        )
        let other = await machine.publication(of: try CrossSigningKeys()).keys
        #expect(
            try await machine.identity(in: answer(device, "ANN", of: "@ann:test", identity: other))?.isProved == false
        )
    }

    @Test func `the master key signs the two other keys, and this device the master key`() async throws {
        let own = await machine.keys
        let published = await machine.publication(of: identity).keys
        let (master, device) = (identity.master.publicKey, own.signing.publicKey)
        #expect(published["master_key"]?.isSigned(by: own.user, device: own.device, with: device) == true)
        for name in ["self_signing_key", "user_signing_key"] {
            #expect(published[name]?.isSigned(by: own.user, device: master.base64, with: master) == true, "\(name)")
        }
    }

    @Test func `the master key's private half is never stored`() async throws {
        try await machine.setIdentity(
            master: identity.master.publicKey,
            secrets: [
                (SecretName.master, identity.master.secret), (SecretName.userSigning, identity.userSigning.secret),
            ]
        )
        #expect(try await machine.count("SELECT count(*) FROM secret") == 1)
        #expect(try await machine.secret(SecretName.userSigning) == identity.userSigning.secret)
        let files = try FileManager.default.contentsOfDirectory(at: fixture.folder, includingPropertiesForKeys: nil)
        for file in files {
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            #expect(!text.contains(identity.master.secret.base64))
        }
    }

    @Test func `with signed devices only, others get no key and are told once for each key`() async throws {
        let world = try RoomFixture()
        let notices = ["BOB: m.room_key.withheld", "PHONE: m.room_key.withheld", "TABLET: m.room_key.withheld"]
        #expect(try await world.share(onlySigned: true) == notices)
        #expect(try await world.share(onlySigned: true) == [])
        let body = try await world.encrypt("secret", onlySigned: true)
        #expect(try await world.read(body, by: world.bob) == #"waiting: withheld(code: "m.unverified")"#)
        #expect(try await world.share() == ["BOB", "PHONE", "TABLET"])
        // Those that have the key and are not signed end its use.
        #expect(try await world.share(onlySigned: true) == notices)
        let next = try await world.encrypt("next", onlySigned: true)
        #expect(try world.session(next) != world.session(body))
        try await world.ann.execute("UPDATE device SET trust = 1 WHERE id = 'BOB'")
        #expect(try await world.share(onlySigned: true) == ["BOB"], "the user has verified it")
    }
}
