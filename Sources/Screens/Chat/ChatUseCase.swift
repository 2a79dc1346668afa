import ChatTypes
import ScreenKit

/// What the chat holds at a moment.
struct ChatContent: Sendable, Equatable {
    /// Nil when there is no such chat, or the history cannot be read.
    var window: ChatWindow?
    var connection = Connection()
    /// Why the disk could not be read or written.
    var problem: DiskProblem?
}

/// What the chat's interactor is asked to do.
enum ChatUseCase: UseCase, Equatable {
    case send(String)
    case sendFile(at: String, text: String)
    case fetch(MessageID)
    case cancelFetch(MessageID)
    case resend(MessageID)
    case resendFailed
    case unsend(MessageID)
    case edit(MessageID, to: String)
    case setMuted(Bool)
    /// The requests of a screen are numbered: of those that wait only the last is performed.
    case loadEarlier(Int)
    case showLater
    case showNewest
    case keepDraft(String)
    case markSeen(MessageID)
    /// Keeps the rows around one in the window, whatever comes below; nil follows the newest end.
    case pin(at: MessageID?)
    /// Waits until what is shown is the newest there is.
    case settle

    /// Earlier messages may come from the server, and a large file takes long to copy.
    var lane: String? {
        switch self {
        case .sendFile: "file"
        case .loadEarlier: "earlier"
        case .settle: "settle"
        default: nil
        }
    }

    /// Every file is sent, and in its turn.
    var mayBeOvertaken: Bool { if case .sendFile = self { false } else { true } }
}

/// What has come of it.
enum ChatOutcome: Sendable {
    case done
    /// The text is in the outbox.
    case sent(String)
    case refused(TextError)
    /// Refused, since we have left the group.
    case hasLeft
    case failed(any Error)
    /// The request of that number for earlier messages has ended.
    case loadedEarlier(Int, failure: (any Error)?)
}
