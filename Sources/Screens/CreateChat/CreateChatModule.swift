import Transport

/// The assembled screen.
///
/// A screen is a task: entering it runs `run(rendering:)`, leaving it cancels that task and all that it started.
public struct CreateChatModule: Sendable {
    private let presenter: CreateChatPresenter
    private let inbox = ScreenInbox<CreateChatAction, CreateChatEvent>()

    public init(model: any CreateChatModel, router: any CreateChatRouting) {
        presenter = CreateChatPresenter(interactor: CreateChatInteractor(model: model), router: router, inbox: inbox)
    }

    /// Queues a person's action; safe from any thread, handled in the order given.
    public func send(_ action: CreateChatAction) {
        inbox.send(action)
    }

    /// Queues an action and returns once what it began has ended and is rendered, or the screen was left.
    ///
    /// Typing has ended when the directory has answered it, or something typed later; an answer that was overtaken is
    /// not shown. Creating has ended when the chat is there or could not be made.
    public func perform(_ action: CreateChatAction) async {
        await inbox.perform(action)
    }

    /// Returns when its task is cancelled. Call it once.
    public func run(rendering view: any CreateChatView) async {
        await presenter.run(rendering: view)
    }
}
