/// Where keys go.
enum KeyScreen: CaseIterable, Hashable, Sendable {
    case list
    /// The list while something is searched in it.
    case search
    /// The form of a new chat.
    case form
    case chat
    /// The chats to choose from, above whichever screen is shown.
    case switcher
}
