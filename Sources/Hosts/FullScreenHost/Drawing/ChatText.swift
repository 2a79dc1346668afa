import Chat
import ChatTypes
import Foundation
import RuntimeKit
import ScreenKit
import TerminalHost

/// A chat as lines: a block of lines for each row, made on demand.
struct ChatText {
    let state: ChatViewState
    let columns: Int
    let theme: Theme
    let environment: ChatEnvironment
    /// The selected message, which is reversed.
    var selected: MessageID?

    /// Returns the lines of a row, with the rules above it.
    func block(_ index: Int) -> [StyledLine] {
        let row = state.rows[index]
        let lines = message(row)
        return rules(above: index) + (row.id == selected ? lines.map(\.reversed) : lines)
    }

    /// Returns the rules above a row: for a new day, the first unread message, and a gap.
    func rules(above index: Int) -> [StyledLine] {
        let row = state.rows[index]
        var lines: [StyledLine] = []
        if index == 0 || !isSameDay(row, state.rows[index - 1]) { lines.append(rule(dayText(of: row), theme.dim)) }
        if row.id == state.firstUnread { lines.append(rule("unread", theme.divider)) }
        if row.followsGap, index > 0 {
            lines.append(rule("Messages are missing here; loading them", theme.notice))
        }
        return lines
    }

    private func message(_ row: ChatViewState.Row) -> [StyledLine] {
        let time = environment.clockText(for: row.date)
        let width = TerminalText.width(time) > 5 ? 8 : 5
        let isMine = row.author == .me
        let author = row.sender ?? state.title
        let name = isMine ? ownName : TerminalText.name(author, columns: 20)
        let opening = [
            Span(String(repeating: " ", count: max(0, width - TerminalText.width(time)))),
            Span(time, row.id == state.found ? theme.bar : theme.dim),
            Span(" "),
            Span(TerminalText.pad(row.tick, columns: 2), row.hasFailed ? theme.problem : theme.dim),
            Span(" "),
            Span(name, isMine ? theme.mine : theme.author(author)),
            Span(": "),
        ]
        // Further in than names, so that no line of a text looks like the first line of a message.
        let indent = width + 6
        var body = row.text.isEmpty ? [] : TerminalText.lines(row.text)
        if let file = row.file {
            body.append("[\(TerminalText.oneLine(file.name)): \(file.detail)]")
            if let progress = file.progress { body.append(TerminalText.oneLine(progress)) }
        } else if let attachment = row.attachment {
            body.append("[\(TerminalText.oneLine(attachment))]")
        }
        if row.isEdited { body.append((body.popLast() ?? "") + " (edited)") }
        let style = row.isDeleted ? theme.dim : theme.plain
        let message = wrap(
            body.joined(separator: "\n"),
            after: StyledLine(spans: opening),
            indent: indent,
            style: style
        )
        var problems: [String] = []
        if case .failed(let reason) = row.delivery {
            problems.append("Not sent: \(TerminalText.oneLine(reason)); /resend tries again")
        }
        if let reason = row.editFailure { problems.append("Not edited: \(TerminalText.oneLine(reason))") }
        let below = StyledLine(indent: indent, spans: [])
        return message + problems.flatMap { wrap($0, after: below, indent: indent, style: theme.problem) }
    }

    private func wrap(_ text: String, after opening: StyledLine, indent: Int, style: CellStyle) -> [StyledLine] {
        StyledLine.wrap(text, columns: columns, after: opening, indent: indent, style: style)
    }

    private func rule(_ text: String, _ style: CellStyle) -> StyledLine {
        let text = TerminalText.fit("── \(text) ", columns: columns)
        let rest = max(0, columns - TerminalText.width(text))
        return StyledLine(spans: [Span(text + String(repeating: "─", count: rest), style)])
    }

    private func isSameDay(_ row: ChatViewState.Row, _ other: ChatViewState.Row) -> Bool {
        environment.calendar.isDate(row.date, inSameDayAs: other.date)
    }

    private func dayText(of row: ChatViewState.Row) -> String {
        environment.calendar.isDate(row.date, inSameDayAs: environment.now())
            ? "Today" : environment.dayText(for: row.date)
    }
}

extension ChatViewState.Row {
    /// The delivery state of the user's own message, in at most two columns.
    fileprivate var tick: String {
        switch delivery {
        case .received: ""
        case .sending: "·"
        case .sent: "✓"
        case .read: "✓✓"
        case .failed: "✗"
        }
    }

    fileprivate var hasFailed: Bool { if case .failed = delivery { true } else { false } }
}
