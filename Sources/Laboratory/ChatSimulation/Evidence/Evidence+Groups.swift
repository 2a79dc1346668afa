import ChatApp
import ChatStore
import Transport

extension Evidence {
    /// The app is told how far others have read.
    func noteReads(in updates: [ChatUpdate], at time: Duration) {
        let receipts = updates.flatMap(\.receipts).filter { $0.reader.member != nil }
        guard !receipts.isEmpty else { return }
        with { content in
            for receipt in receipts {
                let first = content.heardReads[receipt.reader]?[receipt.message] ?? time
                content.heardReads[receipt.reader, default: [:]][receipt.message] = first
            }
        }
    }

    /// These updates have come: from now on their members may be called by these names.
    func noteNames(in updates: [ChatUpdate]) {
        with { content in
            for membership in updates.flatMap(\.memberships) {
                content.names[membership.member, default: []].insert(membership.name)
            }
        }
    }
}

extension Evidence.Content {
    /// What is said in a group is said after the name of who wrote it: this is the notification without. As it is, where no such
    /// name stands before it.
    func withoutSender(_ notification: AppNotification) -> AppNotification {
        guard let author = senders[notification.id], let id = author.member?.rawValue else { return notification }
        // Before any membership has come, they are called by their id.
        let known = names[author, default: []].union([id])
        guard let name = known.first(where: { notification.text.hasPrefix("\($0): ") }) else { return notification }
        return AppNotification(
            id: notification.id,
            chat: notification.chat,
            title: notification.title,
            text: String(notification.text.dropFirst(name.count + 2))
        )
    }

    /// As what a message may be shown to be announced: in a group behind any name by which its author was known.
    func banners(of announcement: AppNotification) -> Set<Evidence.Banner> {
        let plain = Evidence.Banner(title: announcement.title, text: announcement.text)
        guard let author = senders[announcement.id], let id = author.member?.rawValue else { return [plain] }
        return Set(
            names[author, default: []].union([id]).map {
                Evidence.Banner(title: plain.title, text: "\($0): \(plain.text)")
            }
        )
    }
}

extension Evidence {
    /// The server refuses a message that it has already, or one, or a change of one, in a group in which we are not.
    func noteRefusal(_ error: any Error, of message: MessageID, in chat: ChatID) {
        guard case ServiceError.refused(let code, let text) = error else { return }
        with { content in
            if code == .duplicate { content.duplicates.insert(message) }
            if code == .notMember { content.refusalsAway[chat, default: []].insert(text) }
        }
    }

    /// Whether a message says that it could not be sent or changed, since we had left the group by then.
    func wasRefusedAway(_ message: HistoryRecord.MessageRecord) -> Bool {
        message.failure.map { reason in with { $0.refusalsAway[message.chat]?.contains(reason) ?? false } } ?? false
    }
}
