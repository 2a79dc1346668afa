public import ChatTypes
public import RuntimeKit
public import ScreenKit

/// The details of a chat, with a window onto its members and one onto its files.
public struct ChatDetailsWindow: Sendable, Equatable {
    /// The contact; for a group, its title.
    public let contact: Contact
    /// `nil` in a chat of two.
    public let group: GroupState?
    /// The user's state and rights, and the topic.
    public let standing: ChatStanding
    /// The ID that tells the chat from others of the same name; `nil` if no other has it.
    public let distinction: String?
    /// The members in display order; in a chat of two, the contact alone.
    public let members: [ChatMember]
    /// The newest first.
    public let files: [ChatFile]
    /// Whether more members follow.
    public let hasMoreMembers: Bool
    /// Whether more files follow.
    public let hasMoreFiles: Bool
    /// The messages of the chat that notify the user.
    public let notifications: NotificationMode
    /// The end-to-end encryption, with the devices of the chat's people; `nil` if the chat is not encrypted.
    public var encryption: ChatEncryption?
    /// Whether it cannot be read: the chat may be encrypted.
    public var isEncryptionUnknown = false

    public init(
        contact: Contact,
        group: GroupState? = nil,
        standing: ChatStanding = ChatStanding(),
        distinction: String? = nil,
        members: [ChatMember] = [],
        files: [ChatFile] = [],
        hasMoreMembers: Bool = false,
        hasMoreFiles: Bool = false,
        notifications: NotificationMode = .all,
        encryption: ChatEncryption? = nil
    ) {
        self.contact = contact
        self.group = group
        (self.standing, self.distinction) = (standing, distinction)
        self.members = members
        self.files = files
        self.hasMoreMembers = hasMoreMembers
        self.hasMoreFiles = hasMoreFiles
        self.notifications = notifications
        self.encryption = encryption
    }

    var hasMore: Bool { hasMoreMembers || hasMoreFiles }
}

/// A request for a part of the details.
public struct ChatDetailsRequest: Hashable, Sendable {
    /// The requested members. Ignored in a chat of two.
    public var members: RowRange
    /// The requested files, counted from the newest.
    public var files: RowRange

    public init(members: RowRange = RowRange(), files: RowRange = RowRange()) {
        self.members = members
        self.files = files
    }

    /// Whether there are rows before these.
    var hasPrevious: Bool { members.hasPrevious || files.hasPrevious }
}

/// The model that this screen needs.
///
/// Methods are `async` so that an actor or a `@MainActor` class can be the model. An implementation that does not
/// wait can leave `async` out.
public protocol ChatDetailsModel: Sendable {
    /// Returns a query of a chat's details, which gives `nil` if there is no such chat.
    func details(
        of chat: ChatID,
        _ request: ChatDetailsRequest
    ) async -> LiveQuery<ChatDetailsRequest, QueryResult<ChatDetailsWindow?>>

    /// Sets what of the chat notifies the user and counts in the badge. Throws a `StorageProblem`.
    func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws

    /// Joins the chat on the server, leaves it, or declines an invitation. Throws a `ServiceError`.
    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws

    /// Changes the group on the server: its members and their roles, its title or its topic. Throws a `ServiceError`.
    func change(_ change: ChatChange, in chat: ChatID) async throws

    /// Makes a change to the trust in the chat's people and devices. Throws a `ServiceError`, or an error of the store.
    func changeEncryption(_ change: EncryptionChange, in chat: ChatID) async throws
}
