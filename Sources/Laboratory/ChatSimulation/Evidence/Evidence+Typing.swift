import Transport

extension Evidence {
    /// The person is about to send a text, or an empty one: nil. Returns its number.
    func noteSending(_ text: String?, in chat: ChatID, draft: String?) -> Int {
        with { content in
            if let text { content.typed.append(Typed(chat: chat, text: text, turn: content.nextTurn())) }
            // Whether the draft has gone is known once the text is shown; what cannot be sent stays one.
            content.expectDraft(in: chat, amongst: ["", text ?? "  "], shown: draft)
            content.newestDraft[chat] = nil
            return content.typed.count - 1
        }
    }

    /// A text that was sent is on screen under this id.
    func noteSent(_ index: Int, as id: MessageID, in chat: ChatID) {
        with { content in
            content.typed[index].id = id
            content.drafts[chat] = [""]
            content.hiddenDrafts.remove(chat)
            content.newestDraft[chat] = ""
        }
    }

    /// The person has typed a text and not sent it.
    func noteDraft(_ text: String, in chat: ChatID, shown draft: String?) {
        with { content in
            content.expectDraft(in: chat, amongst: [text], shown: draft)
            content.newestDraft[chat] = text
        }
    }

    /// The person is about to send these failed messages once more: from now on each may wait behind all others, or not.
    func noteResending(_ failed: [MessageID]) {
        with { content in
            for index in content.typed.indices where content.typed[index].id.map(failed.contains) ?? false {
                content.typed[index].turn = nil
            }
        }
    }

    /// The person has seen that these are being sent once more, in this order.
    func noteResent(_ messages: [MessageID]) {
        with { content in
            for message in messages {
                guard let index = content.typed.firstIndex(where: { $0.id == message }) else { continue }
                content.typed[index].turn = content.nextTurn()
            }
        }
    }
}
