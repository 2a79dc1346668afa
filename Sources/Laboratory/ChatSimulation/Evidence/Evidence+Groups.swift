import ChatApp
import ChatStore
import ChatTypes

extension Evidence {
    /// Records when the app first received each read receipt of a group member.
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

    /// Records the names that these updates give to members. Notifications may use them from now on.
    func noteNames(in updates: [ChatUpdate]) {
        with { content in
            for membership in updates.flatMap(\.memberships) {
                content.names[membership.member, default: []].insert(membership.name)
            }
        }
    }
}

extension Evidence.Content {
    /// Returns a group notification without the sender's name in front of the text. Returns it unchanged if the text
    /// begins with no known name of the sender.
    func withoutSender(_ notification: AppNotification) -> AppNotification {
        // What is known of devices is no part of the message.
        let notification = AppNotification(
            id: notification.id,
            chat: notification.chat,
            title: title(of: notification),
            text: notification.text,
            isNotice: notification.isNotice
        )
        guard let author = senders[notification.id], let id = author.member else { return notification }
        let openings = shownNames(of: author, id).flatMap { ["\($0): ", "\($0) mentioned you: "] }
        guard let opening = openings.first(where: notification.text.hasPrefix) else { return notification }
        return AppNotification(
            id: notification.id,
            chat: notification.chat,
            title: notification.title,
            text: String(notification.text.dropFirst(opening.count))
        )
    }

    /// Returns what the app may call a member: by each name that it received, also with the ID, which tells the member from others of the
    /// name; by the ID alone until it receives a membership.
    private func shownNames(of author: Author, _ id: ContactID) -> Set<String> {
        let known = names[author, default: []]
        return known.union(known.map { ShownName.of($0, id: id, isShared: true) }).union([id.rawValue])
    }

    /// Returns a notification's title without the ID that tells the chat from others of the same name.
    private func title(of notification: AppNotification) -> String {
        let titles = Set(announcements[notification.id, default: []].map(\.title))
        return titles.first { title in
            notification.title == title
                || notification.title.hasPrefix("\(title) (") && notification.title.hasSuffix(")")
        } ?? notification.title
    }

    /// Returns the banners that are correct for a notification. In a group, the text may begin with any known name of
    /// the sender.
    func banners(of announcement: AppNotification) -> Set<Evidence.Banner> {
        let plain = Evidence.Banner(title: announcement.title, text: announcement.text)
        guard let author = senders[announcement.id], let id = author.member else { return [plain] }
        return Set(
            shownNames(of: author, id).flatMap { name in
                ["\(name): ", "\(name) mentioned you: "].map {
                    Evidence.Banner(title: plain.title, text: $0 + plain.text)
                }
            }
        )
    }
}

extension Evidence {
    /// Records that the server refused a message as a duplicate, or refused a message or an edit in a group that the
    /// user has left.
    func noteRefusal(_ error: any Error, of message: MessageID, in chat: ChatID) {
        guard case ServiceError.refused(let code, let text) = error else { return }
        with { content in
            if code == .duplicate { content.duplicates.insert(message) }
            if code == .notMember { content.refusalsAway[chat, default: []].insert(text) }
        }
    }

    /// Whether sending or editing the message failed because the user had left the group.
    func wasRefusedAway(_ message: HistoryRecord.MessageRecord) -> Bool {
        message.failure.map { reason in with { $0.refusalsAway[message.chat]?.contains(reason) ?? false } } ?? false
    }
}
