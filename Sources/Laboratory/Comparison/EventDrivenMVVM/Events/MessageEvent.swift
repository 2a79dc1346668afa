import ChatStore
import Transport

/// What can happen to messages, whatever source brings it.
enum MessageEvent {
    // Push and socket.
    case received([ChatUpdate])
    /// A live message came for a chat that is not on screen.
    case announced(Message, in: ChatHeader)

    // The person.
    case typed(String, in: ChatID)
    case sent(in: ChatID)
    case resent(MessageID, in: ChatID)
    /// A person has looked at a chat's newest messages.
    case seen(in: ChatID)
    case earlierAsked(in: ChatID)

    // Answers to POST.
    case accepted(Message, in: ChatID)
    case refused(MessageID, in: ChatID, reason: String)
    /// The server has the message already, and has not said where.
    case foundOnServer(MessageID, in: ChatID)

    // Answers to GET.
    case pageLoaded(MessagePage, for: Gap)
    case earlierFailed(in: ChatID, reason: String)

    /// The disk did not take an event.
    case notStored
}
