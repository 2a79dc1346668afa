import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Changed inputs for every decoder of what comes from other devices, servers and people: refused or read, never a crash.
///
/// `VIPERCHAT_FUZZ_WIRE` sets the number of inputs (400), such as 1000000. They are the same in each run.
@Suite struct WireFuzzTests {
    private static let count = ProcessInfo.processInfo.environment["VIPERCHAT_FUZZ_WIRE"].flatMap(Int.init) ?? 400

    /// Changes an input and gives it to a decoder. Returns a text that was read and not sent, if there is any.
    private typealias Decoder = (inout WireMutator) async throws -> String?

    /// Runs decoders in turn. What they throw is how they refuse.
    private func run(_ decoders: [Decoder], seed: UInt64, share: Int) async {
        var mutator = WireMutator(seed: seed)
        for number in 0..<max(Self.count * share / 100, decoders.count) {
            let wrong = try? await decoders[number % decoders.count](&mutator)
            #expect(wrong == nil, "input \(number) of seed \(seed)")
        }
    }

    private static func parsed(_ text: JSONText, _ mutator: inout WireMutator) throws -> JSONValue {
        try JSONDocument(mutator.json(text.bytes)).root
    }

    /// Returns an object with the text of one member changed in its bytes.
    private static func changing(_ name: String, of object: JSONText, _ mutator: inout WireMutator) -> JSONText {
        guard case .string(let text)? = object[name] else { return object }
        return object.with(name, .string(mutator.base64(text)))
    }

    @Test func `changed messages and session keys are refused or read as they were`() async throws {
        let (identity, oneTimeKey) = (try AgreementKey(), try AgreementKey())
        var theirs = try OlmSession(
            from: AgreementKey(),
            to: identity.publicKey,
            oneTimeKey: oneTimeKey.publicKey
        )
        let first = try theirs.encrypt(Array("text".utf8)).body
        guard case .preKey(let preKey) = try OlmMessage(type: 0, body: first) else { throw CryptoError.malformed }
        var ours = try OlmSession.accept(preKey, ourKey: identity, oneTimeKey: oneTimeKey).session
        _ = try theirs.decrypt(ours.encrypt(Array("text".utf8)))
        let (second, reader) = (try theirs.encrypt(Array("text".utf8)).body, ours)
        var outbound = try MegolmOutboundSession()
        let inbound = try MegolmInboundSession(sharedKey: outbound.sharedKey)
        let (exported, room) = (try inbound.exportedKey(), try outbound.encrypt(Array("text".utf8)))
        func other(_ bytes: [UInt8]) -> String? {
            let text = String(decoding: bytes, as: UTF8.self)
            return text == "text" ? nil : text
        }
        let shared = inbound.id
        await run(
            [
                { mutator in
                    let changed = try OlmMessage(type: 0, body: mutator.base64(first))
                    guard case .preKey(let message) = changed else { return nil }
                    return try other(OlmSession.accept(message, ourKey: identity, oneTimeKey: oneTimeKey).plaintext)
                },
                { mutator in
                    var session = reader
                    return try other(session.decrypt(OlmMessage(type: 1, body: mutator.base64(second))))
                },
                { mutator in
                    var session = inbound
                    return try other(session.decrypt(mutator.base64(room)).plaintext)
                },
                { mutator in
                    let session = try MegolmInboundSession(sharedKey: mutator.base64(outbound.sharedKey))
                    return session.id == shared ? nil : session.id
                },
                { mutator in
                    var session = try MegolmInboundSession(exportedKey: mutator.base64(exported))
                    return try other(session.decrypt(room).plaintext)
                },
            ],
            seed: 1,
            share: 60
        )
    }

