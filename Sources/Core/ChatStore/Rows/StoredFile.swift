public import ChatTypes

/// A message's file, as far as the history knows of it.
public struct StoredFile: Hashable, Sendable {
    /// What the message says of it; without an id while ours is still to be brought to the server.
    public let attachment: AttachedFile
    /// In the folder beside the history; nil when it was never asked for.
    public let name: String?
    /// Whether all of it lies there.
    public let isHere: Bool
    /// Whether its message waits to be sent.
    public let isOutgoing: Bool
    /// Why it moves no further.
    public let failure: String?
}

/// A file that is to be fetched.
public struct WantedFile: Hashable, Sendable {
    /// The message that carries it.
    public let message: MessageID
    /// The chat that the message is in.
    public let chat: ChatID
    /// What the message says of it: where it is to be had, and how many bytes it has.
    public let attachment: AttachedFile
    /// In the folder beside the history.
    public let name: String
}
