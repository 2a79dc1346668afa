import Transport

/// A person's eyes, as the witness of what passes to the server asks about them.
protocol Sight: Sendable {
    /// Whether a person looks at the chat.
    func isLookedAt(_ chat: ChatID) -> Bool
    /// Whether the chat is looked at, or is just being left.
    func isInSight(_ chat: ChatID) -> Bool
    /// Whether the chat is looked at, and a screen of it shows the message: one that is covered, too. A person looks at a chat,
    /// not at one of its screens.
    func isShown(_ message: MessageID, of chat: ChatID) -> Bool
    /// Looks at the screen now, where the screen does not say by itself what it shows.
    func look() async
    /// These messages have come to the app and may be shown from now on.
    func noteHanded(_ messages: [MessageID], of chat: ChatID)
}

extension Sight {
    func isShown(_ message: MessageID, of chat: ChatID) -> Bool { false }
    func look() async {}
    func noteHanded(_ messages: [MessageID], of chat: ChatID) {}
}
