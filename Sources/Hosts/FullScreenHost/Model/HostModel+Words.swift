import Chat
import TerminalHost

/// The words around what is shown and typed.
extension HostModel {
    /// Stands before what is typed.
    var prompt: String {
        let prompt =
            switch keyScreen {
            case .list, .chat, .details: "> "
            case .search: "Search: "
            case .form: "Name: "
            case .switcher: "Go to: "
            }
        // Where it would leave next to nothing, it is left out.
        return TerminalText.width(prompt) * 2 <= size.columns ? prompt : ""
    }

    /// What can be pressed here, in more words or fewer.
    var hints: [String] {
        if case .help = overlay {
            return ["PageUp and PageDown turn pages, any other key closes this", "Esc closes this"]
        }
        return switch keyScreen {
        case .list:
            [
                "Enter opens, / searches, Alt-n begins a chat, Alt-a goes to the next unread, F1 helps",
                "Enter opens, / searches, Alt-n begins a chat, F1 helps", "Enter opens, F1 helps",
            ]
        case .search:
            [
                "Enter opens at the message, Up and Down choose, Esc ends the search",
                "Enter opens at the message, Esc ends the search", "Enter opens, Esc ends",
            ]
        case .form:
            [
                "Enter begins the chat, Alt-Enter takes one more into a group, Down chooses a name, Esc goes back",
                "Enter begins the chat, Alt-Enter takes one more in, Esc goes back",
                "Enter begins the chat, Esc goes back",
            ]
        case .chat where chat?.state?.canWrite == false:
            [
                "You have left this group: nothing can be sent. PageUp scrolls, Esc goes back, F1 helps",
                "You have left this group. Esc goes back, F1 helps", "Esc goes back, F1 helps",
            ]
        case .chat:
            [
                "Enter sends, Alt-Enter begins a line, PageUp scrolls, Ctrl-k finds chats, Esc goes back, F1 helps",
                "Enter sends, PageUp scrolls, Ctrl-k finds chats, Esc goes back, F1 helps",
                "Enter sends, Esc goes back, F1 helps", "Enter sends, F1 helps",
            ]
        case .details:
            [
                "Esc goes back to the chat; /mute, /unmute and /leave are for this chat, F1 helps",
                "Esc goes back to the chat, F1 helps",
            ]
        case .switcher: ["Enter opens, Up and Down choose, Esc closes this", "Enter opens, Esc closes this"]
        }
    }

    /// What is told where a name is no chat's.
    func noChat(named name: String) -> String {
        "There is no chat with \(TerminalText.oneLine(name)); \(commandSign)new begins one"
    }

    /// The keys of the screen that was asked about, and the commands of all.
    var helpLines: [StyledLine] {
        var help = HelpText(columns: layout.main.columns.count, theme: theme)
        var keys = keyScreen
        if case .help(_, let screen) = overlay { keys = screen }
        for section in Keymap.sections(on: keys) where !section.bindings.isEmpty {
            help.add(title: section.title)
            for binding in section.bindings { help.add(binding.label, binding.summary) }
        }
        let sign = commandSign == "/" ? "" : "; here they begin with \(commandSign)"
        help.add(title: "Commands, on every screen\(sign)")
        for row in LineCommandRow.all where row.isForScreens { help.add(row.usage, row.summary) }
        return help.lines
    }

    /// What a person who begins needs to know.
    var welcomeLines: [StyledLine] {
        var help = HelpText(columns: layout.main.columns.count, theme: theme)
        let actions: [KeyAction] = [.submit, .search, .newChat, .nextUnread, .switcher, .command, .help, .leave]
        let bindings = KeyBinding.all.filter { $0.screens.contains(.list) }
        for action in actions {
            guard let binding = bindings.first(where: { $0.keys.first?.action == action }) else { continue }
            help.add(binding.keys[0].key.label, binding.summary)
        }
        return help.lines
    }
}

extension LineCommandRow {
    /// Whether a screen has no better way: where lines are printed, `/help` prints, and a list is printed again.
    fileprivate var isForScreens: Bool { name != "/list" && name != "/more" }
}
