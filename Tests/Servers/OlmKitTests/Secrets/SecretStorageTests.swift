import Testing

@testable import OlmKit

struct SecretStorageTests {
    private let vectors: Vectors
    private let key: SecretStorageKey

    init() throws {
        vectors = try Vectors.load()
        key = try SecretStorageKey(secret: Secret(hex: vectors.secret))
    }

    @Test func `a secret that mautrix encrypted decrypts`() throws {
        let vector = vectors.storage
        let envelope = SecretStorageKey.Envelope(iv: vector.iv, ciphertext: vector.ciphertext, mac: vector.mac)
        #expect(try key.decrypt(envelope, named: vector.name) == Secret(hex: vector.text))
    }

    @Test func `the check of a key that mautrix made matches that key only`() throws {
        let check = SecretStorageKey.Check(iv: vectors.check.iv, mac: vectors.check.mac)
        #expect(try SecretStorageKey(secret: Secret(hex: vectors.check.key)).matches(check))
        #expect(!key.matches(check))
    }

    @Test func `a passphrase gives the key that mautrix derives`() throws {
        let vector = vectors.passphrase
        let key = try SecretStorageKey(passphrase: vector.passphrase, salt: vector.salt, rounds: vector.rounds)
        #expect(key.secret == Secret(hex: vector.key))
        for rounds in [0, -1, CryptoLimits.passphraseRounds + 1] {
            #expect(throws: CryptoError.malformed) { try SecretStorageKey(passphrase: "", salt: "", rounds: rounds) }
        }
    }

    @Test(arguments: [0, 1, 44, 1_000]) func `secrets of any length survive`(count: Int) throws {
        let secret = Secret([UInt8](repeating: 7, count: count))
        let envelope = try key.encrypt(secret, named: "name")
        #expect(try key.decrypt(envelope, named: "name") == secret)
    }

    @Test func `another name, another key and any changed bit are refused`() throws {
        let envelope = try key.encrypt(Secret([1, 2, 3]), named: "name")
        #expect(throws: CryptoError.authenticationFailed) { try key.decrypt(envelope, named: "other") }
        #expect(throws: CryptoError.authenticationFailed) {
            try SecretStorageKey().decrypt(envelope, named: "name")
        }
        let ciphertext = try Base64.decode(envelope.ciphertext)
        for bit in 0..<ciphertext.count * 8 {
            let changed = SecretStorageKey.Envelope(
                iv: envelope.iv,
                ciphertext: Base64.encode(ciphertext.flipped(bit: bit)),
                mac: envelope.mac
            )
            #expect(throws: CryptoError.authenticationFailed) { try key.decrypt(changed, named: "name") }
        }
        let mac = try Base64.decode(envelope.mac)
        for mac in (0..<256).map({ mac.flipped(bit: $0) }) + [[], Array(mac.prefix(8)), mac + [0]] {
            let changed = SecretStorageKey.Envelope(
                iv: envelope.iv,
                ciphertext: envelope.ciphertext,
                mac: Base64.encode(mac)
            )
            #expect(throws: CryptoError.authenticationFailed) { try key.decrypt(changed, named: "name") }
        }
    }

    @Test func `fields of another form are refused`() throws {
        let good = try key.encrypt(Secret([1]), named: "name")
        for iv in ["", "AAAA", "?", good.mac] {
            let bad = SecretStorageKey.Envelope(iv: iv, ciphertext: good.ciphertext, mac: good.mac)
            #expect(throws: CryptoError.malformed) { try key.decrypt(bad, named: "name") }
            #expect(!key.matches(SecretStorageKey.Check(iv: iv, mac: good.mac)))
        }
        #expect(try !key.matches(SecretStorageKey.Check(iv: key.check().iv, mac: "")))
        #expect(try !key.matches(SecretStorageKey.Check(iv: key.check().iv, mac: "?")))
        let long = String(repeating: "A", count: CryptoLimits.message + 4)
        let tooLong = SecretStorageKey.Envelope(iv: good.iv, ciphertext: long, mac: good.mac)
        #expect(throws: CryptoError.tooLong) { try key.decrypt(tooLong, named: "name") }
        #expect(throws: CryptoError.malformed) { try SecretStorageKey(secret: Secret([1])) }
    }

    @Test func `every check matches its key, and bit 63 of every vector is zero`() throws {
        for seed in 0..<20 as Range<UInt64> {
            let check = try key.check(random: .seeded(seed))
            #expect(key.matches(check))
            #expect(try Base64.decode(check.iv)[8] < 0x80)
        }
    }
}
