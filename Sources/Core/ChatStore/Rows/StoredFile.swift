public import Transport

/// A message's file, as far as the history knows of it.
public struct StoredFile: Hashable, Sendable {
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

/// A picture or file that was shared in a chat.
public struct SharedFile: Hashable, Sendable, Identifiable {
    /// The message that carries it.
    public let id: MessageID
    public let attachment: AttachedFile
}

/// A file that is to be fetched.
public struct WantedFile: Hashable, Sendable {
    public let message: MessageID
    public let chat: ChatID
    public let attachment: AttachedFile
    /// In the folder beside the history.
    public let name: String
}
