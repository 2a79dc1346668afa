import ChatStore
import Foundation
import Transport

/// One chat with all its messages, as it was when it was last read from the disk.
struct ChatModel {
    let header: ChatHeader
    let messages: [StoredMessage]
    private let marker: Position?
    /// What stands in the message field.
    var draft: String

    init(_ header: ChatHeader, _ timeline: Timeline, draft: String) {
        self.header = header
        messages = timeline.messages
        marker = timeline.marker
        self.draft = draft
    }

    var id: ChatID { header.id }
    var contact: Contact { header.contact }

    /// The newest message; one that failed is none.
    var newest: StoredMessage? {
        messages.last { if case .failed = $0.delivery { false } else { true } }
    }

    /// When the newest message was written, or else the chat was made.
    var activity: Date { newest?.time ?? header.createdAt }

    var unreadCount: Int { messages.count(where: isUnread) }

    var newestUnread: MessageID? { messages.last(where: isUnread)?.id }

    /// Whether the server has messages before the first of ours.
    var hasEarlier: Bool { messages.first?.followsGap ?? false }

    private func isUnread(_ message: StoredMessage) -> Bool {
        guard message.author == .contact, let position = message.position else { return false }
        return marker.map { $0 < position } ?? true
    }
}
