/// Decides what a screen shows, and what a person's actions mean.
///
/// A value without concurrency of its own: an action, a content or an outcome goes in; a state comes out, and what is to
/// be done. `Screen` calls it, one call at a time.
public protocol Presenter: Sendable {
    /// What a person can do.
    associatedtype Action: Sendable
    /// What the interactor says there is to show.
    associatedtype Content: Sendable
    /// What the interactor is asked to do.
    associatedtype UseCase: ScreenKit.UseCase
    /// What the interactor answers when it has done it.
    associatedtype Outcome: Sendable
    /// The ways out of the screen.
    associatedtype Route: Sendable
    /// What the view shows: display-ready, immutable, comparable.
    associatedtype State: Sendable & Equatable

    /// What an action calls for, in this order.
    mutating func handle(_ action: Action) -> [ScreenEffect<UseCase, Route>]

    /// Takes the newest content.
    mutating func receive(_ content: Content)

    /// Takes what has come of a use case; what that calls for, in this order.
    mutating func receive(_ outcome: Outcome) -> [ScreenEffect<UseCase, Route>]

    /// What is to be shown now; nil as long as there is nothing to show.
    mutating func state() -> State?

    /// How many rows have been built so far; 0 where there are none.
    var rowBuildCount: Int { get }
}

extension Presenter {
    public var rowBuildCount: Int { 0 }
}

/// What is to be done next.
public enum ScreenEffect<UseCase: Sendable, Route: Sendable>: Sendable {
    /// The interactor does it.
    case perform(UseCase)
    /// The router goes there.
    case follow(Route)
}

extension ScreenEffect: Equatable where UseCase: Equatable, Route: Equatable {}

/// Something that an interactor does.
public protocol UseCase: Sendable {
    /// Nil when it is done in its turn, and whatever comes later waits for it; the name of a lane when it runs beside,
    /// because it takes as long as the network does.
    var lane: String? { get }

    /// Whether it is left out when a later one waits for its lane (coalesced), and when the screen is left; who waits for it is
    /// told when that later one has ended. True unless said otherwise: right for what is shown, wrong for what is sent.
    var mayBeOvertaken: Bool { get }

    /// Whether an action that called for it is done only when the newest content shows what it did. The loop waits for that beside
    /// everything else. False by default.
    var settles: Bool { get }
}

extension UseCase {
    public var lane: String? { nil }
    public var mayBeOvertaken: Bool { true }
    public var settles: Bool { false }
}

/// For a screen whose interactor offers nothing by itself.
public enum NoContent: Sendable {}
