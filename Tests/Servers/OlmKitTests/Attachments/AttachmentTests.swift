import Testing

@testable import OlmKit

struct AttachmentTests {
    private func encrypt(_ parts: [[UInt8]], with key: AttachmentKey) -> (bytes: [UInt8], hash: AttachmentHash) {
        var encryption = AttachmentEncryption(key)
        var bytes: [UInt8] = []
        for part in parts { bytes += encryption.encrypt(part) }
        return (bytes, encryption.finish())
    }

    private func decrypt(_ parts: [[UInt8]], with key: AttachmentKey, hash: AttachmentHash) throws -> [UInt8] {
        var verification = AttachmentVerification()
        for part in parts { verification.add(part) }
        var decryption = try verification.decryption(with: key, expecting: hash)
        var bytes: [UInt8] = []
        for part in parts { bytes += decryption.decrypt(part) }
        return bytes
    }

    @Test func `a file of matrix-nio decrypts`() throws {
        let vector = try Vectors.load().attachment
        let plaintext = try decrypt(
            [[UInt8](hex: vector.encrypted)],
            with: AttachmentKey(key: vector.key, iv: vector.iv),
            hash: AttachmentHash(base64: vector.hash)
        )
        #expect(plaintext.hex == vector.text)
    }

    @Test(arguments: [0, 1, 16, 17, 100_000]) func `a file survives in other parts than it was made of`(count: Int)
        throws
    {
        let key = try AttachmentKey()
        let file = (0..<count).map { UInt8($0 & 0xFF) }
        let (bytes, hash) = encrypt([Array(file.prefix(count / 3)), Array(file.dropFirst(count / 3))], with: key)
        #expect(bytes.count == count)
        let restored = try AttachmentKey(key: key.keyText, iv: key.ivText)
        #expect(restored == key)
        let parts = [Array(bytes.prefix(7)), [], Array(bytes.dropFirst(7))]
        #expect(try decrypt(parts, with: restored, hash: AttachmentHash(base64: hash.base64)) == file)
    }

    @Test func `a file of which any bit, or the length, differs is not decrypted`() throws {
        let key = try AttachmentKey()
        let (bytes, hash) = encrypt([[UInt8](text: "file")], with: key)
        for bit in 0..<bytes.count * 8 {
            #expect(throws: CryptoError.authenticationFailed) {
                try decrypt([bytes.flipped(bit: bit)], with: key, hash: hash)
            }
        }
        for changed in [[], Array(bytes.dropLast()), bytes + [0]] {
            #expect(throws: CryptoError.authenticationFailed) { try decrypt([changed], with: key, hash: hash) }
        }
    }

    @Test func `new keys differ, and their counters begin at zero`() throws {
        let (first, second) = (try AttachmentKey(), try AttachmentKey())
        #expect(first.keyText != second.keyText && first.ivText != second.ivText)
        #expect(try Base64.decode(first.ivText).suffix(8) == [0, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test func `keys, vectors and hashes of another form are refused`() throws {
        let (key, iv) = (
            Base64.encode([UInt8](repeating: 1, count: 32)), Base64.encode([UInt8](repeating: 1, count: 16))
        )
        #expect(throws: Never.self) { try AttachmentKey(key: key, iv: iv) }
        for bad in ["", "AAAA", iv, key + "AA", "no key!"] {
            #expect(throws: CryptoError.malformed) { try AttachmentKey(key: bad, iv: iv) }
            #expect(throws: CryptoError.malformed) { try AttachmentHash(base64: bad) }
        }
        for bad in ["", "AAAA", key, "no vector"] {
            #expect(throws: CryptoError.malformed) { try AttachmentKey(key: key, iv: bad) }
        }
    }
}
