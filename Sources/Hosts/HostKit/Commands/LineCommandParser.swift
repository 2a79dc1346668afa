import ChatTypes
import CommandLineKit
import ScreenKit

extension VerificationReply {
    fileprivate init?(_ text: String) { self.init(rawValue: text.trimmed.lowercased()) }
}

extension LineCommand {
    /// Parses a line that was typed on a screen.
    ///
    /// A line that begins with one slash is a command. A line that begins with two is text that begins with one. Any
    /// other line is text, except on the list, a chat's details, pictures and pinned messages, and a verification, which take no text. A verification
    /// takes an answer without a slash, too. On the list, a number opens the chat in that row; on the pictures and the pinned messages, it shows the message in that row.
    ///  - Throws: the error, with the command that was probably meant and the commands of the screen.
    package init(_ line: String, on screen: ScreenName) throws(LineCommandError) {
        guard let text = Self.text(of: line) else {
            self = try Self.command(line, on: screen)
            return
        }
        if screen == .verification, let reply = VerificationReply(line) {
            self = .verification(reply)
            return
        }
        switch (screen, ChatReference(line.trimmed)) {
        case (.createChat, _), (.chat, _): self = .text(text)
        case (.chatList, .row(let number)): self = .open(.row(number))
        case (.sharedPictures, .row(let number)), (.pinnedMessages, .row(let number)): self = .row(number)
        case (.chatList, _), (.chatDetails, _), (.sharedPictures, _), (.pinnedMessages, _), (.verification, _):
            guard line.allSatisfy(\.isWhitespace) else { throw .text(line, on: screen) }
            self = .nothing
        }
    }

    /// Returns the text of a line on a screen that takes text; nil if the line begins as a command does.
    package static func text(of line: some StringProtocol) -> String? {
        guard !TypedText.beginsAsCommand(line) else { return nil }
        return String(line.hasPrefix("//") ? line.dropFirst() : line[...])
    }

    private static func command(_ line: String, on screen: ScreenName) throws(LineCommandError) -> Self {
        let name = String(line.prefix { !$0.isWhitespace })
        let words = line.dropFirst(name.count).trimmed
        guard let row = LineCommandRow.named(name), row.screens.contains(screen) else {
            throw .notHere(name, on: screen)
        }
        if row.isAboutListedChat, screen == .chatList {
            let last = words.reversed().prefix { !$0.isWhitespace }.reversed()
            if case .row(let number) = ChatReference(String(last)) {
                return .listed(number, try command(row, words.dropLast(last.count).trimmed))
            }
        }
        return try command(row, words)
    }

    private static func command(_ row: LineCommandRow, _ words: String) throws(LineCommandError) -> Self {
        switch row.argument {
        case .none(let command):
            guard words.isEmpty else { throw LineCommandError(message: "\(row.name) takes no argument.") }
            return command
        case .required(let what, _) where words.isEmpty:
            throw .missing(what, after: row, given: words)
        case .optional(let what, let make), .required(let what, let make):
            guard let command = make(words) else { throw .missing(what, after: row, given: words) }
            switch command {
            case .group(let names): try checkNames(names)
            // One name is checked by the form.
            case .plain(let names) where names.count > 1: try checkNames(names)
            default: break
            }
            return command
        }
    }

    /// Refuses an invalid name. Without it, the command would create another group, or a chat with one contact.
    private static func checkNames(_ names: [String]) throws(LineCommandError) {
        for name in names {
            guard let fault = ContactName(name).error else { continue }
            throw LineCommandError(message: "\(short(name)): \(errorText(fault))")
        }
    }

    /// Parses an answer, which may be missing; nil for other words.
    package init?(encrypt words: String) {
        switch words.lowercased() {
        case "": self = .encrypt(nil)
        case "yes": self = .encrypt(true)
        case "no": self = .encrypt(false)
        default: return nil
        }
    }

    package init(edit words: String) {
        let (place, text) = Self.numbered(words)
        self = .edit(place, text)
    }

    /// Parses a number and a text, or a text alone for the newest message. A number alone is the text.
    static func numbered(_ words: String) -> (number: Int, text: String) {
        let first = words.prefix { !$0.isWhitespace }
        let rest = words.dropFirst(first.count).trimmed
        if let place = Int(first), place > 0, !rest.isEmpty { return (place, rest) }
        return (1, words)
    }

    /// Parses names between commas into invitations; nil without a name.
    static func invitations(_ words: String) -> Self? {
        let names = words.split(separator: ",").map { LineCommandRow.unquoted($0.trimmed) }.filter { !$0.isEmpty }
        return names.isEmpty ? nil : .change(names.map { .invite($0) })
    }

    /// Parses a name, and after a comma a text, which may be missing.
    static func nameAndText(_ words: String) -> (name: String, text: String) {
        let parts = words.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
        return (LineCommandRow.unquoted(parts[0]), parts.count > 1 ? parts[1] : "")
    }

    /// Parses a name and, after a comma, a role or the beginning of one; nil if one of them is missing.
    package static func role(_ words: String) -> Self? {
        let (name, word) = nameAndText(words)
        guard !name.isEmpty, !word.isEmpty, let role = MemberRole(word: word) else { return nil }
        return .change([.setRole(name, role)])
    }

    /// The name that stands for the user.
    private static let ownName = "me"

