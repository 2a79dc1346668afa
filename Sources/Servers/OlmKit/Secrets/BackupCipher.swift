/// The cipher of key backups, `m.megolm_backup.v1.curve25519-aes-sha2`.
///
/// Anyone with the public key can add to a backup, the server included, and its MAC covers no data, in every implementation. So
/// nothing from a backup is authentic: sessions restored from it prove no sender.
public enum BackupCipher {
    /// An encrypted session, in Base64 as Matrix writes it.
    public struct Envelope: Sendable, Equatable {
        /// The public key made for this session.
        public let ephemeral: String
        /// The encrypted session.
        public let ciphertext: String
        /// Eight bytes that depend on the key only.
        public let mac: String

        /// Creates an envelope from its fields in Base64.
        public init(ephemeral: String, ciphertext: String, mac: String) {
            (self.ephemeral, self.ciphertext, self.mac) = (ephemeral, ciphertext, mac)
        }
    }

    /// Encrypts data that only the owner of the backup's private key can read.
    public static func encrypt(
        _ data: Secret,
        for key: AgreementPublicKey,
        random: SecureRandom = SecureRandom()
    ) throws(CryptoError) -> Envelope {
        guard data.count <= CryptoLimits.plaintext else { throw .tooLong }
        let ephemeral = try AgreementKey(random: random)
        let cipher = try MessageCipher(ephemeral.agree(with: key), context: "")
        let ciphertext = try data.withBytes { (data) throws(CryptoError) in try cipher.encrypt(data) }
        return Envelope(
            ephemeral: ephemeral.publicKey.base64,
            ciphertext: Base64.encode(ciphertext),
            mac: Base64.encode(cipher.mac(of: []))
        )
    }

    /// Decrypts data with the backup's private key.
    ///
    /// Throws ``CryptoError/authenticationFailed`` for another key, and ``CryptoError/malformed``, ``CryptoError/invalidKey`` or
    /// ``CryptoError/tooLong`` for fields of another form.
    public static func decrypt(_ envelope: Envelope, with key: AgreementKey) throws(CryptoError) -> Secret {
        guard envelope.ciphertext.utf8.count <= CryptoLimits.message else { throw .tooLong }
        let ephemeral = try AgreementPublicKey(base64: envelope.ephemeral)
        let (ciphertext, mac) = (try Base64.decode(envelope.ciphertext), try Base64.decode(envelope.mac))
        return try MessageCipher(key.agree(with: ephemeral), context: "")
            .decrypt(ciphertext[...], authenticated: [], mac: mac[...])
    }
}
