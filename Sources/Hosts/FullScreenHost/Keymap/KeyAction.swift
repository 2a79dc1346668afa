/// What a key asks for.
enum KeyAction: Hashable, Sendable {
    case edit(EditCommand)
    case complete(isBackward: Bool)
    /// Opens what is chosen where nothing is typed that says otherwise, begins the chat, sends the message, runs the command.
    case submit
    case selectPrevious, selectNext
    /// Moves what is shown, or chosen, by a page, or to its beginning or end.
    case pageUp, pageDown, top, bottom
    /// Moves what is shown by a line.
    case scrollUp, scrollDown
    case search
    /// Begins a command on a screen where a slash searches.
    case command
    case newChat
    /// Takes the name that is typed into a group.
    case addName
    /// Shows what is known of the chat.
    case details
    /// By its number in the list, from 1.
    case openChat(Int)
    case nextUnread
    case switcher
    case back
    case help
    case redraw
    case suspend
    case leave
}
