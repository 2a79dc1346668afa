/// A message that its Megolm session has signed: verifying is most of the work of decrypting, and needs no secret.
///
/// A value, so that a page of messages can be verified on all cores, before the sessions decrypt them in order.
public struct VerifiedMegolmMessage: Sendable {
    let message: MegolmMessage
    let signingKey: SigningPublicKey
    /// The number of the message in its session, as the message states it.
    public var index: UInt32 { message.index }

    /// Verifies a message in Base64 by the id of its session.
    ///
    /// Throws ``CryptoError/authenticationFailed`` for a message that the session did not sign, and ``CryptoError/tooLong``,
    /// ``CryptoError/unsupportedVersion``, ``CryptoError/malformed`` or ``CryptoError/invalidKey``.
    public init(_ message: String, session id: String) throws(CryptoError) {
        try self.init(message, signedBy: SigningPublicKey(base64: id))
    }

    init(_ message: String, signedBy key: SigningPublicKey) throws(CryptoError) {
        (self.message, signingKey) = (try MegolmMessage(base64: message), key)
        try self.message.verify(by: key)
    }
}

/// One message of a Megolm session, taken apart but not verified.
struct MegolmMessage {
    private static let version: UInt8 = 3
    private static let indexTag: UInt8 = 0x08
    private static let ciphertextTag: UInt8 = 0x12
    private static let signatureCount = 64

    let index: UInt32
    private let bytes: [UInt8]
    private let ciphertext: ArraySlice<UInt8>

    /// Reads a message. Throws ``CryptoError/tooLong``, ``CryptoError/unsupportedVersion`` or ``CryptoError/malformed``.
    init(base64: String) throws(CryptoError) {
        guard base64.utf8.count <= CryptoLimits.message else { throw .tooLong }
        bytes = try Base64.decode(base64)
        guard bytes.count > 1 + MessageCipher.macCount + Self.signatureCount else { throw .malformed }
        guard bytes[0] == Self.version else { throw .unsupportedVersion }
        let fields = try MessageFields(bytes[1..<bytes.count - MessageCipher.macCount - Self.signatureCount])
        (index, ciphertext) = (
            try fields.integer(UInt64(Self.indexTag)), try fields.bytes(UInt64(Self.ciphertextTag))
        )
    }

    /// Throws ``CryptoError/authenticationFailed`` unless the session's key has signed all of the message.
    func verify(by key: SigningPublicKey) throws(CryptoError) {
        let end = bytes.count - Self.signatureCount
        guard key.isValidSignature(Array(bytes[end...]), of: bytes.span.extracting(first: end).bytes) else {
            throw .authenticationFailed
        }
    }

    func decrypt(with cipher: MessageCipher) throws(CryptoError) -> [UInt8] {
        let end = bytes.count - Self.signatureCount
        let start = end - MessageCipher.macCount
        return try cipher.decrypt(ciphertext, authenticated: bytes[..<start], mac: bytes[start..<end])
            .withBytes { Array(copying: $0) }
    }

    /// Returns an encrypted and signed message in Base64. Throws ``CryptoError/tooLong``.
    static func encrypt(
        _ plaintext: [UInt8],
        index: UInt32,
        with cipher: MessageCipher,
        signedBy key: SigningKey
    ) throws(CryptoError) -> String {
        guard plaintext.count <= CryptoLimits.plaintext else { throw .tooLong }
        var writer = MessageWriter(version: version)
        writer.write(index, tag: indexTag)
        writer.write(try cipher.encrypt(plaintext.span.bytes), tag: ciphertextTag)
        let authenticated = writer.bytes + cipher.mac(of: writer.bytes)
        return Base64.encode(authenticated + key.sign(authenticated))
    }
}
