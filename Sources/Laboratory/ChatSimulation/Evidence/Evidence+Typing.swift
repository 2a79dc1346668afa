import ChatTypes

extension Evidence {
    /// Records that the user is about to send a text; `nil` is an empty one. Returns the message's index.
    func noteSending(_ text: String?, in chat: ChatID, draft: String?) -> Int {
        with { content in
            if let text { content.typed.append(Typed(chat: chat, text: text, turn: content.nextTurn())) }
            // The draft is known to be gone once the message is shown. Text that cannot be sent stays a draft.
            content.expectDraft(in: chat, amongst: ["", text ?? "  "], shown: draft)
            content.newestDraft[chat] = nil
            return content.typed.count - 1
        }
    }

    /// Records that a sent text is on screen under this ID.
    func noteSent(_ index: Int, as id: MessageID, in chat: ChatID) {
        with { content in
            content.typed[index].id = id
            content.drafts[chat] = [""]
            content.hiddenDrafts.remove(chat)
            content.newestDraft[chat] = ""
        }
    }

    /// Records that the user is about to send a text from outside the chat's screen, which leaves the draft alone. Returns the
    /// message's index.
    func noteSendingElsewhere(_ text: String, in chat: ChatID) -> Int {
        with { content in
            content.typed.append(Typed(chat: chat, text: text, turn: content.nextTurn()))
            return content.typed.count - 1
        }
    }

    /// Records that the user has typed a text without sending it.
    func noteDraft(_ text: String, in chat: ChatID, shown draft: String?) {
        with { content in
            content.expectDraft(in: chat, amongst: [text], shown: draft)
            content.newestDraft[chat] = text
        }
    }

    /// The messages that the user typed in a chat and has seen there, in this order.
    func ids(typedIn chat: ChatID) -> [MessageID] {
        with { content in content.typed.filter { $0.chat == chat }.compactMap(\.id) }
    }

    /// Records that the user is about to resend failed messages. From now on each may or may not be behind all others
    /// in the queue.
    func noteResending(_ failed: [MessageID]) {
        with { content in
            for index in content.typed.indices where content.typed[index].id.map(failed.contains) ?? false {
                content.typed[index].turn = nil
            }
        }
    }

    /// Records that the user has seen these messages being resent, in this order.
    func noteResent(_ messages: [MessageID]) {
        with { content in
            for message in messages {
                guard let index = content.typed.firstIndex(where: { $0.id == message }) else { continue }
                content.typed[index].turn = content.nextTurn()
            }
        }
    }
}
