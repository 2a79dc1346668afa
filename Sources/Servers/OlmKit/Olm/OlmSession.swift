/// An Olm session: the double ratchet between two devices.
///
/// A value. Commit ``state`` before an encrypted message leaves, and together with what a decrypted message brought. Calls that
/// throw change nothing, so a forged message does not harm a session.
public struct OlmSession: Sendable {
    private let keys: OlmSessionKeys
    private var rootKey: Secret
    /// Nil between a message of a new receiving chain and the next message that this side encrypts.
    private var sending: OlmSendingChain?
    /// The newest chain last.
    private var receiving: [OlmReceivingChain] = []

    /// Whether this side has decrypted a message. Until then it sends pre-key messages.
    public private(set) var hasReceived: Bool

    // MARK: Beginning a session

    /// Creates a session with keys that another device has published. `oneTimeKey` may be its fallback key.
    ///
    /// The caller has verified the signature of the one-time key. Throws ``CryptoError/invalidKey`` for keys of low order.
    public init(
        from ourKey: AgreementKey,
        to theirKey: AgreementPublicKey,
        oneTimeKey: AgreementPublicKey,
        random: SecureRandom = SecureRandom()
    ) throws(CryptoError) {
        let baseKey = try AgreementKey(random: random)
        keys = OlmSessionKeys(identityKey: ourKey.publicKey, baseKey: baseKey.publicKey, oneTimeKey: oneTimeKey)
        let shared = [
            try ourKey.agree(with: oneTimeKey), try baseKey.agree(with: theirKey), try baseKey.agree(with: oneTimeKey),
        ]
        let derived = try Self.derive(Secret(joining: shared), context: "OLM_ROOT")
        rootKey = derived.root
        sending = OlmSendingChain(key: try AgreementKey(random: random), secret: derived.chain)
        hasReceived = false
    }

    /// Creates a session from the first message of another device, and decrypts that message.
    ///
    /// `oneTimeKey` is this device's private half of ``OlmPreKeyMessage/oneTimeKey``. Delete it in the transaction that stores the
    /// session, and keep it if this throws: the message may be forged. Throws ``CryptoError/wrongKey`` for another one-time key,
    /// and ``CryptoError/authenticationFailed`` or ``CryptoError/invalidKey`` for a message that is not authentic.
    public static func accept(
        _ message: OlmPreKeyMessage,
        ourKey: AgreementKey,
        oneTimeKey: AgreementKey
    ) throws(CryptoError) -> (session: OlmSession, plaintext: [UInt8]) {
        var session = try OlmSession(message, ourKey: ourKey, oneTimeKey: oneTimeKey)
        let plaintext = try session.decrypt(.preKey(message))
        return (session, plaintext)
    }

    private init(_ message: OlmPreKeyMessage, ourKey: AgreementKey, oneTimeKey: AgreementKey) throws(CryptoError) {
        guard oneTimeKey.publicKey == message.oneTimeKey else { throw .wrongKey }
        keys = message.keys
        let shared = [
            try oneTimeKey.agree(with: keys.identityKey), try ourKey.agree(with: keys.baseKey),
            try oneTimeKey.agree(with: keys.baseKey),
        ]
        let derived = try Self.derive(Secret(joining: shared), context: "OLM_ROOT")
        rootKey = derived.root
        receiving = [OlmReceivingChain(key: message.message.ratchetKey, secret: derived.chain)]
        hasReceived = true
    }

    private static func derive(
        _ shared: Secret,
        salt: Secret? = nil,
        context: String
    ) throws(CryptoError) -> (root: Secret, chain: Secret) {
        let keys = try Primitives.hkdf(shared, salt: salt, context: context, count: 64)
        return (keys[0..<32], keys[32..<64])
    }

    // MARK: Identity

    /// The session's id: both sides, and every implementation, compute the same one.
    public var id: String { keys.id }

    /// Whether a pre-key message belongs to this session rather than beginning another one.
    public func isBegun(by message: OlmPreKeyMessage) -> Bool { keys == message.keys }

