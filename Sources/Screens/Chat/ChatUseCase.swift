import ChatTypes
import ScreenKit

/// What the chat's interactor hands over.
typealias ChatContent = PagedContent<MessageWindow, ChatWindow>

/// What the chat's interactor is asked to do.
enum ChatUseCase: UseCase, Equatable {
    /// Handles an action that needs nothing of what is on screen.
    case action(ChatAction)
    /// Shows an earlier page. The requests of a screen are numbered: of those that wait only the last is performed.
    case loadEarlier(Int)
    /// Marks everything up to a message as read once the user looks at the chat.
    case markSeen(MessageID)
    /// Keeps the rows around one in the window, whatever comes below; `nil` follows the newest end.
    case pin(at: MessageID?)

    /// Earlier messages may come from the server, and a large file takes long to copy.
    var lane: String? {
        switch self {
        case .action(.sendFile): "file"
        case .loadEarlier: "earlier"
        default: nil
        }
    }

    /// Every file is sent, and in its turn.
    var mayBeOvertaken: Bool { if case .action(.sendFile) = self { false } else { true } }

    var settles: Bool {
        switch self {
        case .action(.fetch), .action(.cancelFetch), .action(.unsend), .action(.edit), .action(.setMuted), .markSeen:
            true
        default: false
        }
    }

    /// Whether the others in the chat would see something new by it. A message that is deleted may still be waiting, and then
    /// only the user has seen it.
    var writes: Bool {
        switch self {
        case .action(.send), .action(.sendFile), .action(.resend), .action(.resendFailed), .action(.edit): true
        default: false
        }
    }
}

/// What has come of it.
enum ChatOutcome: Sendable {
    case done
    /// The text is in the outbox.
    case sent(String)
    case refused(TextError)
    /// Refused, because the user has left the group.
    case hasLeft
    case failed(any Error)
    /// The request of that number for earlier messages has ended.
    case loadedEarlier(Int, failure: (any Error)?)
}
