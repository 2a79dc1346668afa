/// The meaning of keys on each screen. One table defines the keys and the help.
enum Keymap {
    /// Returns the action of a key; nil if it has none on this screen.
    ///
    /// - Parameters:
    ///   - isLineEmpty: whether nothing is typed. Some keys then act on the screen instead of the text: Ctrl-k opens
    ///     the switcher, Ctrl-d quits.
    ///   - settings: the keys that the user has bound, and whether those of Vi are used.
    static func action(
        for key: Key,
        on screen: KeyScreen,
        isLineEmpty: Bool,
        settings: Settings = Settings()
    ) -> KeyAction? {
        // A bound letter types where letters do, except on the empty line of a list with the keys of Vi.
        let isViKey = settings.hasViKeys && isLineEmpty && KeyScreen.of(.rows, .lines).contains(screen)
        if !key.isTyped || isViKey || !KeyScreen.typing.contains(screen) {
            if settings.boundPairs[key] != nil { return .prefix }
            if let command = settings.boundKeys[key] { return .run(command) }
        }
        for binding in (settings.hasViKeys ? KeyBinding.vi : []) + KeyBinding.all
        where binding.isActive(on: screen, isLineEmpty: isLineEmpty) {
            if let action = binding.action(for: key) { return action }
        }
        if case .text(let scalar) = key.code, key.modifiers.isEmpty, KeyScreen.typing.contains(screen) {
            return .edit(.type(String(scalar)))
        }
        return nil
    }

    /// The keys of a screen by purpose, the most needed first.
    static func sections(on screen: KeyScreen, hasViKeys: Bool = false) -> [(title: String, bindings: [KeyBinding])] {
        let parts = [
            ("As in Vi", hasViKeys ? KeyBinding.vi : []),
            ("Here", KeyBinding.submitting + KeyBinding.moving), ("From here", KeyBinding.navigating),
            ("Typing", KeyBinding.editing + KeyBinding.restoring),
        ]
        return parts.map { ($0.0, $0.1.filter { $0.screens.contains(screen) }) }
    }
}

/// Keys with the same action, or nearly so: one line of help.
struct KeyBinding: Sendable {
    enum Condition: Sendable {
        case always
        /// Only while nothing is typed.
        case emptyLine
        /// Only while something is typed.
        case typedLine
    }

    let keys: [(key: Key, action: KeyAction)]
    let screens: [KeyScreen]
    let condition: Condition
    /// The names of the keys.
    let label: String
    let summary: String

    init(
        _ keys: [Key],
        _ action: KeyAction,
        on screens: [KeyScreen] = KeyScreen.allCases,
        when condition: Condition = .always,
        _ summary: String
    ) {
        self.keys = keys.map { ($0, action) }
        (self.screens, self.condition, self.summary) = (screens, condition, summary)
        label = keys.map(\.label).joined(separator: ", ")
    }

    /// Creates a binding of adjacent keys, each with an action of its own.
    init(
        _ label: String,
        _ keys: [(key: Key, action: KeyAction)],
        on screens: [KeyScreen] = KeyScreen.allCases,
        _ summary: String
    ) {
        (self.label, self.keys, self.screens, self.summary) = (label, keys, screens, summary)
        condition = .always
    }

    /// Whether the binding is active.
    func isActive(on screen: KeyScreen, isLineEmpty: Bool) -> Bool {
        guard screens.contains(screen) else { return false }
        return switch condition {
        case .always: true
        case .emptyLine: isLineEmpty
        case .typedLine: !isLineEmpty
        }
    }

    func action(for key: Key) -> KeyAction? { keys.first { $0.key == key }?.action }

    /// All bindings. At most one is active for a key at a time.
    static let all = submitting + moving + navigating + restoring + editing
}

/// The action of a key.
enum KeyAction: Hashable, Sendable {
    case edit(EditCommand)
    case complete(isBackward: Bool)
    /// Opens the selected row or picture, creates the chat, sends the message, or runs the typed command.
    case submit
    case selectPrevious, selectNext
    /// Scrolls or selects by a page or half of one, or to the beginning or end.
    case pageUp, pageDown, halfPageUp, halfPageDown, top, bottom
    /// Scrolls by a line.
    case scrollUp, scrollDown
    /// Selects the newest message on screen; the other actions concern the selected message.
    case selectMessage
    case editMessage, replyToMessage, reactToMessage, forwardMessage, showAnswered, deleteMessage, pinMessage,
        voteInPoll, openMessage, copyMessage, messageDetails
    /// Opens the thread of the selected message, or begins one with it.
    case openThread
    /// Opens the thread of the selected message if it has one, else its file or link.
    case openRow
    case search
    /// Goes to the first unread message of the chat.
    case firstUnread
    /// Goes to a message of the chat that mentions the user.
    case mention
    /// Searches the messages of the chat; the others select the next older or newer hit.
    case find, findNext, findPrevious
    /// Leaves the line for the messages, as Vi's Esc does, and a chat for the list.
    case stopTyping, leaveChat
    /// Begins a sequence of two keys.
    case prefix
    /// Edits the text in another program.
    case editExternally
    /// Runs a command that the user has bound to a key.
    case run(String)
    /// Begins a command.
    case command
    case newChat
    /// Adds the typed name to a group.
    case addName
    /// Shows the chat's details.
    case details
    /// Shows the pictures of the open chat, or of the chat in the selected row.
    case pictures
    /// Shows the verification of a device, if there was one.
    case verification
    /// Opens a chat by its number in the list, from 1.
    case openChat(Int)
    case nextUnread
    case nextAccount
    /// Sorts the list in the next order.
    case nextOrder
    /// Hides the list beside the chat, or shows it.
    case toggleList
    /// Hides the pictures of the open chat, or shows them.
    case toggleThumbnails
    case switcher
    case back
    case help
    case redraw
    case suspend
    /// Quits if it is the second in a row.
    case interrupt
    case leave
}
