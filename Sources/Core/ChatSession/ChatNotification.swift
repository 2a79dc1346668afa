public import Transport

/// A message that a person should hear of: nobody was looking at its chat when it came.
public struct ChatNotification: Hashable, Sendable {
    public let chat: ChatHeader
    public let message: Message
}
