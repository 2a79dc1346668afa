import Chat
import TerminalHost
import Verification

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
    /// A chat's details.
    case details
    /// A chat's pictures.
    case pictures
    /// The verification of a device.
    case verification
    /// The list of chats to go to, above any screen.
    case switcher

    /// The screens whose keys type; on the others, letters are keys of their own.
    static let typing = allCases.filter { $0 != .message }

    /// The text before the input field; empty on a terminal where it would take more than half of the row.
    func prompt(columns: Int) -> String {
        let prompt =
            switch self {
            case .list, .chat, .invitation, .message, .details, .pictures, .verification: "> "
            case .search: "Search: "
            case .form: "Name: "
            case .switcher: "Go to: "
            }
        return Self.prompt(prompt, columns: columns)
    }

    static func prompt(_ prompt: String, columns: Int) -> String {
        TerminalText.width(prompt) * 2 <= columns ? prompt : ""
    }

    /// Keys to press here, in several lengths, the longest first.
    ///
    /// - Parameters:
    ///   - canWrite: whether messages can be sent in the open chat.
    ///   - state: the user's state in a chat that another person has put them out of.
    ///   - hasViKeys: whether the keys of Vi are used.
    ///   - message: the selected message.
    ///   - verification: the verification that is shown.
    func hints(
        canWrite: Bool,
        state: String? = nil,
        hasViKeys: Bool = false,
        message: ChatViewState.Row? = nil,
        verification: VerificationViewState? = nil
    ) -> [String] {
        switch self {
        case .list where hasViKeys:
            ["i opens, j and k select, / searches, : begins a command, F1 helps", "i opens, / searches, F1 helps"]
        case .chat where hasViKeys && canWrite:
            ["Enter sends, Esc stops typing, F1 helps"]
        case .list:
            [
                "Enter opens, Ctrl-f searches, Alt-n starts a chat, Alt-a goes to the next unread, F1 helps",
                "Enter opens, Ctrl-f searches, Alt-n starts a chat, F1 helps", "Enter opens, F1 helps",
            ]
        case .search:
            [
                "Enter opens the message, Up and Down select, Esc ends the search",
                "Enter opens the message, Esc ends the search", "Enter opens, Esc ends",
            ]
        case .form:
            [
                "Enter creates the chat, Alt-Enter adds a name to a group, Down selects a name, Esc goes back",
                "Enter creates the chat, Alt-Enter adds a name, Esc goes back", "Enter creates the chat, Esc goes back",
            ]
        case .chat where !canWrite && state != nil:
            [
                "\(state ?? ""): nothing can be sent. PageUp scrolls, Esc goes back, F1 helps",
                "\(state ?? ""). Esc goes back, F1 helps", "Esc goes back, F1 helps",
            ]
        case .chat where !canWrite:
            [
                "You have left this group and cannot send. PageUp scrolls, Esc goes back, F1 helps",
                "You have left this group. Esc goes back, F1 helps", "Esc goes back, F1 helps",
            ]
        case .chat:
            [
                "Enter sends, Up selects a message, Alt-Enter adds a line, Ctrl-g finds chats, Esc goes back, F1 helps",
                "Enter sends, Up selects a message, Ctrl-g finds chats, Esc goes back, F1 helps",
                "Enter sends, Esc goes back, F1 helps", "Enter sends, F1 helps",
            ]
        case .invitation:
            [
                "j joins, d declines, i declines and ignores the person, Alt-i shows details, Esc goes back, F1 helps",
                "j joins, d declines, i declines and ignores, Esc goes back", "j joins, d declines, i ignores",
            ]
        case .message:
            message.map { Self.hints(for: $0, canWrite: canWrite, hasViKeys: hasViKeys) } ?? ["Esc leaves"]
        case .details:
            [
                "Esc goes back to the chat; /mute, /unmute, /invite and /leave apply to this chat, F1 helps",
                "Esc goes back to the chat, F1 helps",
            ]
        case .pictures:
            [
                "Enter shows the picture's message, Up and Down select, Esc goes back, F1 helps",
                "Enter shows the message, Esc goes back", "Enter opens, Esc goes back",
            ]
        case .verification where verification?.goesOn == false: ["Esc goes back, F1 helps", "Esc goes back"]
        case .verification where verification?.isQuestion == false:
            ["c cancels, Esc goes back while it goes on, F1 helps", "c cancels, Esc goes back"]
        case .verification:
            [
                "y accepts or says that both show the same, n says no, c cancels, Esc goes back while it goes on, F1 helps",
                "y says yes, n says no, c cancels, Esc goes back, F1 helps", "y, n, c cancels, Esc goes back",
            ]
        case .switcher: ["Enter opens, Up and Down select, Esc closes", "Enter opens, Esc closes"]
        }
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
