/// A Megolm session that this device decrypts with, from the first index that it was given on.
///
/// A value. Reads messages in any order and any number of times: a caller notices replays by the index, which belongs to one
/// event for ever. Calls that throw change nothing.
public struct MegolmInboundSession: Sendable {
    /// A decrypted message.
    public struct Decrypted: Sendable, Equatable {
        /// The decrypted bytes.
        public let plaintext: [UInt8]
        /// The message's index in the session.
        public let index: UInt32
    }

    /// How two sessions with one id relate.
    public enum Comparison: Sendable, Equatable {
        /// Both read from the same index on.
        case equal
        /// This session reads earlier messages, too.
        case readsMore
        /// The other session reads earlier messages, too.
        case readsLess
        /// The ratchets differ, so one of the sessions is forged.
        case unrelated
    }

    private let first: MegolmSessionKey
    /// The furthest ratchet reached, so that messages in order cost one step each.
    private var furthest: MegolmRatchet

    /// Reads the key that the session's creator has shared.
    ///
    /// Throws ``CryptoError/authenticationFailed`` unless the session signed it, and ``CryptoError/malformed``,
    /// ``CryptoError/invalidKey`` or ``CryptoError/unsupportedVersion`` for a key of another form.
    public init(sharedKey: String) throws(CryptoError) {
        first = try MegolmSessionKey(shared: sharedKey)
        furthest = first.ratchet
    }

    /// Reads an exported key. It is not signed, so it is as trustworthy as the place that it comes from.
    public init(exportedKey: String) throws(CryptoError) {
        first = try MegolmSessionKey(exported: exportedKey)
        furthest = first.ratchet
    }

    /// The session's id: its public signing key in Base64.
    public var id: String { first.signingKey.base64 }

    /// The index of the earliest message that the session reads.
    public var firstIndex: UInt32 { first.ratchet.index }

    /// Returns the key that reads messages from an index on, in Base64 and without a signature; by default, from the first one on.
    ///
    /// It is a secret in a text that is not wiped. Throws ``CryptoError/keyUnavailable`` for an index before ``firstIndex``.
    public func exportedKey(from index: UInt32? = nil) throws(CryptoError) -> String {
        var key = first
        try key.ratchet.advance(to: index ?? firstIndex)
        return key.exported
    }

    /// Compares with another session of the same id.
    public func compare(with other: MegolmInboundSession) -> Comparison {
        var (earlier, later) = (first, other.first)
        let isEarlier = firstIndex < other.firstIndex
        if !isEarlier { swap(&earlier, &later) }
        guard (try? earlier.ratchet.advance(to: later.ratchet.index)) != nil, earlier == later else {
            return .unrelated
        }
        if firstIndex == other.firstIndex { return .equal }
        return isEarlier ? .readsMore : .readsLess
    }

    /// Verifies and decrypts a message in Base64.
    ///
    /// Costs one step of the ratchet in order, and at most 1,026 otherwise. Throws ``CryptoError/authenticationFailed`` for a
    /// message that the session did not sign and ``CryptoError/keyUnavailable`` for an index before ``firstIndex``.
    public mutating func decrypt(_ message: String) throws(CryptoError) -> Decrypted {
        try decrypt(VerifiedMegolmMessage(message, signedBy: first.signingKey))
    }

    /// Decrypts a verified message. Throws ``CryptoError/authenticationFailed`` for a message of another session, too.
    public mutating func decrypt(_ verified: VerifiedMegolmMessage) throws(CryptoError) -> Decrypted {
        guard verified.signingKey == first.signingKey else { throw .authenticationFailed }
        let message = verified.message
        var ratchet = message.index < furthest.index ? first.ratchet : furthest
        try ratchet.advance(to: message.index)
        let plaintext = try message.decrypt(with: ratchet.cipher())
        if ratchet.index > furthest.index { furthest = ratchet }
        return Decrypted(plaintext: plaintext, index: message.index)
    }

    /// The session as stored bytes, including how far it has read.
    public var state: Secret {
        var writer = StateKind.megolmInbound.begin()
        first.write(to: &writer)
        furthest.write(to: &writer)
        return writer.secret
    }

    /// Restores a session. Throws ``CryptoError/malformed`` or ``CryptoError/unsupportedVersion``.
    public init(state: Secret) throws(CryptoError) {
        var reader = try StateKind.megolmInbound.read(state)
        (first, furthest) = (try MegolmSessionKey(from: &reader), try MegolmRatchet(from: &reader))
        try reader.finish()
        guard furthest.index >= first.ratchet.index else { throw .malformed }
    }
}
