import CSystem
import Foundation
import HostKit
import RuntimeKit

/// A program that shows notifications, with its arguments. No shell reads them.
struct NotificationCommand: Equatable, Sendable {
    static let setting = "notify-command"

    /// The words that stand for the texts of a notification.
    static let (title, text) = ("{title}", "{text}")

    /// The program of the freedesktop.org desktops.
    static let notifySend = Self(
        arguments: ["notify-send", "--app-name=viperchat", "--", title, text],
        escapesMarkup: true
    )

    let arguments: [String]
    /// Whether the program takes the text for markup.
    var escapesMarkup = false

    /// Reads words that are separated by blanks. Double quotes keep blanks within a word, and a backslash there takes a quote or a backslash
    /// as it is. Returns nil without a word, and for a quote that does not end.
    init?(words line: some StringProtocol) {
        var (words, word, isQuoted, isEscaped): ([String], String?, Bool, Bool) = ([], nil, false, false)
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
                word = word ?? ""
            } else if !isQuoted, character.isWhitespace {
                if let ended = word { words.append(ended) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if isQuoted { return nil }
        if let word { words.append(word) }
        guard let program = words.first, !program.isEmpty else { return nil }
        self.init(arguments: words)
    }

    init(arguments: [String], escapesMarkup: Bool = false) {
        (self.arguments, self.escapesMarkup) = (arguments, escapesMarkup)
    }

    /// Returns the arguments for a notification. Without a place for them, title and text follow as two arguments.
    ///
    /// A text of others stays one argument. If it begins with a dash, it gets a blank before it, so that it is no option.
    ///
    /// - Parameters:
    ///   - title: sanitized text.
    ///   - text: sanitized text.
    func filled(_ title: String, _ text: String) -> [String] {
        let hasPlace = arguments.contains { $0.contains(Self.title) || $0.contains(Self.text) }
        return (arguments + (hasPlace ? [] : [Self.title, Self.text])).map { argument in
            // The parts are replaced one by one: a title may contain the word for the text.
            let filled = argument.split(separator: Self.title, omittingEmptySubsequences: false)
                .map {
                    $0.split(separator: Self.text, omittingEmptySubsequences: false).joined(separator: marked(text))
                }
                .joined(separator: title)
            return filled.hasPrefix("-") && !argument.hasPrefix("-") ? " " + filled : filled
        }
    }

    private func marked(_ text: String) -> String {
        guard escapesMarkup else { return text }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

/// Runs the commands that show notifications, one after the other. A command that hangs is ended, what it prints is dropped, and the first
/// failure is told.
final class NotificationRunner: Sendable {
    /// The number of notifications that may wait: of more, the oldest are not shown.
    static let limit = 5

    private struct Notification: Sendable {
        let title, text: String
    }

    private let commands: [NotificationCommand]
    private let patience: Duration
    private let waiting = CoalescingQueue<Notification>()

    /// - Parameter patience: the time that a command has.
    init(_ commands: [NotificationCommand], patience: Duration = .seconds(10)) {
        (self.commands, self.patience) = (commands, patience)
    }

    func post(_ title: String, _ text: String) {
        if !commands.isEmpty { waiting.post(Notification(title: title, text: text)) }
    }

    /// Shows notifications until the caller's task is cancelled. Calls `tell` with a sentence about the first failure of each command.
    func run(_ tell: @Sendable (String) -> Void) async {
        var told: Set<Int> = []
        while await showWaiting(besides: &told, tell) {}
    }

    /// Shows the notifications that wait, or the next ones. Returns false if the caller's task was cancelled before one came.
    ///
    /// - Parameter told: the indexes of the commands whose failure was told.
    func showWaiting(besides told: inout Set<Int>, _ tell: @Sendable (String) -> Void) async -> Bool {
        let notifications = await waiting.takeAll()
        for notification in notifications.suffix(Self.limit) {
            for (index, command) in commands.enumerated() {
                let arguments = command.filled(notification.title, notification.text)
                guard let reason = await failure(of: arguments), !Task.isCancelled else { continue }
                guard told.insert(index).inserted else { continue }
                tell("Notifications are not shown: \(short(command.arguments[0])) \(reason)")
            }
        }
        return !notifications.isEmpty
    }

    /// Runs a program to its end. Returns the reason if it fails.
    private func failure(of arguments: [String]) async -> String? {
        let ended = CoalescingQueue<Int32>()
        let id: pid_t
        do { id = try ChildProgram.startSilently(["/usr/bin/env", "--"] + arguments) { ended.post($0) } } catch {
            return "cannot be started: \(FailureText.text(of: error))"
        }
        let status = await withTaskGroup(of: Int32?.self) { group in
            group.addTask { await ended.takeAll().first }
            group.addTask { [patience] in
                try? await ContinuousClock().sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        switch status {
        case 0: return nil
        // The code of env for a program that is not there.
        case 127: return "was not found"
        case let code?: return "failed with exit code \(code)"
        case nil:
            // With everything that it has started in its process group.
            if kill(-id, SIGKILL) != 0 { kill(id, SIGKILL) }
            return "did not end in \(Int(patience / .seconds(1))) s and was ended"
        }
    }
}
