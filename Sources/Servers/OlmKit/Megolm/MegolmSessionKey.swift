/// The key to a session from an index on: a ratchet, and the public key that signs the messages.
struct MegolmSessionKey: Sendable, Equatable {
    /// The two forms in which a session leaves a device.
    private enum Form: UInt8 {
        /// Without a signature, for key files, backups and the user's own devices.
        case exported = 1
        /// Signed by the session, as its creator shares it.
        case shared
    }

    private static let count = 1 + 4 + 4 * 32 + 32

    var ratchet: MegolmRatchet
    let signingKey: SigningPublicKey

    init(ratchet: MegolmRatchet, signingKey: SigningPublicKey) {
        (self.ratchet, self.signingKey) = (ratchet, signingKey)
    }

    /// Reads an exported key: it is as trustworthy as the place that it comes from.
    init(exported base64: String) throws(CryptoError) {
        var reader = SecretReader(try Self.decode(base64))
        self = try Self(.exported, from: &reader)
        try reader.finish()
    }

    /// Reads a shared key. Throws ``CryptoError/authenticationFailed`` unless the session has signed it.
    init(shared base64: String) throws(CryptoError) {
        let bytes = try Self.decode(base64)
        var reader = SecretReader(bytes)
        self = try Self(.shared, from: &reader)
        let signature = try reader.bytes(count: 64)
        try reader.finish()
        let isValid = bytes[0..<Self.count].withBytes { signingKey.isValidSignature(signature, of: $0) }
        guard isValid else { throw .authenticationFailed }
    }

    /// The exported form in Base64.
    var exported: String { body(.exported).base64 }

    /// The shared form in Base64, signed by the session.
    func shared(signedBy key: SigningKey) -> String {
        let body = body(.shared)
        return Secret(joining: [body, Secret(body.withBytes { key.sign($0) })]).base64
    }

    init(from reader: inout SecretReader) throws(CryptoError) {
        (ratchet, signingKey) = (try MegolmRatchet(from: &reader), try reader.signingPublicKey())
    }

    func write(to writer: inout SecretWriter) {
        ratchet.write(to: &writer)
        writer.write(signingKey.bytes)
    }

    private init(_ form: Form, from reader: inout SecretReader) throws(CryptoError) {
        guard try reader.byte() == form.rawValue else { throw .unsupportedVersion }
        try self.init(from: &reader)
    }

    private func body(_ form: Form) -> Secret {
        var writer = SecretWriter()
        writer.write([form.rawValue])
        write(to: &writer)
        return writer.secret
    }

    private static func decode(_ base64: String) throws(CryptoError) -> Secret {
        guard base64.utf8.count <= CryptoLimits.message else { throw .tooLong }
        return try Secret(base64: base64)
    }
}
