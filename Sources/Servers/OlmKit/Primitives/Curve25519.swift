import CSodium

/// A public key of X25519, for agreeing on a shared secret with its owner.
public struct AgreementPublicKey: Hashable, Sendable {
    /// The 32 bytes of the key.
    public let bytes: [UInt8]

    /// Accepts 32 bytes in reduced form, so that one key has one spelling.
    ///
    /// Keys of low order are refused later, when ``AgreementKey/agree(with:)`` uses them. Throws ``CryptoError/malformed`` for
    /// another length and ``CryptoError/invalidKey`` for a coordinate that is not reduced.
    public init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == 32 else { throw .malformed }
        guard bytes[31] < 0x80, isReduced(bytes) else { throw .invalidKey }
        self.bytes = bytes
    }

    /// Reads a key from Base64.
    public init(base64: String) throws(CryptoError) { try self.init(Base64.decode(base64)) }

    /// The key in unpadded Base64, as Matrix writes it.
    public var base64: String { Base64.encode(bytes) }
}

/// A key pair of X25519.
public struct AgreementKey: Sendable {
    /// The private key, of 32 bytes.
    public let secret: Secret
    /// The public key.
    public let publicKey: AgreementPublicKey

    /// Creates a pair from a stored private key. Throws ``CryptoError/malformed`` unless it has 32 bytes.
    public init(secret: Secret) throws(CryptoError) {
        let bytes = try rawPublicKey(of: secret) { crypto_scalarmult_curve25519_base($1, $0) }
        (self.secret, publicKey) = (secret, try AgreementPublicKey(bytes))
    }

    /// Creates a new pair.
    public init(random: SecureRandom = SecureRandom()) throws(CryptoError) { try self.init(secret: random.secret()) }

    /// Returns the secret shared with the owner of another key. Throws ``CryptoError/invalidKey`` for a key of low order.
    public func agree(with other: AgreementPublicKey) throws(CryptoError) -> Secret {
        try Secret(count: 32) { result throws(CryptoError) in
            guard let result = result.assumingMemoryBound(to: UInt8.self).baseAddress else { throw .systemFailure }
            let status = secret.withBytes {
                $0.withOctets { secret, _ in crypto_scalarmult_curve25519(result, secret, other.bytes) }
            }
            guard status == 0 else { throw .invalidKey }
        }
    }
}

/// A public key of Ed25519, for verifying signatures.
public struct SigningPublicKey: Hashable, Sendable {
    /// The 32 bytes of the key.
    public let bytes: [UInt8]

    /// Accepts 32 bytes in reduced form that are not of low order: such a key would accept signatures of any message.
    ///
    /// Throws ``CryptoError/malformed`` for another length and ``CryptoError/invalidKey`` otherwise.
    public init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == 32 else { throw .malformed }
        guard isReduced(bytes), !isOfLowOrder(bytes) else { throw .invalidKey }
        self.bytes = bytes
    }

    /// Reads a key from Base64.
    public init(base64: String) throws(CryptoError) { try self.init(Base64.decode(base64)) }

    /// The key in unpadded Base64, as Matrix writes it.
    public var base64: String { Base64.encode(bytes) }

    /// Whether a signature of 64 bytes is this key's signature of the message. A signature with a point of low order never is.
    public func isValidSignature(_ signature: [UInt8], of message: RawSpan) -> Bool {
        guard signature.count == 64 else { return false }
        return message.withOctets { crypto_sign_ed25519_verify_detached(signature, $0, UInt64($1), bytes) } == 0
    }

    /// Whether a signature of 64 bytes is this key's signature of the message.
    public func isValidSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        isValidSignature(signature, of: message.span.bytes)
    }
}

/// A key pair of Ed25519.
public struct SigningKey: Sendable {
    /// The private key, of 32 bytes.
    public let secret: Secret
    /// The public key.
    public let publicKey: SigningPublicKey

    /// Creates a pair from a stored private key. Throws ``CryptoError/malformed`` unless it has 32 bytes.
    public init(secret: Secret) throws(CryptoError) {
        let bytes = try rawPublicKey(of: secret) { csodium_signing_public_key($0, $1) }
        (self.secret, publicKey) = (secret, try SigningPublicKey(bytes))
    }

    /// Creates a new pair.
    public init(random: SecureRandom = SecureRandom()) throws(CryptoError) { try self.init(secret: random.secret()) }

    /// Returns the signature of a message: 64 bytes, always the same for the same message.
    public func sign(_ message: RawSpan) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: 64)
        secret.withBytes {
            $0.withOctets { secret, _ in
                message.withOctets { csodium_sign(secret, publicKey.bytes, $0, UInt64($1), &signature) }
            }
        }
        return signature
    }

    /// Returns the signature of a message: 64 bytes, always the same for the same message.
    public func sign(_ message: [UInt8]) -> [UInt8] { sign(message.span.bytes) }
}

/// Returns 32 bytes that a function of libsodium writes for a private key.
private func rawPublicKey<Result>(
    of secret: Secret,
    by derive: (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Result
) throws(CryptoError) -> [UInt8] {
    guard secret.count == 32 else { throw .malformed }
    guard isSodiumReady else { throw .systemFailure }
    var bytes = [UInt8](repeating: 0, count: 32)
    secret.withBytes { $0.withOctets { secret, _ in _ = derive(secret, &bytes) } }
    return bytes
}

extension RawSpan {
    /// Lends the bytes and their number to a function of libsodium; the pointer, which is never null, must not leave `body`.
    fileprivate func withOctets<Result>(_ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        withUnsafeBytes { bytes in
            guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return body([0], 0) }
            return body(start, bytes.count)
        }
    }
}

/// Whether the coordinate, without its top bit, is less than the field's prime 2^255 - 19.
private func isReduced(_ bytes: [UInt8]) -> Bool {
    bytes[0] < 0xED || bytes[31] & 0x7F != 0x7F || bytes[1..<31].contains { $0 != 0xFF }
}

/// Whether a point of Ed25519 has one of the five reduced coordinates of the eight points of low order, with either sign.
private func isOfLowOrder(_ bytes: [UInt8]) -> Bool {
    lowOrderCoordinates.contains { $0[..<31] == bytes[..<31] && $0[31] == bytes[31] & 0x7F }
}

private let lowOrderCoordinates: [[UInt8]] = [
    [0] + [UInt8](repeating: 0, count: 31),
    [1] + [UInt8](repeating: 0, count: 31),
    [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    [
        0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
        0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
    ],
    [
        0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
        0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
    ],
]
