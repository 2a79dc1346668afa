public import Transport

/// The ways out of this screen. Only ids cross it, and a route is posted, never waited for.
public protocol CreateChatRouting: Sendable {
    /// Puts the chat in this screen's place.
    func showChat(_ chat: ChatID)
    /// Goes back to the screen below.
    func leave()
}
