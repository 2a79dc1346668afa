/// A screen as people see it: shows states, and decides nothing.
public protocol ScreenView<State>: Sendable {
    /// All that is shown at a moment.
    associatedtype State: Sendable & Equatable

    /// Shows a state; called only with one that differs from the last, never twice at once.
    ///
    /// Required as `async` so that an actor, a `@MainActor` class or a test's spy can be the view; written without it
    /// (a `@MainActor` class's `async` witness would be inferred nonisolated).
    func render(_ state: State) async
}
