public import ChatTypes
public import RuntimeKit
public import ScreenKit

/// The ways out of the list. Only ids cross it.
public enum ChatListRoute: Sendable, Equatable {
    /// To a chat: at its newest end, or at a search result.
    case chat(ChatID, at: MessageID?)
    /// To the pictures of a chat.
    case pictures(of: ChatID)
    /// To the details of a chat.
    case details(of: ChatID)
    /// To a new form.
    case createChat
}

/// Leaves the list.
public typealias ChatListRouting = Router<ChatListRoute>

/// The assembled list.
public typealias ChatListModule = Screen<ChatListAction, ChatListViewState>

extension ChatListModule {
    /// Assembles the list.
    public init(model: any ChatListModel, router: any ChatListRouting, environment: ChatEnvironment) {
        self.init(
            presenter: ChatListPresenter(environment: environment),
            interactor: ChatListInteractor(model: model),
            router: router,
            showingDaysOf: environment
        )
    }
}
