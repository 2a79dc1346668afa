/// How far a message has come.
public enum Delivery: Hashable, Sendable {
    /// It is the contact's.
    case received
    /// One's own, waiting to be taken by the server.
    case sending
    /// The server has it.
    case sent
    /// The contact has read it.
    case read
    /// The server refused it, for this reason.
    case failed(reason: String)
}
