import ChatTypes

extension Evidence {
    /// Whether a chat is forgotten.
    enum Forgetting: Sendable {
        /// The process may have been killed before the chat was deleted.
        case tried
        case done
    }

    /// Records that the user is about to forget a chat: nothing in it must be kept any more, and nothing of it announced.
    ///
    /// - Parameter messages: What the server has there.
    func noteForgetting(_ chat: ChatID, with messages: [MessageID]) {
        with { content in
            content.forgotten[chat] = .tried
            content.forgottenMessages.formUnion(messages)
            content.excuse { $1.chat == chat }
            for index in content.typed.indices where content.typed[index].chat == chat {
                let typed = content.typed[index]
                if let id = typed.id { content.forgottenMessages.insert(id) }
                content.formerPreviews.formUnion(typed.previews)
                content.typed[index].id = nil
                // The server may never hear of an edit.
                content.typed[index].texts.formUnion(typed.formerTexts)
            }
            (content.drafts[chat], content.newestDraft[chat], content.unfinished[chat]) = (nil, nil, nil)
            content.hiddenDrafts.remove(chat)
            content.modes[chat] = Set(NotificationMode.allCases)
            content.favourites[chat] = [true, false]
            content.receiptsSent = content.receiptsSent.filter { $0.key.chat != chat }
            for place in content.wishes.keys where place.chat == chat { content.wishes[place] = .tried }
            content.filesSeen = content.filesSeen.filter { $0.chat != chat }
        }
    }

    /// Records that the user has seen that a chat is gone.
    func noteForgotten(_ chat: ChatID) { with { $0.forgotten[chat] = .done } }

    /// Records that a chat was kept, or that the user comes back to it.
    func noteRemembered(_ chat: ChatID) { with { $0.forgotten[chat] = nil } }

    /// Checks that no chat is stored that the user has forgotten. A chat that a killed process was to forget may be there or not.
    func checkForgotten(_ stored: [ChatID]) {
        for (chat, state) in with(\.forgotten).sorted(by: { $0.key < $1.key }) {
            let isThere = stored.contains(chat)
            check(.complete, !isThere || state == .tried, "\(chat) was forgotten, and is there")
        }
    }
}
