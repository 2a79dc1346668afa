import ChatTypes
import ScreenKit

/// What is known of the chat at a moment.
struct ChatDetailsContent: Sendable, Equatable {
    /// Nil when there is no such chat, or the history cannot be read.
    var window: ChatDetailsWindow?
    /// What the window answers.
    var request = ChatDetailsRequest()
    var connection = Connection()
    /// Why the disk could not be read or written.
    var problem: DiskProblem?
}

/// What the details' interactor is asked to do.
enum ChatDetailsUseCase: UseCase, Equatable {
    case showMore
    case showPrevious
    case setMuted(Bool)
    case leaveChat
    /// Waits until what is shown is the newest there is.
    case settle

    /// The server is asked to let us out.
    var lane: String? {
        switch self {
        case .leaveChat: "leave"
        case .settle: "settle"
        case .showMore, .showPrevious, .setMuted: nil
        }
    }
}

/// What has come of it.
enum ChatDetailsOutcome: Sendable {
    case done
    case failed(any Error)
    /// The server has been asked to let us out.
    case left(failure: (any Error)?)
}
