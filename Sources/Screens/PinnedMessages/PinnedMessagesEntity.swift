public import ChatTypes
public import RuntimeKit
public import ScreenKit

/// A window onto the pinned messages of a chat.
public struct PinnedMessagesWindow: Sendable, Equatable {
    /// The contact; for a group, its title.
    public let contact: Contact
    /// The user's state and rights in the chat.
    public let standing: ChatStanding
    /// The one pinned last first. A message that is not here has no author.
    public let pins: [AnsweredMessage]
    /// Whether there are earlier pins than these.
    public let hasMore: Bool

    public init(
        contact: Contact,
        standing: ChatStanding = ChatStanding(),
        pins: [AnsweredMessage] = [],
        hasMore: Bool = false
    ) {
        (self.contact, self.standing, self.pins, self.hasMore) = (contact, standing, pins, hasMore)
    }
}

/// The model that this screen needs.
///
/// Methods are `async` so that an actor or a `@MainActor` class can be the model. An implementation that does not
/// wait can leave `async` out.
public protocol PinnedMessagesModel: Sendable {
    /// Returns a query of a chat's pinned messages, which gives `nil` if there is no such chat. Rows are counted from the message pinned
    /// last.
    func pins(of chat: ChatID, _ rows: RowRange) async -> LiveQuery<RowRange, QueryResult<PinnedMessagesWindow?>>

    /// Changes the chat on the server; this screen removes pins only. Throws a `ServiceError`, a `SessionError` or a `StorageProblem`.
    func change(_ change: ChatChange, in chat: ChatID) async throws
}
