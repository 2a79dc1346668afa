public import Foundation
public import Transport

/// A message as the history holds it.
public struct StoredMessage: Hashable, Sendable, Identifiable {
    public let id: MessageID
    public let author: Author
    public let text: String
    public let imageCount: Int
    /// The server's time; one's own until the server's comes.
    public let time: Date
    /// Nil while it waits in the outbox, or is known to be sent but not yet where it stands.
    public let position: Position?
    public let delivery: Delivery
    /// Whether the server has said that something unknown stands directly before it.
    public let followsGap: Bool
}
