/// What the session refuses on its own: the server was not asked, or what it answered cannot be used.
public enum SessionError: Error, Hashable, Sendable {
    /// The history has no such chat.
    case unknownChat
    /// The server has made a chat that cannot be kept, such as one without a usable id.
    case unusableChat
    /// A page of history brought nothing of what is missing, and so would the next.
    case unusablePage
}
