public import Transport

/// A row of the list of chats.
public struct ChatCell {
    public let id: String
    public let title: String
    /// Who wrote the preview, in a group.
    public let sender: String?
    public let preview: String
    public let time: String
    public let unreadCount: Int
    public let picture: Picture?
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
    public let id: String
    /// Who else wrote it, in a group.
    public let sender: String?
    public let text: String
    /// Whether "(edited)" stands behind the text.
    public let isEdited: Bool
    /// What is said of a change that the server did not take.
    public let editFailure: String?
    public let isMine: Bool
    public let time: String
    public let delivery: Delivery
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
