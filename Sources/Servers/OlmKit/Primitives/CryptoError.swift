/// The reason why something could not be encrypted, decrypted, signed or verified.
///
/// Errors hold no key, no plaintext and no position in the input, so they are safe to log and tell an attacker nothing.
public enum CryptoError: Error, Hashable, Sendable {
    /// libcrypto failed at something that always works on a healthy system, such as random numbers.
    case systemFailure
    /// The input does not have the expected form: a wrong length, a wrong character, a missing field.
    case malformed
    /// The input has a version that this module does not know.
    case unsupportedVersion
    /// The input is longer than ``CryptoLimits`` allow.
    case tooLong
    /// A public key is not reduced or is of low order, or a key equals one that it must differ from.
    case invalidKey
    /// A signature, a MAC or a hash does not match.
    case authenticationFailed
    /// The message was encrypted for a key or a chain that this side does not have.
    case wrongKey
    /// The message is further ahead of the ratchet than this side is willing to follow.
    case tooFarAhead
    /// The key of this message is gone: the message was decrypted before, or precedes what this side has been given.
    case keyUnavailable
    /// The task was cancelled while a key was derived from a passphrase.
    case cancelled
    /// The ratchet is at its last index and has no more keys.
    case exhausted
}

/// Bounds on input from other devices and from servers.
public enum CryptoLimits {
    /// The longest text to encrypt in one message, in bytes. A Matrix event holds at most 65,536.
    public static let plaintext = 512 << 10
    /// The longest encrypted message, in bytes of its Base64.
    public static let message = 1 << 20
    /// The longest key file, in bytes: about 100,000 sessions.
    public static let keyFile = 64 << 20
    /// The most rounds of PBKDF2 that a key file or a server may ask for; they take ten seconds or more.
    public static let passphraseRounds = 10_000_000
    /// The most messages that one message may be ahead of an Olm chain; libolm and vodozemac use the same number.
    static let skippedMessages: UInt32 = 2_000
    /// The most keys of skipped messages that an Olm chain keeps.
    static let keptKeys = 40
    /// The most receiving chains that an Olm session keeps.
    static let receivingChains = 5
    /// The longest context of a derived key, in bytes. OpenSSL 3.0 accepts no more.
    static let context = 1_024
}
