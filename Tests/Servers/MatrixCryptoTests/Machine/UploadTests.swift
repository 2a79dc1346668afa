import Foundation
import JSONKit
import OlmKit
import SQLiteKit
import Testing

@testable import MatrixCrypto

@Suite struct UploadTests {
    let fixture: MachineFixture
    let machine: EncryptionMachine

    init() throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
    }

    private func count(_ count: Int64, fallback: JSONText = ["signed_curve25519"]) async throws {
        try await machine.receive(
            [],
            [
                "device_one_time_keys_count": ["signed_curve25519": .integer(count)],
                "device_unused_fallback_key_types": fallback,
            ]
        )
    }

    @Test func `a new device uploads its signed keys, 50 one-time keys and a fallback key`() async throws {
        let body = try #require(try await machine.upload())
        let keys = await machine.keys
        #expect(
            try UserDevice(#require(body["device_keys"]).parsed, user: "@ann:test", id: "ANN")?.peer == keys.peer
        )
        #expect(Set(body.publishedKeys("one_time_keys")).count == 50)
        guard case .object(let members)? = body["fallback_keys"] else { throw CryptoStoreError.lost }
        #expect(members.count == 1 && members[0].value["fallback"] == .bool(true))
        #expect(members[0].value.isSigned(by: "@ann:test", device: "ANN", with: keys.signing.publicKey))
    }

    @Test func `an upload without an answer is repeated with the same bytes after a restart`() async throws {
        let first = try #require(try await machine.upload())
        let second = try await fixture.open().upload()
        #expect(second?.bytes == first.bytes)
        try await machine.receive([], ["device_unused_fallback_key_types": []])
        #expect(try await machine.upload()?.bytes == first.bytes, "the homeserver has no fallback key to give away yet")
    }

    @Test func `nothing is uploaded while the homeserver has enough keys`() async throws {
        try await machine.publish()
        try await count(26)
        #expect(try await machine.upload() == nil)
    }

    @Test func `half of the one-time keys are replaced by new ones`() async throws {
        let old = try await machine.publish()
        try await count(25)
        let new = try await machine.publish()
        #expect(new.count == 25 && Set(old).isDisjoint(with: new))
    }

    @Test func `a fallback key that was given away is replaced`() async throws {
        let old = try await machine.publish("fallback_keys")
        try await count(50)
        #expect(try await machine.upload() == nil)
        try await count(50, fallback: "x")
        #expect(try await machine.upload() == nil, "no list says nothing")
        try await count(50, fallback: [])
        let new = try await machine.publish("fallback_keys")
        #expect(new.count == 1 && new != old)
    }

    @Test func `the homeserver has enough keys until it says how many, and none if it names none`() async throws {
        let body = try #require(try await machine.upload())
        try await machine.acceptUpload(body, answer: ([:] as JSONText).parsed)
        #expect(try await machine.upload() == nil)
        try await machine.receive([], ["device_one_time_keys_count": [:]])
        #expect(try await machine.upload()?.publishedKeys("one_time_keys").count == 50)
    }

    @Test func `of very many one-time keys the newest 5,000 are kept, and the fallback key`() async throws {
        let fallback = try await machine.publish("fallback_keys")
        try await machine.execute(
            """
            INSERT INTO one_time_key(id, public, secret, uploaded, fallback)
            WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 4960)
            SELECT 'id' || n, 'public' || n, '', 1, 0 FROM counter
            """
        )
        try await count(0)
        try await machine.publish()
        // The first 50, 4,960 and the last 50.
        #expect(try await machine.count("SELECT count(*) FROM one_time_key WHERE fallback = 0") == 5000)
        #expect(try await machine.count("SELECT count(*) FROM one_time_key WHERE id IN ('id10', 'id11')") == 1)
        #expect(try await machine.texts(of: "SELECT public FROM one_time_key WHERE fallback = 1") == fallback)
    }

    @Test func `a homeserver that claims to have no keys does not fill the disk`() async throws {
        for _ in 0..<3 {
            try await machine.publish(count: 0)
            try await count(0)
        }
        fixture.advance(seconds: 60)
        #expect(try await machine.publish(count: -7).count == 50)
        #expect(try await machine.publish(count: .max).count == 50)
        #expect(try await machine.upload() == nil)
    }

    @Test func `a homeserver that claims to have no keys gets new ones four times in a minute`() async throws {
        for _ in 1...4 {
            #expect(try await machine.publish(count: 0).count == 50)
            try await count(0, fallback: [])
        }
        #expect(try await machine.upload() == nil)
        fixture.advance(seconds: 60)
        #expect(try await machine.upload() != nil)
    }

    @Test func `keys that are published again, and the own list, are looked at anew`() async throws {
        let first = try #require(try await machine.upload()?["device_keys"])
        try await machine.publish()
        let (query, _) = try #require(await machine.query())
        let list: JSONText = ["device_keys": ["@ann:test": ["ANN": first]]]
        try await machine.acceptQuery(list.parsed, to: query)
        #expect(await machine.query() == nil)
        try await machine.setUnpublished()
        let body = try #require(try await machine.upload())
        #expect(body["device_keys"] == first)
        #expect(body.publishedKeys("one_time_keys").count == 50, "the homeserver may have forgotten the others, too")
        #expect(await machine.query()?.query.users == ["@ann:test"])
    }

    @Test func `only its owner can read the store`() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) {
            let path = fixture.folder.appending(path: name).path
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(name)")
        }
    }

    @Test func `a store that others could read is private again once it is opened`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: fixture.path)
        _ = try fixture.open()
        let mode = try FileManager.default.attributesOfItem(atPath: fixture.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(arguments: [("@ann:test", "NEW"), ("@eve:test", "ANN")])
    func `a store of another device is moved aside`(_ user: String, _ device: String) async throws {
        let other = try fixture.open(user: user, device: device)
        #expect(await other.keys.identity.publicKey != machine.keys.identity.publicKey)
        #expect(!other.wasDamaged)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
            .filter { $0.hasPrefix("crypto.sqlite.unusable-") }
        #expect(names.contains { $0.hasSuffix("Z") } && names.contains { $0.hasSuffix("Z-wal") }, "with its log")
    }

    @Test func `a damaged store is moved aside and another begun`() async throws {
        let fixture = try MachineFixture()
        try Data("no database, but long enough to be taken for one".utf8).write(to: URL(filePath: fixture.path))
        let machine = try fixture.open()
        #expect(try await machine.upload() != nil && machine.wasDamaged)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        #expect(names.contains { $0.hasPrefix("crypto.sqlite.unusable-") })
    }

    @Test func `a store whose header contradicts its pages is moved aside`() async throws {
        let fixture = try MachineFixture()
        do { _ = try await fixture.open().upload() }
        var bytes = try Data(contentsOf: URL(filePath: fixture.path))
        // The bytes that are reserved in each page.
        bytes[20] ^= 0x20
        try bytes.write(to: URL(filePath: fixture.path))
        let machine = try fixture.open()
        #expect(try await machine.upload() != nil && machine.wasDamaged)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        #expect(names.contains { $0.hasPrefix("crypto.sqlite.unusable-") })
    }

    @Test(arguments: [1, 99])
    func `another database in the store's place is moved aside, whatever its version`(_ version: Int) async throws {
        let fixture = try MachineFixture()
        try SQLiteConnection(.file(path: fixture.path), isWritable: true).execute(
            "CREATE TABLE account(other); PRAGMA user_version = \(version)"
        )
        let machine = try fixture.open()
        #expect(try await machine.upload() != nil && machine.wasDamaged)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        #expect(names.contains { $0.hasPrefix("crypto.sqlite.unusable-") })
    }

    @Test func `a store of a newer program is refused and left as it is`() async throws {
        try await machine.setSchemaVersion(99)
        #expect(throws: CryptoStoreError.newerVersion) { try fixture.open() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).contains("crypto.sqlite"))
    }

    @Test func `keys that the homeserver forgot with a login are published again`() async throws {
        let first = try #require(try await machine.upload()?["device_keys"])
        try await machine.publish()
        let (query, _) = try #require(await machine.query())
        try await machine.acceptQuery(
            try JSONText.object([.init(name: "device_keys", value: ["@ann:test": [:]])]).parsed,
            to: query
        )
        #expect(try await machine.upload()?["device_keys"] == first)
    }
}

extension EncryptionMachine {
    func setSchemaVersion(_ version: Int) throws { try connection.execute("PRAGMA user_version = \(version)") }
}
