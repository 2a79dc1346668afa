import HostKit

/// A command of the command line. Parsing, help and completion use the same table.
struct CommandRow: Sendable {
    /// The name; empty for no command.
    let name: String
    /// The arguments in capitals, as help shows them. An argument that ends in dots takes all remaining words.
    let arguments: [String]
    /// Whether the arguments may be left out, all together.
    var isOptional = false
    /// Whether the last argument may be left out.
    var mayEndEarly = false
    let summary: String
    let details: String
    /// Returns the output of a command that only prints a text, from one value for each of `arguments` and sections for the manual page.
    var text: (@Sendable ([String], [ManualSection]) throws(UsageError) -> String)?
    /// Returns the command, from one value for each of `arguments`.
    var make: @Sendable ([String]) throws(UsageError) -> Command = { _ in .chat }

    var usage: String {
        let last = mayEndEarly ? arguments.last.map { ["[\($0)]"] } ?? [] : arguments.suffix(1)
        let arguments = (arguments.dropLast() + last).joined(separator: " ")
        return arguments.isEmpty ? name : isOptional ? "\(name) [\(arguments)]" : "\(name) \(arguments)"
    }

    static let all = [
        CommandRow(
            name: "",
            arguments: [],
            summary: "chat on the whole terminal",
            details: "Chats on Matrix, or with simulated contacts; F1 or /help shows the commands.",
            make: { _ in .chat }
        ),
        CommandRow(
            name: "web",
            arguments: [],
            summary: "chat on a page in your browser",
            details: "Serves the chat on a page to this user on this machine, and prints its address.",
            make: { _ in .web }
        ),
        CommandRow(
            name: "list",
            arguments: [],
            summary: "print the chats",
            details: "Prints one row for each chat, newest first, with its number of unread messages.",
            make: { _ in .list }
        ),
        CommandRow(
            name: "show",
            arguments: ["CONTACT"],
            summary: "print the latest messages of a chat",
            details: "Prints a chat's latest messages, unmarked; waits up to 30 s for missing ones.",
            make: { .show(ChatExcerpt(contact: $0[0])) }
        ),
        CommandRow(
            name: "send",
            arguments: ["CONTACT", "TEXT..."],
            mayEndEarly: true,
            summary: "send a message or a file",
            details:
                "Sends a message (- reads standard input); exits with 69 if it cannot be sent.",
            make: { .send(SendRequest(contact: $0[0], text: $0.count > 1 ? $0[1] : "")) }
        ),
        CommandRow(
            name: "react",
            arguments: ["CHAT", "ID", "EMOJI"],
            summary: "react to a message",
            details: "Sets your reaction to the message with that ID; with --remove, removes it.",
            make: { .act(.react(message: $0[1], text: $0[2], isSet: true), in: $0[0]) }
        ),
        CommandRow(
            name: "edit",
            arguments: ["CHAT", "ID", "TEXT..."],
            summary: "edit a message of yours",
            details: "Gives your message with that ID another text (- reads standard input).",
            make: { .act(.edit(message: $0[1], text: $0[2]), in: $0[0]) }
        ),
        CommandRow(
            name: "delete",
            arguments: ["CHAT", "ID"],
            summary: "delete a message of yours",
            details: "Deletes your message with that ID for everyone.",
            make: { .act(.delete(message: $0[1]), in: $0[0]) }
        ),
        CommandRow(
            name: "read",
            arguments: ["CHAT", "ID"],
            mayEndEarly: true,
            summary: "mark messages as read",
            details: "Marks a chat as read, or its messages up to the one with that ID.",
            make: { .act(.read(message: $0.count > 1 ? $0[1] : nil), in: $0[0]) }
        ),
        CommandRow(
            name: "join",
            arguments: ["CHAT"],
            summary: "accept an invitation",
            details: "Accepts the invitation to a chat, or comes back to a group.",
            make: { .act(.join, in: $0[0]) }
        ),
        CommandRow(
            name: "leave",
            arguments: ["CHAT"],
            summary: "leave a chat",
            details: "Leaves a chat, or declines the invitation to it.",
            make: { .act(.leave, in: $0[0]) }
        ),
        CommandRow(
            name: "invite",
            arguments: ["CHAT", "PERSON"],
            summary: "invite a person to a group",
            details: "Invites a person, by name or @user:server, to a group.",
            make: { .act(.invite(person: $0[1]), in: $0[0]) }
        ),
        CommandRow(
            name: "watch",
            arguments: ["CHAT"],
            isOptional: true,
            summary: "print what happens, until it is ended",
            details: "Prints each message that comes or changes, in one chat or in all.",
            make: { .watch(WatchRequest(chat: $0.first)) }
        ),
        CommandRow(
            name: "search",
            arguments: ["TEXT..."],
            summary: "search chats and messages",
            details: "Searches chats and messages; each search word matches the start of a word.",
            make: { .search(text: $0[0]) }
        ),
        CommandRow(
            name: "export",
            arguments: [],
            summary: "print all stored messages",
            details: "Prints every stored message; with --json, in the format that import reads.",
            make: { _ in .export }
        ),
        CommandRow(
            name: "import",
            arguments: ["FILE"],
            summary: "import the output of export --json",
            details: "Adds new records from the file; exits with 65 if any line cannot be read.",
            make: { .import(file: $0[0]) }
        ),
        CommandRow(
            name: "login",
            arguments: ["ADDRESS"],
            summary: "log in to a Matrix account",
            details:
                "Logs in as @name:server, or at a server by name or URL, in the best way.",
            make: { .login(address: $0[0], way: nil) }
        ),
        CommandRow(
            name: "logout",
            arguments: [],
            summary: "log out; stored chats stay",
            details: "Ends the session on the server. Chats and keys stay, but for --forget.",
            make: { _ in .logout }
        ),
        CommandRow(
            name: "whoami",
            arguments: [],
            summary: "print the profile's account",
            details: "Prints the profile's account with its server and device, if it has one.",
            make: { _ in .whoami }
        ),
        CommandRow(
            name: "keys",
            arguments: ["ACTION", "FILE"],
            summary: "export or import encryption keys",
            details: "Exports or imports the keys to encrypted messages; asks for a passphrase.",
            make: { words throws(UsageError) in .keys(try KeyFileAction(words[0], file: words[1])) }
        ),
        CommandRow(
            name: "recovery",
            arguments: ["ACTION"],
            summary: "status, new, restore or replace",
            details: "Shows, makes, uses or replaces the recovery key of the account.",
            make: { words throws(UsageError) in .recovery(try RecoveryAction(words[0])) }
        ),
        CommandRow(
            name: "devices",
            arguments: ["ACTION", "ID..."],
            isOptional: true,
            summary: "your devices; list, verify, block, logout ...",
            details:
                "Shows your devices or a user's; verifies, blocks or logs out a device.",
            make: { words throws(UsageError) in
                guard let action = words.first else { return .ownDevices(.list) }
                guard action != "logout" else { return .ownDevices(.logOut(device: words[1])) }
                return .devices(try DeviceAction(action, ids: words[1]))
            }
        ),
        CommandRow(
            name: "keywords",
            arguments: ["ACTION..."],
            summary: "list, add or remove words that mention you",
            details: "Shows or changes the words that count as mentions of you.",
            make: { words throws(UsageError) in .keywords(try KeywordAction(words[0])) }
        ),
        CommandRow(
            name: "names",
            arguments: ["KIND"],
            summary: "print the names of chats or profiles",
            details: "Prints stored names, one a line, as completion in a shell needs them.",
            make: { words throws(UsageError) in .names(try NameKind(words[0])) }
        ),
        CommandRow(
            name: "completions",
            arguments: ["SHELL"],
            summary: "print a shell completion script",
            details: "Prints a script for bash, zsh or fish; its first lines say where to save it.",
            text: { words, _ throws(UsageError) in try Completions.script(for: words[0]) }
        ),
        CommandRow(
            name: "man",
            arguments: [],
            summary: "print the manual page",
            details: "Prints the manual page; save it in a man1 directory of $MANPATH.",
            text: { _, sections in ManualPage.text(with: sections) }
        ),
    ]

    static let none = all[0]
}
