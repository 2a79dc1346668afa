import Chat
package import ChatTypes
package import Verification

extension HostEvent {
    /// A verification of a device in its current stage.
    package struct VerificationLine: Equatable, Encodable, Sendable {
        package enum Stage: String, Encodable, CaseIterable, Sendable {
            case waiting, asked, ready, comparing, confirmed, done, cancelled
        }

        /// The owner of the other device, or "You", twice: a former version printed the name of a chat here.
        package var contact: String
        package var person: String
        /// The owner's ID; nil for the user.
        package var owner: String?
        package var stage: Stage
        /// The emoji that both devices must show; nil at other stages than `comparing`, as the numbers.
        package var emoji: [DeviceVerification.Emoji]?
        package var numbers: [Int]?
        package var text: String
        /// Whether an answer is expected.
        package var isQuestion = false

        private enum CodingKeys: CodingKey { case contact, person, owner, stage, emoji, numbers, text }
    }
}

extension HostEvent.VerificationLine {
    /// Nil without a verification.
    package init?(_ state: VerificationViewState) {
        let stage: Stage
        switch state.stage {
        case nil: return nil
        case .waiting: stage = .waiting
        case .asked: stage = .asked
        case .ready: stage = .ready
        case .comparing: stage = .comparing
        case .confirmed: stage = .confirmed
        case .done: stage = .done
        case .cancelled: stage = .cancelled
        }
        self.init(
            contact: state.person,
            person: state.person,
            owner: state.owner?.rawValue,
            stage: stage,
            text: state.text
        )
        isQuestion = state.isQuestion
        guard case .comparing(let emoji, let numbers) = state.stage else { return }
        (self.emoji, self.numbers) = (emoji, numbers)
        text += ": " + state.emojiNames.joined(separator: ", ") + "; or the numbers " + (state.numberText ?? "")
    }

    package func text(_ style: Style, columns: Int?) -> [String] {
        let text = TerminalText.oneLine(text) + (isQuestion ? VerificationViewState.answers : "")
        return Paragraph(opening: "! ", body: [text]).lines(columns: columns).map(style.yellow)
    }
}

extension VerificationViewState {
    /// The commands that answer a question, behind its text.
    package static let answers = ". Answer with /verify yes or /verify no"

    /// The emoji to compare, each with its name.
    package var emojiNames: [String] {
        if case .comparing(let emoji, _) = stage { emoji.map { "\($0.symbol) \($0.name)" } } else { [] }
    }

    /// The numbers to compare; nil at other stages.
    package var numberText: String? {
        if case .comparing(_, let numbers) = stage { numbers.map(String.init).joined(separator: " ") } else { nil }
    }
}

extension ChatViewState {
    /// The commands for identities that have changed, behind the warning.
    package static let remedies = ": /verify or /acknowledge"
}
