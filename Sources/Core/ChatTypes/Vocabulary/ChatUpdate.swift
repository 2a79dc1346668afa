public import Foundation

/// A conversation without its messages.
public struct ChatHeader: Hashable, Codable, Sendable, Identifiable {
    /// The server's ID, the same on all devices of the account.
    public let id: ChatID
    /// The person to chat with; for a group, its title under an ID of its own.
    public let contact: Contact
    /// Whether the chat may have several other people. Its authors and readers are then members, never `.contact`.
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

/// A statement that `reader` has read a chat up to and including a message.
///
/// It names the message, never a number. A receipt for an older message than an earlier receipt's changes nothing.
public struct ReadReceipt: Hashable, Codable, Sendable {
    /// The reader; `.me` stands for any of the user's devices.
    public let reader: Author
    /// The last message that was read.
    public let message: MessageID
    /// The messages that were read, of those up to that one.
    public let scope: ReceiptScope

    public init(reader: Author, message: MessageID, scope: ReceiptScope = .main) {
        self.reader = reader
        self.message = message
        self.scope = scope
    }
}

/// News of one chat, in the form that all sources share: push, socket, sync, page and response.
///
/// The same news may arrive again, from any source, in any order.
public struct ChatUpdate: Hashable, Sendable {
    /// The chat under its current name. An unknown chat begins with it.
    ///
    /// The name, `notifications`, `marks` and `spaces` have no number, so the last ones win. A source that delays an update states them as
    /// they are at the time of delivery.
    public package(set) var chat: ChatHeader
    /// The messages in ascending order of position; may be empty.
    public package(set) var messages: [Message]
    /// Receipts for any messages of the chat, which may not have arrived yet.
    public package(set) var receipts: [ReadReceipt]
    /// Annotations of any messages of the chat, which may not have arrived yet.
    public package(set) var annotations: [Annotation]
    /// Changes to a group's members. Members that are not named stay as they were.
    public package(set) var memberships: [Membership]
    /// The messages of the chat that notify the account, on all devices; nil if the source says nothing about it.
    public let notifications: NotificationMode?
    /// The marks that the user set or removed on any device. Marks that are not named stay as they were.
    public let marks: [ChatMark: Bool]
    /// The user's state and rights in the chat, and its topic; nil if the source says nothing about them.
    public package(set) var standing: NumberedStanding?
    /// The pinned messages; nil if the source says nothing about them.
    public package(set) var pins: ChatPins?
    /// The spaces that the chat is in; nil if the source says nothing about them.
    public package(set) var spaces: [ChatSpace]?
    /// The server's number of unread messages, which counts while some of them are missing here; nil if it states none.
    public package(set) var unreadCount: Int?
    /// The server's number of unread messages that mention the user, in the same way.
    public package(set) var mentionCount: Int?
    /// The server's numbers for the threads with unread answers, which are parts of `unreadCount`; a thread that is not among them has
    /// none. Nil if the source states none.
    public package(set) var threadCounts: [ThreadCount]?
    /// Whether the reason for the chat is gone, such as an invitation that was taken back: a chat without messages is deleted.
    public let isWithdrawn: Bool
    /// Whether a new invitation notifies the user when it arrives live.
    public let announcesInvitation: Bool

    public init(
        chat: ChatHeader,
        messages: [Message] = [],
        receipts: [ReadReceipt] = [],
        annotations: [Annotation] = [],
        memberships: [Membership] = [],
        notifications: NotificationMode? = nil,
        marks: [ChatMark: Bool] = [:],
        standing: NumberedStanding? = nil,
        pins: ChatPins? = nil,
        spaces: [ChatSpace]? = nil,
        unreadCount: Int? = nil,
        mentionCount: Int? = nil,
        threadCounts: [ThreadCount]? = nil,
        isWithdrawn: Bool = false,
        announcesInvitation: Bool = true
    ) {
        self.chat = chat
        self.messages = messages
        self.receipts = receipts
        self.annotations = annotations
        self.memberships = memberships
        self.notifications = notifications
        self.marks = marks
        (self.standing, self.pins, self.spaces) = (standing, pins, spaces)
        self.unreadCount = unreadCount
        self.mentionCount = mentionCount
        self.threadCounts = threadCounts
        self.isWithdrawn = isWithdrawn
        self.announcesInvitation = announcesInvitation
    }

