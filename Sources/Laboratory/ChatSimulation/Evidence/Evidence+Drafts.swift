import ChatTypes

extension Evidence {
    /// Forgets which text was typed last, because the process has ended and the draft was either saved or not. With a
    /// failing disk, the user was told that nothing could be saved, so no draft is expected at all.
    func endDrafts(whileDiskFailed: Bool) {
        with { content in
            content.newestDraft = [:]
            content.hiddenDrafts = []
            if whileDiskFailed { (content.drafts, content.unfinished) = ([:], [:]) }
        }
    }

    /// Records that the draft typed last has been saved.
    func noteDraftKept(in chat: ChatID) {
        with { content in
            guard let newest = content.newestDraft[chat] else { return }
            content.drafts[chat] = [newest]
            content.hiddenDrafts.remove(chat)
        }
    }

    /// Records that a reply, an edit or a thread's draft that was begun has been saved; without a text, that it is not known any more
    /// what is.
    func noteUnfinished(_ text: String?, of target: DraftTarget, in chat: ChatID) {
        with { content in
            content.unfinished[chat, default: [:]][target] = text
            content.chatsTypedIn.insert(chat)
        }
    }

    /// Records that the draft typed last may not have been saved. It stays in memory until the disk accepts a write.
    func noteDraftRefused(in chat: ChatID) {
        with { $0.newestDraft[chat] = nil }
    }

    /// Whether the history may contain this draft.
    func allows(_ draft: String?, in chat: ChatID) -> Bool {
        with { content in content.drafts[chat].map { $0.contains(draft ?? "") } ?? true }
    }
}

extension Evidence.Content {
    /// Adds drafts that the history may contain from now on, in addition to those possible before. The drafts
    /// possible before default to the draft shown by the chat, or none if the disk failed. If the user typed before
    /// the chat showed its draft, the old draft is unknown, so nothing is expected until a later draft is known to be
    /// saved.
    mutating func expectDraft(in chat: ChatID, amongst texts: Set<String>, shown: String?) {
        chatsTypedIn.insert(chat)
        let seen = hiddenDrafts.contains(chat) ? nil : shown.map { Set(["", $0]) }
        guard let known = drafts[chat] ?? seen else {
            hiddenDrafts.insert(chat)
            return
        }
        drafts[chat] = known.union(texts)
    }
}
