import ChatTypes
import HostKit
import ScreenKit

/// Keys and commands with what they do, in lines of a width.
struct HelpLines {
    let columns: Int
    let theme: Theme
    private(set) var lines: [StyledLine] = []

    init(columns: Int, theme: Theme) {
        (self.columns, self.theme) = (columns, theme)
    }

    /// Problems in the settings, the keys of a screen, and the commands of all screens.
    static func keys(on screen: KeyScreen, in context: DrawingContext) -> [StyledLine] {
        var help = HelpLines(columns: context.layout.main.columns.count, theme: context.theme)
        if !context.settingsProblems.isEmpty { help.add(title: "Problems in the settings") }
        for problem in context.settingsProblems {
            let text = TerminalText.oneLine(problem)
            help.lines += StyledLine.wrap(text, columns: help.columns, indent: 4, style: context.theme.problem)
        }
        let pairs = context.settings.boundPairs.flatMap { first, commands in
            commands.map { (label: "\(first.label) \($0.label)", command: $1) }
        }
        let bound = (context.settings.boundKeys.map { (label: $0.label, command: $1) } + pairs)
            .sorted { $0.label < $1.label }
        if !bound.isEmpty { help.add(title: "Bound in the settings") }
        for (label, command) in bound { help.add(label, TerminalText.oneLine(command)) }
        for section in Keymap.sections(on: screen, hasViKeys: context.settings.hasViKeys)
        where !section.bindings.isEmpty {
            help.add(title: section.title)
            for binding in section.bindings { help.add(binding.label, binding.summary) }
        }
        if screen == .chat || screen == .message {
            help.add(title: "Signs before a message")
            help.add("· ✓ ✓✓ ✗", "waiting, sent, read, failed")
            help.add("@", "it mentions you")
            help.add(SenderWarning.sign, "nothing proves its sender, or the key came from a backup; i says why")
        }
        help.add(title: "Commands, on every screen")
        // In lines printed one below the other, these replace what a screen always shows.
        for row in LineCommandRow.all where row.name != "/list" && row.name != "/more" {
            help.add(row.usage, row.summary)
        }
        help.add("\(TypedCommand.find) TEXT", "search the messages of the chat")
        help.add(title: "More commands, which the settings can bind to keys")
        help.add("", NamedAction.all.map(\.command).joined(separator: " "))
        return help.lines
    }

    /// The first keys to know, shown beside the list.
    static func welcome(in context: DrawingContext) -> [StyledLine] {
        var help = HelpLines(columns: context.layout.main.columns.count, theme: context.theme)
        let texts =
            context.isSimulated
            ? [
                "John and the other first contacts are simulated: nothing leaves this machine.",
                "Alt-n or /new NAME starts a chat.",
                "Matrix: quit, then viperchat login @you:example.org",
            ] : ["Alt-n or /new @name:server starts a chat; /new #room:server joins a room."]
        for text in ["viperchat is a chat program. Enter opens the selected chat; Esc returns to the list."] + texts {
            help.lines += StyledLine.wrap(text, columns: help.columns, indent: 2, style: help.theme.plain)
        }
        help.lines.append(StyledLine(spans: []))
        let actions: [KeyAction] = [.submit, .search, .newChat, .nextUnread, .switcher, .command, .help, .leave]
        let bindings = KeyBinding.all.filter { $0.screens.contains(.list) }
        for action in actions {
            guard let binding = bindings.first(where: { $0.keys.first?.action == action }) else { continue }
            help.add(binding.keys[0].key.label, binding.summary)
        }
        return help.lines
    }

    mutating func add(title: String) {
        if !lines.isEmpty { lines.append(StyledLine(spans: [])) }
        lines.append(StyledLine(spans: [Span(title, theme.strong)]))
    }

    /// Adds a label at the left, and its summary beside it, or below it if the label is too wide.
    mutating func add(_ label: String, _ summary: String) {
        // Texts are indented by half of the width at most.
        let width = columns >= 70 ? 26 : columns >= 40 ? min(18, columns / 2 - 3) : 0
        let indent = width == 0 ? 4 : width + 3
        let isBeside = TerminalText.width(label) <= width
        let text = isBeside ? TerminalText.pad(label, columns: width) : TerminalText.fit(label, columns: columns - 2)
        var opening = StyledLine(indent: 2, spans: [Span(text, theme.mine)])
        if isBeside {
            opening.spans.append(Span(" "))
        } else {
            lines.append(opening)
            opening = StyledLine(indent: indent, spans: [])
        }
        lines += StyledLine.wrap(summary, columns: columns, after: opening, indent: indent, style: theme.plain)
    }
}
