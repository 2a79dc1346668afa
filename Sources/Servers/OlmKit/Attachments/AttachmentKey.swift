/// The key of one encrypted file. It travels in the encrypted message that names the file.
public struct AttachmentKey: Sendable, Equatable {
    private let key: Secret
    private let iv: [UInt8]

    /// Creates a new key. Encrypt one file with it and no other.
    public init(random: SecureRandom = SecureRandom()) throws(CryptoError) {
        // The last eight bytes count the blocks; a file has fewer than 2^64.
        (key, iv) = (try random.secret(), try random.bytes(count: 8) + [UInt8](repeating: 0, count: 8))
    }

    /// Reads a key as Matrix writes it: `k` of the JSON Web Key in URL-safe Base64, and `iv` in Base64.
    ///
    /// Throws ``CryptoError/malformed`` unless they have 32 and 16 bytes.
    public init(key: String, iv: String) throws(CryptoError) {
        (self.key, self.iv) = (try Secret(base64: key, alphabet: .urlSafe), try Base64.decode(iv))
        guard self.key.count == 32, self.iv.count == 16 else { throw .malformed }
    }

    /// The key as Matrix writes it: a secret in a text that is not wiped.
    public var keyText: String { key.withBytes { Base64.encode($0, alphabet: .urlSafe) } }

    /// The initialisation vector as Matrix writes it.
    public var ivText: String { Base64.encode(iv) }

    fileprivate func cipher() -> Primitives.CounterMode { Primitives.CounterMode(key: key, counter: iv) }
}

/// The SHA-256 of an encrypted file.
public struct AttachmentHash: Sendable, Equatable {
    fileprivate let bytes: [UInt8]

    /// Reads a hash as Matrix writes it, in Base64. Throws ``CryptoError/malformed`` unless it has 32 bytes.
    public init(base64: String) throws(CryptoError) {
        bytes = try Base64.decode(base64)
        guard bytes.count == 32 else { throw .malformed }
    }

    fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The hash in Base64.
    public var base64: String { Base64.encode(bytes) }
}

/// Encrypts a file in parts. Memory does not depend on the file's length.
public struct AttachmentEncryption: ~Copyable {
    private var cipher: Primitives.CounterMode
    private var hash = Primitives.SHA256()

    /// Begins a file with a new key.
    public init(_ key: AttachmentKey) { cipher = key.cipher() }

    /// Encrypts the next part. The result has the same length.
    public mutating func encrypt(_ part: [UInt8]) -> [UInt8] {
        let encrypted = cipher.process(part)
        hash.update(encrypted.span.bytes)
        return encrypted
    }

    /// Ends the file and returns the hash of all that was encrypted.
    public consuming func finish() -> AttachmentHash { AttachmentHash(hash.finish()) }
}

/// Checks the hash of a received file, in parts. It alone makes an ``AttachmentDecryption``, so no byte of a file that a server
/// has changed is decrypted.
public struct AttachmentVerification: ~Copyable {
    private var hash = Primitives.SHA256()

    /// Begins a file.
    public init() {}

    /// Adds the next part, as it was received.
    public mutating func add(_ part: [UInt8]) { hash.update(part.span.bytes) }

    /// Ends the check. Throws ``CryptoError/authenticationFailed`` unless the parts have the expected hash.
    public consuming func decryption(
        with key: AttachmentKey,
        expecting expected: AttachmentHash
    ) throws(CryptoError) -> AttachmentDecryption {
        let actual = hash.finish()
        guard areEqualInConstantTime(actual.span.bytes, expected.bytes.span.bytes) else { throw .authenticationFailed }
        return AttachmentDecryption(key)
    }
}

/// Decrypts a file in parts, from its beginning, after ``AttachmentVerification`` has checked it.
public struct AttachmentDecryption: ~Copyable {
    private var cipher: Primitives.CounterMode

    fileprivate init(_ key: AttachmentKey) { cipher = key.cipher() }

    /// Decrypts the next part. The result has the same length.
    public mutating func decrypt(_ part: [UInt8]) -> [UInt8] { cipher.process(part) }
}
