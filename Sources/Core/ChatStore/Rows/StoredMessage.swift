public import ChatTypes
public import Foundation

/// A message as the history holds it.
public struct StoredMessage: Hashable, Sendable, Identifiable {
    /// The same while it waits and once it is sent.
    public let id: MessageID
    /// Who wrote it: ourselves, the contact, or in a group a member.
    public let author: Author
    /// What its author is called in a group by now, or the id of one who has no name; nil for our own, and between two.
    public let senderName: String?
    /// With our own change, even while that waits to be sent; empty where there are images or a file alone.
    public let text: String
    /// How many images it has, its file included where that is a picture.
    public let imageCount: Int
    /// Whether its author has taken it back: then it has neither text nor images nor an attachment.
    public let isRemoved: Bool
    /// Whether its author has changed the text.
    public let isEdited: Bool
    /// Why the server did not take our last change of it.
    public let editFailure: String?
    /// The server's time; one's own until the server's comes.
    public let time: Date
    /// Nil while it waits in the outbox, or is known to be sent but not yet where it stands.
    public let position: Position?
    /// How far the message has come; a refused change of it is told by `editFailure` alone.
    public let delivery: Delivery
    /// Whether the server has said that something unknown stands directly before it.
    public let followsGap: Bool
    /// The picture or file that it carries; without an id while it is still to be brought to the server.
    public package(set) var attachment: AttachedFile?
}
