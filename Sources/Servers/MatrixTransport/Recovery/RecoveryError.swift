public import MatrixCrypto
import OlmKit

/// A recovery key that cannot be made or used.
public enum RecoveryError: Error, Hashable, Sendable {
    /// There are no encryption keys here.
    case noEncryption
    /// The account has an identity already.
    case exists
    /// The account has no recovery key.
    case noRecoveryKey
    /// The typed text is no recovery key; with the mistake as a clause.
    case mistyped(String)
    /// It is a recovery key, and not that of the account.
    case wrongKey
    /// The homeserver describes the key in a way that is not supported.
    case unsupported
    /// The secrets that the recovery key opens are incomplete or damaged.
    case incomplete
    /// The homeserver publishes another identity for the account than the recovery key opens.
    case otherIdentity
    case wrongPassword
    /// The homeserver demands other proofs than a password; with their names.
    case otherAuthentication([String])

    init(_ mistake: RecoveryKey.Mistake) {
        self =
            switch mistake {
            case .invalidCharacter(let character, let position):
                .mistyped("character \(position), \(character), occurs in none")
            case .wrongLength(let count, let expected): .mistyped("it has \(count) characters, not \(expected)")
            case .wrongChecksum: .mistyped("at least one character is wrong")
            }
    }
}

extension RecoveryError: CustomStringConvertible {
    /// The problem, and what the user can do about it.
    public var description: String {
        switch self {
        case .noEncryption: "there are no encryption keys here: log in first"
        case .exists:
            "this account has an identity already: run viperchat recovery restore, or, if its recovery key is lost, "
                + "viperchat recovery replace, which all your contacts notice"
        case .noRecoveryKey: "this account has no recovery key: run viperchat recovery new to make one"
        case .mistyped(let mistake): "this is no recovery key: \(mistake)"
        case .wrongKey: "this is not the recovery key of the account: try another one"
        case .unsupported: "the account's recovery key is of an unknown kind: use the client that made it"
        case .incomplete:
            "what the recovery key opens is incomplete: repair it with the client that made it, or run viperchat recovery replace"
        case .otherIdentity:
            "the homeserver shows another identity of your account than this recovery key opens: somebody has replaced it. "
                + "If it was you, use the newer recovery key; if not, ask who runs the homeserver"
        case .wrongPassword: "the homeserver does not accept this password: try again"
        case .otherAuthentication(let stages):
            "the homeserver takes no password for this, but \(stages.isEmpty ? "nothing that it names" : stages.joined(separator: ", ")): "
                + "make the recovery key with another client, and run viperchat recovery restore then"
        }
    }
}

/// The protection of the account's keys.
public struct RecoveryStatus: Hashable, Sendable {
    /// Whether the account has an identity: cross-signing keys.
    public let hasIdentity: Bool
    /// Whether that identity has signed this device.
    public let isSigned: Bool
    /// Whether this device has seen that the identity is the account's own, by the recovery key.
    public let isProved: Bool
    /// Whether a recovery key opens secret storage.
    public let hasRecoveryKey: Bool
    /// Whether keys to messages are added to a backup.
    public let isSaving: Bool

    /// The sentences that say what is missing, and the ways to it; one if nothing is.
    public var sentences: [String] {
        guard hasIdentity, hasRecoveryKey else {
            return [
                "This account has no recovery key: without one, lost devices lose their messages. viperchat recovery new makes one"
            ]
        }
        var missing: [String] = []
        if !isSigned || !isProved {
            missing.append("Your account has not signed this device, so that strict clients may share no keys with it")
        }
        if !isSaving { missing.append("Messages from before the login cannot be read, and new keys are not backed up") }
        guard !missing.isEmpty else { return ["Your account has signed this device, and its keys are backed up"] }
        return missing + ["viperchat recovery restore asks for your recovery key and mends this"]
    }
}

/// The result of using a recovery key.
public struct RecoveryResult: Hashable, Sendable {
    /// The keys from the backup; nil if there is none that the recovery key opens.
    public let keys: KeyImport?
}
