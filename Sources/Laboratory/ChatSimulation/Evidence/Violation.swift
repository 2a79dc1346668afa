/// The invariants that are checked at quiet moments, process deaths and renders. The raw value is the number in the
/// catalog.
public enum Invariant: Int, CaseIterable, Sendable {
    case sentOnce = 1
    case complete
    case samePath
    case receipts
    case unread
    case survivesDeath
    case firstInFirstOut
    case notifiedOnce
    case nothingOutlives
    case modelAlone
    case modestRequests
    case membership
    case files
    case typing
    case answers
    case encryption
    case threads

    /// The invariant in words, as reports print it.
    public var text: String {
        switch self {
        case .sentOnce: "every message typed is sent exactly once, under its own id, or visibly failed"
        case .complete: "every message is shown exactly once, in the server's order, and a gap as a gap"
        case .samePath: "whatever way news came, the history is the same"
        case .receipts: "receipts only advance; none for what was not on screen, none lost"
        case .unread: "unread is the rows after the marker, and the badge the sum of what is not muted"
        case .survivesDeath: "nothing acknowledged is lost at a death"
        case .firstInFirstOut: "first in, first out in each chat; what is sent again goes behind all that waits"
        case .notifiedOnce: "a notification for every live message off screen and not muted, once"
        case .nothingOutlives: "nothing outlives its screen, nor the app"
        case .modelAlone: "what is rendered depends on the model alone"
        case .modestRequests: "nothing is asked of the server again and again without a pause"
        case .membership: "a group is made once, and who is in it is who the server says, under the name that it says"
        case .files: "every file sent is on the server once, whole; one asked for is here, whole, or failed; no other"
        case .answers:
            "every reaction and vote is shown once, and every reply with what it answers, as the server has them"
        case .encryption: "an encrypted room's texts leave encrypted, each once, and come from whom they claim to, once"
        case .threads:
            "an answer in a thread is shown in that thread and nowhere else, and threads count what they have"
        case .typing: "who is said to type does, until they have written or stopped, or say so no more"
        }
    }
}

/// An invariant that was violated.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The violated invariant.
    public let invariant: Invariant
    /// A description of what was observed instead.
    public let detail: String

    public var description: String { "invariant \(invariant.rawValue) (\(invariant.text)): \(detail)" }
}
