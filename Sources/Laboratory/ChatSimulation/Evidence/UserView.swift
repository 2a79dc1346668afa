import ChatTypes
import Transport

/// The user's view of the screen, as the transport witness queries it.
protocol UserView: Sendable {
    /// Whether the user is looking at the chat.
    func isLookedAt(_ chat: ChatID) -> Bool
    /// Whether the user is looking at the chat outside threads, or at one of its threads, or just leaving it.
    func isVisible(_ chat: ChatID, thread: MessageID?) -> Bool
    /// Whether the user is looking at the chat and any of its screens shows the message. A covered screen counts,
    /// because the user looks at a chat and not at one of its screens.
    func isShown(_ message: MessageID, of chat: ChatID) -> Bool
    /// Reads the screen now if the screen does not report what it shows.
    func refresh() async
    /// Records that the app has received these messages and may show them from now on.
    func noteDelivered(_ messages: [MessageID], of chat: ChatID)
}

extension UserView {
    func isShown(_ message: MessageID, of chat: ChatID) -> Bool { false }
    func refresh() async {}
    func noteDelivered(_ messages: [MessageID], of chat: ChatID) {}
}
