public import ScreenKit

/// The assembled form.
public typealias CreateChatModule = Screen<CreateChatAction, CreateChatViewState>

extension CreateChatModule {
    /// Assembles the form on a model; `router` leaves it.
    public init(model: any CreateChatModel, router: any CreateChatRouting) {
        self.init(
            presenter: CreateChatPresenter(),
            interactor: CreateChatInteractor(model: model),
            router: router
        )
    }
}
