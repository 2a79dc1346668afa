public import ScreenKit

/// A screen for the form.
public typealias CreateChatView = ScreenView<CreateChatViewState>

/// The form as a screen shows it.
public struct CreateChatViewState: Sendable, Equatable {
    /// What is typed, as it was typed.
    public var name: String
    /// Those who are taken into a group, as their names were typed; empty for a chat between two.
    public var added: [String]
    /// Whether what is typed can be used; once someone was added, so can an empty field.
    public var isValid: Bool
    /// Why what is typed cannot be used; nil when it can.
    public var message: String?
    /// Whether `.create` would do something now.
    public var canCreate: Bool
    /// Names that match what is typed, of those who were not added.
    public var suggestions: [String]
    /// Whether a chat is being made.
    public var isBusy: Bool
    /// What the person is to be told, until there is something newer; nil before the first.
    public var problem: ScreenProblem?

    public init(
        name: String = "",
        added: [String] = [],
        isValid: Bool = false,
        message: String? = nil,
        canCreate: Bool = false,
        suggestions: [String] = [],
        isBusy: Bool = false,
        problem: ScreenProblem? = nil
    ) {
        self.name = name
        self.added = added
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
    /// Takes the name that is typed into a group, and empties the field; one that cannot be used, or that is there already, is
    /// refused with a problem.
    case add
    /// Takes a name back that was added.
    case remove(String)
    /// With one name in all, typed or added, opens the chat with the contact of that name, and makes it if there is none; with
    /// several, begins a group. A name that cannot be used is refused with a problem.
    case create
    /// Goes back; a chat that is being made is not waited for.
    case leave
}
