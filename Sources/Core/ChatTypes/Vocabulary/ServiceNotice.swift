/// A notice of the service about a chat, such as "John is on holiday until Monday".
///
/// Notices are no part of the history. They arrive by sources of their own, and the same notice may arrive by several.
public struct ServiceNotice: Hashable, Sendable, Identifiable {
    /// The id, the same by every source.
    public let id: String
    /// The chat that the notice is about.
    public let chat: ChatID
    /// The text for the user.
    public let text: String

    public init(id: String, chat: ChatID, text: String) {
        (self.id, self.chat, self.text) = (id, chat, text)
    }
}
