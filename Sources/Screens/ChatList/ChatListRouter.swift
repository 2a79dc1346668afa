public import Transport

/// The ways out of this screen. Only ids cross it, and a route is posted, never waited for.
public protocol ChatListRouting: Sendable {
    /// Puts the chat on top of the list.
    func openChat(_ chat: ChatID)
    /// Puts a new form on top of the list.
    func createChat()
}
