/// How far a message has come.
public enum Delivery: Hashable, Sendable {
    /// It is someone else's.
    case received
    /// One's own, waiting to be taken by the server.
    case sending
    /// The server has it.
    case sent
    /// The contact has read it; in a group, everyone who is in it.
    case read
    /// The server refused it, or its file cannot be sent, for this reason.
    case failed(reason: String)
}
