public import ScreenKit
public import Transport

/// The assembled details of one chat.
public typealias ChatDetailsModule = Screen<ChatDetailsAction, ChatDetailsViewState>

extension ChatDetailsModule {
    /// Assembles a chat's details on a model; `router` leaves them.
    public init(chat: ChatID, model: any ChatDetailsModel, router: any ChatDetailsRouting) {
        self.init(
            presenter: ChatDetailsPresenter(),
            interactor: ChatDetailsInteractor(chat: chat, model: model),
            router: router
        )
    }
}
