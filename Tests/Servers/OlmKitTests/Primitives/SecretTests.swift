import Testing

@testable import OlmKit

struct SecretTests {
    @Test func `secrets are equal if all bytes and the length are`() {
        let secret = Secret([1, 2, 3])
        #expect(secret == Secret([1, 2, 3]))
        #expect(secret != Secret([1, 2, 4]))
        #expect(secret != Secret([1, 2]))
        #expect(Secret([]) == Secret([]))
    }

    @Test func `a description and a mirror show no bytes`() {
        let secret = Secret([0x41, 0x42])
        #expect("\(secret)" == "(secret)")
        #expect(String(reflecting: secret) == "(secret)")
        var dump = ""
        Swift.dump(secret, to: &dump)
        #expect(!dump.contains("65") && !dump.contains("0x"))
    }

    @Test func `parts and joined secrets have the bytes in order`() {
        let joined = Secret(joining: [Secret([1, 2]), Secret([]), Secret([3])])
        #expect(joined.copy == [1, 2, 3])
        #expect(joined[1..<3].copy == [2, 3])
        #expect(joined[1..<1].count == 0)
    }

    @Test func `a part outlives the secret that it was taken from`() {
        func part() -> Secret { Secret([7, 8, 9])[1..<2] }
        #expect(part().copy == [8])
    }

    @Test func `a locked secret has the bytes of its original, and outlives it`() throws {
        #expect(Secret([7, 8, 9]).locked.copy == [7, 8, 9])
        #expect(Secret([]).locked.count == 0)
        let key = try SecretStorageKey(secret: Secret([UInt8](repeating: 3, count: 32)))
        #expect(key.secret == Secret([UInt8](repeating: 3, count: 32)))
        #expect(key.secret[31..<32].copy == [3])
    }

    @Test func `a filler that throws leaves no memory behind`() {
        #expect(throws: CryptoError.malformed) {
            try Secret(count: 64) { (_) throws(CryptoError) in throw .malformed }
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 32, 100]) func `random bytes have the requested length`(count: Int) throws {
        #expect(try SecureRandom().secret(count: count).count == count)
        #expect(try SecureRandom().bytes(count: count).count == count)
        #expect(try SecureRandom.seeded(1).bytes(count: count).count == count)
    }

    @Test func `libcrypto's random bytes differ, those of one seed are equal`() throws {
        #expect(try SecureRandom().secret() != SecureRandom().secret())
        #expect(try SecureRandom.seeded(1).secret() == SecureRandom.seeded(1).secret())
        #expect(try SecureRandom.seeded(1).secret() != SecureRandom.seeded(2).secret())
    }

    @Test func `bytes are compared in constant time by length and content`() {
        func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
            areEqualInConstantTime(left.span.bytes, right.span.bytes)
        }
        #expect(areEqual([1, 2], [1, 2]))
        #expect(areEqual([], []))
        #expect(!areEqual([1, 2], [1, 3]))
        #expect(!areEqual([1, 2], [1]))
    }
}
