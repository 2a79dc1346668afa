import ChatTypes
import CommandLineKit
import Foundation
import HostKit
import RuntimeKit

/// An option of the command line. Parsing, help and completion use the same table.
struct OptionRow: Sendable {
    let name: String
    /// The value in capitals, as help shows it; nil for an option without a value.
    let value: String?
    let summary: String
    /// The names of the commands that take the option.
    let commands: [String]
    /// Stores the value, which is empty for an option without one.
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

    static let help = OptionRow("--help", "print help, also for a command, and exit")
    static let version = OptionRow("--version", "print the version and exit")
    static let startAt = OptionRow(
        "--start-at",
        value: "ISO8601",
        "start of virtual time (default 2022-03-11T09:00:00Z)",
        for: timed
    ) { options, text throws(UsageError) in
        options.start = try OptionValue.date(text, of: "--start-at")
    }

    static let all = [
        OptionRow("--seed", value: "N", "seed of the simulated server", for: appCommands) {
            options,
            text throws(UsageError) in
            options.seed = try OptionValue.seed(text, of: "--seed")
        },
        OptionRow("--virtual-time", "skip to the next event instead of waiting", for: timed) { options, _ in
            options.hasVirtualTime = true
        },
        startAt,
        OptionRow("--network", value: "NAME", "\(OptionValue.networks) (default perfect)", for: appCommands) {
            options,
            text throws(UsageError) in
            options.network = try OptionValue.network(text, of: "--network")
        },
        OptionRow("--json", "print one JSON object per line", for: printing + ["search", "export"]) { options, _ in
            options.isJSON = true
        },
        OptionRow("--file", value: "PATH", "send a file; TEXT is its caption", for: ["send"]) {
            options,
            text throws(UsageError) in
            guard !text.isEmpty, text != "-" else {
                throw UsageError("--file takes the path of a file, not \(quoted(text))")
            }
            options.file = text
        },
        OptionRow("--reply-to", value: "ID", "answer the message with this ID", for: ["send"]) {
            options,
            text throws(UsageError) in
            options.answered = try OptionValue.id(text, of: "--reply-to")
        },
        OptionRow("--remove", "remove the reaction", for: ["react"]) { options, _ in options.removesReaction = true },
        OptionRow("--for", value: "TIME", "end after TIME, such as 30s or 1h30m", for: ["watch"]) {
            options,
            text throws(UsageError) in
            options.watchTime = try OptionValue.duration(text, of: "--for")
        },
        OptionRow("--limit", value: "N", "print at most N messages (default 50)", for: ["show"]) {
            options,
            text throws(UsageError) in
            options.excerptLimit = try OptionValue.count(text, of: "--limit")
        },
        OptionRow("--before", value: "ID", "print the messages before the one with this ID", for: ["show"]) {
            options,
            text throws(UsageError) in
            options.excerptEnd = try OptionValue.id(text, of: "--before")
        },
        OptionRow("--line", "chat line by line, even on a terminal", for: [""]) { options, _ in
            options.isLineMode = true
        },
        OptionRow("--port", value: "N", "the port of the page (default any free one)", for: ["web"]) {
            options,
            text throws(UsageError) in
            options.port = try OptionValue.port(text, of: "--port")
        },
        OptionRow("--open", "open the page in your browser", for: ["web"]) { options, _ in options.opensPage = true },
        OptionRow("--no-markdown", "send texts as typed, without formats", for: ["", "web", "send", "edit"]) {
            options,
            _ in
            options.isMarkdownUnwanted = true
        },
        OptionRow("--no-color", "use no colours, as with NO_COLOR") { options, _ in options.isColorUnwanted = true },
        OptionRow("--data-dir", value: "DIR", "the directory for the data") { options, text throws(UsageError) in
            options.dataDirectory = try OptionValue.path(text, of: "--data-dir")
        },
        OptionRow("--profile", value: "NAME", "use another profile, with data of its own") {
            options,
            text throws(UsageError) in
            options.profile = try ProfileName.parsed(text, of: "--profile")
        },
        OptionRow("--from", value: "ACCOUNT", "send from this one of your accounts", for: ["send"]) {
            options,
            text throws(UsageError) in
            guard !text.isEmpty else { throw UsageError("--from takes an account, such as @me:example.org") }
            options.sender = text
        },
        OptionRow("--browser", "log in with a browser on this machine", for: ["login"]) {
            options,
            _ throws(UsageError) in
            try options.setLoginWay(.browser)
        },
        OptionRow("--sso", "log in by single sign-on, in a browser", for: ["login"]) {
            options,
            _ throws(UsageError) in
            try options.setLoginWay(.sso)
        },
        OptionRow("--password", "log in with a password", for: ["login"]) { options, _ throws(UsageError) in
            try options.setLoginWay(.password)
        },
        OptionRow("--token", "log in with an access token", for: ["login"]) { options, _ throws(UsageError) in
            try options.setLoginWay(.token)
        },
        OptionRow("--device-name", value: "NAME", "name this device in other clients", for: ["login"]) {
            options,
            text throws(UsageError) in
            options.deviceName = try OptionValue.deviceName(text, of: "--device-name")
        },
        OptionRow("--private-receipts", "send no read receipts to others", for: ["login"]) { options, _ in
            options.hasPrivateReceipts = true
        },
        OptionRow("--no-typing", "tell nobody that you are typing", for: ["login"]) { options, _ in
            options.hidesTyping = true
        },
        OptionRow("--plain-chats", "do not encrypt new chats and groups by default", for: ["login"]) { options, _ in
            options.hasPlainChats = true
        },
        OptionRow("--signed-only", "share keys with signed devices only", for: ["login"]) { options, _ in
            options.sharesWithSignedOnly = true
        },
        OptionRow("--forget", "delete the profile's chats and keys, too", for: ["logout"]) { options, _ in
            options.forgetsProfile = true
        },
        OptionRow("--verbose", "print each request to a real server", for: appCommands + accounts) { options, _ in
            options.isVerbose = true
        },
        help,
        version,
    ]

