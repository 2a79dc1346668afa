public import Foundation

/// What is known of a conversation apart from its messages.
public struct ChatHeader: Hashable, Codable, Sendable, Identifiable {
    /// The server's, the same for all devices of the account.
    public let id: ChatID
    /// Who it is with; of a group, its title under an id of its own.
    public let contact: Contact
    /// Whether it may have several people beside ourselves; then what they write and read is by members, never by `.contact`.
    public let isGroup: Bool
    /// The server's time.
    public let createdAt: Date

    public init(id: ChatID, contact: Contact, isGroup: Bool = false, createdAt: Date) {
        self.id = id
        self.contact = contact
        self.isGroup = isGroup
        self.createdAt = createdAt
    }
}

/// Says that `reader` has read a chat up to and with a message.
///
/// It names the message, never a number. One that names an older message than an earlier receipt changes nothing.
public struct ReadReceipt: Hashable, Codable, Sendable {
    /// `.me` for what was read on any of our devices.
    public let reader: Author
    /// The last one that was read.
    public let message: MessageID

    public init(reader: Author, message: MessageID) {
        self.reader = reader
        self.message = message
    }
}

/// News of one chat: the one form in which every source brings it, be it push, socket, sync, page or response.
///
/// Messages come in ascending order of position. The same news may come again, from any source, in any order.
public struct ChatUpdate: Hashable, Codable, Sendable {
    /// The chat that the news is of, as it is called by now; one that is not known yet begins with it.
    ///
    /// The name and `isMuted` have no number, the last one holds: a source that holds news up says how they are when it is handed over.
    public let chat: ChatHeader
    /// In ascending order of position; empty where there is other news alone.
    public let messages: [Message]
    /// Of any of the chat's messages, here or still to come.
    public let receipts: [ReadReceipt]
    /// Of any of the chat's messages, here or still to come.
    public let annotations: [Annotation]
    /// Of a group's members; one who is not named stays as they were.
    public let memberships: [Membership]
    /// Whether the account has the chat muted, on whatever device that was said; nil where nothing is said of it.
    public let isMuted: Bool?

    public init(
        chat: ChatHeader,
        messages: [Message] = [],
        receipts: [ReadReceipt] = [],
        annotations: [Annotation] = [],
        memberships: [Membership] = [],
        isMuted: Bool? = nil
    ) {
        self.chat = chat
        self.messages = messages
        self.receipts = receipts
        self.annotations = annotations
        self.memberships = memberships
        self.isMuted = isMuted
    }
}

/// What has changed in an account since a cursor.
public struct SyncPage: Hashable, Sendable {
    /// Of the chats in which something happened; a chat may come more than once. Empty when nothing has.
    public let updates: [ChatUpdate]
    /// Where the next sync goes on; one longer than `Limits.cursorBytes` is not kept.
    public let next: SyncCursor
    /// False when more waits behind `next`.
    public let isComplete: Bool

    public init(updates: [ChatUpdate], next: SyncCursor, isComplete: Bool) {
        self.updates = updates
        self.next = next
        self.isComplete = isComplete
    }
}

/// A stretch of a chat's history, read backwards.
public struct MessagePage: Hashable, Sendable {
    /// In ascending order of position; may be empty though there is more.
    public let messages: [Message]
    /// The annotations that were made between these messages, of any messages of the chat.
    public let annotations: [Annotation]
    /// Where to go on; nil, and nothing else, says that the conversation's start has been reached.
    public let next: PageCursor?

    public init(messages: [Message], annotations: [Annotation] = [], next: PageCursor?) {
        self.messages = messages
        self.annotations = annotations
        self.next = next
    }
}
