import HostKit

/// A screen or overlay with keys of its own.
enum KeyScreen: CaseIterable, Hashable, Sendable {
    case list
    /// The list during a search.
    case search
    /// The form for a new chat.
    case form
    case chat
    /// A chat to which the user is invited.
    case invitation
    /// A selected message of a chat.
    case message
    /// A screen with a panel of its own.
    case panel(PanelKeys)
    /// The list of chats to go to, above any screen.
    case switcher

    static let allCases: [KeyScreen] =
        [.list, .search, .form, .chat, .invitation, .message]
        + ScreenName.allCases.compactMap { $0.panel?.keyScreen } + [.switcher]

    /// What keys do on a screen, so that a new screen has all the keys of its kind.
    enum Kind: Sendable {
        /// Keys select a row, and type commands.
        case rows
        /// Keys scroll lines, and type commands.
        case lines
        /// Keys type commands, and nothing moves.
        case fixed
        /// Keys type a text that determines the rows, of which others select one.
        case typedRows
        /// Keys type a message.
        case chat
        /// Keys act on a message.
        case message
    }

    var kind: Kind {
        switch self {
        case .list: .rows
        case .invitation: .fixed
        case .search, .form, .switcher: .typedRows
        case .chat: .chat
        case .message: .message
        case .panel(let keys): keys.kind
        }
    }

    /// The screens whose keys type; on the others, letters are keys of their own.
    static let typing = of(.rows, .lines, .fixed, .typedRows, .chat)

    /// Returns the screens of some kinds.
    static func of(_ kinds: Kind...) -> [KeyScreen] { allCases.filter { kinds.contains($0.kind) } }

    /// A text before the input field; empty on a terminal where it would take more than half of the row.
    static func prompt(_ prompt: String, columns: Int) -> String {
        TerminalText.width(prompt) * 2 <= columns ? prompt : ""
    }
}

extension Composer.Field {
    /// Keys to press in a field that takes the place of a chat's, in several lengths; nil in any other field.
    var hints: [String]? {
        switch self {
        case .edit: ["Enter saves the new text, Esc keeps the message as it is", "Enter saves, Esc keeps it"]
        case .find: ["Enter selects the newest match, Esc goes back", "Enter finds, Esc goes back"]
        default: nil
        }
    }
}
