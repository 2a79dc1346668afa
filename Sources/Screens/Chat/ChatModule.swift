public import ChatTypes
public import RuntimeKit
public import ScreenKit

/// The assembled screen for one chat.
public typealias ChatModule = Screen<ChatAction, ChatViewState>

extension ChatModule {
    /// Assembles a chat's screen on a model; `router` leaves it.
    ///
    /// - Parameter message: where to begin, with what stands around it; nil for the newest end.
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
