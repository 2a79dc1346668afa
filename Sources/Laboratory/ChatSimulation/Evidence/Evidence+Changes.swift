import ChatApp
import Transport

extension Evidence {
    /// The person is about to take a message back. What the list shows of it may be seen for a moment longer.
    func noteRemoving(_ id: MessageID) {
        changeTyped(id) { typed, content in
            typed.removal = .tried
            content.formerPreviews.formUnion(typed.previews)
        }
    }

    /// The person has seen that it is gone.
    func noteRemoved(_ id: MessageID) {
        changeTyped(id) { typed, _ in typed.removal = .done }
    }

    /// The person is about to change a message's text; returns the new one, which no other message has.
    func noteEditing(_ id: MessageID) -> String {
        let text = with { content in
            content.editCount += 1
            return "edited \(content.editCount)"
        }
        changeTyped(id) { typed, content in
            content.formerPreviews.formUnion(typed.previews)
            typed.texts.insert(text)
        }
        return text
    }

    /// The person has seen a message with the text that it was changed to.
    func noteEdited(_ id: MessageID, to text: String) {
        changeTyped(id) { typed, _ in typed.texts = [text] }
    }

    /// Whether a message is one whose sending was seen, and that may be changed and taken back.
    func isTyped(_ id: MessageID) -> Bool {
        with { content in content.typed.contains { $0.id == id && $0.removal == .none } }
    }

    /// A contact has taken a message back: it is not announced any more, if it was not yet.
    func noteContactRemoval(of message: Message) {
        with { content in
            content.live[message.id]?.mustBeAnnounced = false
            content.formerPreviews.insert(message.preview)
        }
    }

    /// A contact has changed a message: it may be announced with either text.
    func noteContactEdit(of message: Message, to text: String) {
        with { content in
            content.formerPreviews.insert(message.preview)
            content.contactEdits[message.id, default: []].append(text)
            for announcement in content.announcements[message.id] ?? [] {
                content.announcements[message.id]?.insert(announcement.saying(text, of: message))
            }
        }
    }

    /// The person is about to mute a chat, or to let it be heard. What came just before may not be announced.
    func noteMuting(_ chat: ChatID) {
        with { content in
            content.mutes[chat, default: [false]].formUnion([true, false])
            content.excuse { $1.chat == chat }
        }
    }

    /// Whether a chat is muted is known.
    func noteMuted(_ isMuted: Bool, _ chat: ChatID) {
        with { $0.mutes[chat] = [isMuted] }
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
    /// These messages need not be announced.
    mutating func excuse(where isExcused: (MessageID, Evidence.Live) -> Bool) {
        for (id, message) in live where isExcused(id, message) { live[id]?.mustBeAnnounced = false }
    }

    /// Whether a chat's messages are announced for sure.
    func isHeard(_ chat: ChatID) -> Bool { mutes[chat].map { $0 == [false] } ?? true }

    /// All that may be said of a message: as it came, or as it was changed to since.
    func announcements(of message: Message, in chat: ChatHeader) -> Set<AppNotification> {
        let asItCame = AppNotification(
            id: message.id,
            chat: chat.id,
            title: chat.contact.name,
            text: previewText(of: message.text, imageCount: message.imageCount)
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
    /// As a list shows it.
    fileprivate var preview: String {
        shownInList(previewText(of: text, imageCount: imageCount, isRemoved: isRemoved))
    }
}
