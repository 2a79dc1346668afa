/// The cipher of one message of Olm, Megolm or a backup: AES-256 in CBC mode, and eight bytes of an HMAC.
struct MessageCipher {
    /// The number of bytes of a MAC that are sent.
    static let macCount = 8

    private let encryption: Secret
    private let authentication: Secret
    private let iv: Secret

    /// Derives the keys of a cipher. `context` tells the protocols apart.
    init(_ key: Secret, context: String) throws(CryptoError) {
        let keys = try Primitives.hkdf(key, context: context, count: 80)
        (encryption, authentication, iv) = (keys[0..<32], keys[32..<64], keys[64..<80])
    }

    func encrypt(_ plaintext: RawSpan) throws(CryptoError) -> [UInt8] {
        try Primitives.cbc(.encrypt, plaintext, key: encryption, iv: iv).withBytes { Array(copying: $0) }
    }

    func mac(of bytes: [UInt8]) -> [UInt8] {
        Primitives.hmac(authentication, bytes.span.bytes)[0..<Self.macCount].withBytes { Array(copying: $0) }
    }

    /// Decrypts what is authentic. Throws ``CryptoError/authenticationFailed`` before it decrypts anything else.
    func decrypt(
        _ ciphertext: ArraySlice<UInt8>,
        authenticated: ArraySlice<UInt8>,
        mac: ArraySlice<UInt8>
    ) throws(CryptoError) -> Secret {
        let expected = Primitives.hmac(authentication, Array(authenticated).span.bytes)[0..<Self.macCount]
        guard expected == Secret(Array(mac)) else { throw .authenticationFailed }
        return try Primitives.cbc(.decrypt, Array(ciphertext).span.bytes, key: encryption, iv: iv)
    }
}