    /// The commands that run in an app and print what they show.
    private static let printing = [
        "", "list", "show", "send", "react", "edit", "delete", "read", "join", "leave", "invite", "watch",
    ]
    /// The commands that run in an app.
    private static let appCommands = printing + ["web"]
    private static let accounts = ["login", "logout", "whoami", "recovery", "devices", "keywords"]
    /// The commands whose output contains times.
    private static let timed = appCommands + ["search"]
}

extension CommandLineOptions {
    /// Throws a `UsageError` if another way to log in was chosen before.
    fileprivate mutating func setLoginWay(_ way: LoginWay) throws(UsageError) {
        if let loginWay {
            throw UsageError("choose one way to log in: --\(loginWay.rawValue) or --\(way.rawValue)")
        }
        loginWay = way
    }
}

/// Parses the values of options. Each error names the option and the values that it takes.
enum OptionValue {
    static let networks = wordList(NetworkName.allCases.map(\.rawValue), joinedBy: "or")

    static func seed(_ text: String, of option: String) throws(UsageError) -> UInt64 {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seed = UInt64(text) else {
            throw UsageError("\(option) takes a whole number from 0 to \(UInt64.max), not \(quoted(text))")
        }
        return seed
    }

    /// The maximum number of messages that `show` prints.
    static let countLimit = 1_000_000

    static func count(_ text: String, of option: String) throws(UsageError) -> Int {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(text),
            (1...countLimit).contains(count)
        else { throw UsageError("\(option) takes a whole number from 1 to \(countLimit), not \(quoted(text))") }
        return count
    }

    static func port(_ text: String, of option: String) throws(UsageError) -> UInt16 {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(text), port > 0 else {
            throw UsageError("\(option) takes a whole number from 1 to \(UInt16.max), not \(quoted(text))")
        }
        return port
    }

    static func id(_ text: String, of option: String) throws(UsageError) -> String {
        guard !text.isEmpty else { throw UsageError("\(option) takes a message's id, as --json shows it") }
        return text
    }

    static func deviceName(_ text: String, of option: String) throws(UsageError) -> String {
        guard (1...DeviceName.limit).contains(text.utf8.count), !text.allSatisfy(\.isWhitespace),
            TerminalText.oneLine(text) == text
        else { throw UsageError("\(option) takes a name of 1 to \(DeviceName.limit) bytes, not \(quoted(text))") }
        return text
    }

    static func duration(_ text: String, of option: String) throws(UsageError) -> Duration {
        guard let duration = DurationText.parse(text), duration > .zero else {
            throw UsageError("\(option) takes a time such as 500ms, 30s or 1h30m, at most a day, not \(quoted(text))")
        }
        return duration
    }

    static func date(_ text: String, of option: String) throws(UsageError) -> Date {
        // Foundation's parser ignores trailing text and accepts February 31. So the format is checked first, and the
        // parsed date is compared with the text.
        let form = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z|[+-]\d\d:\d\d)/
        guard let match = text.wholeMatch(of: form), let date = try? Date(text, strategy: .iso8601),
            let asUTC = try? Date("\(match.1)Z", strategy: .iso8601), asUTC.formatted(.iso8601) == "\(match.1)Z"
        else {
            throw UsageError("\(option) takes a date such as 2022-03-11T09:00:00Z, not \(quoted(text))")
        }
        return date
    }

    static func network(_ text: String, of option: String) throws(UsageError) -> NetworkName {
        guard let network = NetworkName(rawValue: text) else {
            throw UsageError(
                "\(option) takes \(networks), not \(quoted(text))",
                didYouMean: nearestWord(to: text, in: NetworkName.allCases.map(\.rawValue))
            )
        }
        return network
    }

    static func path(_ text: String, of option: String) throws(UsageError) -> String {
        guard !text.isEmpty else { throw UsageError("\(option) takes a directory, not an empty text") }
        return text
    }
}
