/// The key of an account's secret storage, `m.secret_storage.v1.aes-hmac-sha2`: secrets that the homeserver stores and cannot read.
public struct SecretStorageKey: Sendable {
    /// An encrypted secret, in Base64 as Matrix writes it.
    public struct Envelope: Sendable, Equatable {
        /// The initialisation vector: 16 bytes.
        public let iv: String
        /// The encrypted secret.
        public let ciphertext: String
        /// The MAC of the encrypted secret: 32 bytes.
        public let mac: String

        /// Creates an envelope from its fields in Base64.
        public init(iv: String, ciphertext: String, mac: String) {
            (self.iv, self.ciphertext, self.mac) = (iv, ciphertext, mac)
        }
    }

    /// The public check by which a client tells whether a key was entered correctly.
    public struct Check: Sendable, Equatable {
        /// The initialisation vector: 16 bytes in Base64.
        public let iv: String
        /// The MAC of 32 encrypted zeros: 32 bytes in Base64.
        public let mac: String

        /// Creates a check from its fields in Base64.
        public init(iv: String, mac: String) { (self.iv, self.mac) = (iv, mac) }
    }

    /// The key, of 32 bytes in locked memory; ``RecoveryKey`` writes it for people.
    public let secret: Secret

    /// Creates a key from 32 bytes. Throws ``CryptoError/malformed`` for another length.
    public init(secret: Secret) throws(CryptoError) {
        guard secret.count == 32 else { throw .malformed }
        self.secret = secret.locked
    }

    /// Creates a new key.
    public init(random: SecureRandom = SecureRandom()) throws(CryptoError) { secret = try random.secret().locked }

    /// Derives a key from a passphrase, as the account's data describes it. Takes about a second for 500,000 rounds.
    ///
    /// Throws ``CryptoError/malformed`` for no rounds, or more than ``CryptoLimits/passphraseRounds``.
    public init(passphrase: String, salt: String, rounds: Int) throws(CryptoError) {
        secret = try Primitives.pbkdf2(passphrase, salt: Array(salt.utf8), rounds: rounds, count: 32).locked
    }

    /// Encrypts a secret under its name, such as `m.megolm_backup.v1`.
    public func encrypt(
        _ secret: Secret,
        named name: String,
        random: SecureRandom = SecureRandom()
    ) throws(CryptoError) -> Envelope {
        try encrypt(secret, named: name, iv: CounterCipher.iv(random))
    }

    /// Decrypts a secret that was encrypted under the same name.
    ///
    /// Throws ``CryptoError/authenticationFailed`` for another key, another name or changed data, and ``CryptoError/malformed`` or
    /// ``CryptoError/tooLong`` for fields of another form.
    public func decrypt(_ envelope: Envelope, named name: String) throws(CryptoError) -> Secret {
        guard envelope.ciphertext.utf8.count <= CryptoLimits.message else { throw .tooLong }
        let (iv, ciphertext) = (try Base64.decode(envelope.iv), try Base64.decode(envelope.ciphertext))
        guard iv.count == 16 else { throw .malformed }
        let cipher = try cipher(for: name)
        try cipher.verify(Base64.decode(envelope.mac), of: ciphertext)
        return cipher.decrypt(ciphertext, iv: iv)
    }

    /// Returns a new public check of this key.
    public func check(random: SecureRandom = SecureRandom()) throws(CryptoError) -> Check {
        try check(iv: CounterCipher.iv(random))
    }

    /// Whether this is the key that a check was made from. A check of another form matches no key.
    public func matches(_ check: Check) -> Bool {
        guard let iv = try? Base64.decode(check.iv), iv.count == 16, let mac = try? Secret(base64: check.mac),
            let ours = try? self.check(iv: iv), let ourMAC = try? Secret(base64: ours.mac)
        else { return false }
        return mac == ourMAC
    }

    private func check(iv: [UInt8]) throws(CryptoError) -> Check {
        let zeros = Secret([UInt8](repeating: 0, count: 32))
        let envelope = try encrypt(zeros, named: "", iv: iv)
        return Check(iv: envelope.iv, mac: envelope.mac)
    }

    private func encrypt(_ secret: Secret, named name: String, iv: [UInt8]) throws(CryptoError) -> Envelope {
        guard secret.count <= CryptoLimits.plaintext else { throw .tooLong }
        let cipher = try cipher(for: name)
        let ciphertext = cipher.encrypt(secret, iv: iv)
        return Envelope(
            iv: Base64.encode(iv),
            ciphertext: Base64.encode(ciphertext),
            mac: Base64.encode(cipher.mac(of: ciphertext))
        )
    }

    private func cipher(for name: String) throws(CryptoError) -> CounterCipher {
        CounterCipher(try Primitives.hkdf(secret, context: name, count: 64))
    }
}
