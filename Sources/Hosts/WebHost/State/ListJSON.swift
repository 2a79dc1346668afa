import ChatList
import ChatTypes
import HostKit
import JSONKit

extension ChatListViewState {
    /// Everything but the rows.
    var pageBar: JSONText {
        PageObject.text { object in
            object.add("search", searchText)
            object.add("searching", isSearching)
            if order != .favourites { object.add("order", order.rawValue) }
            object.add("drafts", isOfDrafts)
            object.add("more", hasMore)
            object.add("previous", firstNumber > 1)
            object.add("status", status)
            object.add(problem)
        }
    }
}

extension ChatListViewState.Row {
    /// The row, with its picture as a number of `files`.
    func pageRow(_ files: ServedFiles) -> JSONText {
        PageObject.text { object in
            object.add("chat", id.chat.rawValue)
            object.add("message", id.message?.rawValue)
            object.add("title", title)
            object.add("distinction", distinction)
            object.add("preview", preview)
            object.add("sender", sender)
            object.add("warned", senderWarning != nil)
            object.add("time", shortTime)
            object.add("badge", badge)
            object.add("mentioned", mentionCount > 0)
            object.add("unread", unreadCount > 0 || marks.contains(.unread))
            object.add("muted", isMuted)
            object.add("favourite", marks.contains(.favourite))
            object.add("draft", hasDraft)
            object.add("failed", hasFailed)
            object.add("invitation", state.isInvitation)
            object.add("over", state.isOver)
            object.add("typing", typing)
            if let picture { object.add("picture", files.number(of: picture, for: id.chat) ?? 0) }
        }
    }
}

extension ServedFiles {
    /// Returns the number of a person's picture; nil if it is no picture that may be shown.
    fileprivate func number(of picture: Picture, for chat: ChatID) -> Int? {
        number(for: .person(chat, picture)) {
            RasterPicture(head: picture.bytes).map { .memory(picture.bytes, $0) }
        }
    }
}
