public import Transport

/// The assembled screen.
///
/// A screen is a task: entering it runs `run(rendering:)`, leaving it cancels that task and all that it started. The
/// view is lent for that time, so a view may hold its module.
public struct ChatListModule: Sendable {
    private let presenter: ChatListPresenter
    private let inbox = ScreenInbox<ChatListAction, ChatListEvent>()

    public init(model: any ChatListModel, router: any ChatListRouting, environment: ChatEnvironment) {
        presenter = ChatListPresenter(
            interactor: ChatListInteractor(model: model),
            router: router,
            environment: environment,
            inbox: inbox
        )
    }

    /// Queues a person's action; safe from any thread, handled in the order given.
    public func send(_ action: ChatListAction) {
        inbox.send(action)
    }

    /// Queues an action and returns once it is handled and what it changed is rendered, or the screen was left.
    public func perform(_ action: ChatListAction) async {
        await inbox.perform(action)
    }

    /// Returns when its task is cancelled. Call it once.
    public func run(rendering view: any ChatListView) async {
        await presenter.run(rendering: view)
    }

    /// How many rows have been built so far: what events cost this screen.
    public var rowBuildCount: Int {
        get async { await presenter.rowBuildCount }
    }
}
