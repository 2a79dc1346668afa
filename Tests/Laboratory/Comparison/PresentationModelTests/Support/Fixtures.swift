import ChatTypes
import Foundation
import RuntimeKit
import ScreenTesting

@testable import ChatStore
@testable import PhoneKit

/// Returns a chat's entry in the list.
func entry(
    _ name: String,
    text: String = "Hello",
    imageCount: Int = 0,
    at time: Date = .noon,
    unread: Int = 0
) -> ListEntry {
    ListEntry(
        id: ListEntry.ID(chat: ChatID("chat-\(name)"), message: nil),
        contact: Contact(id: ContactID(name), name: name),
        text: text,
        imageCount: imageCount,
        time: time,
        unreadCount: unread
    )
}

func message(
    _ text: String,
    imageCount: Int = 0,
    from author: Author = .contact,
    senderName: String? = nil,
    at time: Date = .noon,
    position: Int64? = nil,
    delivery: Delivery = .received,
    isDeleted: Bool = false,
    followsGap: Bool = false
) -> ChatMessage {
    ChatMessage(
        id: MessageID(text),
        author: author,
        senderName: senderName,
        text: text,
        imageCount: imageCount,
        isDeleted: isDeleted,
        isEdited: false,
        editFailure: nil,
        time: time,
        position: position.map { Position($0) },
        delivery: delivery,
        followsGap: followsGap
    )
}

func timeline(
    _ messages: [ChatMessage],
    group: GroupState? = nil,
    hasStoredEarlier: Bool = false,
    marker: Int64? = nil,
    draft: String = ""
) -> Timeline {
    Timeline(
        contact: Contact(id: ContactID("ada"), name: "Ada"),
        group: group,
        standing: ChatStanding(),
        distinction: nil,
        messages: messages,
        hasStoredEarlier: hasStoredEarlier,
        hasLater: false,
        marker: marker.map { Position($0) },
        draft: draft
    )
}

/// Returns a query result without errors.
func answer<Content>(_ content: Content) -> QueryResult<Content> {
    QueryResult(.success(content), status: ModelStatus(connection: Connection(requests: .working)))
}
