import Testing

@testable import OlmKit

struct BackupCipherTests {
    private let key: AgreementKey
    private let vectors: Vectors

    init() throws {
        vectors = try Vectors.load()
        key = try AgreementKey(secret: Secret(hex: vectors.secret))
    }

    @Test func `data that vodozemac and libolm encrypted decrypts`() throws {
        for vector in vectors.backup {
            let envelope = BackupCipher.Envelope(
                ephemeral: vector.ephemeral,
                ciphertext: vector.ciphertext,
                mac: vector.mac
            )
            #expect(try BackupCipher.decrypt(envelope, with: key) == Secret(hex: vector.text))
        }
    }

    @Test(arguments: [0, 1, 16, 5_000]) func `data of any length survives`(count: Int) throws {
        let data = Secret([UInt8](repeating: 7, count: count))
        let envelope = try BackupCipher.encrypt(data, for: key.publicKey)
        #expect(try BackupCipher.decrypt(envelope, with: key) == data)
    }

    @Test func `another key, a changed key and a changed MAC are refused`() throws {
        let good = try BackupCipher.encrypt(Secret([1]), for: key.publicKey)
        #expect(throws: CryptoError.authenticationFailed) { try BackupCipher.decrypt(good, with: AgreementKey()) }
        let (ephemeral, mac) = (try Base64.decode(good.ephemeral), try Base64.decode(good.mac))
        for bit in 0..<256 {
            let bad = BackupCipher.Envelope(
                ephemeral: Base64.encode(ephemeral.flipped(bit: bit)),
                ciphertext: good.ciphertext,
                mac: good.mac
            )
            #expect(throws: CryptoError.self) { try BackupCipher.decrypt(bad, with: key) }
        }
        for mac in (0..<64).map({ mac.flipped(bit: $0) }) + [[], Array(mac.prefix(7)), mac + [0]] {
            let bad = BackupCipher.Envelope(
                ephemeral: good.ephemeral,
                ciphertext: good.ciphertext,
                mac: Base64.encode(mac)
            )
            #expect(throws: CryptoError.authenticationFailed) { try BackupCipher.decrypt(bad, with: key) }
        }
    }

    @Test func `fields of another form are refused`() throws {
        let good = try BackupCipher.encrypt(Secret([1]), for: key.publicKey)
        let zero = Base64.encode([UInt8](repeating: 0, count: 32))
        for (ephemeral, ciphertext, fault) in [
            ("", good.ciphertext, CryptoError.malformed), ("?", good.ciphertext, .malformed),
            (zero, good.ciphertext, .invalidKey), (good.ephemeral, "", .malformed),
            (good.ephemeral, "AAAA", .malformed),
            (good.ephemeral, String(repeating: "A", count: CryptoLimits.message + 4), .tooLong),
        ] {
            let bad = BackupCipher.Envelope(ephemeral: ephemeral, ciphertext: ciphertext, mac: good.mac)
            #expect(throws: fault) { try BackupCipher.decrypt(bad, with: key) }
        }
        #expect(throws: CryptoError.tooLong) {
            let data = Secret([UInt8](repeating: 0, count: CryptoLimits.plaintext + 1))
            _ = try BackupCipher.encrypt(data, for: key.publicKey)
        }
    }
}
