/// Leaves a screen by one of its routes.
public protocol Router<Route>: Sendable {
    /// Where the screen can lead to: an enum, each case with an id at most.
    associatedtype Route: Sendable

    /// Goes there. It does not wait until that screen is shown.
    ///
    /// Required as `async` so that an actor or a `@MainActor` class can be a router; written without it.
    func follow(_ route: Route) async
}
