/// A verification of another device by comparing emoji or numbers.
public struct DeviceVerification: Hashable, Sendable, Identifiable {
    /// Tells it from all others since the start. No other device chooses it.
    public let id: Int
    /// The other device's owner; `nil` for another device of the user.
    public let person: Contact?
    /// The stage.
    public let stage: Stage
    /// The people who ask for a verification meanwhile, the oldest request first; `nil` for another device of the user.
    public let waiting: [Contact?]

    public init(id: Int = 0, person: Contact?, stage: Stage, waiting: [Contact?] = []) {
        (self.id, self.person, self.stage, self.waiting) = (id, person, stage, waiting)
    }

    /// The stage of a verification.
    public enum Stage: Hashable, Sendable {
        /// The other device has to accept the user's request.
        case waiting
        /// The other device asks; the user has not answered.
        case asked
        /// Both sides want it, and the devices agree on the emoji.
        case ready
        /// Both people compare these emoji, or these numbers.
        case comparing(emoji: [Emoji], numbers: [Int])
        /// The user said that they are equal; the other person has not.
        case confirmed
        /// The other device is verified.
        case done
        /// It ended without a result, for a reason. If it is suspicious, somebody may stand between the devices.
        case cancelled(reason: String, isSuspicious: Bool)

        /// Whether nothing follows.
        public var isEnded: Bool {
            switch self {
            case .done, .cancelled: true
            case .waiting, .asked, .ready, .comparing, .confirmed: false
            }
        }
    }

    /// An emoji with its name.
    public struct Emoji: Hashable, Codable, Sendable {
        /// The emoji.
        public let symbol: String
        /// The name, in English.
        public let name: String

        public init(symbol: String, name: String) { (self.symbol, self.name) = (symbol, name) }
    }
}

/// The user's answer to a verification. Each but `cancel` belongs to one stage.
public enum VerificationAnswer: Hashable, Sendable {
    /// Accepts the request of the other device.
    case accept
    /// Says that both devices show the same.
    case match
    /// Says that the devices show different emoji, which ends it.
    case mismatch
    /// Ends it. The next request that waits follows.
    case cancel
    /// Goes from one that has ended to the next request that waits.
    case next
}
