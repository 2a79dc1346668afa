import ChatTypes
import Foundation
import ScreenTesting

@testable import ChatStore
@testable import EventDrivenMVVM
@testable import PhoneKit

let ada = Contact(id: ContactID("ada"), name: "Ada Lovelace")
let adasChat = ChatID("chat-ada")

/// Returns the entry of Ada's chat, or of a search result in it.
func entry(finding message: MessageID? = nil, text: String = "Hello", imageCount: Int = 0) -> ListEntry {
    ListEntry(
        id: ListEntry.ID(chat: adasChat, message: message),
        contact: ada,
        text: text,
        imageCount: imageCount,
        time: .noon - 600,
        unreadCount: 2
    )
}

func list(_ entries: ListEntry...) -> ChatListModel {
    ChatListModel(page: ListPage(request: ListRequest(limit: 50), entries: entries, hasMore: true))
}

func message(
    _ text: String,
    isEdited: Bool = false,
    editFailure: String? = nil,
    from author: Author = .contact,
    senderName: String? = nil,
    delivery: Delivery = .received
) -> ChatMessage {
    ChatMessage(
        id: MessageID(text),
        author: author,
        senderName: senderName,
        text: text,
        imageCount: 0,
        isDeleted: false,
        isEdited: isEdited,
        editFailure: editFailure,
        time: .noon - 600,
        position: nil,
        delivery: delivery,
        followsGap: false
    )
}

/// Returns Ada's chat after it was read once.
func chat(_ messages: ChatMessage..., group: GroupState? = nil, draft: String = "") -> ChatModel {
    let timeline = Timeline(
        contact: ada,
        group: group,
        standing: ChatStanding(),
        distinction: nil,
        messages: messages,
        hasStoredEarlier: true,
        hasLater: false,
        marker: nil,
        draft: draft
    )
    return ChatModel(id: adasChat, timeline: timeline)
}
