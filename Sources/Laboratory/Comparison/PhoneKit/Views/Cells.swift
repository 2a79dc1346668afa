public import ChatTypes

/// A row of the chat list.
public struct ChatCell {
    /// The identifier of the row, stable while the app runs.
    public let id: String
    /// The name of the contact or group.
    public let title: String
    /// The author of the preview in a group.
    public let sender: String?
    /// The newest message's preview text, or the search result; empty if the chat has no messages.
    public let preview: String
    /// The time as text, such as "9:00 am" or "Yesterday".
    public let time: String
    /// The number of unread messages in the whole chat.
    public let unreadCount: Int
    /// The contact's picture; `nil` until it is loaded.
    public let picture: Picture?
    /// Whether the chat is shown as muted.
    public let isMuted: Bool
    /// The typing notice, shown instead of the preview.
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
    /// The identifier of the row, stable while the app runs.
    public let id: String
    /// The author, if another member of a group.
    public let sender: String?
    /// The message's text; with images, the preview text.
    public let text: String
    /// Whether "(edited)" follows the text.
    public let isEdited: Bool
    /// The reason why the server refused an edit.
    public let editFailure: String?
    /// The line above the text that shows the answered message; `nil` unless it is a reply.
    public let answered: String?
    /// The reactions below the text, in order of first use.
    public let reactions: [MessageReaction]
    /// Whether the user wrote the message.
    public let isMine: Bool
    /// The time as text, such as "9:00 am" or "Yesterday 9:00 am".
    public let time: String
    /// The delivery state; `.received` for messages by others.
    public let delivery: Delivery
    /// Whether the row shows that messages are missing directly before it.
    public let followsGap: Bool

    public init(
        id: String,
        sender: String? = nil,
        text: String,
        isEdited: Bool = false,
        editFailure: String? = nil,
        answered: String? = nil,
        reactions: [MessageReaction] = [],
        isMine: Bool,
        time: String,
        delivery: Delivery,
        followsGap: Bool
    ) {
        (self.id, self.sender, self.text, self.isMine) = (id, sender, text, isMine)
        (self.isEdited, self.editFailure) = (isEdited, editFailure)
        (self.answered, self.reactions) = (answered, reactions)
        (self.time, self.delivery, self.followsGap) = (time, delivery, followsGap)
    }
}
