public import ChatTypes
public import RuntimeKit
public import ScreenKit

/// A window onto the pictures of a chat.
public struct SharedPicturesWindow: Sendable, Equatable {
    /// The contact; for a group, its title.
    public let contact: Contact
    /// The newest first.
    public let pictures: [ChatFile]
    /// Whether there are older pictures than these.
    public let hasMore: Bool

    public init(contact: Contact, pictures: [ChatFile] = [], hasMore: Bool = false) {
        self.contact = contact
        self.pictures = pictures
        self.hasMore = hasMore
    }
}

/// The model that this screen needs.
///
/// Methods are `async` so that an actor or a `@MainActor` class can be the model. An implementation that does not
/// wait can leave `async` out.
public protocol SharedPicturesModel: Sendable {
    /// Returns a query of a chat's pictures, which gives `nil` if there is no such chat. Rows are counted from the newest picture.
    func pictures(of chat: ChatID, _ rows: RowRange) async -> LiveQuery<RowRange, QueryResult<SharedPicturesWindow?>>
}
