import CommandLineKit
import Foundation
import HostKit

/// Tells typed commands from text.
enum TypedCommand {
    /// The text meant by what is typed; nil for a command.
    ///
    /// Several lines are a command only if they begin with the name of one: a command that cannot be performed is then
    /// refused instead of sent. Other lines were written or pasted to be read.
    static func text(meantBy typed: String) -> String? {
        if let text = LineCommand.text(of: typed) { return text }
        let line = typed.withoutTrailingLineBreaks
        return line.contains(where: \.isNewline) && row(of: line) == nil ? typed : nil
    }

    /// Returns what to type so that a text is not read as a command.
    static func typed(for text: String) -> String { self.text(meantBy: text) == text ? text : "/" + text }

    /// Parses a command of any screen.
    ///
    /// - Throws: `LineCommandError` for a text that is no such command.
    static func parse(_ text: String, on screen: ScreenName) throws(LineCommandError) -> LineCommand {
        let line = text.withoutTrailingLineBreaks
        let row = row(of: line)
        if let row, !row.takesLines, line.contains(where: \.isNewline) {
            throw LineCommandError(message: "\(row.name) takes one line; begin with // to send this as text")
        }
        let screens = row?.screens ?? []
        return try LineCommand(line, on: screens.contains(screen) ? screen : screens.first ?? screen)
    }

    /// Returns why a command cannot be bound to a key; nil if it can.
    static func problem(withBound command: String) -> String? {
        let name = command.prefix { !$0.isWhitespace }
        if NamedAction.named(command) != nil || name == find || row(of: command) != nil { return nil }
        let names = NamedAction.all.map(\.command) + LineCommandRow.all.map(\.name) + [find]
        return "there is no command '\(echoed(command))'\(suggestion(for: String(name), among: names))"
    }

    /// Searches the messages of the open chat.
    static let find = "/find"

    /// The text to find in the open chat, empty for none yet; nil for any other command.
    static func textToFind(in typed: String) -> String? {
        let line = typed.withoutTrailingLineBreaks
        guard line.prefix(while: { !$0.isWhitespace }) == find, !line.contains(where: \.isNewline) else { return nil }
        return line.dropFirst(find.count).trimmingCharacters(in: .whitespaces)
    }

    /// The notice for a search that found nothing and whose text is a command's name; nil for other texts.
    ///
    /// The command is not performed: the user may have searched for the word.
    static func hint(afterSearchFor text: String) -> String? {
        let line = text.hasPrefix("/") ? String(text.dropFirst()) : text
        guard row(of: "/\(line)") != nil else { return nil }
        return "Nothing found; to run the command, press Esc and type /\(TerminalText.oneLine(line))"
    }

    private static func row(of line: some StringProtocol) -> LineCommandRow? {
        LineCommandRow.named(line.prefix { !$0.isWhitespace })
    }
}

extension String {
    /// Copied text often ends with line breaks.
    fileprivate var withoutTrailingLineBreaks: String { String(reversed().drop(while: \.isNewline).reversed()) }
}

extension LineCommandRow {
    /// Whether the text of the command may have several lines.
    fileprivate var takesLines: Bool { ["/edit", "/reply"].contains(name) }
}
