/// The program's version, and the layout of its help.
package enum ProgramText {
    package static let version = "viperchat 0.1.0"
    /// The names of the commands of the command line. The program's table of commands has the same, in this order.
    package static let commandNames = [
        "web", "list", "show", "send", "react", "edit", "delete", "read", "join", "leave", "invite", "watch", "search",
        "export", "import", "login", "logout", "whoami", "keys", "recovery",
        "devices", "keywords", "names", "completions", "man",
    ]

    /// Formats two columns, the first as wide as its longest text.
    package static func columns(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return
            rows
            .map { "  " + $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
            .joined(separator: "\n")
    }
}
