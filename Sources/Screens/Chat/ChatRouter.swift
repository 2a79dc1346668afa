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
    /// To the pinned messages of the chat, above it.
    case pins
    /// To the verification of a device, above it.
    case verification
    /// To the thread of a message, above it.
    case thread(MessageID)
    /// To the list of threads, above it.
    case threads
}

/// Leaves a chat.
public typealias ChatRouting = Router<ChatRoute>

/// The assembled screen for one chat.
public typealias ChatModule = Screen<ChatAction, ChatViewState>

extension ChatModule {
    /// Assembles the screen of a chat.
    ///
    /// - Parameters:
    ///   - message: the message to begin at, with a page around it; `nil` for the newest end.
    ///   - timeline: the messages to show, such as those of a thread; `nil` for those of the model.
    public init(
        chat: ChatID,
        showing message: MessageID? = nil,
        model: any ChatModel,
        timeline: (any ChatTimelineModel)? = nil,
        router: any ChatRouting,
        environment: ChatEnvironment
    ) {
        self.init(
            presenter: ChatPresenter(showing: message, part: (timeline ?? model).part, environment: environment),
            interactor: ChatInteractor(
                chat: chat,
                showing: message,
                model: model,
                timeline: timeline,
                clock: environment.clock
            ),
            router: router,
            showingDaysOf: environment
        )
    }
}
