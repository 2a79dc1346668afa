public import Transport

/// The form as a screen shows it.
public struct CreateChatViewState: Sendable, Equatable {
    /// What is typed, as it was typed.
    public let name: String
    /// Whether the name can be used.
    public let isValid: Bool
    /// Why the name cannot be used; nil when it can.
    public let message: String?
    /// Whether `.create` would do something now.
    public let canCreate: Bool
    /// Names that match what is typed.
    public let suggestions: [String]
    /// Whether a chat is being made.
    public let isBusy: Bool
    public let problem: ScreenProblem?
}

/// What a person can do on this screen.
public enum CreateChatAction: Sendable, Equatable {
    /// Each change of the name field.
    case type(String)
    /// Opens the chat with whoever bears the name, and makes it if there is none; a name that cannot be used is refused
    /// with a problem.
    case create
    case leave
}

/// A screen for the form.
///
/// Required as `async` so that an actor, a `@MainActor` class or a spy can be the view; witnessed without it.
public protocol CreateChatView: Sendable {
    /// Shows a state; called only with one that differs from the last, never twice at once.
    func render(_ state: CreateChatViewState) async
}
