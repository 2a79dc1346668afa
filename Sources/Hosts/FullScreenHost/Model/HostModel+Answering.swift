import Chat
import ChatTypes
import HostKit
import ScreenKit

/// An answer to a message, typed in the line.
enum Answer: Hashable, Sendable {
    /// An emoji or a short text.
    case reaction(to: MessageID)
    /// A message.
    case reply(to: MessageID)
    /// The name of the chat that a copy of the message is sent to.
    case forward(MessageID)

    /// The text before the input field.
    var prompt: String {
        switch self {
        case .reaction: "React: "
        case .reply: "Reply: "
        case .forward: "Forward to: "
        }
    }
}

/// Answers to the selected message: the line holds the answer, and the draft waits meanwhile.
extension HostModel {
    /// Puts an empty answer into the line.
    mutating func beginAnswer(_ answer: Answer, of row: ChatViewState.Row) {
        // A reply that was begun goes on, also if its message was deleted since: it can be read, and ended.
        guard let chat = panels.chat?.chat,
            !row.isDeleted || answer == .reply(to: row.id) && composer.hasTyped(in: .answer(chat, answer))
        else {
            notices.show("The message was deleted")
            return
        }
        switch answer {
        case .reaction, .forward: composer.clear(.answer(chat, answer))
        case .reply: break
        }
        panels.chat?.set(answer)
        switch answer {
        case .reply: notices.show("Answering \(row.answeringText(in: panels.chat?.state?.title ?? ""))")
        case .reaction:
            let choices = reactionNames.prefix(9).enumerated().map { "\($0 + 1) \($1.emoji)" }
            notices.show("\(choices.joined(separator: "  ")) or any emoji, or a name such as :rocket:")
        case .forward: notices.show("Type the name of a chat; Tab completes it")
        }
    }

    /// Puts replies and edits that were begun into their fields, and says how the newest goes on.
    ///
    /// None is in the line by itself: a new text would be sent as a reply to an old message, or instead of it.
    mutating func restore(_ unfinished: [UnfinishedText], in chat: ChatID) {
        for begun in unfinished {
            let field = Composer.Field(begun.target, in: chat)
            if composer.hasTyped(in: field) { continue }
            composer.clear(field)
            composer.putBack(begun.text, in: field)
        }
        guard let state = panels.chat?.state, state.canWrite, let newest = unfinished.last else { return }
        let row = state.rows.first { $0.id == newest.target.message }
        let message = row.map { "“\($0.answeringText(in: state.title))”" } ?? "an earlier message"
        notices.show(
            newest.target.isEdit
                ? "An edit of \(message) is not saved: e on that message (✎) goes on"
                : "A reply to \(message) is not sent: r on that message (✎) goes on"
        )
    }

    /// Ends a reply in the line. A text stays with the message; without one, nothing stays.
    mutating func endReply(to message: MessageID) -> [ModelEffect] {
        let isBegun = composer.hasTyped(in: panels.field)
        if !isBegun { composer.clear(panels.field) }
        panels.chat?.set(nil)
        if isBegun {
            notices.show("The reply is not sent: r on its message (✎) goes on, and Esc on an empty one ends it")
        }
        return isBegun ? [] : [.chat(.unfinished(.reply(to: message), ""))]
    }

    /// Sends the answer in the line; one that cannot be sent stays there.
    mutating func submit(_ answer: Answer) -> [ModelEffect] {
        let typed = typedText
        switch answer {
        case .reply(let message): return reply(typed, to: message, in: panels.field)
        case .forward(let message):
            guard typed.contains(where: { !$0.isWhitespace }) else {
                notices.show("Type the name of a chat, or press Esc")
                return []
            }
            panels.chat?.set(nil)
            return [.chat(.forward(message, to: typed.trimmingPrefix { $0.isWhitespace }.description))]
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
