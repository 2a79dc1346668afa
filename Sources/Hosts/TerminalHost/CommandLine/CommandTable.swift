/// A command of the command line: what parses it is what its help is made from.
struct CommandRow: Sendable {
    /// Empty for the command that is none.
    let name: String
    /// In capitals, as help shows them; one that ends in dots takes all the words that are left.
    let arguments: [String]
    let summary: String
    let details: String
    /// What it prints, made of one value for each of `arguments`, for a command that does nothing else.
    var text: (@Sendable ([String]) throws(UsageError) -> String)?
    /// Gets one value for each of `arguments`.
    var make: @Sendable ([String]) -> Command = { _ in .chat }

    var usage: String { ([name] + arguments).joined(separator: " ") }

    static let all = [
        CommandRow(
            name: "",
            arguments: [],
            summary: "chat: read and write, on the whole terminal",
            details: "Chats in the terminal, with simulated contacts who answer; F1 or /help says how.",
            make: { _ in .chat }
        ),
        CommandRow(
            name: "list",
            arguments: [],
            summary: "print the chats",
            details: "Prints a row for each chat, the newest first, with its unread messages counted.",
            make: { _ in .list }
        ),
        CommandRow(
            name: "show",
            arguments: ["CONTACT"],
            summary: "print the latest messages of a chat",
            details: "Prints the latest messages with a contact, and marks nothing as read.",
            make: { .show(ChatExcerpt(contact: $0[0])) }
        ),
        CommandRow(
            name: "send",
            arguments: ["CONTACT", "TEXT..."],
            summary: "send a message",
            details:
                "Sends a message (- reads it), waits until the server has it, or ends with 69.",
            make: { .send(contact: $0[0], text: $0[1]) }
        ),
        CommandRow(
            name: "search",
            arguments: ["TEXT..."],
            summary: "find chats and messages",
            details: "Prints the chats and messages in which each word typed begins a word.",
            make: { .search(text: $0[0]) }
        ),
        CommandRow(
            name: "export",
            arguments: [],
            summary: "print everything that is stored",
            details: "Prints every stored message; with --json, in the form that import takes back.",
            make: { _ in .export }
        ),
        CommandRow(
            name: "import",
            arguments: ["FILE"],
            summary: "take back what export --json wrote",
            details: "Adds what is new in the file; ends with 65 after naming lines it cannot read.",
            make: { .import(file: $0[0]) }
        ),
        CommandRow(
            name: "login",
            arguments: ["ADDRESS"],
            summary: "make the profile that of a Matrix account",
            details:
                "Logs in as @name:server, or at a server or its URL; the password is asked for.",
            make: { .login(address: $0[0], hasToken: false) }
        ),
        CommandRow(
            name: "logout",
            arguments: [],
            summary: "end the account's login; its chats stay",
            details: "Has the server forget this login; what is stored stays, and can be read.",
            make: { _ in .logout }
        ),
        CommandRow(
            name: "whoami",
            arguments: [],
            summary: "print the profile's account",
            details: "Prints the account with its server and device, or that there is none.",
            make: { _ in .whoami }
        ),
        CommandRow(
            name: "completions",
            arguments: ["SHELL"],
            summary: "print what completes these words in a shell",
            details: "Prints a script for bash, zsh or fish, which says itself where it belongs.",
            text: { words throws(UsageError) in try Completions.script(for: words[0]) }
        ),
        CommandRow(
            name: "man",
            arguments: [],
            summary: "print the manual page",
            details: "Prints the manual page, to be kept in a man1 directory of $MANPATH.",
            text: { _ in ManualPage.text }
        ),
    ]

    static let none = all[0]
}
