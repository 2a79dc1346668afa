import RuntimeKit
import Testing

@Suite struct SHA256Tests {
    /// The examples of FIPS 180-4, and NIST test vectors for lengths around the end of a block.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (String(repeating: "a", count: 56), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (String(repeating: "a", count: 63), "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
        (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    ])
    func `digest returns the digests of the standard`(text: String, digest: String) {
        #expect(SHA256.digest(of: Array(text.utf8)) == digest)
    }

    @Test(arguments: [1, 7, 63, 64, 65, 1000]) func `the digest does not depend on the size of the parts`(size: Int) {
        let bytes = (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* $0) }
        var hash = SHA256()
        for start in stride(from: 0, to: bytes.count, by: size) {
            hash.add(Array(bytes[start..<min(bytes.count, start + size)]))
            _ = hash.digest
        }
        #expect(hash.digest == SHA256.digest(of: bytes))
    }
}
