public import ChatTypes
public import RuntimeKit
public import ScreenKit

/// What is known of a chat apart from its messages, with a window onto its members and one onto its files.
public struct ChatDetailsWindow: Sendable, Equatable {
    /// Who the chat is with; of a group, its title.
    public let contact: Contact
    /// Nil between two.
    public let group: GroupState?
    /// In the order in which they are to be shown; between two, the contact alone.
    public let members: [ChatMember]
    /// The newest first.
    public let files: [ChatFile]
    /// Whether there are more members behind these.
    public let hasMoreMembers: Bool
    /// Whether there are more files behind these.
    public let hasMoreFiles: Bool
    /// Whether its messages are neither announced nor counted in the badge.
    public let isMuted: Bool

    public init(
        contact: Contact,
        group: GroupState? = nil,
        members: [ChatMember] = [],
        files: [ChatFile] = [],
        hasMoreMembers: Bool = false,
        hasMoreFiles: Bool = false,
        isMuted: Bool = false
    ) {
        self.contact = contact
        self.group = group
        self.members = members
        self.files = files
        self.hasMoreMembers = hasMoreMembers
        self.hasMoreFiles = hasMoreFiles
        self.isMuted = isMuted
    }

    var hasMore: Bool { hasMoreMembers || hasMoreFiles }
}

/// What the details ask for.
public struct ChatDetailsRequest: Hashable, Sendable {
    /// Which of the members; it makes no difference between two.
    public var members: RowRange
    /// Which of the files, counted from the newest.
    public var files: RowRange

    public init(members: RowRange = RowRange(), files: RowRange = RowRange()) {
        self.members = members
        self.files = files
    }

    /// Whether there are rows before these.
    var hasPrevious: Bool { members.hasPrevious || files.hasPrevious }
}

/// The shared model, as far as this screen needs it.
///
/// Required as `async` so that an actor or a `@MainActor` class can be the model; written without it where nothing waits.
public protocol ChatDetailsModel: Sendable {
    /// What is known of a chat, with how the model stands; nil when there is no such chat.
    func details(
        of chat: ChatID,
        _ request: ChatDetailsRequest
    ) async -> LiveQuery<ChatDetailsRequest, QueryResult<ChatDetailsWindow?>>

    /// Says whether the chat is muted: its messages are not announced, and no part of the badge. Throws a `StorageProblem`.
    func setMuted(_ isMuted: Bool, in chat: ChatID) async throws

    /// Asks the server to let us out of a chat, or declines an invitation. Throws a `ServiceError`.
    func leaveChat(_ chat: ChatID) async throws
}
