import Testing

@testable import OlmKit

struct Curve25519Tests {
    @Test func `X25519 gives the answers of RFC 7748`() throws {
        let alice = try AgreementKey(
            secret: Secret(hex: "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
        )
        let bob = try AgreementKey(
            secret: Secret(hex: "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
        )
        #expect(alice.publicKey.bytes.hex == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
        #expect(bob.publicKey.bytes.hex == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
        let shared = Secret(hex: "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
        #expect(try alice.agree(with: bob.publicKey) == shared)
        #expect(try bob.agree(with: alice.publicKey) == shared)
    }

    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ])
    func `agreement refuses keys of low order`(hex: String) throws {
        let key = try AgreementPublicKey([UInt8](hex: hex))
        #expect(throws: CryptoError.invalidKey) { try AgreementKey(random: .seeded(1)).agree(with: key) }
    }

    @Test(arguments: [
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0900000000000000000000000000000000000000000000000000000000000080",
    ])
    func `an agreement key that is not reduced is refused`(hex: String) {
        #expect(throws: CryptoError.invalidKey) { try AgreementPublicKey([UInt8](hex: hex)) }
    }

    @Test(arguments: [0, 31, 33, 64]) func `keys of another length are refused`(count: Int) {
        let bytes = [UInt8](repeating: 9, count: count)
        #expect(throws: CryptoError.malformed) { try AgreementPublicKey(bytes) }
        #expect(throws: CryptoError.malformed) { try SigningPublicKey(bytes) }
        #expect(throws: CryptoError.malformed) { try AgreementKey(secret: Secret(bytes)) }
        #expect(throws: CryptoError.malformed) { try SigningKey(secret: Secret(bytes)) }
    }

    @Test func `Ed25519 gives the answers of RFC 8032`() throws {
        let key = try SigningKey(
            secret: Secret(hex: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
        )
        #expect(key.publicKey.bytes.hex == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
        let signature =
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        #expect(key.sign([]).hex == signature)
        #expect(key.publicKey.isValidSignature([UInt8](hex: signature), of: []))
    }

    @Test func `a signature is refused if any bit of it, or of the message, differs`() throws {
        let key = try SigningKey(random: .seeded(1))
        let message = [UInt8](text: "message")
        let signature = key.sign(message)
        for bit in 0..<512 { #expect(!key.publicKey.isValidSignature(signature.flipped(bit: bit), of: message)) }
        for bit in 0..<56 { #expect(!key.publicKey.isValidSignature(signature, of: message.flipped(bit: bit))) }
        for count in [0, 63] { #expect(!key.publicKey.isValidSignature(Array(signature.prefix(count)), of: message)) }
        #expect(!key.publicKey.isValidSignature(signature + [0], of: message))
        #expect(key.publicKey.isValidSignature(signature, of: message))
    }

    @Test func `a signature with the group's order added is refused`() throws {
        let key = try SigningKey(random: .seeded(1))
        var signature = key.sign([1])
        let order = [UInt8](hex: "edd3f55c1a631258d69cf7a2def9de14") + [UInt8](repeating: 0, count: 15) + [0x10]
        var carry = 0
        for place in 0..<32 {
            let sum = Int(signature[32 + place]) + Int(order[place]) + carry
            (signature[32 + place], carry) = (UInt8(sum & 0xFF), sum >> 8)
        }
        #expect(!key.publicKey.isValidSignature(signature, of: [1]))
    }

    /// The owner of a key can make such a signature; the equation of Ed25519 holds, and libolm accepts it.
    @Test func `a signature whose point is neutral is refused although its equation holds`() throws {
        let key = try SigningPublicKey(
            [UInt8](hex: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
        )
        let signature =
            "0100000000000000000000000000000000000000000000000000000000000000"
            + "756cf9b1d6f0d7a979b9d2af3dc2bc1294ec7cb6daa20eaff534c024fc57920f"
        #expect(!key.isValidSignature([UInt8](hex: signature), of: []))
    }

    static let lowOrder = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    ]

    @Test(arguments: lowOrder) func `a signing key of low order, or not reduced, is refused`(hex: String) {
        #expect(throws: CryptoError.invalidKey) { try SigningPublicKey([UInt8](hex: hex)) }
    }

    @Test(arguments: lowOrder) func `a signature whose point is of low order is refused`(hex: String) throws {
        let signature = [UInt8](hex: hex) + [UInt8](repeating: 0, count: 32)
        #expect(!(try SigningKey(random: .seeded(1)).publicKey.isValidSignature(signature, of: [])))
    }

    @Test func `keys survive storage and Base64`() throws {
        let (agreement, signing) = (try AgreementKey(), try SigningKey())
        #expect(try AgreementKey(secret: agreement.secret).publicKey == agreement.publicKey)
        #expect(try SigningKey(secret: signing.secret).publicKey == signing.publicKey)
        #expect(try AgreementPublicKey(base64: agreement.publicKey.base64) == agreement.publicKey)
        #expect(try SigningPublicKey(base64: signing.publicKey.base64) == signing.publicKey)
        #expect(throws: CryptoError.malformed) { try SigningPublicKey(base64: "no key") }
    }
}
