import ChatStore
import ChatTypes
import RuntimeKit
import Transport

/// How news comes.
enum NewsSource {
    /// By a live connection: it has just happened.
    case live
    /// As the answer to a request: it has happened since the one before.
    case answer
    /// On a page of what happened long ago.
    case page
}

extension Session {
    /// Commits what a source brought, then tells screens and person.
    ///
    /// Messages of a live source are announced, but for those of a chat that is looked at; a backlog raises the badge alone.
    /// Throws when nothing could be committed: then nothing is told either.
    func ingest(_ updates: [ChatUpdate], from source: NewsSource = .answer, syncedTo cursor: SyncCursor? = nil) throws {
        var changed: Set<ChatID> = []
        var gaps: [ChatID] = []
        var owing: [ChatID] = []
        var announced: [(chat: ChatHeader, message: Message)] = []
        var hasChanged = false
        // Of before: a later piece of this very news may say something else of what an earlier one brought.
        let retractionCount = retractionCount
        try commit { writer in
            for update in updates {
                guard let update = update.bounded() else { continue }
                let chat = update.chat.id
                let isLookedAt = attention.isOn(chat)
                let applied = try writer.apply(update, announcing: source == .live || isLookedAt)
                if applied.isChange { changed.insert(chat) }
                if applied.opensGap { gaps.append(chat) }
                if applied.owesRemoval { owing.append(chat) }
                if !isLookedAt { announced += applied.announced.map { (update.chat, $0) } }
                if !applied.changed.isEmpty || applied.isMuteChange || applied.isRead { hasChanged = true }
            }
            if let cursor { try writer.setSyncCursor(cursor) }
        }
        if hasChanged { noteRetraction() }
        // Who has written types no more; what stands on a page was written before they began.
        for update in updates where source != .page {
            for author in Set(update.messages.map(\.author)) {
                if typists.end(TypingUser(chat: update.chat.id, author: author)) { changed.insert(update.chat.id) }
            }
        }
        feed.post(changed)
        for chat in gaps { backfill.request(chat) }
        for chat in owing { outbox.request(chat) }
        // Where we may be back, what was refused meanwhile is told.
        for update in updates where update.memberships.contains(where: { $0.member == .me && $0.isMember }) {
            receipts.request(update.chat.id)
            outbox.request(update.chat.id)
            // Who came or left while we were away is in no gap between messages.
            if source == .live { syncRequests.post(()) }
        }
        for (chat, message) in announced {
            notifications.post(
                ChatNotification(
                    chat: chat,
                    message: message,
                    senderName: senderName(of: message, in: chat.id),
                    retractionCount: retractionCount
                )
            )
        }
    }

    /// What a group's member is called. A disk that cannot be read hides no news.
    private func senderName(of message: Message, in chat: ChatID) -> String? {
        guard case .member(let member) = message.author else { return nil }
        do { return try stored { try $0.name(of: message.author, in: chat) } } catch { return member.rawValue }
    }

    /// Takes what a live connection brought; what cannot be stored now is asked for again by the next sync.
    func receive(_ event: LiveEvent) {
        switch event {
        case .opened:
            syncRequests.post(())
        case .updates(let updates):
            do { try ingest(updates, from: .live) } catch { syncRequests.post(()) }
        case .typing(let isTyping, let author, let chat):
            receiveTyping(isTyping, by: author, in: chat)
        }
    }

    /// Runs one transaction, and keeps in mind whether the disk takes what we write.
    func commit<Result>(_ body: (borrowing ChatWriter) throws -> Result) throws -> Result {
        do {
            let drafts = unsavedDrafts.all
            let (saved, result) = try database.write { writer in
                // One in a chat that is opened before its news has come waits for that.
                let saved = try drafts.filter { try writer.holds($0.chat) }
                for draft in saved { try writer.setDraft(draft.text, in: draft.chat) }
                return (saved, try body(writer))
            }
            unsavedDrafts.forget(saved)
            report { $0.storageProblem = nil }
            return result
        } catch {
            let problem = StorageProblem(error)
            report { $0.storageProblem = problem }
            throw problem
        }
    }
}
