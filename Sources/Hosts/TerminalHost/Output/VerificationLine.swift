package import Chat
import ChatTypes

extension HostEvent {
    /// A verification by emoji in its current stage.
    struct VerificationLine: Equatable, Encodable, Sendable {
        enum Stage: String, Encodable, CaseIterable, Sendable {
            case waiting, asked, comparing, confirmed, done, cancelled
        }

        /// The name of the chat.
        var contact: String
        /// The owner of the other device, or "You".
        var person: String
        var stage: Stage
        /// The emoji that both devices must show; nil at other stages than `comparing`, as the numbers.
        var emoji: [ChatVerification.Emoji]?
        var numbers: [Int]?
        var text: String
    }
}

extension HostEvent.VerificationLine {
    init(_ verification: ChatViewState.Verification, contact: String) {
        self.init(contact: contact, person: verification.person, stage: .waiting, text: verification.text)
        switch verification.stage {
        case .waiting: stage = .waiting
        case .asked: stage = .asked
        case .comparing(let emoji, let numbers): (stage, self.emoji, self.numbers) = (.comparing, emoji, numbers)
        case .confirmed: stage = .confirmed
        case .done: stage = .done
        case .cancelled: stage = .cancelled
        }
    }

    func text(_ style: Style, columns: Int?) -> [String] {
        let isQuestion = stage == .asked || stage == .comparing
        let text = TerminalText.oneLine(text) + (isQuestion ? ChatViewState.answers : "")
        return Paragraph(opening: "! ", body: [text]).lines(columns: columns).map(style.yellow)
    }
}

extension ChatViewState {
    /// The commands that answer a question about a verification, behind its text.
    fileprivate static let answers = ". Answer with /verify yes or /verify no"

    /// The commands for identities that have changed, behind the warning.
    static let remedies = ": /verify or /acknowledge"

    /// The text about the chat's encryption: the stage of a verification that goes on, or else the people whose identity has changed.
    package var securityText: String? {
        if let verification, !verification.isEnded {
            return verification.text + (verification.isQuestion ? Self.answers : "")
        }
        return warning.map { $0 + Self.remedies }
    }

    /// The result of a verification that has ended since an earlier state; nil if none has.
    package func verificationResult(after old: ChatViewState?) -> String? {
        guard let verification, verification.isEnded, verification != old?.verification else { return nil }
        return verification.text
    }
}
