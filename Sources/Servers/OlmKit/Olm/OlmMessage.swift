/// A message of an Olm session, taken apart but not verified.
public enum OlmMessage: Sendable, Equatable {
    /// A message that can also begin the session. A sender uses it until it has received an answer.
    case preKey(OlmPreKeyMessage)
    /// A message of a session that both sides have.
    case normal(OlmNormalMessage)

    /// Reads a message as Matrix writes it: type 0 for a pre-key message, 1 for a normal one, and a body in Base64.
    ///
    /// Throws ``CryptoError/tooLong``, ``CryptoError/unsupportedVersion``, ``CryptoError/invalidKey`` or
    /// ``CryptoError/malformed``.
    public init(type: Int, body: String) throws(CryptoError) {
        guard body.utf8.count <= CryptoLimits.message else { throw .tooLong }
        let bytes = try Base64.decode(body)
        switch type {
        case 0: self = .preKey(try OlmPreKeyMessage(bytes))
        case 1: self = .normal(try OlmNormalMessage(bytes[...]))
        default: throw .unsupportedVersion
        }
    }

    /// The type as Matrix writes it: 0 or 1.
    public var type: Int {
        switch self {
        case .preKey: 0
        case .normal: 1
        }
    }

    /// The body in Base64.
    public var body: String {
        switch self {
        case .preKey(let message): Base64.encode(message.bytes)
        case .normal(let message): Base64.encode(message.bytes)
        }
    }

    /// The message without the keys that begin the session.
    var normal: OlmNormalMessage {
        switch self {
        case .preKey(let message): message.message
        case .normal(let message): message
        }
    }

    fileprivate static let version: UInt8 = 3
}

/// The keys that begin a session. They also make its id.
struct OlmSessionKeys: Sendable, Equatable {
    /// The key of the session's creator that identifies its device.
    let identityKey: AgreementPublicKey
    /// A key that the creator has made for this session.
    let baseKey: AgreementPublicKey
    /// The published key that the creator has claimed from the other device.
    let oneTimeKey: AgreementPublicKey

    /// The hash of all three keys in Base64.
    var id: String {
        Base64.encode(Primitives.sha256((identityKey.bytes + baseKey.bytes + oneTimeKey.bytes).span.bytes))
    }
}

/// A message that can begin a session.
public struct OlmPreKeyMessage: Sendable, Equatable {
    let keys: OlmSessionKeys
    let message: OlmNormalMessage

    /// The one-time or fallback key of this device that the sender has used.
    public var oneTimeKey: AgreementPublicKey { keys.oneTimeKey }

    /// The key that identifies the sender's device. Nothing proves it before the message is decrypted.
    public var senderKey: AgreementPublicKey { keys.identityKey }

    /// The id of the session that the message belongs to.
    public var sessionID: String { keys.id }

    private static let (oneTimeKeyTag, baseKeyTag, identityKeyTag, messageTag): (UInt8, UInt8, UInt8, UInt8) =
        (0x0A, 0x12, 0x1A, 0x22)

    init(keys: OlmSessionKeys, message: OlmNormalMessage) { (self.keys, self.message) = (keys, message) }

    fileprivate init(_ bytes: [UInt8]) throws(CryptoError) {
        guard let version = bytes.first else { throw .malformed }
        guard version == OlmMessage.version else { throw .unsupportedVersion }
        let fields = try MessageFields(bytes[1...])
        keys = OlmSessionKeys(
            identityKey: try fields.key(UInt64(Self.identityKeyTag)),
            baseKey: try fields.key(UInt64(Self.baseKeyTag)),
            oneTimeKey: try fields.key(UInt64(Self.oneTimeKeyTag))
        )
        message = try OlmNormalMessage(fields.bytes(UInt64(Self.messageTag)))
    }

    fileprivate var bytes: [UInt8] {
        var writer = MessageWriter(version: OlmMessage.version)
        writer.write(keys.oneTimeKey.bytes, tag: Self.oneTimeKeyTag)
        writer.write(keys.baseKey.bytes, tag: Self.baseKeyTag)
        writer.write(keys.identityKey.bytes, tag: Self.identityKeyTag)
        writer.write(message.bytes, tag: Self.messageTag)
        return writer.bytes
    }
}

/// A message of a session that both sides have.
public struct OlmNormalMessage: Sendable, Equatable {
    /// The sender's key of the chain that the message is in.
    let ratchetKey: AgreementPublicKey
    /// The message's index in its chain.
    let index: UInt32
    fileprivate let bytes: [UInt8]
    private let ciphertext: ArraySlice<UInt8>

    private static let (ratchetKeyTag, indexTag, ciphertextTag): (UInt8, UInt8, UInt8) = (0x0A, 0x10, 0x22)

    fileprivate init(_ slice: ArraySlice<UInt8>) throws(CryptoError) {
        bytes = Array(slice)
        guard bytes.count > 1 + MessageCipher.macCount else { throw .malformed }
        guard bytes[0] == OlmMessage.version else { throw .unsupportedVersion }
        let fields = try MessageFields(bytes[1..<bytes.count - MessageCipher.macCount])
        ratchetKey = try fields.key(UInt64(Self.ratchetKeyTag))
        index = try fields.integer(UInt64(Self.indexTag))
        ciphertext = try fields.bytes(UInt64(Self.ciphertextTag))
    }

    /// Encrypts a message with the key at an index of a chain. Throws ``CryptoError/tooLong``.
    init(
        encrypting plaintext: [UInt8],
        ratchetKey: AgreementPublicKey,
        index: UInt32,
        key: Secret
    ) throws(CryptoError) {
        guard plaintext.count <= CryptoLimits.plaintext else { throw .tooLong }
        let cipher = try Self.cipher(key)
        var writer = MessageWriter(version: OlmMessage.version)
        writer.write(ratchetKey.bytes, tag: Self.ratchetKeyTag)
        writer.write(index, tag: Self.indexTag)
        writer.write(try cipher.encrypt(plaintext.span.bytes), tag: Self.ciphertextTag)
        try self.init((writer.bytes + cipher.mac(of: writer.bytes))[...])
    }

    /// Verifies and decrypts the message with the key at its index.
    func decrypt(with key: Secret) throws(CryptoError) -> [UInt8] {
        let end = bytes.count - MessageCipher.macCount
        return try Self.cipher(key).decrypt(ciphertext, authenticated: bytes[..<end], mac: bytes[end...])
            .withBytes { Array(copying: $0) }
    }

    private static func cipher(_ key: Secret) throws(CryptoError) -> MessageCipher {
        try MessageCipher(key, context: "OLM_KEYS")
    }
}
