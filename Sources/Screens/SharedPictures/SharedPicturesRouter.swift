public import ChatTypes
public import RuntimeKit
public import ScreenKit

/// The ways out of the pictures. Only ids cross it.
public enum SharedPicturesRoute: Sendable, Equatable {
    /// To the message that carries a picture, in the chat.
    case message(MessageID)
    /// Back to the screen below.
    case leave
}

/// Leaves the pictures.
public typealias SharedPicturesRouting = Router<SharedPicturesRoute>

/// The assembled pictures of one chat.
public typealias SharedPicturesModule = Screen<SharedPicturesAction, SharedPicturesViewState>

extension SharedPicturesModule {
    /// Assembles the pictures of a chat on a model. `environment` gives the locale for sizes.
    public init(
        chat: ChatID,
        model: any SharedPicturesModel,
        router: any SharedPicturesRouting,
        environment: ChatEnvironment
    ) {
        self.init(
            presenter: SharedPicturesPresenter(environment: environment),
            interactor: SharedPicturesInteractor(chat: chat, model: model),
            router: router
        )
    }
}
