/// Where keys go.
enum KeyScreen: CaseIterable, Hashable, Sendable {
    case list
    /// The list while something is searched in it.
    case search
    /// The form of a new chat.
    case form
    case chat
    /// What is known of a chat.
    case details
    /// The chats to choose from, above whichever screen is shown.
    case switcher
}
