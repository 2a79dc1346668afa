public import ChatTypes
public import RuntimeKit
public import ScreenKit

/// The assembled details of one chat.
public typealias ChatDetailsModule = Screen<ChatDetailsAction, ChatDetailsViewState>

extension ChatDetailsModule {
    /// Assembles a chat's details on a model; `router` leaves them, and sizes are written as in `environment`.
    public init(
        chat: ChatID,
        model: any ChatDetailsModel,
        router: any ChatDetailsRouting,
        environment: ChatEnvironment
    ) {
        self.init(
            presenter: ChatDetailsPresenter(environment: environment),
            interactor: ChatDetailsInteractor(chat: chat, model: model),
            router: router
        )
    }
}
