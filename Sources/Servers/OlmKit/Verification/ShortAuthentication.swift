/// One side of a verification by comparing emoji or numbers, `m.sas.v1`: nobody can stand between two devices unnoticed.
///
/// Uses `curve25519-hkdf-sha256` and `hkdf-hmac-sha256.v2`.
public struct ShortAuthentication: Sendable {
    /// A device that takes part.
    public struct Device: Sendable, Hashable {
        /// The id of the device's user.
        public let user: String
        /// The device's id.
        public let device: String

        /// Creates a device from the ids as the server writes them.
        public init(user: String, device: String) { (self.user, self.device) = (user, device) }
    }

    /// The part that this device plays.
    public enum Role: Sendable {
        /// This device sent `m.key.verification.start`.
        case starter
        /// This device sent `m.key.verification.accept`.
        case accepter
    }

    private let key: AgreementKey

    /// Creates one side with a new key. Use it for one verification and no other.
    public init(random: SecureRandom = SecureRandom()) throws(CryptoError) { key = try AgreementKey(random: random) }

    /// This side's public key in Base64.
    public var publicKey: String { key.publicKey.base64 }

    /// Returns the hash by which the accepter commits to its public key before it sees the starter's.
    ///
    /// `start` is the content of `m.key.verification.start` as canonical JSON.
    public static func commitment(to publicKey: String, start: String) -> String {
        Base64.encode(Primitives.sha256(Array((publicKey + start).utf8).span.bytes))
    }

    /// Agrees on a secret with the other side. The starter has checked the accepter's commitment before.
    ///
    /// Throws ``CryptoError/invalidKey`` for a key of low order or this side's own key, ``CryptoError/malformed``, and
    /// ``CryptoError/tooLong`` if the ids have over 1,024 bytes together.
    public func agree(
        with theirKey: String,
        as role: Role,
        ours: Device,
        theirs: Device,
        transaction: String
    ) throws(CryptoError) -> ShortAuthenticationCode {
        let theirPublicKey = try AgreementPublicKey(base64: theirKey)
        guard theirPublicKey != key.publicKey else { throw .invalidKey }
        var parts = [
            [ours.user, ours.device, publicKey], [theirs.user, theirs.device, theirPublicKey.base64],
        ]
        if role == .accepter { parts.reverse() }
        return try ShortAuthenticationCode(
            secret: key.agree(with: theirPublicKey),
            context: (["MATRIX_KEY_VERIFICATION_SAS"] + parts.joined() + [transaction]).joined(separator: "|"),
            ours: ours,
            theirs: theirs,
            transaction: transaction
        )
    }
}

/// The result of an agreement: emoji and numbers for two people to compare, and MACs of the keys that they confirm.
public struct ShortAuthenticationCode: Sendable {
    private let secret: Secret
    private let code: Secret
    private let ours: ShortAuthentication.Device
    private let theirs: ShortAuthentication.Device
    private let transaction: String

    fileprivate init(
        secret: Secret,
        context: String,
        ours: ShortAuthentication.Device,
        theirs: ShortAuthentication.Device,
        transaction: String
    ) throws(CryptoError) {
        (self.secret, self.ours, self.theirs, self.transaction) = (secret, ours, theirs, transaction)
        code = try Primitives.hkdf(secret, context: context, count: 6)
    }

    /// Seven emoji, of which some may be equal.
    public var emoji: [VerificationEmoji] { numbers(count: 7, bitCount: 6).map { VerificationEmoji.all[$0] } }

    /// Three numbers from 1,000 to 9,191.
    public var decimals: [Int] { numbers(count: 3, bitCount: 13).map { $0 + 1_000 } }

    private func numbers(count: Int, bitCount: Int) -> [Int] {
        let bits = code.withBytes { $0.withUnsafeBytes { $0.reduce(0) { $0 << 8 | Int($1) } } }
        return (1...count).map { bits >> (48 - $0 * bitCount) & ((1 << bitCount) - 1) }
    }

    /// Returns the MAC, in Base64, that this device sends for a key or for a list of key ids.
    ///
    /// - Parameters:
    ///   - text: a public key in Base64, or all key ids, sorted and joined by commas.
    ///   - keyID: the key's id, such as `ed25519:DEVICE`, or `KEY_IDS` for the list.
    /// - Throws: ``CryptoError/tooLong`` if the ids have over 1,024 bytes together.
    public func mac(of text: String, keyID: String) throws(CryptoError) -> String {
        try mac(of: text, keyID: keyID, from: ours, to: theirs).base64
    }

    /// Throws ``CryptoError/authenticationFailed`` unless a MAC from the other device is that of the text.
    ///
    /// The parameters are those of ``mac(of:keyID:)``.
    public func verify(_ mac: String, of text: String, keyID: String) throws(CryptoError) {
        let expected = try self.mac(of: text, keyID: keyID, from: theirs, to: ours)
        guard try Secret(base64: mac) == expected else { throw .authenticationFailed }
    }

    private func mac(
        of text: String,
        keyID: String,
        from sender: ShortAuthentication.Device,
        to receiver: ShortAuthentication.Device
    ) throws(CryptoError) -> Secret {
        let parts = [
            "MATRIX_KEY_VERIFICATION_MAC", sender.user, sender.device, receiver.user, receiver.device, transaction,
            keyID,
        ]
        let key = try Primitives.hkdf(secret, context: parts.joined(), count: 32)
        return Primitives.hmac(key, Array(text.utf8).span.bytes)
    }
}
