import Chat
import ChatTypes
import ScreenKit
import TerminalHost

/// An answer to a message, typed in the line.
enum Answer: Hashable, Sendable {
    /// An emoji or a short text.
    case reaction(to: MessageID)
    /// A message.
    case reply(to: MessageID)

    /// The text before the input field.
    var prompt: String {
        switch self {
        case .reaction: "React: "
        case .reply: "Reply: "
        }
    }
}

/// Answers to the selected message: the line holds the answer, and the draft waits meanwhile.
extension HostModel {
    /// Puts an empty answer into the line.
    mutating func beginAnswer(_ answer: Answer, of row: ChatViewState.Row) {
        guard !row.isDeleted, let chat = panels.chat?.chat else {
            notices.show("The message was deleted")
            return
        }
        // An unfinished reply to the message goes on.
        if case .reaction = answer { composer.clear(.answer(chat, answer)) }
        panels.chat?.set(answer)
        switch answer {
        case .reply: notices.show("Answering \(row.answeringText(in: panels.chat?.state?.title ?? ""))")
        case .reaction:
            let choices = reactionNames.prefix(9).enumerated().map { "\($0 + 1) \($1.emoji)" }
            notices.show("\(choices.joined(separator: "  ")) or any emoji, or a name such as :rocket:")
        }
    }

    /// Puts replies and edits that were begun into their fields, and the newest into the line.
    mutating func goOn(with unfinished: [UnfinishedText], in chat: ChatID) {
        guard panels.chat?.state?.canWrite == true else { return }
        for begun in unfinished {
            let field = Composer.Field(begun.target, in: chat)
            if composer.isEmpty(field) { composer.putBack(begun.text, in: field) }
        }
        switch unfinished.last?.target {
        case .reply(let message):
            panels.chat?.set(.reply(to: message))
            let row = panels.chat?.state?.rows.first { $0.id == message }
            if let row { notices.show("Answering \(row.answeringText(in: panels.chat?.state?.title ?? ""))") }
        case .edit(let message): panels.chat?.beginEdit(of: message)
        case nil: break
        }
    }

    /// Sends the answer in the line; one that cannot be sent stays there.
    mutating func submit(_ answer: Answer) -> [ModelEffect] {
        let typed = typedText
        switch answer {
        case .reply(let message): return reply(typed, to: message, in: panels.field)
        case .reaction(let message):
            if let objection = objection(toReaction: typed) {
                notices.show(objection)
                return []
            }
            do throws(TextError) {
                let text = try reactionText(named: reactionChoice(typed) ?? typed)
                panels.chat?.set(nil)
                return [.chat(.react(message, text))]
            } catch {
                notices.show(error == .empty ? "Type an emoji, or press Esc" : errorText(error))
                return []
            }
        }
    }

    /// Puts a refused reply back into its field, before what was typed there meanwhile.
    mutating func takeBack(_ reply: UnfinishedText, in chat: ChatID) -> [ModelEffect] {
        let field = Composer.Field(reply.target, in: chat)
        composer.restore(draft: reply.text, in: field)
        let text = composer.text(of: field)
        return text == reply.text ? [] : [.chat(.unfinished(reply.target, text))]
    }

    /// Sends a reply; one that cannot be sent stays in the line.
    private mutating func reply(_ text: String, to message: MessageID, in field: Composer.Field) -> [ModelEffect] {
        if let fault = TextError(of: text) {
            notices.show(fault == .empty ? "Type the reply, or press Esc" : errorText(fault))
            return []
        }
        composer.clear(field)
        panels.chat?.send(UnfinishedText(.reply(to: message), text))
        return [.chat(.reply(message, text))] + (panels.chat?.scrollToNewest() ?? [])
    }
}

extension ChatViewState.Row {
    /// The author and the beginning of the text, safe to show.
    fileprivate func answeringText(in chat: String) -> String {
        let name = author == .me ? ownName : TerminalText.name(sender ?? chat)
        let text = TerminalText.oneLine(
            text.isEmpty ? file?.name ?? attachment ?? "" : FormattedText(text, spans).preview
        )
        return "\(name): \(TerminalText.fit(text, columns: 40))"
    }
}
