public import OlmKit

/// The stage of a verification, as a person sees it.
public enum VerificationStage: Hashable, Sendable {
    /// The other device has to answer.
    case waiting
    /// The other device asks; the user has not answered.
    case asked
    /// Both sides want it, and the devices agree on what to compare.
    case ready
    /// Both people compare these emoji, or these numbers.
    case comparing(emoji: [VerificationEmoji], numbers: [Int])
    /// The user said that they are equal; the other person has not.
    case confirmed
    case done
    case cancelled(VerificationCancellation, byThem: Bool)
}

/// The reason why a verification ended without a result, by its code in the specification.
public struct VerificationCancellation: Hashable, Sendable, Error {
    public let code: String

    private init(_ code: String) { self.code = code }

    /// Reads a code from the other device. Every code that is not listed here counts as `unknown`.
    init(received code: String?) {
        self = Self.all.first { $0.code == code } ?? .unknown
    }

    /// A person did not want to go on.
    public static let user = Self("m.user")
    public static let timeout = Self("m.timeout")
    /// Another device of the user answered.
    public static let accepted = Self("m.accepted")
    /// The emoji or numbers differ.
    public static let mismatch = Self("m.mismatched_sas")
    static let commitment = Self("m.mismatched_commitment")
    static let keys = Self("m.key_mismatch")
    static let method = Self("m.unknown_method")
    static let unexpected = Self("m.unexpected_message")
    static let invalid = Self("m.invalid_message")
    static let unknown = Self("unknown")

    private static let all = [user, timeout, accepted, mismatch, commitment, keys, method, unexpected, invalid]

    /// Whether somebody may stand between the two devices.
    public var isSuspicious: Bool { [Self.mismatch, .commitment, .keys].contains(self) }
}

extension VerificationCancellation: CustomStringConvertible {
    /// The reason as a clause.
    public var description: String {
        switch self {
        case .user: "it was cancelled"
        case .timeout: "nobody answered within ten minutes"
        case .accepted: "another device answered"
        case .mismatch: "the emoji differ"
        case .commitment, .keys: "the keys are not those that the homeserver shows"
        case .method: "the other device cannot compare emoji in this way"
        case .unexpected, .invalid: "the two devices did not understand each other"
        default: "the other device gave no known reason"
        }
    }
}
