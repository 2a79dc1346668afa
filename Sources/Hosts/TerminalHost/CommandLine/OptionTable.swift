/// An option of the command line: what parses it is what its help is made from.
struct OptionRow: Sendable {
    let name: String
    /// In capitals, as help shows it; nil for an option that takes none.
    let value: String?
    let summary: String
    /// The names of the commands that take it.
    let commands: [String]
    /// Gets the value, or an empty text.
    let apply: @Sendable (inout CommandLineOptions, String) throws(UsageError) -> Void

    init(
        _ name: String,
        value: String? = nil,
        _ summary: String,
        for commands: [String] = CommandRow.all.map(\.name),
        apply: @escaping @Sendable (inout CommandLineOptions, String) throws(UsageError) -> Void = { _, _ in }
    ) {
        (self.name, self.value, self.summary) = (name, value, summary)
        (self.commands, self.apply) = (commands, apply)
    }

    var usage: String { name + (value.map { " " + $0 } ?? "") }

    static let help = OptionRow("--help", "say what can be asked, of the command too, and end")
    static let version = OptionRow("--version", "say which version this is, and end")
    static let startAt = OptionRow(
        "--start-at",
        value: "ISO8601",
        "a virtual session's start (default 2022-03-11T09:00:00Z)",
        for: timed
    ) { options, text throws(UsageError) in
        options.start = try OptionValue.date(text, of: "--start-at")
    }

    static let all = [
        OptionRow("--seed", value: "N", "the simulated world's seed", for: worldly) {
            options,
            text throws(UsageError) in
            options.seed = try OptionValue.seed(text, of: "--seed")
        },
        OptionRow("--virtual-time", "time leaps to whatever happens next", for: timed) { options, _ in
            options.hasVirtualTime = true
        },
        startAt,
        OptionRow("--network", value: "NAME", "\(OptionValue.networks) (default perfect)", for: worldly) {
            options,
            text throws(UsageError) in
            options.network = try OptionValue.network(text, of: "--network")
        },
        OptionRow("--json", "print one JSON object a line", for: worldly + ["search", "export"]) { options, _ in
            options.isJSON = true
        },
        OptionRow("--limit", value: "N", "how many messages at most (default 50)", for: ["show"]) {
            options,
            text throws(UsageError) in
            options.excerptLimit = try OptionValue.count(text, of: "--limit")
        },
        OptionRow("--before", value: "ID", "the messages directly before one, by its id", for: ["show"]) {
            options,
            text throws(UsageError) in
            options.excerptEnd = try OptionValue.id(text, of: "--before")
        },
        OptionRow("--line", "chat line by line, on a terminal too", for: [""]) { options, _ in options.isLineMode = true
        },
        OptionRow("--no-color", "no colours, as with NO_COLOR set") { options, _ in options.isColorUnwanted = true },
        OptionRow("--data-dir", value: "DIR", "where the data lives") { options, text throws(UsageError) in
            options.dataDirectory = try OptionValue.path(text, of: "--data-dir")
        },
        OptionRow("--profile", value: "NAME", "which of several sets of data") { options, text throws(UsageError) in
            options.profile = try OptionValue.profile(text, of: "--profile")
        },
        OptionRow("--token", "read an access token in place of a password", for: ["login"]) { options, _ in
            options.hasToken = true
        },
        OptionRow("--private-receipts", "tell no one what you read", for: ["login"]) { options, _ in
            options.hasPrivateReceipts = true
        },
        OptionRow("--verbose", "tell each request to a real server", for: worldly + accounts) { options, _ in
            options.isVerbose = true
        },
        help,
        version,
    ]

    /// The commands that live in the simulated world.
    private static let worldly = ["", "list", "show", "send"]
    private static let accounts = ["login", "logout", "whoami"]
    /// The commands whose output says when something happened.
    private static let timed = worldly + ["search"]
}
