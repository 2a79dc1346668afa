public import MatrixCrypto
import OlmKit

/// A recovery key that cannot be made or used.
public enum RecoveryError: Error, Hashable, Sendable {
    /// There are no encryption keys here.
    case noEncryption
    /// The account has an identity already.
    case exists
    /// The homeserver shows no identity of an account that had one.
    case hidden
    /// The account has no recovery key.
    case noRecoveryKey
    /// The account has an identity, whose private keys the homeserver does not store.
    case lostRecoveryKey
    /// The homeserver stores private keys of an identity that it does not show.
    case unpublished
    /// The user does not have the recovery key that was shown.
    case unconfirmed
    /// The typed text is no recovery key; with the mistake as a clause.
    case mistyped(String)
    /// It is a recovery key, and not that of the account.
    case wrongKey
    /// The account has a passphrase, too, and the typed text is neither of both.
    case neitherKeyNorPassphrase
    /// The account's data about its passphrase is unusable.
    case unusablePassphrase
    /// The homeserver describes the key in a way that is not supported.
    case unsupported
    /// The recovery key does not open secrets that are needed; with the names of all that it does not open.
    case incomplete([String])
    /// The homeserver publishes another identity for the account than the recovery key opens.
    case otherIdentity
    case wrongPassword
    /// The user did not approve the change on the account's page in time.
    case notApproved
    /// The homeserver demands other proofs than a password; with their names.
    case otherAuthentication([String])

    init(_ mistake: RecoveryKey.Mistake) {
        self =
            switch mistake {
            case .invalidCharacter(let character, let position):
                .mistyped("character \(position), \(character), occurs in none: copy it again")
            case .wrongLength(let count, let expected):
                .mistyped("it has \(count) characters, not \(expected): type all of it in one line")
            case .wrongChecksum: .mistyped("at least one character is wrong: copy it again")
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
        case .hidden:
            "the homeserver does not show the identity that this account had: ask who runs it, or run "
                + "viperchat recovery replace, which all your contacts notice"
        case .noRecoveryKey: "this account has no recovery key: run viperchat recovery new to make one"
        case .mistyped(let mistake): "this is no recovery key: \(mistake)"
        case .lostRecoveryKey:
            "the keys of your account's identity are not stored on the homeserver: use the client that has them, or run "
                + "viperchat recovery replace, which all your contacts notice"
        case .unpublished:
            "the homeserver shows no identity of your account: run viperchat recovery new, which goes on if it broke off before"
        case .unconfirmed: "nothing was changed: run this again when you can write down a recovery key"
        case .wrongKey: "this is not the recovery key of the account: try another one"
        case .neitherKeyNorPassphrase:
            "this is neither the recovery key of the account nor its passphrase: type it again"
        case .unusablePassphrase:
            "this is no recovery key, and the account's data about its passphrase is damaged: type the recovery key itself"
        case .unsupported: "the account's recovery key is of an unknown kind: use the client that made it"
        case .incomplete(let names):
            "the recovery key is right, but does not open \(Self.words(for: names)): repair it with the client that made it, or run "
                + "viperchat recovery replace"
        case .otherIdentity:
            "the homeserver shows another identity of your account than this recovery key opens: somebody has replaced it. "
                + "If it was you, use the newer recovery key; if not, ask who runs the homeserver"
        case .notApproved: "nobody approved this on the account's page in time: try again"
        case .wrongPassword: "the homeserver does not accept this password: try again"
        case .otherAuthentication(let stages):
            "the homeserver takes no password for this, but \(stages.isEmpty ? "nothing that it names" : stages.joined(separator: ", ")): "
                + "make the recovery key with another client, and run viperchat recovery restore then"
        }
    }
}

extension RecoveryError {
    /// Returns words for secrets, by their names in secret storage.
    static func words(for names: [String]) -> String {
        let words = [
            SecretName.master: "the master key", SecretName.selfSigning: "the key that signs devices",
            SecretName.userSigning: "the key that signs people", SecretName.backup: "the key of the backup",
        ]
        return names.compactMap { words[$0] }.joined(separator: ", ")
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
    /// Whether a new recovery key was shown here, and what it is for is not published yet.
    public let isUnfinished: Bool

    /// The sentences that say what is missing, and the ways to it; one if nothing is.
    public var sentences: [String] {
        if isUnfinished {
            return ["Making your recovery key broke off: viperchat recovery new goes on with the key that it showed"]
        }
        guard !hasIdentity || hasRecoveryKey else {
            return ["No recovery key works: \(RecoveryError.lostRecoveryKey)"]
        }
        guard hasIdentity else {
            return [
                "This account has no recovery key: without one, lost devices lose their messages. viperchat recovery new makes one"
            ]
        }
        var missing: [String] = []
        if !isSigned || !isProved {
            missing.append("Your account has not signed this device, so that strict clients may share no keys with it")
        }
        if !isSaving {
            // The account's other devices may have given a verified device the earlier keys.
            let isVerified = missing.isEmpty
            missing.append(
                isVerified
                    ? "New keys are not backed up"
                    : "Messages from before the login cannot be read, and new keys are not backed up"
            )
        }
        guard !missing.isEmpty else { return ["Your account has signed this device, and its keys are backed up"] }
        return missing + ["viperchat recovery restore asks for your recovery key and mends this"]
    }
}

/// The result of using a recovery key.
public struct RecoveryResult: Hashable, Sendable {
    /// The keys from the backup; nil if there is none that the recovery key opens.
    public let keys: KeyImport?
    /// Whether a backup of the account's own has begun, because there was none.
    public let hasBegunBackup: Bool
    /// The names of stored secrets that the recovery key does not open.
    let damaged: [String]

    /// The sentence about what could not be done; nil if nothing was left out.
    public var warning: String? {
        damaged.isEmpty
            ? nil
            : "The recovery key does not open \(RecoveryError.words(for: damaged)): repair it with the client that made it"
    }
}
