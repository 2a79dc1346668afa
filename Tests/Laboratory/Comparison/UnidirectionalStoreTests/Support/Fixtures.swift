import ChatTypes
import Foundation
import RuntimeKit
import ScreenTesting

@testable import ChatStore
@testable import PhoneKit
@testable import UnidirectionalStore

/// The state of the chat's feature; `ChatTypes` has another type of that name.
typealias ChatState = UnidirectionalStore.ChatState

let ada = Contact(id: ContactID("ada"), name: "Ada Lovelace")
let adasChat = ChatID("chat-ada")

func page(of names: String..., request: ListRequest = ListRequest(limit: 50), hasMore: Bool = false) -> ListPage {
    let entries = names.map { name in
        ListEntry(
            id: ListEntry.ID(chat: ChatID(name), message: nil),
            contact: Contact(id: ContactID(name), name: name),
            text: "Hello",
            imageCount: 0,
            time: .noon,
            unreadCount: 0
        )
    }
    return ListPage(request: request, entries: entries, hasMore: hasMore)
}

func message(
    _ text: String,
    from author: Author = .contact,
    delivery: Delivery = .received,
    position: Position? = nil
) -> ChatMessage {
    ChatMessage(
        id: MessageID(text),
        author: author,
        senderName: nil,
        text: text,
        imageCount: 0,
        isDeleted: false,
        isEdited: false,
        editFailure: nil,
        time: .noon,
        position: position,
        delivery: delivery,
        followsGap: false
    )
}

func timeline(_ messages: ChatMessage..., draft: String = "", hasStoredEarlier: Bool = false) -> Timeline {
    Timeline(
        contact: ada,
        group: nil,
        standing: ChatStanding(),
        distinction: nil,
        messages: messages,
        hasStoredEarlier: hasStoredEarlier,
        hasLater: false,
        marker: nil,
        draft: draft
    )
}

func read<Content>(_ content: Content, _ status: ModelStatus = ModelStatus()) -> QueryResult<Content> {
    QueryResult(.success(content), status: status)
}
