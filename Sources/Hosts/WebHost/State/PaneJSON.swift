import ChatDetails
import ChatTypes
import CreateChat
import JSONKit
import PinnedMessages
import ScreenKit
import SharedPictures
import Verification

extension CreateChatViewState {
    var pageState: JSONText {
        PageObject.text { object in
            object.add("name", name)
            object.add("added", added.map { .string($0) })
            object.add("message", message)
            object.add("can", canCreate)
            if let isEncrypted { object.add("encrypted", JSONText.bool(isEncrypted)) }
            object.add("suggestions", suggestions.map { .string($0) })
            object.add("busy", isBusy)
            object.add(problem)
        }
    }
}

extension ChatDetailsViewState {
    var pageState: JSONText {
        PageObject.text { object in
            object.add("title", title)
            object.add("contact", contact?.rawValue)
            object.add("subtitle", subtitle ?? distinction)
            object.add("stateText", stateText)
            object.add("topic", topic)
            object.add("rights", rights)
            object.add("members", rows.map(\.pageRow))
            object.add("files", files.map { fileRow(of: $0.id, $0.name, $0.detail) })
            object.add("encrypted", isEncrypted)
            object.add("devices", devices.map(\.pageRow))
            object.add("moreDevices", hasMoreDevices)
            object.add("warning", warning)
            object.add("warningID", warningID)
            object.add("more", hasMore)
            object.add("previous", firstNumber > 1 || firstFileNumber > 1)
            object.add("notifications", notifications.rawValue)
            object.add("canLeave", canLeave)
            object.add("leaving", isLeaving)
            object.add("status", status)
            object.add(problem)
        }
    }
}

extension ChatDetailsViewState.Row {
    fileprivate var pageRow: JSONText {
        PageObject.text { object in
            object.add("id", id.pageName)
            object.add("name", name)
            object.add("role", role)
        }
    }
}

/// A row for the file of a message.
private func fileRow(of message: MessageID, _ name: String, _ detail: String) -> JSONText {
    PageObject.text { object in
        object.add("id", message.rawValue)
        object.add("name", name)
        object.add("detail", detail)
    }
}

extension ChatDetailsViewState.Device {
    fileprivate var pageRow: JSONText {
        PageObject.text { object in
            object.add("id", id.device)
            object.add("person", id.owner.pageName)
            object.add("mine", id.owner == .me)
            object.add("owner", owner)
            object.add("name", name)
            object.add("trust", trust.rawValue)
            object.add("trustText", trustText)
            object.add("fingerprint", fingerprint)
        }
    }
}

extension SharedPicturesViewState {
    var pageState: JSONText {
        PageObject.text { object in
            object.add("title", title)
            object.add("rows", rows.map { fileRow(of: $0.id, $0.name, $0.detail) })
            object.add("more", hasMore)
            object.add("previous", firstNumber > 1)
            object.add("status", status)
            object.add(problem)
        }
    }
}

extension PinnedMessagesViewState {
    var pageState: JSONText {
        PageObject.text { object in
            object.add("title", title)
            object.add("rows", rows.map(\.pageObject))
            object.add("more", hasMore)
            object.add("previous", firstNumber > 1)
            object.add("limit", hasMore ? nil : limitText)
            object.add("unpin", canUnpin)
            object.add("status", status)
            object.add(problem)
        }
    }
}

extension VerificationViewState {
    var pageState: JSONText {
        PageObject.text { object in
            object.add("id", id ?? 0)
            object.add("person", person)
            object.add("owner", owner?.rawValue)
            object.add("text", text)
            object.add("active", goesOn)
            object.add("question", isQuestion)
            object.add("yes", answer(true)?.pageWord)
            object.add("no", answer(false)?.pageWord)
            if case .comparing(let emoji, let numbers) = stage {
                object.add("emoji", emoji.map { .array([.string($0.symbol), .string($0.name)]) })
                object.add("numbers", numbers.map { .integer(Int64($0)) })
            }
            object.add("status", status)
            object.add(problem)
        }
    }
}

extension VerificationAnswer {
    /// The word for an answer, which the page sends back.
    var pageWord: String {
        switch self {
        case .accept: "accept"
        case .match: "match"
        case .mismatch: "mismatch"
        case .cancel: "cancel"
        case .next: "next"
        }
    }

    init?(pageWord: String) {
        let all: [Self] = [.accept, .match, .mismatch, .cancel, .next]
        guard let answer = all.first(where: { $0.pageWord == pageWord }) else { return nil }
        self = answer
    }
}
