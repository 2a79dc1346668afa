/// The manual page, in the language of man, made from the tables that parse.
enum ManualPage {
    static var text: String {
        let head = [
            ".TH VIPERCHAT 1 \"\" \"\(HelpText.version)\"", ".SH NAME", "viperchat \\- chat in the terminal",
            ".SH SYNOPSIS",
            ".B viperchat", "[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]", ".SH DESCRIPTION", escaped(CommandRow.none.details),
            escaped(
                "On a terminal it takes the whole screen, and F1 lists the keys; --line, or a pipe, has it line by line."
            ),
        ]
        let commands = CommandRow.all.dropFirst().flatMap { item($0.usage, $0.details) }
        let options = OptionRow.all.flatMap { item($0.usage, $0.summary) }
        let lines = LineCommandRow.all.flatMap { item($0.usage, $0.summary) }
        return
            (head + [".SH COMMANDS"] + commands + [".SH OPTIONS"] + options + [".SH \"TYPED COMMANDS\""] + lines + files)
            .joined(separator: "\n")
    }

    private static let files =
        [".SH FILES"]
        + item("$XDG_CONFIG_HOME/viperchat/settings", "what can be changed about the full-screen chat, key = value")
        + item("$XDG_DATA_HOME/viperchat", "where the data lives, a directory for each profile")

    private static func item(_ term: String, _ text: String) -> [String] {
        [".TP", ".B \(escaped(term))", escaped(text)]
    }

    /// What a formatter would act upon stands for itself.
    private static func escaped(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}
