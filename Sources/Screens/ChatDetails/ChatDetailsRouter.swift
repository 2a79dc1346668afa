public import ChatTypes
public import RuntimeKit
public import ScreenKit

/// The ways out of the details.
public enum ChatDetailsRoute: Sendable, Equatable {
    /// Back to the screen below.
    case leave
    /// To the verification of a device, above it.
    case verification
}

/// Leaves the details.
public typealias ChatDetailsRouting = Router<ChatDetailsRoute>

/// The assembled details of one chat.
public typealias ChatDetailsModule = Screen<ChatDetailsAction, ChatDetailsViewState>

extension ChatDetailsModule {
    /// Assembles the details of a chat. `environment` gives the locale for sizes.
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
