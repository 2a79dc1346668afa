/// Assembles secret bytes: the stored state of a session, or its key for others.
struct SecretWriter {
    private var parts: [Secret] = []

    mutating func write(_ secret: Secret) { parts.append(secret) }
    mutating func write(_ bytes: [UInt8]) { parts.append(Secret(bytes)) }
    mutating func write(flag: Bool) { write([flag ? 1 : 0]) }
    /// Writes a count up to 255.
    mutating func write(count: Int) { write([UInt8(count)]) }
    mutating func write(_ number: UInt32) {
        write((0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) })
    }

    /// All that was written, in one piece.
    var secret: Secret { Secret(joining: parts) }
}

/// Takes such bytes apart. Everything throws ``CryptoError/malformed`` where bytes are missing.
struct SecretReader {
    private let secret: Secret
    private var place = 0

    init(_ secret: Secret) { self.secret = secret }

    mutating func secret(count: Int = 32) throws(CryptoError) -> Secret {
        guard count <= secret.count - place else { throw .malformed }
        defer { place += count }
        return secret[place..<place + count]
    }

    mutating func bytes(count: Int) throws(CryptoError) -> [UInt8] {
        try secret(count: count).withBytes { Array(copying: $0) }
    }

    mutating func byte() throws(CryptoError) -> UInt8 { try bytes(count: 1)[0] }

    mutating func number() throws(CryptoError) -> UInt32 {
        try bytes(count: 4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A count that must not exceed a limit.
    mutating func count(atMost limit: Int) throws(CryptoError) -> Int {
        let count = Int(try byte())
        guard count <= limit else { throw .malformed }
        return count
    }

    /// A byte that is 0 or 1.
    mutating func flag() throws(CryptoError) -> Bool { try count(atMost: 1) == 1 }

    mutating func agreementPublicKey() throws(CryptoError) -> AgreementPublicKey {
        try AgreementPublicKey(bytes(count: 32))
    }

    mutating func signingPublicKey() throws(CryptoError) -> SigningPublicKey {
        try SigningPublicKey(bytes(count: 32))
    }

    /// Throws ``CryptoError/malformed`` if bytes are left.
    func finish() throws(CryptoError) {
        guard place == secret.count else { throw .malformed }
    }
}

/// The first two bytes of a stored state: the kind of session and the version of the state.
enum StateKind: UInt8 {
    case olm = 1
    case megolmOutbound
    case megolmInbound

    private static let version: UInt8 = 1

    func begin() -> SecretWriter {
        var writer = SecretWriter()
        writer.write([rawValue, Self.version])
        return writer
    }

    /// Throws ``CryptoError/malformed`` for the state of something else, ``CryptoError/unsupportedVersion`` for a newer one.
    func read(_ state: Secret) throws(CryptoError) -> SecretReader {
        var reader = SecretReader(state)
        guard try reader.byte() == rawValue else { throw .malformed }
        guard try reader.byte() == Self.version else { throw .unsupportedVersion }
        return reader
    }
}