    /// The update without the server's counts.
    package var withoutCounts: ChatUpdate {
        var update = self
        (update.unreadCount, update.mentionCount, update.threadCounts) = (nil, nil, nil)
        return update
    }
}

/// All changes in an account since a cursor.
public struct SyncPage: Hashable, Sendable {
    /// The chats that changed, possibly several times each; empty if none did.
    public let updates: [ChatUpdate]
    /// The place where the next sync continues. A cursor longer than `Limits.cursorBytes` is not stored.
    public let next: SyncCursor
    /// Whether nothing more follows after `next`.
    public let isComplete: Bool

    public init(updates: [ChatUpdate], next: SyncCursor, isComplete: Bool) {
        self.updates = updates
        self.next = next
        self.isComplete = isComplete
    }
}

/// A part of a chat's history, read backwards.
public struct MessagePage: Hashable, Sendable {
    /// The messages in ascending order of position; may be empty although there are more.
    public let messages: [Message]
    /// Annotations that were made between these messages, of any messages of the chat.
    public let annotations: [Annotation]
    /// The place to continue; only nil says that the conversation starts here.
    public let next: PageCursor?

    public init(messages: [Message], annotations: [Annotation] = [], next: PageCursor?) {
        self.messages = messages
        self.annotations = annotations
        self.next = next
    }
}

/// A statement that a person is, or is no longer, a member of a group, and their name.
///
/// The server numbers the changes of a member's membership and name in ascending order. The highest number wins, in
/// whatever order they arrive.
public struct Membership: Hashable, Codable, Sendable {
    /// The person: `.me` or a member.
    public let member: Author
    /// The name in the group; may be empty. Cut to `Limits.nameCharacters` before it is stored.
    public let name: String
    /// Whether the person is in the group; false after leaving.
    public let isMember: Bool
    /// The role in the group; nil if the source does not say it.
    public let role: MemberRole?
    /// The newest message when the person joined. Earlier messages were not theirs to read. Nil if there was none.
    public let since: Position?
    /// The server's number, above 0.
    public let number: Int64

    public init(
        member: Author,
        name: String,
        isMember: Bool = true,
        role: MemberRole? = nil,
        since: Position? = nil,
        number: Int64
    ) {
        self.member = member
        self.name = name
        self.isMember = isMember
        self.role = role
        self.since = since
        self.number = number
    }
}

/// A group to create on the server. A repetition under the same ID returns the same group.
public struct OutgoingGroup: Hashable, Codable, Sendable, Identifiable {
    /// The ID made by the client, like a message's.
    public let id: MessageID
    /// The title, limited as any name is (see `ContactName`).
    public let title: String
    /// The names of the other members.
    public let names: [String]
    /// Whether the user wants it end-to-end encrypted; nil leaves it to the account's setting.
    public let isEncrypted: Bool?

    public init(id: MessageID, title: String, names: [String], isEncrypted: Bool? = nil) {
        self.id = id
        self.title = title
        self.names = names
        self.isEncrypted = isEncrypted
    }

    /// Whether the title only lists the names, so that a server can make a better one of its members' names.
    package var hasMadeTitle: Bool { title.hasBytes(of: groupTitle(of: names)) }
}

/// The state of a group that a screen needs.
public struct GroupState: Hashable, Sendable {
    /// The number of members, including the user while they are in the group.
    public let memberCount: Int
    /// Whether the user has left the group and can no longer write.
    public let hasLeft: Bool

    public init(memberCount: Int, hasLeft: Bool = false) {
        self.memberCount = memberCount
        self.hasLeft = hasLeft
    }
}

/// Someone who is in a chat.
public struct ChatMember: Hashable, Sendable, Identifiable {
    /// The user, the contact, or in a group a member.
    public let id: Author
    /// The name, or the id of a member without a name. Empty for the user while the server has sent no name.
    public let name: String
    /// The role in the group; `.member` if it is unknown.
    public let role: MemberRole

    public init(id: Author, name: String, role: MemberRole = .member) {
        self.id = id
        self.name = name
        self.role = role
    }
}

/// The user's wish to be in a chat.
public enum ChatMembership: String, Hashable, Codable, Sendable {
    /// Accepts an invitation.
    case join
    /// Leaves the chat, or declines an invitation.
    case leave
    /// Deletes a chat that the user has left, with its messages, here and on the server.
    case forget
}
