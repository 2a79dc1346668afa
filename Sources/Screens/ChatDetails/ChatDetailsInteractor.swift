import ChatTypes
import RuntimeKit
import ScreenKit

/// The content of the details.
typealias ChatDetailsContent = PagedContent<ChatDetailsRequest, ChatDetailsWindow>

/// A use case of the details.
enum ChatDetailsUseCase: UseCase, Equatable {
    case showMore
    case showPrevious
    case setNotifications(NotificationMode)
    case leaveChat
    case joinChat
    case change(ChatChange)
    case changeEncryption(EncryptionChange)

    /// Leaving, joining and changing wait for the server.
    var queue: String? {
        switch self {
        case .leaveChat, .joinChat, .change: "membership"
        case .changeEncryption: "encryption"
        case .showMore, .showPrevious, .setNotifications: nil
        }
    }

    /// Every change is made, in order.
    var isCoalesced: Bool {
        switch self {
        case .change, .changeEncryption: false
        default: true
        }
    }

    var settles: Bool { queue == nil }
}

/// The outcome of a use case.
enum ChatDetailsOutcome: Sendable {
    case done
    case failed(any Error)
    /// Devices were asked to compare emoji, which their own screen shows.
    case verifying
    case joined
    /// The server has answered the request to leave.
    case left(failure: (any Error)?)
}

/// Decides how many members and files are shown, sets its notifications, and leaves it.
struct ChatDetailsInteractor: Interactor {
    private let chat: ChatID
    private let model: any ChatDetailsModel
    private let query: PagedQuery<ChatDetailsRequest, ChatDetailsWindow>

    init(chat: ChatID, model: any ChatDetailsModel) {
        self.chat = chat
        self.model = model
        query = PagedQuery { await model.details(of: chat, ChatDetailsRequest()) }
    }

    func run(_ show: @escaping @Sendable (ChatDetailsContent) -> Void) async {
        await query.follow { show($0) }
    }

    func settle() async { await query.settle() }

    func perform(_ useCase: ChatDetailsUseCase) async -> ChatDetailsOutcome {
        do {
            switch useCase {
            case .showMore: query.move { $0.showMore(than: $1) }
            case .showPrevious: await query.ask { $0.showPrevious() }
            case .setNotifications(let mode): try await model.setNotifications(mode, in: chat)
            case .change(let change): try await model.change(change, in: chat)
            case .changeEncryption(let change):
                try await model.changeEncryption(change, in: chat)
                await query.settle()
                if case .verify = change { return .verifying }
            case .leaveChat: return await leaveChat()
            case .joinChat:
                try await model.setMembership(.join, in: chat)
                return .joined
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    private func leaveChat() async -> ChatDetailsOutcome {
        do {
            try await model.setMembership(.leave, in: chat)
            return .left(failure: nil)
        } catch {
            return .left(failure: error)
        }
    }
}

extension ChatDetailsRequest {
    /// Adds a page of each list that has more.
    fileprivate mutating func showMore(than window: ChatDetailsWindow) {
        if window.hasMoreMembers { members.showMore() }
        if window.hasMoreFiles { files.showMore() }
    }

    fileprivate mutating func showPrevious() {
        members.showPrevious()
        files.showPrevious()
    }
}
