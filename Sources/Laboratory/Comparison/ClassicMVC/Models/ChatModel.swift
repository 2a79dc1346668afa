import ChatStore
import Foundation
import Transport

/// One chat with all its messages: the object that the list and the chat's own screen share.
final class ChatModel {
    let id: ChatID
    let createdAt: Date
    private(set) var contact: Contact
    private(set) var messages: [StoredMessage] = []
    private(set) var draft = ""
    private var marker: Position?
    /// Nil until it has been loaded, and when there is none.
    var picture: Picture?

    init(_ header: ChatHeader) {
        id = header.id
        createdAt = header.createdAt
        contact = header.contact
    }

    /// Takes over what the disk holds.
    func update(from timeline: Timeline) {
        contact = timeline.contact
        messages = timeline.messages
        draft = timeline.draft
        marker = timeline.marker
    }

    func isUnread(_ message: StoredMessage) -> Bool {
        guard message.author == .contact, let position = message.position else { return false }
        return marker.map { $0 < position } ?? true
    }

    var unreadCount: Int {
        messages.count { isUnread($0) }
    }

    /// The newest message; one that failed is none.
    var newest: StoredMessage? {
        messages.last { !$0.delivery.isFailure }
    }

    /// When something last happened in it.
    var activity: Date {
        newest?.time ?? createdAt
    }

    /// Whether the server has messages before the first of ours.
    var hasEarlier: Bool {
        messages.first?.followsGap ?? false
    }
}

extension Delivery {
    var isFailure: Bool { if case .failed = self { true } else { false } }
}
