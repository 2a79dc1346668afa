public import ScreenKit

/// A view of the form.
public typealias CreateChatView = ScreenView<CreateChatViewState>

/// The form as a screen shows it.
public struct CreateChatViewState: Sendable, Equatable {
    /// The text of the name field.
    public var name: String
    /// The names added to a group, as they were typed; empty for a chat of two.
    public var added: [String]
    /// Whether the typed name is usable. An empty field is valid once a name was added.
    public var isValid: Bool
    /// Why the typed name is not usable; `nil` if it is.
    public var message: String?
    /// Whether `.create` has an effect now.
    public var canCreate: Bool
    /// Whether the chat will be end-to-end encrypted; `nil` if the server's chats cannot be. A chat with one person that exists stays as
    /// it is.
    public var isEncrypted: Bool?
    /// Names that match the typed text, with the ID where anybody may take a name, without those already added.
    public var suggestions: [String]
    /// Whether a chat is being created.
    public var isBusy: Bool
    /// The newest problem to show; `nil` before the first.
    public var problem: ScreenProblem?

    public init(
        name: String = "",
        added: [String] = [],
        isValid: Bool = false,
        message: String? = nil,
        canCreate: Bool = false,
        isEncrypted: Bool? = nil,
        suggestions: [String] = [],
        isBusy: Bool = false,
        problem: ScreenProblem? = nil
    ) {
        self.name = name
        self.added = added
        self.isValid = isValid
        self.message = message
        (self.canCreate, self.isEncrypted) = (canCreate, isEncrypted)
        self.suggestions = suggestions
        self.isBusy = isBusy
        self.problem = problem
    }
}

/// An action of the user on this screen.
public enum CreateChatAction: Sendable, Equatable {
    /// Each change of the name field.
    case type(String)
    /// Adds the typed name to a group and empties the field. An unusable name, or one that was added already, is
    /// refused with a problem.
    case add
    /// Removes an added name.
    case remove(String)
    /// Opens or creates the chat with a contact if there is one name in all, typed or added; creates a group if there
    /// are several. An unusable name is refused with a problem.
    case create
    /// Sets whether the chat will be encrypted; a problem on a server whose chats cannot be.
    case setEncrypted(Bool)
    /// Goes back without waiting for a chat that is being created.
    case leave
}
