public import Transport

/// A row of the list of chats.
public struct ChatCell {
    /// Names the row, for as long as the app runs.
    public let id: String
    /// The contact's name, or the group's.
    public let title: String
    /// Who wrote the preview, in a group.
    public let sender: String?
    /// The newest message by the preview rule, or what was found; empty when there is none.
    public let preview: String
    /// For people, such as "9:00 am" or "Yesterday".
    public let time: String
    /// How many messages of the whole chat are unread.
    public let unreadCount: Int
    /// The contact's; nil until it has come, if it ever does.
    public let picture: Picture?
    /// Whether the chat is shown as muted.
    public let isMuted: Bool
    /// What is said of a contact who types, in the preview's place.
    public let typing: String?

    public init(
        id: String,
        title: String,
        sender: String? = nil,
        preview: String,
        time: String,
        unreadCount: Int,
        picture: Picture?,
        isMuted: Bool = false,
        typing: String? = nil
    ) {
        (self.id, self.title, self.preview) = (id, title, preview)
        (self.time, self.unreadCount, self.picture) = (time, unreadCount, picture)
        (self.isMuted, self.typing, self.sender) = (isMuted, typing, sender)
    }
}

/// A row of a chat.
public struct MessageCell {
    /// Names the row, for as long as the app runs.
    public let id: String
    /// Who else wrote it, in a group.
    public let sender: String?
    /// The message, by the preview rule when it carries images.
    public let text: String
    /// Whether "(edited)" stands behind the text.
    public let isEdited: Bool
    /// What is said of a change that the server did not take.
    public let editFailure: String?
    /// Whether it is one's own.
    public let isMine: Bool
    /// For people, such as "9:00 am" or "Yesterday 9:00 am".
    public let time: String
    /// How far the message has come; `.received` for one that is not one's own.
    public let delivery: Delivery
    /// Whether messages are said to be missing directly before this one.
    public let followsGap: Bool

    public init(
        id: String,
        sender: String? = nil,
        text: String,
        isEdited: Bool = false,
        editFailure: String? = nil,
        isMine: Bool,
        time: String,
        delivery: Delivery,
        followsGap: Bool
    ) {
        (self.id, self.sender, self.text, self.isMine) = (id, sender, text, isMine)
        (self.isEdited, self.editFailure) = (isEdited, editFailure)
        (self.time, self.delivery, self.followsGap) = (time, delivery, followsGap)
    }
}
