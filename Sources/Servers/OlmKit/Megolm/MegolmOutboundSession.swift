/// A Megolm session that this device encrypts with: one ratchet for all members of a room.
///
/// A value. To keep the promise that no index encrypts two messages, commit ``state`` before a message leaves, and send the same
/// bytes again on a retry instead of encrypting again. Calls that throw change nothing.
public struct MegolmOutboundSession: Sendable {
    private var ratchet: MegolmRatchet
    private let key: SigningKey

    /// Creates a session at index 0.
    public init(random: SecureRandom = SecureRandom()) throws(CryptoError) {
        (ratchet, key) = (try MegolmRatchet(random: random), try SigningKey(random: random))
    }

    /// The session's id: its public signing key in Base64.
    public var id: String { key.publicKey.base64 }

    /// The index of the next message, which is also the number of messages so far.
    public var nextIndex: UInt32 { ratchet.index }

    /// The key that lets others read from the next message on, in Base64 and signed. It is a secret in a text that is not wiped.
    public var sharedKey: String {
        MegolmSessionKey(ratchet: ratchet, signingKey: key.publicKey).shared(signedBy: key)
    }

    /// Encrypts a message, returns it in Base64 and moves to the next index.
    ///
    /// Throws ``CryptoError/tooLong`` above ``CryptoLimits/plaintext`` and ``CryptoError/exhausted`` at index 2^32 - 1.
    public mutating func encrypt(_ plaintext: [UInt8]) throws(CryptoError) -> String {
        var next = ratchet
        try next.advance()
        let message = try MegolmMessage.encrypt(
            plaintext,
            index: ratchet.index,
            with: ratchet.cipher(),
            signedBy: key
        )
        ratchet = next
        return message
    }

    /// The session as stored bytes.
    public var state: Secret {
        var writer = StateKind.megolmOutbound.begin()
        ratchet.write(to: &writer)
        writer.write(key.secret)
        return writer.secret
    }

    /// Restores a session. Throws ``CryptoError/malformed`` or ``CryptoError/unsupportedVersion``.
    public init(state: Secret) throws(CryptoError) {
        var reader = try StateKind.megolmOutbound.read(state)
        (ratchet, key) = (try MegolmRatchet(from: &reader), try SigningKey(secret: reader.secret()))
        try reader.finish()
    }
}