    /// Parses the answer to a verification, or the name of a person and, after a comma, a device; both may be missing.
    package static func verification(_ words: String) -> Self? {
        if let reply = VerificationReply(words) { return .verification(reply) }
        let (name, text) = nameAndText(words)
        let device = text.isEmpty ? nil : text
        if name == ownName { return .verifyOwn(device: device) }
        return .encryption(.verify(person: name.isEmpty ? nil : name, device: device))
    }

    /// Parses a number, a path, or both. Without a number, the newest file is meant.
    package init(save words: String) {
        let first = words.prefix { !$0.isWhitespace }
        let number = Int(first).flatMap { $0 > 0 ? $0 : nil }
        let path = number == nil ? words : words.dropFirst(first.count).trimmed
        self = .file(number ?? 1, .save(to: path.isEmpty ? nil : path))
    }

    /// The word before names that asks for a chat without encryption.
    private static let plainWord = "--plain "

    /// Parses a name, which may be missing, behind `--plain` for a chat without encryption.
    package init?(new words: String) {
        if words.hasPrefix(Self.plainWord) {
            self = .plain([LineCommandRow.unquoted(String(words.dropFirst(Self.plainWord.count)).trimmed)])
        } else {
            self = .new(words.isEmpty ? nil : LineCommandRow.unquoted(words))
        }
    }

    /// Parses names between commas, behind `--plain` for a group without encryption; nil for fewer than two.
    package init?(group words: String) {
        let isPlain = words.hasPrefix(Self.plainWord)
        let names = words.dropFirst(isPlain ? Self.plainWord.count : 0).split(separator: ",").map {
            LineCommandRow.unquoted($0.trimmed)
        }.filter { !$0.isEmpty }
        if names.count < 2 { return nil }
        self = isPlain ? .plain(names) : .group(names)
    }

    /// Returns the help for a screen, made from the table that parses commands.
    package static func help(on screen: ScreenName) -> [String] {
        return ProgramText.columns(
            screen.text + LineCommandRow.all(on: screen).map { ($0.usage(on: screen), $0.summary) }
        )
        .split(separator: "\n").map(String.init)
    }
}

extension LineCommandError {
    fileprivate static func missing(_ what: String, after row: LineCommandRow, given words: String) -> Self {
        let given = words.isEmpty ? "" : ", not \(quoted(words))"
        return Self(message: "\(row.name) needs \(what)\(given): \(row.summary).")
    }

    fileprivate static func notHere(_ name: String, on screen: ScreenName) -> Self {
        let here = names(on: screen)
        let problem =
            if let row = LineCommandRow.named(name) {
                "\(name) works in \(wordList(row.screens.map(\.nameInSentence), joinedBy: "and")), not in \(screen.nameInSentence)."
            } else if let near = nearestWord(to: name, in: here) {
                "Unknown command \(quoted(name)); did you mean \(near)?"
            } else {
                "Unknown command \(quoted(name))."
            }
        let slash = screen.text.count < 2 ? "" : " Type // for text that begins with a slash."
        return Self(message: "\(problem)\(slash) Commands here: \(here.joined(separator: " ")).")
    }

    /// The error for text on a screen that takes none.
    fileprivate static func text(_ line: String, on screen: ScreenName) -> Self {
        let here = names(on: screen)
        let first = String(line.trimmed.prefix { !$0.isWhitespace })
        let reply = screen == .verification ? nil : VerificationReply(line)
        let hint =
            if let reply { "/verify \(reply.rawValue) answers a verification." } else {
                hint(for: first, on: screen, here)
            }
        return Self(
            message:
                "Only commands work in \(screen.nameInSentence); \(hint) Commands here: \(here.joined(separator: " "))."
        )
    }

    private static func hint(for first: String, on screen: ScreenName, _ here: [String]) -> String {
        switch screen {
        case .chatDetails: "/back returns to the chat."
        case .sharedPictures: "a number shows the message with that picture."
        case .pinnedMessages: "a number shows that message."
        case .verification: "yes or no answers."
        case .chatList, .createChat, .chat:
            nearestWord(to: first, in: here).map { "did you mean \($0)?" } ?? "open a chat to write."
        }
    }

    private static func names(on screen: ScreenName) -> [String] {
        LineCommandRow.all(on: screen).map(\.name)
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

/// Parses durations such as `500ms`, `30s`, `2m`, `1h`, `1d` or `1m30s`.
package enum DurationText {
    static let longest = Duration.seconds(86_400)

    private static let units: [(name: String, length: Duration)] = [
        ("d", .seconds(86_400)), ("h", .seconds(3600)), ("m", .seconds(60)), ("s", .seconds(1)),
        ("ms", .milliseconds(1)),
    ]

    /// Returns nil unless the text is a duration of at most a day: whole numbers, each unit at most once, the longest
    /// first.
    package static func parse(_ text: String) -> Duration? {
        var rest = text.lowercased()[...]
        var units = units[...]
        var sum = Duration.zero
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            // Eight digits suffice for a day in milliseconds, and cannot overflow.
            guard digits.count <= 8, let number = Int(digits), let unit = units.firstIndex(where: { $0.name == name })
            else { return nil }
            sum += units[unit].length * number
            units = units[(unit + 1)...]
        }
        return sum <= longest ? sum : nil
    }
}
