import Testing

@testable import OlmKit

/// Known answers from the standards.
struct PrimitivesTests {
    @Test func `SHA-256 gives the answers of FIPS 180-4, in parts as well`() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let whole = Primitives.sha256([UInt8](text: "abc").span.bytes)
        #expect(whole.hex == expected)
        var hash = Primitives.SHA256()
        hash.update([UInt8](text: "a").span.bytes)
        hash.update([UInt8]().span.bytes)
        hash.update([UInt8](text: "bc").span.bytes)
        let inParts = hash.finish()
        #expect(inParts.hex == expected)
    }

    @Test func `HMAC gives the answers of RFC 4231`() {
        let first = Primitives.hmac(Secret([UInt8](repeating: 0x0B, count: 20)), [UInt8](text: "Hi There").span.bytes)
        #expect(first.copy.hex == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        let second = Primitives.hmac(
            Secret([UInt8](text: "Jefe")),
            [UInt8](text: "what do ya want for nothing?").span.bytes
        )
        #expect(second.copy.hex == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test func `HKDF gives the answers of RFC 5869`() throws {
        let material = Secret([UInt8](repeating: 0x0B, count: 22))
        // The third case, which has neither salt nor context: contexts here are text, those of the others are not.
        let derived = try Primitives.hkdf(material, context: "", count: 42)
        #expect(
            derived.copy.hex
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        )
        let zeros = Secret([UInt8](repeating: 0, count: 32))
        #expect(try Primitives.hkdf(material, salt: zeros, context: "", count: 42) == derived)
    }

    @Test func `HKDF refuses a context over 1,024 bytes`() throws {
        let key = Secret([1])
        #expect(try Primitives.hkdf(key, context: String(repeating: "x", count: 1_024), count: 32).count == 32)
        #expect(throws: CryptoError.tooLong) {
            try Primitives.hkdf(key, context: String(repeating: "x", count: 1_025), count: 32)
        }
    }

    @Test func `PBKDF2 gives a known answer and bounds the rounds`() throws {
        let salt = [UInt8](text: "saltSALTsaltSALTsaltSALTsaltSALTsalt")
        let key = try Primitives.pbkdf2("passwordPASSWORDpassword", salt: salt, rounds: 4_096, count: 64)
        let expected =
            "8c0511f4c6e597c6ac6315d8f0362e225f3c501495ba23b868c005174dc4ee71"
            + "115b59f9e60cd9532fa33e0f75aefe30225c583a186cd82bd4daea9724a3d3b8"
        #expect(key.copy.hex == expected)
        let long = try Primitives.pbkdf2("", salt: [UInt8](text: "salt"), rounds: 25_000, count: 48)
        let longExpected =
            "182d3aef71f9d22d4b83d81302072a754518f1a182ff1da17713a382b4dbb2f96fec66e2d8ba15d112b678ea9edddc7d"
        #expect(long.copy.hex == longExpected)
        for rounds in [Int.min, -1, 0, CryptoLimits.passphraseRounds + 1, .max] {
            #expect(throws: CryptoError.malformed) { try Primitives.pbkdf2("x", salt: [], rounds: rounds, count: 32) }
        }
    }

    private let key = Secret(hex: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
    private let plaintext = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"

    @Test func `CBC gives the answers of SP 800-38A and adds padding`() throws {
        let iv = Secret((0..<16).map { UInt8($0) })
        let encrypted = try Primitives.cbc(.encrypt, [UInt8](hex: plaintext).span.bytes, key: key, iv: iv)
        #expect(
            encrypted.copy.hex.hasPrefix("f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d")
        )
        #expect(encrypted.count == 48)
        let decrypted = try encrypted.withBytes { (bytes) throws(CryptoError) in
            try Primitives.cbc(.decrypt, bytes, key: key, iv: iv)
        }
        #expect(decrypted.copy.hex == plaintext)
    }

    @Test(arguments: [0, 1, 15, 17, 31]) func `CBC refuses what is not whole blocks`(count: Int) {
        let iv = Secret([UInt8](repeating: 0, count: 16))
        let bytes = [UInt8](repeating: 7, count: count)
        #expect(
            error { () throws(CryptoError) in try Primitives.cbc(.decrypt, bytes.span.bytes, key: key, iv: iv) }
                == .malformed
        )
    }

    @Test func `counter mode gives the answers of SP 800-38A, in parts as well`() {
        let counter = [UInt8](hex: "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
        let expected = "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
        var cipher = Primitives.CounterMode(key: key, counter: counter)
        let whole = cipher.process([UInt8](hex: plaintext))
        #expect(whole.hex == expected)
        var inParts = Primitives.CounterMode(key: key, counter: counter)
        let bytes = [UInt8](hex: plaintext)
        let parts = [0..<1, 1..<1, 1..<20, 20..<32].map { inParts.process(Array(bytes[$0])) }
        #expect(parts.flatMap(\.self).hex == expected)
        var reverse = Primitives.CounterMode(key: key, counter: counter)
        let decrypted = reverse.process(Secret(hex: expected))
        #expect(decrypted.copy.hex == plaintext)
    }
}
