/// AES-256 in counter mode with an HMAC of all 32 bytes: the cipher of secret storage and of key files.
struct CounterCipher {
    private let encryption: Secret
    private let authentication: Secret

    /// Splits 64 derived bytes into the two keys.
    init(_ keys: Secret) { (encryption, authentication) = (keys[0..<32], keys[32..<64]) }

    /// Returns a new initialisation vector. Bit 63 is zero, because some implementations count in 64 bits only.
    static func iv(_ random: SecureRandom) throws(CryptoError) -> [UInt8] {
        var iv = try random.bytes(count: 16)
        iv[8] &= 0x7F
        return iv
    }

    func encrypt(_ secret: Secret, iv: [UInt8]) -> [UInt8] {
        var cipher = Primitives.CounterMode(key: encryption, counter: iv)
        return cipher.process(secret).withBytes { Array(copying: $0) }
    }

    func mac(of bytes: [UInt8]) -> [UInt8] {
        Primitives.hmac(authentication, bytes.span.bytes).withBytes { Array(copying: $0) }
    }

    /// Throws ``CryptoError/authenticationFailed`` unless the MAC is that of the bytes.
    func verify(_ mac: [UInt8], of bytes: [UInt8]) throws(CryptoError) {
        guard Secret(mac) == Primitives.hmac(authentication, bytes.span.bytes) else { throw .authenticationFailed }
    }

    /// Decrypts bytes that the caller has verified.
    func decrypt(_ bytes: [UInt8], iv: [UInt8]) -> Secret {
        var cipher = Primitives.CounterMode(key: encryption, counter: iv)
        return cipher.process(Secret(bytes))
    }
}
