/// A screen's view: it shows states and decides nothing.
public protocol ScreenView<State>: Sendable {
    /// The state that the view shows.
    associatedtype State: Sendable & Equatable

    /// Shows a state that differs from the last one. Never called twice at once.
    ///
    /// The method is `async` so that an actor or a `@MainActor` class can be the view. An implementation leaves
    /// `async` out: a `@MainActor` class's `async` witness would be inferred as nonisolated.
    func render(_ state: State) async
}

/// Decides what a screen shows, and what the user's actions mean.
///
/// A value without concurrency of its own: actions, contents and outcomes go in; states and effects come out.
/// `Screen` calls it, one call at a time.
public protocol Presenter: Sendable {
    /// The actions of the user.
    associatedtype Action: Sendable
    /// The interactor's content.
    associatedtype Content: Sendable
    /// The interactor's use cases.
    associatedtype UseCase: ScreenKit.UseCase
    /// The outcomes of use cases.
    associatedtype Outcome: Sendable
    /// The ways out of the screen.
    associatedtype Route: Sendable
    /// The view's states: display-ready, immutable, comparable.
    associatedtype State: Sendable & Equatable

    /// Handles an action. Returns its effects, in order.
    mutating func handle(_ action: Action) -> [ScreenEffect<UseCase, Route>]

    /// Receives the newest content.
    mutating func receive(_ content: Content)

    /// Receives the outcome of a use case. Returns the effects that follow, in order.
    mutating func receive(_ outcome: Outcome) -> [ScreenEffect<UseCase, Route>]

    /// Returns the state to show; `nil` while there is nothing to show.
    mutating func state() -> State?

    /// The number of rows built so far; 0 for a screen without rows.
    var rowBuildCount: Int { get }
}

extension Presenter {
    public var rowBuildCount: Int { 0 }
}

/// An effect that a presenter calls for.
public enum ScreenEffect<UseCase: Sendable, Route: Sendable>: Sendable {
    /// Performs a use case with the interactor.
    case perform(UseCase)
    /// Follows a route with the router.
    case follow(Route)
}

extension ScreenEffect: Equatable where UseCase: Equatable, Route: Equatable {}

/// A use case: something that an interactor does.
public protocol UseCase: Sendable {
    /// The name of a serial queue for a use case that takes as long as the network does; other actions go on
    /// meanwhile. `nil`, the default, performs it in turn, and later actions wait for it.
    var queue: String? { get }

    /// Whether the use case is skipped if a later one waits in its queue, or if the screen is left. Tasks that wait
    /// for it resume with the later one. `true` by default, which suits reading; sending needs `false`.
    var isCoalesced: Bool { get }

    /// Whether the action is done only when the newest content shows the result. The loop waits for that beside other
    /// actions. `false` by default.
    var settles: Bool { get }
}

extension UseCase {
    public var queue: String? { nil }
    public var isCoalesced: Bool { true }
    public var settles: Bool { false }
}

/// The content of a screen whose interactor hands over nothing.
public enum NoContent: Sendable {}

/// Decides what may be done and how, and does what takes time.
public protocol Interactor: Sendable {
    /// The content of the screen.
    associatedtype Content: Sendable
    /// The use cases that it can perform.
    associatedtype UseCase: ScreenKit.UseCase
    /// The outcomes of use cases.
    associatedtype Outcome: Sendable

    /// Hands over each newest content, and does background work, until the caller's task is cancelled.
    func run(_ show: @escaping @Sendable (Content) -> Void) async

    /// Performs a use case and returns its outcome.
    ///
    /// When this returns, the newest content handed over shows the result, unless the use case `settles`. The task is
    /// cancelled when the screen is left; a use case that is not coalesced is performed nevertheless, without delay.
    func perform(_ useCase: UseCase) async -> Outcome

    /// Returns when the newest content that was handed over shows everything that was done before.
    func settle() async

    /// Finishes when the screen is left. Called once, after `run(_:)` and the last use case, in a cancelled task.
    func leave() async
}

extension Interactor {
    /// Returns at once, because nothing is handed over.
    public func settle() async where Content == NoContent {}

    /// Does nothing.
    public func leave() async {}
}

/// Leaves a screen by one of its routes.
public protocol Router<Route>: Sendable {
    /// The routes of the screen: an enum whose cases carry an id at most.
    associatedtype Route: Sendable

    /// Follows a route without waiting until that screen is shown.
    ///
    /// The method is `async` so that an actor or a `@MainActor` class can be a router. An implementation can leave
    /// `async` out.
    func follow(_ route: Route) async
}
