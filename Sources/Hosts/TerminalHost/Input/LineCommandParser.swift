import ChatTypes
import CommandLineKit
import ScreenKit

extension LineCommand {
    /// Reads a typed line for the screen it was typed on.
    ///
    /// A line whose first character is a slash is a command, unless a second one follows: then it is text that begins with
    /// one slash. Any other line is text, except on the list and on a chat's details, which take none; on the list, a number opens
    /// the chat in that row.
    /// - Throws: what is wrong, what was probably meant, and what is possible here.
    package init(_ line: String, on screen: ScreenName) throws(LineCommandError) {
        guard let text = Self.text(of: line) else {
            self = try Self.command(line, on: screen)
            return
        }
        if screen == .chatList {
            if case .row(let number) = ChatReference(line.trimmed) {
                self = .open(.row(number))
                return
            }
            guard line.allSatisfy(\.isWhitespace) else { throw .textOnList(line) }
            self = .nothing
        } else if screen == .chatDetails {
            guard line.allSatisfy(\.isWhitespace) else { throw .textOnDetails }
            self = .nothing
        } else {
            self = .text(text)
        }
    }

    /// The text that a line is where text is taken; nil where it begins as a command does.
    package static func text(of line: some StringProtocol) -> String? {
        guard line.hasPrefix("/") else { return String(line) }
        return line.hasPrefix("//") ? String(line.dropFirst()) : nil
    }

    private static func command(_ line: String, on screen: ScreenName) throws(LineCommandError) -> Self {
        let name = String(line.prefix { !$0.isWhitespace })
        let words = line.dropFirst(name.count).trimmed
        guard let row = LineCommandRow.named(name), row.screens.contains(screen) else {
            throw .notHere(name, on: screen)
        }
        switch row.argument {
        case .none(let command):
            guard words.isEmpty else { throw LineCommandError(message: "\(name) takes no argument.") }
            return command
        case .required(let what, _) where words.isEmpty:
            throw .missing(what, after: row, given: words)
        case .optional(let what, let make), .required(let what, let make):
            guard let command = make(words) else { throw .missing(what, after: row, given: words) }
            if case .group(let names) = command { try refuseUnusable(names) }
            return command
        }
    }

    /// Without one of its names it would be another group, or a chat with the last alone.
    private static func refuseUnusable(_ names: [String]) throws(LineCommandError) {
        for name in names {
            guard let fault = ContactName(name).fault else { continue }
            throw LineCommandError(message: "\(short(name)): \(errorText(fault))")
        }
    }

    /// A number that another word follows says which message; any other text is the newest one's.
    init(edit words: String) {
        let first = words.prefix { !$0.isWhitespace }
        let rest = words.dropFirst(first.count).trimmed
        if let place = Int(first), place > 0, !rest.isEmpty {
            self = .edit(place, rest)
        } else {
            self = .edit(1, words)
        }
    }

    /// A number before a path, or alone, says which file; a path alone is for the newest.
    init(save words: String) {
        let first = words.prefix { !$0.isWhitespace }
        let number = Int(first).flatMap { $0 > 0 ? $0 : nil }
        let path = number == nil ? words : words.dropFirst(first.count).trimmed
        self = .file(number ?? 1, .save(to: path.isEmpty ? nil : path))
    }

    /// One name alone is no group.
    init?(group words: String) {
        let names = words.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
        if names.count < 2 { return nil }
        self = .group(names)
    }

    /// What `/help` shows on a screen, made from the table that parses.
    static func help(on screen: ScreenName) -> [String] {
        return CommandLineHelp.columns(screen.text + LineCommandRow.all(on: screen).map { ($0.usage, $0.summary) })
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
                "\(name) works in \(wordList(row.screens.map(\.inWords), joinedBy: "and")), not in \(screen.inWords)."
            } else if let near = nearestWord(to: name, in: here) {
                "Unknown command \(quoted(name)); did you mean \(near)?"
            } else {
                "Unknown command \(quoted(name))."
            }
        let slash = screen.text.count < 2 ? "" : " Type // for text that begins with a slash."
        return Self(message: "\(problem)\(slash) Commands here: \(here.joined(separator: " ")).")
    }

    fileprivate static func textOnList(_ line: String) -> Self {
        let here = names(on: .chatList)
        let first = String(line.trimmed.prefix { !$0.isWhitespace })
        let hint = nearestWord(to: first, in: here).map { "did you mean \($0)?" } ?? "open a chat to write."
        return Self(message: "Only commands work in the list; \(hint) Commands here: \(here.joined(separator: " ")).")
    }

    fileprivate static var textOnDetails: Self {
        let here = names(on: .chatDetails).joined(separator: " ")
        return Self(
            message: "Only commands work in a chat's details; /back returns to the chat. Commands here: \(here)."
        )
    }

    private static func names(on screen: ScreenName) -> [String] {
        LineCommandRow.all(on: screen).map(\.name)
    }
}

extension StringProtocol {
    /// Without the white space around it.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

/// Lengths of time as a person types them: `500ms`, `30s`, `2m`, `1h`, `1d`, `1m30s`.
enum DurationText {
    static let longest = Duration.seconds(86_400)

    private static let units: [(name: String, length: Duration)] = [
        ("d", .seconds(86_400)), ("h", .seconds(3600)), ("m", .seconds(60)), ("s", .seconds(1)),
        ("ms", .milliseconds(1)),
    ]

    /// Nil for anything else: each unit at most once, the longest first, whole numbers, a day at most.
    static func parse(_ text: String) -> Duration? {
        var rest = text.lowercased()[...]
        var units = units[...]
        var sum = Duration.zero
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            // Eight digits are enough for a day of milliseconds, and too few to overflow.
            guard digits.count <= 8, let number = Int(digits), let unit = units.firstIndex(where: { $0.name == name })
            else { return nil }
            sum += units[unit].length * number
            units = units[(unit + 1)...]
        }
        return sum <= longest ? sum : nil
    }
}
