public import Foundation
public import Transport

/// A message as the history holds it.
public struct StoredMessage: Hashable, Sendable, Identifiable {
    /// How far a message has come.
    public enum Delivery: Hashable, Sendable {
        /// From the contact.
        case received
        /// Waits in the outbox.
        case sending
        /// The server has it.
        case sent
        /// The contact has read it.
        case read
        /// The server refused it for this reason.
        case failed(reason: String)
    }

    public let id: MessageID
    public let author: Author
    public let text: String
    public let imageCount: Int
    /// The server's time; one's own until the server's comes.
    public let time: Date
    /// Nil while it waits in the outbox.
    public let position: Position?
    public let delivery: Delivery
    /// Whether the server has said that something unknown stands directly before it.
    public let followsGap: Bool
}
