import ChatApp
import ChatTypes

extension Evidence {
    /// Records that the user is about to delete a message. The list may still show its preview briefly.
    func noteRemoving(_ id: MessageID) {
        changeTyped(id) { typed, content in
            typed.removal = .tried
            content.unfinished[typed.chat]?[.edit(of: id)] = nil
            content.formerPreviews.formUnion(typed.previews)
        }
    }

    /// Records that the user has seen the message disappear.
    func noteRemoved(_ id: MessageID) {
        changeTyped(id) { typed, _ in typed.removal = .done }
    }

    /// Records that the user is about to edit a message. Returns the new text, which no other message has.
    func noteEditing(_ id: MessageID) -> String {
        let text = with { content in
            content.editCount += 1
            return "edited \(content.editCount)"
        }
        changeTyped(id) { typed, content in
            content.formerPreviews.formUnion(typed.previews)
            typed.texts.insert(text)
            content.unfinished[typed.chat]?[.edit(of: id)] = nil
        }
        return text
    }

    /// Records that the user has seen a message with its edited text.
    func noteEdited(_ id: MessageID, to text: String) {
        changeTyped(id) { typed, _ in typed.texts = [text] }
    }

    /// Whether the user has seen the message being sent, so that it can be edited and deleted.
    func isTyped(_ id: MessageID) -> Bool {
        with { content in content.typed.contains { $0.id == id && $0.removal == .none } }
    }

    /// Records that a contact has deleted a message. A notification is not required any more if there was none yet.
    func noteContactRemoval(of message: Message) {
        with { content in
            content.live[message.id]?.mustBeAnnounced = false
            content.formerPreviews.insert(message.listedPreview)
        }
    }

    /// Records which messages the app can read. The list may briefly show the preview of one that waits for its key.
    func noteReadable(_ messages: [Message]) {
        with { content in
            for message in messages {
                if message.isUnreadable { content.formerPreviews.insert(message.listedPreview) }
                if message.author != .me, !message.isUnreadable { content.readable.insert(message.id) }
            }
        }
    }

    /// Records that a contact has edited a message. Its notification may show either text.
    func noteContactEdit(of message: Message, to text: String) {
        with { content in
            content.formerPreviews.insert(message.listedPreview)
            content.contactEdits[message.id, default: []].append(text)
            for announcement in content.announcements[message.id] ?? [] {
                content.announcements[message.id]?.insert(announcement.saying(text, of: message))
            }
        }
    }

    /// Records that the user is about to change what of a chat notifies. Recent messages of the chat need no notification.
    func noteModeChange(_ chat: ChatID) {
        with { content in
            content.modes[chat] = Set(NotificationMode.allCases)
            content.excuse { $1.chat == chat }
        }
    }

    /// Records the known mode of a chat.
    func noteMode(_ mode: NotificationMode, _ chat: ChatID) {
        with { $0.modes[chat] = [mode] }
    }

    /// Records that the user is about to make a chat a favourite, or not to be one any more, here or on another device.
    func noteFavouriteChange(_ chat: ChatID) {
        with { $0.favourites[chat] = [true, false] }
    }

    /// Records whether a chat is known to be a favourite.
    func noteFavourite(_ isSet: Bool, _ chat: ChatID) {
        with { $0.favourites[chat] = [isSet] }
    }

    private func changeTyped(_ id: MessageID, _ change: (inout Typed, inout Content) -> Void) {
        with { content in
            guard let index = content.typed.firstIndex(where: { $0.id == id }) else { return }
            var typed = content.typed[index]
            change(&typed, &content)
            content.typed[index] = typed
        }
    }
}

extension Evidence.Content {
    /// Marks the matching messages as needing no notification.
    mutating func excuse(where isExcused: (MessageID, Evidence.Live) -> Bool) {
        for (id, message) in live where isExcused(id, message) { live[id]?.mustBeAnnounced = false }
    }

    /// Whether a message certainly causes a notification.
    func isHeard(_ message: Message, in chat: ChatID) -> Bool {
        let modes = modes[chat] ?? [.all]
        return !modes.contains(.muted) && (message.mentionsMe || !modes.contains(.mentions))
    }

    /// Returns every notification that is correct for a message: with its original text and with each edited text.
    func announcements(of message: Message, in chat: ChatHeader) -> Set<AppNotification> {
        let asItCame = AppNotification(
            id: message.id,
            chat: chat.id,
            title: chat.contact.name,
            text: message.preview
        )
        return Set([asItCame] + contactEdits[message.id, default: []].map { asItCame.saying($0, of: message) })
    }
}

extension AppNotification {
    fileprivate func saying(_ text: String, of message: Message) -> AppNotification {
        AppNotification(
            id: id,
            chat: chat,
            title: title,
            text: previewText(of: text, imageCount: message.imageCount)
        )
    }
}

extension Message {
    /// The message's text as a chat list shows it.
    fileprivate var listedPreview: String { shownInList(preview) }
}
