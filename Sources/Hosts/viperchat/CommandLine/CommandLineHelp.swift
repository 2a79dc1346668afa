import HostKit

/// The output of `--help`, made from the tables that parse.
enum CommandLineHelp {
    static let program = [
        "Usage: viperchat [COMMAND] [OPTIONS]",
        "",
        CommandRow.none.details,
        "",
        "Commands:",
        ProgramText.columns(CommandRow.all.map { ($0.name.isEmpty ? "(none)" : $0.usage, $0.summary) }),
        "",
        "Options:",
        ProgramText.columns(OptionRow.all.map { ($0.usage, $0.summary) }),
        "",
        "viperchat COMMAND --help shows help for a command.",
    ].joined(separator: "\n")

    static func command(_ row: CommandRow) -> String {
        [
            "Usage: viperchat \(row.usage) [OPTIONS]",
            "",
            row.details,
            "",
            "Options:",
            ProgramText.columns(OptionRow.all.filter { $0.commands.contains(row.name) }.map { ($0.usage, $0.summary) }),
        ].joined(separator: "\n")
    }
}

/// The manual page in the language of man, made from the tables that parse.
enum ManualPage {
    /// - Parameter sections: the sections of the full screen.
    static func text(with sections: [ManualSection]) -> String {
        let head = [
            ".TH VIPERCHAT 1 \"\" \"\(ProgramText.version)\"", ".SH NAME", "viperchat \\- chat in the terminal",
            ".SH SYNOPSIS",
            ".B viperchat", "[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]", ".SH DESCRIPTION", escaped(CommandRow.none.details),
            escaped(
                "On a terminal it uses the whole screen, and F1 lists the keys; with --line, or when piped, it works line by line."
            ),
        ]
        let commands = CommandRow.all.dropFirst().flatMap { item($0.usage, $0.details) }
        let options = OptionRow.all.flatMap { item($0.usage, $0.summary) }
        let lines = LineCommandRow.all.flatMap { item($0.usage, $0.summary) }
        return
            (head + [".SH COMMANDS"] + commands + [".SH OPTIONS"] + options + [".SH \"TYPED COMMANDS\""] + lines
            + sections.flatMap { [".SH \"\($0.title)\""] + $0.items.flatMap { item($0.term, $0.text) } } + files)
            .joined(separator: "\n")
    }

    private static let files =
        [".SH FILES"]
        + item("$XDG_CONFIG_HOME/viperchat/settings", "the settings, one a line, and comments after #")
        + item("$XDG_DATA_HOME/viperchat", "the data, with a directory for each profile")

    private static func item(_ term: String, _ text: String) -> [String] {
        [".TP", ".B \(escaped(term))", escaped(text)]
    }

    /// Escapes the characters that a formatter would interpret.
    private static func escaped(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}
