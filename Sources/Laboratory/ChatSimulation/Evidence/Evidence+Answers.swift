import ChatTypes

extension Evidence {
    /// Records that the user is about to answer a message. Returns the index of the text; a draft stays as it is.
    func noteReplying(_ text: String, to message: MessageID, in chat: ChatID) -> Int {
        with { content in
            var typed = Typed(chat: chat, text: text, turn: content.nextTurn())
            typed.answered = message
            content.typed.append(typed)
            content.unfinished[chat]?[.reply(to: message)] = nil
            return content.typed.count - 1
        }
    }

    /// Records that the user is about to write in a thread. Returns the index of the text; a draft stays as it is.
    func noteWriting(_ text: String, inThread root: MessageID, of chat: ChatID) -> Int {
        with { content in
            var typed = Typed(chat: chat, text: text, turn: content.nextTurn())
            typed.thread = root
            content.unfinished[chat]?[.thread(root)] = nil
            content.typed.append(typed)
            return content.typed.count - 1
        }
    }

    /// Records that the user is about to set or remove a reaction.
    func noteReacting(_ text: String, to message: MessageID) {
        with { $0.reactions[Reaction(message: message, text: text)] = [true, false] }
    }

    /// Records that the user has seen whether a reaction is set.
    func noteReacted(_ isSet: Bool, _ text: String, to message: MessageID) {
        with { $0.reactions[Reaction(message: message, text: text)] = [isSet] }
    }
}