    // MARK: Messages

    /// Encrypts a message. Throws ``CryptoError/tooLong`` above ``CryptoLimits/plaintext``.
    public mutating func encrypt(
        _ plaintext: [UInt8],
        random: SecureRandom = SecureRandom()
    ) throws(CryptoError) -> OlmMessage {
        var next = self
        var chain: OlmSendingChain
        if let sending { chain = sending } else { chain = try next.beginSending(random) }
        let message = try chain.encrypt(plaintext)
        next.sending = chain
        self = next
        return hasReceived ? .normal(message) : .preKey(OlmPreKeyMessage(keys: keys, message: message))
    }

    private mutating func beginSending(_ random: SecureRandom) throws(CryptoError) -> OlmSendingChain {
        // A session without a sending chain has received, so it has a receiving chain.
        guard let theirKey = receiving.last?.key else { throw .malformed }
        let key = try AgreementKey(random: random)
        return OlmSendingChain(key: key, secret: try advanceRoot(by: key.agree(with: theirKey)))
    }

    private mutating func advanceRoot(by shared: Secret) throws(CryptoError) -> Secret {
        let derived = try Self.derive(shared, salt: rootKey, context: "OLM_RATCHET")
        rootKey = derived.root
        return derived.chain
    }

    /// Decrypts a message of this session, in any order within these bounds: five chains, and in each of them up to 2,000
    /// messages ahead and the last 40 of those that were skipped.
    ///
    /// Throws ``CryptoError/authenticationFailed`` or ``CryptoError/wrongKey`` for a message that is forged or of another
    /// session, ``CryptoError/keyUnavailable`` for one that was decrypted before or is too old, and ``CryptoError/tooFarAhead``.
    public mutating func decrypt(_ message: OlmMessage) throws(CryptoError) -> [UInt8] {
        if case .preKey(let preKey) = message, !isBegun(by: preKey) { throw .wrongKey }
        let message = message.normal
        var next = self
        let plaintext: [UInt8]
        if let place = receiving.firstIndex(where: { $0.key == message.ratchetKey }) {
            plaintext = try next.receiving[place].decrypt(message)
        } else {
            // The other side begins a chain only in answer to one of ours.
            guard let sending else { throw .wrongKey }
            let secret = try next.advanceRoot(by: sending.key.agree(with: message.ratchetKey))
            var chain = OlmReceivingChain(key: message.ratchetKey, secret: secret)
            plaintext = try chain.decrypt(message)
            next.receiving = receiving.suffix(CryptoLimits.receivingChains - 1) + [chain]
            next.sending = nil
        }
        next.hasReceived = true
        self = next
        return plaintext
    }

    // MARK: State

    /// The session as stored bytes.
    public var state: Secret {
        var writer = StateKind.olm.begin()
        for key in [keys.identityKey, keys.baseKey, keys.oneTimeKey] { writer.write(key.bytes) }
        writer.write(rootKey)
        writer.write(flag: hasReceived)
        writer.write(flag: sending != nil)
        sending?.write(to: &writer)
        writer.write(count: receiving.count)
        for chain in receiving { chain.write(to: &writer) }
        return writer.secret
    }

    /// Restores a session. Throws ``CryptoError/malformed`` or ``CryptoError/unsupportedVersion``.
    public init(state: Secret) throws(CryptoError) {
        var reader = try StateKind.olm.read(state)
        keys = OlmSessionKeys(
            identityKey: try reader.agreementPublicKey(),
            baseKey: try reader.agreementPublicKey(),
            oneTimeKey: try reader.agreementPublicKey()
        )
        rootKey = try reader.secret()
        hasReceived = try reader.flag()
        sending = try reader.flag() ? OlmSendingChain(from: &reader) : nil
        for _ in 0..<(try reader.count(atMost: CryptoLimits.receivingChains)) {
            receiving.append(try OlmReceivingChain(from: &reader))
        }
        try reader.finish()
        guard sending != nil || !receiving.isEmpty else { throw .malformed }
    }
}
