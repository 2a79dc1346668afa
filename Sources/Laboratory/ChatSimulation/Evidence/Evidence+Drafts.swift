import Transport

extension Evidence {
    /// What was typed in a process that has ended is kept by now, or it is not; of one whose disk took nothing all that is
    /// known is that the person was told.
    func endDrafts(whileDiskFailed: Bool) {
        with { content in
            content.newestDraft = [:]
            content.hiddenDrafts = []
            if whileDiskFailed { content.drafts = [:] }
        }
    }

    /// The draft typed last is kept by now.
    func noteDraftKept(in chat: ChatID) {
        with { content in
            guard let newest = content.newestDraft[chat] else { return }
            content.drafts[chat] = [newest]
            content.hiddenDrafts.remove(chat)
        }
    }

    /// The draft typed last may not have been kept: it is in memory until the disk takes something.
    func noteDraftRefused(in chat: ChatID) {
        with { $0.newestDraft[chat] = nil }
    }

    /// Whether a draft in the history is one that may stand there.
    func allows(_ draft: String?, in chat: ChatID) -> Bool {
        with { content in content.drafts[chat].map { $0.contains(draft ?? "") } ?? true }
    }
}

extension Evidence.Content {
    /// Notes what may stand as a draft from now on, besides what could before. Where that is not known, it is what the
    /// chat shows, or nothing on a disk that failed. Where something was typed before the chat showed anything, what stood
    /// there was never seen: nothing is expected until it is known that something else was kept.
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
