import CSystem
import Chat
import ChatTypes
import Foundation
import HostKit
import JSONKit
import ScreenKit

extension ChatViewState {
    /// Everything but the rows and the texts that the user types.
    var pageBar: JSONText {
        PageObject.text { object in
            object.add("part", part.title)
            object.add("title", title)
            object.add("subtitle", subtitle ?? distinction)
            object.add("stateText", stateText)
            object.add("invitation", isInvitation)
            object.add("topic", topic)
            object.add("earlier", hasEarlier)
            object.add("loading", isLoadingEarlier)
            object.add("later", hasLater)
            object.add("found", found?.rawValue)
            object.add("unread", firstUnread?.rawValue)
            if let mention {
                object.add("mention", .array([.integer(Int64(mention.number)), .string(mention.message.rawValue)]))
            }
            if let forwarded {
                object.add("forwarded", .array([.integer(Int64(forwarded.number)), .string(forwarded.chat)]))
            }
            object.add("write", canWrite)
            object.add("muted", isMuted)
            object.add("favourite", isFavourite)
            object.add("encrypted", isEncrypted)
            object.add("plain", lacksEncryption)
            object.add("warning", warning)
            object.add("warningID", warningID)
            object.add("typing", typing)
            object.add("status", status)
            object.add(problem)
        }
    }

    /// The saved texts, which a page takes over once, when it opens the chat.
    func pageOpening(_ chat: ChatID) -> JSONText {
        PageObject.text { object in
            object.add("chat", chat.rawValue)
            object.add("thread", part.thread?.rawValue)
            object.add("threads", part == .threads)
            object.add("draft", draft)
            object.add("unfinished", unfinished.map(\.pageObject))
        }
    }
}

extension UnfinishedText {
    var pageObject: JSONText {
        PageObject.text { object in
            object.add("message", target.message.rawValue)
            object.add("edit", target.isEdit)
            object.add("text", text)
        }
    }
}

extension ChatViewState.Row {
    func pageRow(_ files: ServedFiles) -> JSONText {
        PageObject.text { object in
            object.add("id", id.rawValue)
            object.add("mine", author == .me)
            object.add("author", author.pageName)
            object.add("sender", sender)
            object.add("text", text)
            object.add("spans", SpanJSON.elements(spans, in: text))
            object.add("deleted", isDeleted)
            object.add("edited", isEdited)
            object.add("placeholder", isPlaceholder)
            object.add("event", event != nil)
            object.add("poll", poll?.pageObject)
            object.add("answered", answered?.pageObject)
            object.add("thread", thread?.pageObject)
            object.add("reactions", reactions.map(\.pageElement))
            object.add("editFailure", editFailure)
            object.add("attachment", file == nil ? attachment : nil)
            object.add("file", file?.pageObject(of: id, files))
            object.add("time", time)
            object.add("at", date)
            object.add("delivery", delivery.pageWord)
            if case .failed(let reason) = delivery { object.add("failure", reason) }
            object.add("gap", followsGap)
            object.add("mentions", mentionsMe)
            object.add("pinned", isPinned)
            object.add("warning", senderWarningText)
        }
    }
}

extension ChatPoll {
    /// The answers, each with its text, its votes, or -1 while they are not shown, and whether the user chose it; and the words below them.
    fileprivate var pageObject: JSONText {
        PageObject.text { object in
            object.add(
                "answers",
                .array(answers.map { .array([.string($0.text), .integer(Int64($0.votes ?? -1)), .bool($0.isMine)]) })
            )
            object.add("summary", PollLine(self).summary)
            object.add("limit", maxSelections)
            object.add("ended", isEnded)
        }
    }
}

extension MessageExcerpt {
    var pageObject: JSONText {
        PageObject.text { object in
            object.add("id", id.rawValue)
            object.add("mine", author == .me)
            object.add("sender", sender)
            object.add("text", text)
            object.add("warned", senderWarning != nil)
        }
    }
}

extension ChatViewState.ThreadLine {
    fileprivate var pageObject: JSONText {
        PageObject.text { object in
            object.add("text", countText)
            object.add("time", time)
            object.add("unread", unreadCount)
            object.add("newest", newest?.pageObject)
        }
    }
}

extension MessageReaction {
    /// The text, the count, whether one is the user's, and names.
    fileprivate var pageElement: JSONText {
        .array([.string(text), .integer(Int64(count)), .bool(isMine), .array(names.map { .string($0) })])
    }
}

extension Delivery {
    fileprivate var pageWord: String? {
        switch self {
        case .received: nil
        case .sending: "sending"
        case .sent: "sent"
        case .read: "read"
        case .failed: "failed"
        }
    }
}

extension ChatViewState.File {
    fileprivate func pageObject(of message: MessageID, _ files: ServedFiles) -> JSONText {
        PageObject.text { object in
            object.add("name", name)
            object.add("detail", detail)
            object.add("bytes", Int(clamping: byteCount))
            object.add("image", type.lowercased().hasPrefix("image/"))
            object.add("progress", progress)
            if !isComplete, let pixels { object.add("size", Self.size(pixels.width, pixels.height)) }
            switch transfer {
            case nil: break
            case .waiting: object.add("state", "waiting")
            case .moving(let bytes, let all):
                object.add("state", "moving")
                if all > 0 { object.add("percent", Int(100 * Double(bytes) / Double(all))) }
            case .failed: object.add("state", "failed")
            case .complete(let path):
                object.add("state", "complete")
                guard let path, let number = files.number(of: self, at: path, for: message) else { break }
                object.add("number", number)
                if case .disk(_, _, let picture?) = files[number] {
                    object.add("size", Self.size(picture.width, picture.height))
                }
            }
        }
    }

    private static func size(_ width: Int, _ height: Int) -> JSONText {
        .array([.integer(Int64(width)), .integer(Int64(height))])
    }
}

extension ServedFiles {
    /// Returns the number of a message's complete file; nil if it cannot be read.
    fileprivate func number(of file: ChatViewState.File, at path: String, for message: MessageID) -> Int? {
        number(for: .message(message)) {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            guard let head = try? Descriptors.read(descriptor, upTo: RasterPicture.headBytes) else { return nil }
            return .disk(path: path, name: file.name, picture: RasterPicture(head: head))
        }
    }
}
