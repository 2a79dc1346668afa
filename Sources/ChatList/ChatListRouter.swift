public import Transport

/// The ways out of this screen. Only ids cross it, and a route is posted, never waited for.
public protocol ChatListRouting: Sendable {
    func openChat(_ chat: ChatID)
    func createChat()
}
