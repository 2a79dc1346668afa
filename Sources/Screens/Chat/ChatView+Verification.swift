public import ChatTypes
import ScreenKit

extension ChatViewState {
    /// A verification by emoji, ready to show.
    public struct Verification: Sendable, Equatable {
        /// The owner of the other device; "You" for the user.
        public var person: String
        /// The stage.
        public var stage: ChatVerification.Stage
        /// The stage as a sentence.
        public var text: String

        public init(person: String, stage: ChatVerification.Stage, text: String) {
            (self.person, self.stage, self.text) = (person, stage, text)
        }
    }
}

extension ChatViewState.Verification {
    /// Whether the user has to answer with yes or no.
    public var isQuestion: Bool {
        switch stage {
        case .asked, .comparing: true
        case .waiting, .confirmed, .done, .cancelled: false
        }
    }

    /// Whether nothing follows.
    public var isEnded: Bool { stage.isEnded }

    init(_ verification: ChatVerification, contact: String) {
        let isOwn = verification.person.id == .me
        let person = verification.person.shownName(contact: contact)
        let device = isOwn ? "Your other device" : person
        let text =
            switch verification.stage {
            case .waiting: "Waiting for \(isOwn ? "your other device" : person) to accept the verification"
            case .asked: "\(device) asks you to compare emoji"
            case .comparing(let emoji, let numbers):
                "\(isOwn ? "Your other device" : "The device of \(person)") must show the same: "
                    + emoji.map { "\($0.symbol) \($0.name)" }.joined(separator: ", ")
                    + "; or the numbers " + numbers.map(String.init).joined(separator: " ")
            case .confirmed: "Waiting for \(isOwn ? "your other device" : person) to confirm the emoji"
            case .done: "\(device) is verified"
            case .cancelled(let reason, let isSuspicious):
                "\(device) is not verified: \(reason)"
                    + (isSuspicious ? ". Somebody may read along: do not trust the other device" : "")
            }
        self.init(person: person, stage: verification.stage, text: text)
    }
}

extension ChatVerification.Stage {
    /// Whether nothing follows.
    var isEnded: Bool {
        switch self {
        case .done, .cancelled: true
        case .waiting, .asked, .comparing, .confirmed: false
        }
    }
}
