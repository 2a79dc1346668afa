public import RuntimeKit
import Synchronization

/// An assembled screen: the user's actions go in, states come out on a view.
///
/// A screen is a task: entering it runs `run(rendering:)`, leaving it cancels that task and all that it started. The
/// view is lent for that time, so a view may hold its screen.
public struct Screen<Action: Sendable, State: Sendable & Equatable>: Sendable {
    private let inbox = CoalescingQueue<ScreenInput<Action>>()
    private let rowBuilds = Counter()
    private let body: @Sendable (Self, any ScreenView<State>) async -> Void

    /// Assembles a screen. With an `environment`, the screen renders again when the day changes.
    public init<P: Presenter, I: Interactor>(
        presenter: P,
        interactor: I,
        router: any Router<P.Route>,
        showingDaysOf environment: ChatEnvironment? = nil
    )
    where
        P.Action == Action, P.State == State, I.Content == P.Content, I.UseCase == P.UseCase, I.Outcome == P.Outcome
    {
        body = { screen, view in
            var loop = ScreenLoop(presenter: presenter, interactor: interactor, router: router, inbox: screen.inbox)
            await loop.run(rendering: view, counting: screen.rowBuilds, showingDaysOf: environment)
        }
    }

    /// Queues an action. Actions are handled in order. Safe to use from any thread.
    ///
    /// Actions queued before the screen is left are still performed, except coalesced use cases in a queue; they are
    /// not followed or shown. Later actions are dropped.
    public func send(_ action: Action) {
        inbox.post(.action(action, nil))
    }

    /// Queues an action and returns when its effects are done and rendered, the screen was left, or the caller's task
    /// is cancelled.
    public func perform(_ action: Action) async {
        await Completion.wait { inbox.post(.action(action, $0)) }
    }

    /// Shows the screen on `view` until the caller's task is cancelled. Call it once.
    public func run(rendering view: any ScreenView<State>) async {
        await body(self, view)
    }

    /// Joins the screen to a view.
    public func rendered(on view: any ScreenView<State>) -> RenderedScreen {
        RenderedScreen { await run(rendering: view) }
    }

    /// Joins the screen to a function that shows its states.
    public func rendered(by show: @escaping @Sendable (State) async -> Void) -> RenderedScreen {
        rendered(on: FunctionView(show: show))
    }

    /// The number of rows built so far, which shows what events cost this screen.
    public var rowBuildCount: Int { rowBuilds.count }
}

/// A screen joined to its view: running it shows the screen.
public struct RenderedScreen: Sendable {
    private let body: @Sendable () async -> Void

    init(_ body: @escaping @Sendable () async -> Void) {
        self.body = body
    }

    /// Returns when the caller's task is cancelled. Call it once.
    public func run() async {
        await body()
    }
}

private struct FunctionView<State: Sendable & Equatable>: ScreenView {
    let show: @Sendable (State) async -> Void

    func render(_ state: State) async { await show(state) }
}

/// A number that one task sets and others read.
final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int {
        get { value.load(ordering: .relaxed) }
        set { value.store(newValue, ordering: .relaxed) }
    }
}

/// An input of a screen's loop.
enum ScreenInput<Action: Sendable>: Sendable {
    /// An action of the user, with the completion of a task that waits in `perform(_:)`.
    case action(Action, Completion?)
    /// New content, an outcome or another day.
    case wake
}
