public import ChatTypes
public import RuntimeKit
public import ScreenKit

/// The ways out of a chat.
public enum ChatRoute: Sendable, Equatable {
    /// Back to the screen below.
    case leave
    /// To the details of the chat, above it.
    case details
    /// To the pictures of the chat, above it.
    case pictures
    /// To the verification of a device, above it.
    case verification
}

/// Leaves a chat.
public typealias ChatRouting = Router<ChatRoute>

/// The assembled screen for one chat.
public typealias ChatModule = Screen<ChatAction, ChatViewState>

extension ChatModule {
    /// Assembles the screen of a chat.
    ///
    /// - Parameter message: the message to begin at, with a page around it; `nil` for the newest end.
    public init(
        chat: ChatID,
        showing message: MessageID? = nil,
        model: any ChatModel,
        router: any ChatRouting,
        environment: ChatEnvironment
    ) {
        self.init(
            presenter: ChatPresenter(showing: message, environment: environment),
            interactor: ChatInteractor(chat: chat, showing: message, model: model, clock: environment.clock),
            router: router,
            showingDaysOf: environment
        )
    }
}
