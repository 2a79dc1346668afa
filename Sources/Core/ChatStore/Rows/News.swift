/// What is to be told of a message, as it is by now.
public struct News: Hashable, Sendable {
    /// The whole text, with the newest edit.
    public let text: String
    /// What its author is called in a group; nil between two.
    public let senderName: String?
}
