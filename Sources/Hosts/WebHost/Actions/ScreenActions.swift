import Chat
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import PinnedMessages
import SharedPictures
import Verification

extension ChatListAction {
    /// The action with a name of the page; nil for an unknown one, or if a value is missing.
    init?(_ action: PageAction) {
        switch action.name {
        case "search": self = .search(action.text)
        case "order":
            guard let order = ChatOrder(rawValue: action.text) else { return nil }
            self = .setOrder(order)
        case "drafts": self = action.isOn ? .showDrafts : .showSpace(named: nil)
        case "more": self = .showMore
        case "previous": self = .showPrevious
        case "create": self = .createChat
        case "visible": self = .rowsVisible(action.chats.map { ChatSummary.ID(chat: $0) })
        case "pictures":
            guard let chat = action.chat else { return nil }
            self = .showPictures(ChatSummary.ID(chat: chat))
        default: return nil
        }
    }
}

extension CreateChatAction {
    /// The action with a name of the page; nil for an unknown one.
    init?(_ action: PageAction) {
        switch action.name {
        case "type": self = .type(action.text)
        case "add": self = .add
        case "remove": self = .remove(action.text)
        case "create": self = .create
        case "encrypt": self = .setEncrypted(action.isOn)
        case "leave": self = .leave
        default: return nil
        }
    }
}

extension ChatAction {
    /// The action with a name of the page; nil for an unknown one, or if a value is missing.
    init?(_ action: PageAction) {
        if let plain = Self(named: action.name) {
            self = plain
            return
        }
        switch action.name {
        case "send": self = .send(action.text)
        case "poll": self = .startPoll(action.text)
        case "draft": self = .draft(action.text)
        case "date": self = .showDate(action.text)
        case "mute": self = .setMuted(action.isOn)
        case "favourite": self = .set(.favourite, action.isOn)
        // Of the warning that the page shows.
        case "acknowledge": self = .changeEncryption(.acknowledge(action.text))
        default:
            guard let made = action.message.flatMap({ Self(action, about: $0) }) else { return nil }
            self = made
        }
    }

    private init?(named name: String) {
        let all: [String: Self] = [
            "resendFailed": .resendFailed, "earlier": .loadEarlier, "later": .showLater, "newest": .showNewest,
            "firstUnread": .showFirstUnread, "mention": .showMention, "markRead": .markRead,
            "markUnread": .set(.unread, true), "details": .showDetails, "pictures": .showPictures, "leave": .leave,
            "threads": .showThreads, "pins": .showPins,
            "join": .setMembership(.join), "leaveChat": .setMembership(.leave), "forget": .setMembership(.forget),
            "encrypt": .changeEncryption(.encrypt), "verify": .changeEncryption(.verify(person: nil, device: nil)),
        ]
        guard let action = all[name] else { return nil }
        self = action
    }

    private init?(_ action: PageAction, about message: MessageID) {
        switch action.name {
        case "reply": self = .reply(message, action.text)
        case "edit": self = .edit(message, to: action.text)
        case "react": self = .react(message, action.text)
        case "vote": self = .vote(message, action.text.split(separator: " ").prefix(20).compactMap { Int($0) })
        case "endPoll": self = .endPoll(message)
        case "forward": self = .forward(message, to: action.text)
        case "delete": self = .delete(message)
        case "resend": self = .resend(message)
        case "download": self = .download(message)
        case "cancelDownload": self = .cancelDownload(message)
        case "show": self = .showMessage(message)
        case "openThread": self = .openThread(message)
        case "pin": self = .change(.pin(message, action.isOn))
        case "replyDraft": self = .unfinished(.reply(to: message), action.text)
        case "editDraft": self = .unfinished(.edit(of: message), action.text)
        case "visible": self = .rowsVisible(upTo: message, isAtEnd: action.isOn)
        default: return nil
        }
    }
}

extension ChatDetailsAction {
    /// The action with a name of the page; nil for an unknown one.
    init?(_ action: PageAction) {
        switch action.name {
        case "more": self = .showMore
        case "previous": self = .showPrevious
        case "notifications":
            guard let mode = NotificationMode(rawValue: action.text) else { return nil }
            self = .setNotifications(mode)
        case "join": self = .joinChat
        case "leaveChat": self = .leaveChat
        case "invite": self = .change(.invite(action.text))
        case "remove": self = .change(.remove(action.text, reason: action.reason))
        case "ban": self = .change(.ban(action.text, reason: action.reason))
        case "unban": self = .change(.unban(action.text))
        case "rename": self = .change(.rename(action.text))
        case "topic": self = .change(.setTopic(action.text))
        case "role":
            guard let role = MemberRole(word: action.reason) else { return nil }
            self = .change(.setRole(action.text, role))
        case "encrypt": self = .changeEncryption(.encrypt)
        case "acknowledge": self = .changeEncryption(.acknowledge(action.text))
        case "block": self = .changeEncryption(.setBlocked(action.isOn, device: action.text))
        case "verify":
            let (person, device) = (action.text, action.reason)
            self = .changeEncryption(
                .verify(person: person.isEmpty ? nil : person, device: device.isEmpty ? nil : device)
            )
        case "leave": self = .leave
        default: return nil
        }
    }
}

extension SharedPicturesAction {
    /// The action with a name of the page; nil for an unknown one, or if a value is missing.
    init?(_ action: PageAction) {
        switch action.name {
        case "open":
            guard let message = action.message else { return nil }
            self = .open(message)
        case "more": self = .showMore
        case "previous": self = .showPrevious
        case "leave": self = .leave
        default: return nil
        }
    }
}

extension PinnedMessagesAction {
    /// The action with a name of the page; nil for an unknown one, or if a value is missing.
    init?(_ action: PageAction) {
        switch action.name {
        case "open", "unpin":
            guard let message = action.message else { return nil }
            self = action.name == "open" ? .open(message) : .unpin(message)
        case "more": self = .showMore
        case "previous": self = .showPrevious
        case "leave": self = .leave
        default: return nil
        }
    }
}

extension VerificationAction {
    /// The action with a name of the page; nil for an unknown one. An answer names the verification that the user saw.
    init?(_ action: PageAction) {
        switch action.name {
        case "answer":
            guard let answer = VerificationAnswer(pageWord: action.text) else { return nil }
            self = .answer(answer, of: action.number)
        case "leave": self = .leave
        default: return nil
        }
    }
}
