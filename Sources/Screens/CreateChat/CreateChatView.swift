public import ScreenKit

/// A screen for the form.
public typealias CreateChatView = ScreenView<CreateChatViewState>

/// The form as a screen shows it.
public struct CreateChatViewState: Sendable, Equatable {
    /// What is typed, as it was typed.
    public var name: String
    /// Whether the name can be used.
    public var isValid: Bool
    /// Why the name cannot be used; nil when it can.
    public var message: String?
    /// Whether `.create` would do something now.
    public var canCreate: Bool
    /// Names that match what is typed.
    public var suggestions: [String]
    /// Whether a chat is being made.
    public var isBusy: Bool
    public var problem: ScreenProblem?

    public init(
        name: String = "",
        isValid: Bool = false,
        message: String? = nil,
        canCreate: Bool = false,
        suggestions: [String] = [],
        isBusy: Bool = false,
        problem: ScreenProblem? = nil
    ) {
        self.name = name
        self.isValid = isValid
        self.message = message
        self.canCreate = canCreate
        self.suggestions = suggestions
        self.isBusy = isBusy
        self.problem = problem
    }
}

/// What a person can do on this screen.
public enum CreateChatAction: Sendable, Equatable {
    /// Each change of the name field.
    case type(String)
    /// Opens the chat with the contact of that name, and makes it if there is none; a name that cannot be used is refused
    /// with a problem.
    case create
    case leave
}
