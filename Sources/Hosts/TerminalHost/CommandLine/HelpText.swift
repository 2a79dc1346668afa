/// What `--help` and `--version` print, made from the tables that parse.
enum HelpText {
    static let version = "viperchat 0.1.0"

    static let program = [
        "Usage: viperchat [COMMAND] [OPTIONS]",
        "",
        CommandRow.none.details,
        "",
        "Commands:",
        columns(CommandRow.all.map { ($0.name.isEmpty ? "(none)" : $0.usage, $0.summary) }),
        "",
        "Options:",
        columns(OptionRow.all.map { ($0.usage, $0.summary) }),
        "",
        "viperchat COMMAND --help says more about a command.",
    ].joined(separator: "\n")

    static func command(_ row: CommandRow) -> String {
        [
            "Usage: viperchat \(row.usage) [OPTIONS]",
            "",
            row.details,
            "",
            "Options:",
            columns(OptionRow.all.filter { $0.commands.contains(row.name) }.map { ($0.usage, $0.summary) }),
        ].joined(separator: "\n")
    }

    /// Two columns, the first as wide as its longest text.
    static func columns(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return
            rows
            .map { "  " + $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
            .joined(separator: "\n")
    }
}
