import ChatTypes
import Transport

/// The user's view of the screen, as the transport witness queries it.
protocol Sight: Sendable {
    /// Whether the user is looking at the chat.
    func isLookedAt(_ chat: ChatID) -> Bool
    /// Whether the user is looking at the chat or just leaving it.
    func isInSight(_ chat: ChatID) -> Bool
    /// Whether the user is looking at the chat and any of its screens shows the message. A covered screen counts,
    /// because the user looks at a chat and not at one of its screens.
    func isShown(_ message: MessageID, of chat: ChatID) -> Bool
    /// Reads the screen now if the screen does not report what it shows.
    func look() async
    /// Records that the app has received these messages and may show them from now on.
    func noteHanded(_ messages: [MessageID], of chat: ChatID)
}

extension Sight {
    func isShown(_ message: MessageID, of chat: ChatID) -> Bool { false }
    func look() async {}
    func noteHanded(_ messages: [MessageID], of chat: ChatID) {}
}
