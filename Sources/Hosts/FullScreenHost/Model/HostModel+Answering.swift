import Chat
import ChatTypes
import ScreenKit
import TerminalHost

/// An answer to a message, typed in the line.
enum Answer: Hashable, Sendable {
    /// An emoji or a short text.
    case reaction(to: MessageID)

    /// The text before the input field.
    var prompt: String {
        switch self {
        case .reaction: "React: "
        }
    }
}

/// Answers to the selected message: the line holds the answer, and the draft waits meanwhile.
extension HostModel {
    /// The number of reactions that can be chosen by a digit.
    private static let choiceCount = 9

    /// Puts an empty answer into the line.
    mutating func beginAnswer(_ answer: Answer, of row: ChatViewState.Row) {
        guard !row.isDeleted, let chat = panels.chat?.chat else {
            notices.show("The message was deleted")
            return
        }
        composer.clear(.answer(chat, answer))
        panels.chat?.set(answer)
        switch answer {
        case .reaction:
            let choices = reactionNames.prefix(Self.choiceCount).enumerated().map { "\($0 + 1) \($1.emoji)" }
            notices.show("\(choices.joined(separator: "  ")) or any emoji, or a name such as :rocket:")
        }
    }

    /// Sends the answer in the line; one that cannot be sent stays there.
    mutating func submit(_ answer: Answer) -> [ModelEffect] {
        let typed = typedText
        switch answer {
        case .reaction(let message):
            do throws(TextError) {
                let text = try reactionText(named: Self.choice(typed) ?? typed)
                panels.chat?.set(nil)
                return [.chat(.react(message, text))]
            } catch {
                notices.show(error == .empty ? "Type an emoji, or press Esc" : errorText(error))
                return []
            }
        }
    }

    private static func choice(_ typed: String) -> String? {
        guard let number = Int(typed), (1...choiceCount).contains(number) else { return nil }
        return reactionNames[number - 1].emoji
    }
}
