import Transport

extension Evidence {
    /// What was typed in a process that has ended is kept by now, or it is not; of one whose disk took nothing all that is
    /// known is that the person was told.
    func endDrafts(whileDiskFailed: Bool) {
        with { content in
            content.newestDraft = [:]
            if whileDiskFailed { content.drafts = [:] }
        }
    }

    /// The draft typed last is kept by now.
    func noteDraftKept(in chat: ChatID) {
        with { content in
            guard let newest = content.newestDraft[chat] else { return }
            content.drafts[chat] = [newest]
            content.unseenDrafts[chat] = nil
        }
    }

    /// The draft typed last may not have been kept: it is in memory until the disk takes something.
    func noteDraftRefused(in chat: ChatID) {
        with { $0.newestDraft[chat] = nil }
    }

    /// Whether a draft in the history is one that may stand there.
    func allows(_ draft: String?, in chat: ChatID) -> Bool {
        with { content in
            content.doubledChats.contains(chat) || content.drafts[chat].map { $0.contains(draft ?? "") } ?? true
        }
    }
}

extension Evidence.Content {
    /// Notes what may stand as a draft from now on, besides what could before. Where that is not known, it is what the
    /// chat shows, or nothing on a disk that failed; before it shows anything, nothing is expected.
    mutating func expectDraft(in chat: ChatID, amongst texts: Set<String>, shown: String?) {
        chatsTypedIn.insert(chat)
        guard let known = drafts[chat] ?? shown.map({ ["", $0] }) else {
            unseenDrafts[chat, default: []].formUnion(texts)
            return
        }
        drafts[chat] = known.union(texts).union(unseenDrafts.removeValue(forKey: chat) ?? [])
    }
}
