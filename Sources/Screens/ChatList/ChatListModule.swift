public import RuntimeKit
public import ScreenKit

/// The assembled list.
public typealias ChatListModule = Screen<ChatListAction, ChatListViewState>

extension ChatListModule {
    /// Assembles the list on a model; `router` leaves it.
    public init(model: any ChatListModel, router: any ChatListRouting, environment: ChatEnvironment) {
        self.init(
            presenter: ChatListPresenter(environment: environment),
            interactor: ChatListInteractor(model: model),
            router: router,
            showingDaysOf: environment
        )
    }
}
