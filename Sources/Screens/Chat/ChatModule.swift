public import Transport

/// The assembled screen for one chat.
///
/// A screen is a task: entering it runs `run(rendering:)`, which connects the chat; leaving it cancels that task and all
/// that it started.
public struct ChatModule: Sendable {
    private let presenter: ChatPresenter
    private let inbox = ScreenInbox<ChatAction, ChatEvent>()

    public init(chat: ChatID, model: any ChatModel, router: any ChatRouting, environment: ChatEnvironment) {
        presenter = ChatPresenter(
            interactor: ChatInteractor(chat: chat, model: model),
            router: router,
            environment: environment,
            inbox: inbox
        )
    }

    /// Queues a person's action; safe from any thread, handled in the order given.
    public func send(_ action: ChatAction) {
        inbox.send(action)
    }

    /// Queues an action and returns once it is handled and what it changed is rendered, or the screen was left.
    ///
    /// A text is handled once it is queued and shown; loading earlier messages, once they are there or cannot be had.
    public func perform(_ action: ChatAction) async {
        await inbox.perform(action)
    }

    /// Returns when its task is cancelled. Call it once.
    public func run(rendering view: any ChatView) async {
        await presenter.run(rendering: view)
    }

    /// How many rows have been built so far: what events cost this screen.
    public var rowBuildCount: Int {
        get async { await presenter.rowBuildCount }
    }
}
