public import ChatTypes
public import ScreenKit

/// The ways out of the form. Only ids cross it.
public enum CreateChatRoute: Sendable, Equatable {
    /// To the chat, which replaces the form.
    case chat(ChatID)
    /// Back to the screen below.
    case leave
}

/// Leaves the form.
public typealias CreateChatRouting = Router<CreateChatRoute>

/// The assembled form.
public typealias CreateChatModule = Screen<CreateChatAction, CreateChatViewState>

extension CreateChatModule {
    /// Assembles the form.
    public init(model: any CreateChatModel, router: any CreateChatRouting) {
        self.init(
            presenter: CreateChatPresenter(),
            interactor: CreateChatInteractor(model: model),
            router: router
        )
    }
}
