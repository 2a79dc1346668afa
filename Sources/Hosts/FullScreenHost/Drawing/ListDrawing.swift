import ChatList
import ChatTypes
import ScreenKit
import TerminalHost

/// Draws the list: two rows of cells for each of its rows.
struct ListDrawing {
    static let rowHeight = 2

    let rows: [ChatListViewState.Row]
    /// The index of the first row shown.
    let top: Int
    let selected: ChatSummary.ID?
    /// Whether the list receives keys.
    let isActive: Bool
    let theme: Theme

    /// Returns the index of the row at a row of cells; nil if there is none.
    func index(at row: Int, in area: CellArea) -> Int? {
        guard area.rows.contains(row) else { return nil }
        let index = top + (row - area.rows.lowerBound) / Self.rowHeight
        return rows.indices.contains(index) ? index : nil
    }

    func draw(on grid: inout CellGrid, within area: CellArea) {
        for (offset, row) in rows.dropFirst(top).enumerated() {
            let first = area.rows.lowerBound + offset * Self.rowHeight
            guard first < area.rows.upperBound else { return }
            draw(row, on: &grid, first, area)
        }
    }

    private func draw(_ row: ChatListViewState.Row, on grid: inout CellGrid, _ first: Int, _ area: CellArea) {
        let isSelected = row.id == selected
        let bar = isSelected && isActive ? theme.bar : nil
        if bar != nil {
            grid.clear(
                CellArea(rows: first..<min(first + 1, area.rows.upperBound), columns: area.columns),
                style: theme.bar
            )
        }
        let time = TerminalText.oneLine(row.time)
        let badge = row.badge.map { " [\($0)]" } ?? ""
        let muted = row.isMuted ? " (muted)" : ""
        let room = area.columns.count - 2 - TerminalText.width(badge + muted) - TerminalText.width(time) - 1
        let mark = isSelected ? "> " : "  "
        var column = grid.draw(mark, row: first, bar ?? (isSelected ? theme.strong : theme.plain), within: area)
        let name = TerminalText.name(row.title, columns: max(1, room))
        column = grid.draw(name, row: first, from: column, bar ?? theme.author(row.title), within: area)
        column = grid.draw(badge, row: first, from: column, bar ?? theme.unread, within: area)
        column = grid.draw(muted, row: first, from: column, bar ?? theme.dim, within: area)
        grid.draw(time, row: first, rightOf: column + 1, bar ?? theme.dim, within: area)
        guard first + 1 < area.rows.upperBound else { return }
        // The sender is dimmed, unlike names above: no preview can imitate a row.
        let preview = TerminalText.oneLine(row.typing ?? row.preview)
        let sender = row.sender ?? (row.author == .me ? ownName : nil)
        let author =
            row.typing == nil ? sender.map { "\(TerminalText.name($0, of: row.author, columns: 20)): " } ?? "" : ""
        let after = grid.draw("  \(author)", row: first + 1, theme.dim, within: area)
        // A coloured dot stands for a picture that has been downloaded.
        if let picture = row.picture, !(preview.isEmpty && author.isEmpty) {
            grid.draw("●", row: first + 1, theme.picture(picture), within: area)
        }
        grid.draw(preview, row: first + 1, from: after, row.unreadCount > 0 ? theme.plain : theme.dim, within: area)
    }
}
