import ChatTypes
import Foundation
import ScreenKit

/// The content of a chat.
typealias ChatContent = PagedContent<MessageWindow, ChatWindow>

/// A use case of the chat.
enum ChatUseCase: UseCase, Equatable {
    /// Handles an action as it is.
    case action(ChatAction)
    /// Shows an earlier page. Requests are numbered; only the last waiting one is performed.
    case loadEarlier(Int)
    /// Goes to the first message from a time on. Has a number as `loadEarlier` has.
    case showDate(Date, Int)
    /// Marks everything up to a message as read when the user looks at the chat.
    case markSeen(MessageID)
    /// Shows the messages around one.
    case show(MessageID)
    /// Keeps a row's surroundings in the window whatever arrives; `nil` follows the newest end.
    case anchor(at: MessageID?)

    /// Membership and a page wait for the server, and a large file takes long to copy.
    var queue: String? {
        switch self {
        case .action(.sendFile): "file"
        case .action(.saveFile): "save"
        case .action(.forward): "forward"
        case .action(.setMembership), .action(.change): "membership"
        case .action(.changeEncryption): "encryption"
        case .loadEarlier, .showDate: "earlier"
        default: nil
        }
    }

    /// Every file is sent or saved, every message forwarded, and every change made, in order.
    var isCoalesced: Bool {
        switch self {
        case .action(.sendFile), .action(.saveFile), .action(.forward), .action(.change), .action(.changeEncryption):
            false
        default: true
        }
    }

    var settles: Bool {
        switch self {
        case .action(.download), .action(.cancelDownload), .action(.delete), .action(.edit), .action(.react),
            .action(.vote), .action(.endPoll), .action(.setNotifications), .action(.set), .markSeen:
            true
        default: false
        }
    }

    /// Whether the use case would send something to the other members. Deleting is not included: the message may
    /// still be waiting.
    var writes: Bool {
        switch self {
        case .action(.send), .action(.reply), .action(.sendFile), .action(.resend), .action(.resendFailed),
            .action(.edit), .action(.react), .action(.startPoll), .action(.vote), .action(.endPoll):
            true
        default: false
        }
    }
}

/// The outcome of a use case.
enum ChatOutcome: Sendable {
    case done
    /// The text is in the outbox.
    case sent(String)
    case refused(TextError)
    /// The reply or the edit is kept, and was not sent for the reason that the other outcome gives.
    indirect case unsent(UnfinishedText, ChatOutcome)
    /// Refused, because the list of threads is shown.
    case noThread
    /// Refused, because the user is not in the chat.
    case notMember
    /// Refused, because the identity of somebody here has changed.
    case notAcknowledged
    /// The chat is marked as unread, and not on screen any more.
    case markedUnread
    /// The chat does not exist any more.
    case forgotten
    /// Devices were asked to compare emoji, which their own screen shows.
    case verifying
    case failed(any Error)
    /// The mention that is among the rows now; `nil` if there is none.
    case mention(MessageID?)
    /// A copy of the message's file is at the path.
    case saved(MessageID, name: String, path: String)
    /// The file could not be copied to the path.
    case notSaved(String, any Error)
    /// The message was sent on to the chat of that name.
    case forwarded(to: String)
    /// There is no chat of that name.
    case noChat(named: String)
    /// The request of that number for earlier messages has ended.
    case loadedEarlier(Int, failure: (any Error)?)
    /// The request of that number for a day has ended at a message, or without one at the newest end.
    case shownDate(Int, MessageID?, failure: (any Error)?)
}
