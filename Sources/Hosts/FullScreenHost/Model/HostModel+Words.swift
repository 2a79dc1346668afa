import TerminalHost

/// The words around what is shown and typed.
extension HostModel {
    /// Stands before what is typed.
    var prompt: String {
        switch keyScreen {
        case .list, .chat: "> "
        case .search: "Search: "
        case .form: "Name: "
        case .switcher: "Go to: "
        }
    }

    /// What can be pressed here.
    var hint: String {
        if case .help = overlay { return "PageUp and PageDown; any other key closes this" }
        return switch keyScreen {
        case .list: "Enter opens, / searches, Alt-n begins a chat, F1 helps"
        case .search: "Enter opens at the message, Esc ends the search"
        case .form: "Enter begins the chat, Esc goes back"
        case .chat: "Enter sends, Esc goes back, F1 helps"
        case .switcher: "Enter opens, Esc closes this"
        }
    }

    /// The keys of this screen and the commands of all.
    var helpLines: [StyledLine] {
        let keys = Keymap.help(on: keyScreen)
        let commands = LineCommandRow.all.map { (keys: $0.usage, summary: $0.summary) }
        return [StyledLine(spans: [Span("Keys", theme.strong)])] + keys.map(helpLine)
            + [StyledLine(spans: []), StyledLine(spans: [Span("Commands, on every screen", theme.strong)])]
            + commands.map(helpLine)
    }

    private func helpLine(_ keys: String, _ summary: String) -> StyledLine {
        let label = TerminalText.pad(keys, columns: 24)
        return StyledLine(spans: [Span("  " + label + " ", theme.mine), Span(summary)])
    }
}