    @Test func `changed secrets, key files and recovery keys open nothing that was not inside`() async throws {
        let (backupKey, storageKey) = (try AgreementKey(), try SecretStorageKey())
        let secret = Secret(Array("secret".utf8))
        let envelope = try storageKey.encrypt(secret, named: "name")
        let check = try storageKey.check()
        let backup = try BackupCipher.encrypt(secret, for: backupKey.publicKey)
        let recovery = RecoveryKey.text(for: storageKey)
        let lines = try KeyFile.encrypt(secret, passphrase: "x", rounds: 1).split(separator: "\n")
        let (attachment, hash) = (try AttachmentKey(), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU")
        await run(
            [
                { mutator in
                    let changed = SecretStorageKey.Envelope(
                        iv: mutator.base64(envelope.iv),
                        ciphertext: envelope.ciphertext,
                        mac: envelope.mac
                    )
                    _ = try storageKey.decrypt(changed, named: "name")
                    return nil
                },
                { mutator in
                    let changed = mutator.base64(envelope.ciphertext)
                    let opened = try storageKey.decrypt(
                        .init(iv: envelope.iv, ciphertext: changed, mac: envelope.mac),
                        named: "name"
                    )
                    return opened.copy == secret.copy ? nil : changed
                },
                { mutator in
                    _ = storageKey.matches(.init(iv: mutator.base64(check.iv), mac: mutator.base64(check.mac)))
                    return nil
                },
                { mutator in
                    _ = try BackupCipher.decrypt(
                        .init(
                            ephemeral: mutator.base64(backup.ephemeral),
                            ciphertext: mutator.base64(backup.ciphertext),
                            mac: backup.mac
                        ),
                        with: backupKey
                    )
                    return nil
                },
                { mutator in
                    // Its parity has one byte: about one change in 256 is another key, which opens nothing.
                    let changed = mutator.changed(Array(recovery.utf8))
                    let key = try RecoveryKey.key(from: String(decoding: changed, as: UTF8.self))
                    return key.matches(check) == (key.secret.copy == storageKey.secret.copy) ? nil : "a wrong key"
                },
                { mutator in
                    let bytes = try mutator.changed(Base64.decode(String(lines[1])))
                    // A huge number of rounds is slow by design, and has a test of its own.
                    guard bytes.count > 37, bytes[33..<36].allSatisfy({ $0 == 0 }) else { return nil }
                    let text = "\(lines[0])\n\(Base64.encode(bytes))\n\(lines[2])\n"
                    return try KeyFile.decrypt(text, passphrase: "x").copy == secret.copy ? nil : text
                },
                { mutator in
                    _ = try AttachmentKey(
                        key: mutator.base64(attachment.keyText),
                        iv: mutator.base64(attachment.ivText)
                    )
                    _ = try AttachmentHash(base64: mutator.base64(hash))
                    return nil
                },
            ],
            seed: 2,
            share: 20
        )
    }

    @Test func `changed events and answers never fail, and show nothing that was not sent`() async throws {
        let fixture = try MachineFixture()
        let machine = try fixture.open()
        let keys = try await machine.publish()
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: keys[0])
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        let event = try bob.event("$1", "Hello")
        let content = try #require(JSONText(exactly: event.content))
        let identity = try CrossSigningKeys()
        let published = JSONText.object([
            .init(name: "device_keys", value: ["@bob:test": ["BOB": bob.keys.published]])
        ]).with("master_keys", ["@bob:test": identity.published(by: bob.keys)["master_key"] ?? .null])
            .with("self_signing_keys", ["@bob:test": identity.published(by: bob.keys)["self_signing_key"] ?? .null])
        let claimed: JSONText = [
            "one_time_keys": [
                "@bob:test": [
                    "BOB": [
                        "signed_curve25519:AA": bob.keys.sign(["key": .string(try AgreementKey().publicKey.base64)])
                    ]
                ]
            ]
        ]
        let backupKey = try AgreementKey()
        try await machine.join()
        try await machine.setBackup(version: "1", key: backupKey.publicKey)
        let (backup, _) = try #require(try await machine.nextSaving())
        let info = await machine.newBackup(for: backupKey.publicKey, master: identity.master).with("version", "1")
        let session = try MegolmInboundSession(sharedKey: bob.megolm.sharedKey)
        let exported: JSONText = [
            "algorithm": .string(Algorithm.megolm), "room_id": "!room:test", "session_id": .string(bob.megolm.id),
            "session_key": .string(try session.exportedKey()), "forwarding_curve25519_key_chain": [],
            "sender_key": .string(bob.keys.identity.publicKey.base64),
            "sender_claimed_keys": ["ed25519": .string(bob.keys.signing.publicKey.base64)],
        ]
        let shared = bob.roomKey()
        let sync: JSONText = [
            "next_batch": "s3", "device_lists": ["changed": ["@bob:test"], "left": ["@eve:test"]],
            "device_one_time_keys_count": ["signed_curve25519": .integer(50)],
            "device_unused_fallback_key_types": ["signed_curve25519"],
            "to_device": [
                "events": [
                    [
                        "type": "m.room_key.withheld", "sender": "@bob:test",
                        "content": [
                            "algorithm": .string(Algorithm.megolm), "code": "m.unverified", "room_id": "!room:test",
                            "session_id": "s", "sender_key": .string(bob.keys.identity.publicKey.base64),
                        ],
                    ]
                ]
            ],
        ]
        let own = await machine.keys
        let payload: JSONText = [
            "type": "m.room_key", "content": shared, "sender": "@bob:test", "recipient": "@ann:test",
            "recipient_keys": ["ed25519": .string(own.signing.publicKey.base64)],
            "keys": ["ed25519": .string(bob.keys.signing.publicKey.base64)], "sender_device_keys": bob.keys.published,
        ]
        var peer = bob
        func shown(_ content: JSONValue) async throws -> String? {
            let changed = EncryptedEvent(id: "$1", room: "!room:test", sender: "@bob:test", content: content)
            guard case .readable(let message) = try await machine.decrypt([changed])[0] else { return nil }
            let body = message.content["body"]?.string
            return body == "Hello" ? nil : body ?? "no body"
        }
        /// Sends an encrypted to-device event whose inside was changed.
        func send(_ type: String, _ inside: JSONText, _ mutator: inout WireMutator) async throws -> String? {
            let text = mutator.json(inside.bytes)
            guard let inside = (try? JSONDocument(text).root).flatMap(JSONText.init(exactly:)) else { return nil }
            // A new session each time: a ratchet would grow with the number of inputs.
            peer.olm = try OlmSession(
                from: bob.keys.identity,
                to: own.identity.publicKey,
                oneTimeKey: AgreementPublicKey(base64: keys[1])
            )
            try await machine.receive([try await peer.toDevice(type, inside, for: machine)], since: nil, next: "s3")
            return nil
        }
        await run(
            [
                { try await shown(Self.parsed(content, &$0)) },
                { try await shown(Self.changing("ciphertext", of: content, &$0).parsed) },
                { mutator in
                    let bytes = mutator.json(payload.bytes)
                    _ = OlmPayload(bytes, from: "@bob:test", bob.keys.identity.publicKey, to: own)
                    return nil
                },
                { try await send("m.room_key", shared, &$0) },
                { try await send("m.forwarded_room_key", exported, &$0) },
                { try await send("m.secret.send", ["request_id": "1", "secret": "x"], &$0) },
                { mutator in
                    try await machine.receive(Self.parsed(sync, &mutator), since: "s2")
                    return nil
                },
                { mutator in
                    guard let (query, _) = await machine.query() else {
                        try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
                        return nil
                    }
                    try await machine.acceptQuery(Self.parsed(published, &mutator), to: query)
                    let devices = try await machine.devices(of: "@bob:test")
                    return devices.first { $0.identity != bob.keys.identity.publicKey }?.id.rawValue
                },
                { mutator in
                    try await machine.acceptClaim(Self.parsed(claimed, &mutator))
                    return nil
                },
                { mutator in
                    _ = try await machine.importBackup(Self.parsed(backup, &mutator), key: backupKey)
                    return nil
                },
                { mutator in
                    _ = try await machine.trustedBackup(Self.parsed(info, &mutator))
                    _ = try await machine.identity(in: Self.parsed(published, &mutator))
                    if let result = await machine.unsigned.first {
                        _ = try await machine.verifiedSignatures(of: result, in: Self.parsed(published, &mutator))
                    }
                    return nil
                },
                { mutator in
                    let bytes = mutator.json(JSONText.array([exported]).bytes)
                    let text = try KeyFile.encrypt(Secret(bytes), passphrase: "x", rounds: 1)
                    _ = try await machine.importKeys(text, passphrase: "x")
                    return nil
                },
                { mutator in
                    _ = Rotation(
                        try Self.parsed(
                            ["rotation_period_msgs": .integer(5), "rotation_period_ms": .integer(7_200_000)],
                            &mutator
                        )
                    )
                    return nil
                },
            ],
            seed: 3,
            share: 15
        )
        #expect(try await machine.texts([event]) == ["Hello"])
    }

    @Test func `changed events of a verification end it or change nothing, and never confirm it`() async throws {
        var pairs: [(ours: Verification, name: String, content: JSONText)] = []
        var pair = try VerificationPair()
        while let (isAnns, message) = pair.wire.first {
            let name = String(message.type.dropFirst(Verification.prefix.count))
            pairs.append((isAnns ? pair.bob : pair.ann, name, message.content))
            pair.deliver(1)
            if pair.wire.isEmpty, pair.stages == ["comparing", "comparing"] { pair.confirm() }
        }
        #expect(pairs.count >= 4)
        let messages = pairs
        await run(
            messages.map { message in
                { mutator in
                    var ours = message.ours
                    let stage = ours.stage.name
                    let changed = try Self.parsed(message.content, &mutator)
                    guard let content = JSONText(exactly: changed), content != message.content else { return nil }
                    _ = ours.receive(message.name, content)
                    return ours.stage.name == "done" && stage != "confirmed" ? "done without a comparison" : nil
                }
            },
            seed: 4,
            share: 5
        )
    }
}
