import Testing

@testable import OlmKit

struct ShortAuthenticationTests {
    private let ada = ShortAuthentication.Device(user: "@ada:x", device: "ADA")
    private let bob = ShortAuthentication.Device(user: "@bob:x", device: "BOB")
    private let adasSide: ShortAuthentication
    private let bobsSide: ShortAuthentication

    init() throws {
        adasSide = try ShortAuthentication(random: .seeded(1))
        bobsSide = try ShortAuthentication(random: .seeded(2))
    }

    /// Ada, who started, and Bob.
    private func codes(
        transaction: String = "t",
        bobsTransaction: String? = nil
    ) throws -> (ada: ShortAuthenticationCode, bob: ShortAuthenticationCode) {
        let adas = try adasSide.agree(
            with: bobsSide.publicKey,
            as: .starter,
            ours: ada,
            theirs: bob,
            transaction: transaction
        )
        let bobs = try bobsSide.agree(
            with: adasSide.publicKey,
            as: .accepter,
            ours: bob,
            theirs: ada,
            transaction: bobsTransaction ?? transaction
        )
        return (adas, bobs)
    }

    @Test func `both sides see seven equal emoji and three equal numbers`() throws {
        let codes = try codes()
        #expect(codes.ada.emoji == codes.bob.emoji && codes.ada.emoji.count == 7)
        #expect(codes.ada.decimals == codes.bob.decimals && codes.ada.decimals.count == 3)
        #expect(codes.ada.decimals.allSatisfy { (1_000...9_191).contains($0) })
    }

    /// Computed from the specification with another library.
    @Test func `known keys give known emoji, numbers and MACs`() throws {
        let adasSide = try ShortAuthentication(random: SecureRandom { 0x0101_0101_0101_0101 })
        let bobsSide = try ShortAuthentication(random: SecureRandom { 0x0202_0202_0202_0202 })
        #expect(adasSide.publicKey == "pOCSkrZRwni5dyxWn1+puxPZBrRqtoyd+dwrRAn4ogk")
        let code = try adasSide.agree(
            with: bobsSide.publicKey,
            as: .starter,
            ours: ada,
            theirs: bob,
            transaction: "t"
        )
        #expect(code.emoji.map(\.number) == [14, 63, 44, 27, 12, 50, 1])
        #expect(code.emoji.map(\.name) == ["Butterfly", "Pin", "Paperclip", "Pizza", "Fish", "Flag", "Cat"])
        #expect(code.decimals == [2919, 4180, 7544])
        #expect(try code.mac(of: "text", keyID: "ed25519:ADA") == "fCQIUppL/gWuiIndcksn4CvHpTQQ4vbh20NKUB/Ky+k")
    }

    @Test func `another transaction or role changes what the sides see`() throws {
        let others = try codes(bobsTransaction: "u")
        #expect(others.ada.emoji != others.bob.emoji)
        let bothStarted = try bobsSide.agree(
            with: adasSide.publicKey,
            as: .starter,
            ours: bob,
            theirs: ada,
            transaction: "t"
        )
        #expect(try codes().ada.emoji != bothStarted.emoji)
    }

    @Test func `a MAC holds for its text, key, sender and transaction only`() throws {
        let codes = try codes()
        let mac = try codes.ada.mac(of: "text", keyID: "ed25519:ADA")
        #expect(throws: Never.self) { try codes.bob.verify(mac, of: "text", keyID: "ed25519:ADA") }
        #expect(throws: CryptoError.authenticationFailed) {
            try codes.bob.verify(mac, of: "texT", keyID: "ed25519:ADA")
        }
        #expect(throws: CryptoError.authenticationFailed) { try codes.bob.verify(mac, of: "text", keyID: "KEY_IDS") }
        // Sent back to its sender.
        #expect(throws: CryptoError.authenticationFailed) {
            try codes.ada.verify(mac, of: "text", keyID: "ed25519:ADA")
        }
        let other = try self.codes(transaction: "u").bob
        #expect(throws: CryptoError.authenticationFailed) { try other.verify(mac, of: "text", keyID: "ed25519:ADA") }
        let bytes = try Base64.decode(mac)
        for bit in 0..<256 {
            #expect(throws: CryptoError.authenticationFailed) {
                try codes.bob.verify(Base64.encode(bytes.flipped(bit: bit)), of: "text", keyID: "ed25519:ADA")
            }
        }
        for bad in ["", String(mac.dropLast(4))] {
            #expect(throws: CryptoError.self) { try codes.bob.verify(bad, of: "text", keyID: "ed25519:ADA") }
        }
    }

    @Test func `this side's own key, keys of low order and other texts are refused`() throws {
        let zero = Base64.encode([UInt8](repeating: 0, count: 32))
        for (key, fault) in [
            (adasSide.publicKey, CryptoError.invalidKey), (zero, .invalidKey), ("", .malformed), ("?", .malformed),
        ] {
            #expect(throws: fault) {
                try adasSide.agree(with: key, as: .starter, ours: ada, theirs: bob, transaction: "t")
            }
        }
    }

    @Test func `ids that are too long are refused`() throws {
        #expect(throws: CryptoError.tooLong) { try codes(transaction: String(repeating: "t", count: 1_025)) }
        let code = try codes().ada
        #expect(throws: CryptoError.tooLong) { try code.mac(of: "x", keyID: String(repeating: "k", count: 1_025)) }
    }

    @Test func `the commitment is the hash of key and canonical JSON`() {
        // SHA-256 of "abc".
        #expect(
            ShortAuthentication.commitment(to: "a", start: "bc") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0"
        )
    }

    @Test func `all 64 emoji differ and have a name`() {
        #expect(VerificationEmoji.all.count == 64)
        #expect(Set(VerificationEmoji.all.map(\.symbol)).count == 64)
        #expect(Set(VerificationEmoji.all.map(\.name)).count == 64)
        #expect(VerificationEmoji.all.enumerated().allSatisfy { $0 == $1.number && $1.symbol.count == 1 })
    }
}
