import Foundation
import Testing

@testable import OlmKit

/// Random changes to everything that comes from other devices, servers and disks: it is refused or read, never a crash.
///
/// `VIPERCHAT_FUZZ` sets the number of changed inputs of each kind.
struct FuzzTests {
    private static let count = Int(ProcessInfo.processInfo.environment["VIPERCHAT_FUZZ"] ?? "") ?? 100

    /// Changes, removes, inserts or repeats bytes at random places.
    private static func change(_ bytes: [UInt8], _ generator: inout SplitMix) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let extent = min(Int.random(in: 1...40, using: &generator), bytes.count - place)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
            case 1 where place < bytes.count:
                bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
            case 2: bytes.removeSubrange(place..<place + extent)
            case 3: bytes.insert(contentsOf: bytes[place..<place + extent], at: place)
            default: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
            }
        }
        return bytes
    }

    /// Gives changed inputs to a reader, which may throw. Returns how many it accepted although they differ.
    private func fuzz(_ input: [UInt8], seed: UInt64, _ read: ([UInt8]) throws -> Void) -> Int {
        var generator = SplitMix(seed: seed)
        var acceptedCount = 0
        for _ in 0..<Self.count {
            let changed = Self.change(input, &generator)
            if changed != input, (try? read(changed)) != nil { acceptedCount += 1 }
        }
        return acceptedCount
    }

    @Test func `no changed Olm message is accepted`() throws {
        let ours = try OurSide(seed: 1)
        var theirs = try OlmSession(
            from: AgreementKey(),
            to: ours.identity.publicKey,
            oneTimeKey: ours.oneTimeKey.publicKey
        )
        let first = try theirs.encrypt([UInt8](text: "first"))
        let preKey = try Base64.decode(first.body)
        let accepted = fuzz(preKey, seed: 1) { changed in
            var fresh = ours
            _ = try fresh.decrypt(type: 0, body: Base64.encode(changed))
        }
        // Fields that are unknown or repeat what follows are ignored, as in every implementation; the text is the same.
        #expect(accepted < Self.count / 20)

        var established = ours
        _ = try established.decrypt(type: 0, body: first.body)
        _ = try theirs.decrypt(established.encrypt("answer"))
        let normal = try Base64.decode(theirs.encrypt([UInt8](text: "second")).body)
        let acceptedNormal = fuzz(normal, seed: 2) { changed in
            var copy = established
            _ = try copy.decrypt(type: 1, body: Base64.encode(changed))
        }
        #expect(acceptedNormal == 0)
    }

    @Test func `no changed Megolm message and no changed shared key is accepted`() throws {
        var outbound = try MegolmOutboundSession()
        let key = outbound.sharedKey
        var inbound = try MegolmInboundSession(sharedKey: key)
        let message = try Base64.decode(outbound.encrypt([UInt8](text: "text")))
        #expect(fuzz(message, seed: 3) { _ = try inbound.decrypt(Base64.encode($0)) } == 0)
        #expect(
            try fuzz(Base64.decode(key), seed: 4) { _ = try MegolmInboundSession(sharedKey: Base64.encode($0)) } == 0
        )
    }

    @Test func `changed exports and states are refused or can be used`() throws {
        var outbound = try MegolmOutboundSession()
        let inbound = try MegolmInboundSession(sharedKey: outbound.sharedKey)
        let message = try outbound.encrypt([1])
        _ = try fuzz(Base64.decode(inbound.exportedKey()), seed: 5) {
            var session = try MegolmInboundSession(exportedKey: Base64.encode($0))
            _ = try session.decrypt(message)
        }
        _ = fuzz(inbound.state.copy, seed: 6) {
            var session = try MegolmInboundSession(state: Secret($0))
            _ = try session.decrypt(message)
        }
        _ = fuzz(outbound.state.copy, seed: 7) {
            var session = try MegolmOutboundSession(state: Secret($0))
            _ = try session.encrypt([2])
        }
        var ours = try OlmSession(
            from: AgreementKey(),
            to: AgreementKey().publicKey,
            oneTimeKey: AgreementKey().publicKey
        )
        let body = try ours.encrypt([1])
        _ = fuzz(ours.state.copy, seed: 8) {
            var session = try OlmSession(state: Secret($0))
            _ = try session.encrypt([2])
            _ = try session.decrypt(body)
        }
    }

    @Test func `no changed backup, secret or MAC is accepted, apart from ciphertexts in backups`() throws {
        let (backupKey, storageKey) = (try AgreementKey(), try SecretStorageKey())
        let backup = try BackupCipher.encrypt(Secret([1, 2, 3]), for: backupKey.publicKey)
        let envelope = try storageKey.encrypt(Secret([1, 2, 3]), named: "name")
        let accepted = try fuzz(Base64.decode(backup.mac), seed: 9) {
            let changed = BackupCipher.Envelope(
                ephemeral: backup.ephemeral,
                ciphertext: backup.ciphertext,
                mac: Base64.encode($0)
            )
            _ = try BackupCipher.decrypt(changed, with: backupKey)
        }
        #expect(accepted == 0)
        // The MAC of a backup covers no data.
        _ = try fuzz(Base64.decode(backup.ciphertext), seed: 10) {
            let changed = BackupCipher.Envelope(
                ephemeral: backup.ephemeral,
                ciphertext: Base64.encode($0),
                mac: backup.mac
            )
            _ = try BackupCipher.decrypt(changed, with: backupKey)
        }
        let acceptedSecrets = try fuzz(Base64.decode(envelope.ciphertext), seed: 11) {
            let changed = SecretStorageKey.Envelope(
                iv: envelope.iv,
                ciphertext: Base64.encode($0),
                mac: envelope.mac
            )
            _ = try storageKey.decrypt(changed, named: "name")
        }
        #expect(acceptedSecrets == 0)
    }

    @Test func `changed texts of keys, files and Base64 are refused or read`() throws {
        let recoveryKey = try RecoveryKey.text(for: SecretStorageKey())
        _ = fuzz(Array(recoveryKey.utf8), seed: 12) {
            _ = try RecoveryKey.key(from: String(decoding: $0, as: UTF8.self))
        }
        _ = fuzz([UInt8](text: "c29tZSBiYXNlNjQ="), seed: 13) {
            _ = try Base64.decode(String(decoding: $0, as: UTF8.self))
        }
        let file = try KeyFile.encrypt(Secret([1, 2, 3]), passphrase: "x", rounds: 1)
        let lines = file.split(separator: "\n")
        let bytes = try Base64.decode(String(lines[1]))
        let accepted = fuzz(bytes, seed: 14) { changed in
            // A huge number of rounds is slow by design, and has a test of its own.
            guard changed.count > 37, changed[33..<36].allSatisfy({ $0 == 0 }) else { throw CryptoError.malformed }
            let text = "\(lines[0])\n\(Base64.encode(changed))\n\(lines[2])\n"
            _ = try KeyFile.decrypt(text, passphrase: "x")
        }
        #expect(accepted == 0)
    }
}
