import ChatList
import ChatTypes
import Foundation
import HostKit
import RuntimeKit
import ScreenKit

/// Draws the list: one or two rows of cells for each of its rows.
///
/// Times, signs and unread counts are at the right edge, below each other.
struct ListDrawing {
    let rows: [ChatListViewState.Row]
    /// The index of the first row shown.
    let top: Int
    let selected: ChatSummary.ID?
    /// Whether the list receives keys.
    let isActive: Bool
    let context: DrawingContext
    let rowHeight: Int
    /// The words of the search, which results show even where their texts are cut.
    let words: [String]
    /// Returns whether a chat has an unsent text, which may be newer than its row.
    let hasDraft: (ChatListViewState.Row) -> Bool

    private var theme: Theme { context.theme }

    /// Returns the index of the row at a row of cells; nil if there is none.
    func index(at row: Int, in area: CellArea) -> Int? {
        guard area.rows.contains(row) else { return nil }
        let index = top + (row - area.rows.lowerBound) / rowHeight
        return rows.indices.contains(index) ? index : nil
    }

    func draw(on grid: inout CellGrid, within area: CellArea) {
        for (offset, row) in rows.dropFirst(top).enumerated() {
            let first = area.rows.lowerBound + offset * rowHeight
            guard first < area.rows.upperBound else { return }
            draw(row, on: &grid, first, area)
        }
    }

    private func draw(_ row: ChatListViewState.Row, on grid: inout CellGrid, _ first: Int, _ area: CellArea) {
        let isSelected = row.id == selected
        let bar = isSelected && isActive ? theme.bar : nil
        if bar != nil { grid.clear(CellArea(rows: first..<(first + 1), columns: area.columns), style: theme.bar) }
        let time = Span(TerminalText.oneLine(row.shortTime), bar ?? theme.dim)
        let isShort = rowHeight == 1
        let right = (isShort ? signs(of: row, bar) : []) + (area.columns.count < 12 ? [] : [time])
        let room = area.columns.count - 2 - width(of: right) - 1
        let mark = isSelected ? "> " : "  "
        let start = grid.draw(mark, row: first, bar ?? (isSelected ? theme.strong : theme.plain), within: area)
        let id = row.distinction.map { " (\(TerminalText.oneLine($0)))" } ?? ""
        // At least half of the row tells equal names apart.
        let idRoom = min(TerminalText.width(id), max(0, room / 2))
        let title = TerminalText.name(row.title, columns: max(1, room - idRoom))
        let end = grid.draw(
            TerminalText.fit(title, columns: room - idRoom),
            row: first,
            from: start,
            bar ?? theme.author(row.title),
            within: area
        )
        grid.draw(TerminalText.fit(id, columns: idRoom), row: first, from: end, bar ?? theme.dim, within: area)
        draw(right, on: &grid, first, area)
        if !isShort, first + 1 < area.rows.upperBound { drawPreview(of: row, on: &grid, first + 1, area) }
    }

    private func drawPreview(of row: ChatListViewState.Row, on grid: inout CellGrid, _ second: Int, _ area: CellArea) {
        let right = signs(of: row, nil)
        let end = max(area.columns.lowerBound, area.columns.upperBound - (right.isEmpty ? 0 : width(of: right) + 1))
        let left = CellArea(rows: area.rows, columns: area.columns.lowerBound..<end)
        // The sender is dimmed, unlike names above: no preview can imitate a row.
        let preview = TerminalText.oneLine(row.typing ?? row.preview)
        let sender = row.sender ?? (row.author == .me ? ownName : nil)
        let author =
            row.typing == nil
            ? sender.map { "\(TerminalText.name($0, of: row.author, columns: nameColumns(of: row, area))): " } ?? ""
            : ""
        let sign = row.typing == nil && row.senderWarning != nil ? "\(SenderWarning.sign) " : ""
        let begin = grid.draw("  \(sign)", row: second, theme.sign(of: row.senderWarning), within: left)
        let after = grid.draw(author, row: second, from: begin, theme.dim, within: left)
        // A coloured dot stands for a picture that has been downloaded.
        if let picture = row.picture, !(preview.isEmpty && author.isEmpty) {
            grid.draw("●", row: second, theme.picture(picture), within: left)
        }
        let shown = row.id.message == nil ? preview : excerpt(of: preview, columns: left.columns.upperBound - after)
        grid.draw(shown, row: second, from: after, row.unreadCount > 0 ? theme.plain : theme.dim, within: left)
        draw(right, on: &grid, second, area)
    }

    /// The columns for a sender; the text of a result has more.
    private func nameColumns(of row: ChatListViewState.Row, _ area: CellArea) -> Int {
        row.id.message == nil ? 20 : max(6, min(20, area.columns.count / 3))
    }

    /// Returns a text from shortly before the first word found on, if that would be cut otherwise.
    private func excerpt(of text: String, columns: Int) -> String {
        guard let place = text.firstPlace(of: words) else { return text }
        let longest = words.map { TerminalText.width($0) }.max() ?? 0
        guard TerminalText.width(text) > columns, TerminalText.width(String(text[..<place])) + longest >= columns else {
            return text
        }
        var start = place
        while start > text.startIndex, TerminalText.width(String(text[start..<place])) < columns / 4 {
            start = text.index(before: start)
        }
        return "…\(text[start...])"
    }

    /// The signs for a favourite, an invitation, a chat that the user is not in any more, a message that failed, a draft, a mention and a muted chat, and the unread count.
    private func signs(of row: ChatListViewState.Row, _ bar: CellStyle?) -> [Span] {
        var spans: [Span] = []
        if row.marks.contains(.favourite) { spans.append(Span("★", bar ?? theme.notice)) }
        if row.state.isInvitation { spans.append(Span("+", bar ?? theme.unread)) }
        if row.state.isOver || row.state == .replaced { spans.append(Span("×", bar ?? theme.dim)) }
        if row.hasFailed { spans.append(Span("!", bar ?? theme.notice)) }
        if hasDraft(row) { spans.append(Span("✎", bar ?? theme.notice)) }
        if row.mentionCount > 0 { spans.append(Span("@", bar ?? theme.unread)) }
        if row.isMuted { spans.append(Span("⊘", bar ?? theme.dim)) }
        if let badge = row.badge {
            // Muted chats do not count as unread, and some only if they mention the user.
            let isQuiet = row.notifications.count(unread: row.unreadCount, mentions: row.mentionCount) == 0
            spans.append(Span(" \(badge) ", bar ?? (isQuiet ? theme.dim : theme.badge)))
        } else if row.marks.contains(.unread) {
            spans.append(Span(" ● ", bar ?? theme.badge))
        }
        return spans
    }

    /// The width of spans with a blank between two.
    private func width(of spans: [Span]) -> Int { spans.reduce(spans.count - 1) { $0 + $1.width } }

    /// Draws spans at the right edge, as many of the last ones as fit.
    private func draw(_ spans: [Span], on grid: inout CellGrid, _ row: Int, _ area: CellArea) {
        var end = area.columns.upperBound
        for span in spans.reversed() where end - span.width > area.columns.lowerBound {
            grid.draw(span.glyphs, row: row, column: end - span.width, style: span.style, within: area)
            end -= span.width + 1
        }
    }
}
