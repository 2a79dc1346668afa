import Chat
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import HostKit
import SharedPictures
import Verification

/// Draws the parts of a screen on a grid.
struct FrameDrawing {
    let layout: Layout
    let theme: Theme
    private var grid: CellGrid
    private var moving: CellArea?

    init(layout: Layout, theme: Theme) {
        (self.layout, self.theme) = (layout, theme)
        grid = CellGrid(rows: layout.rows, columns: layout.columns)
        if let separator = layout.separator {
            for row in layout.main.rows { grid.draw([Glyph].of("│"), row: row, column: separator, style: theme.dim) }
        }
    }

    mutating func draw(_ list: ListDrawing, heading text: String, in area: CellArea) {
        heading(text, in: area)
        list.draw(on: &grid, within: area.withHeading.body)
    }

    /// Draws a chat at the bottom of the main area.
    ///
    /// - Parameters:
    ///   - account: the account of the chat, where several are shown.
    ///   - day: the day of the first message, if that is not today and no line above it tells it.
    ///   - words: search words to highlight.
    ///   - column: the first column of the messages' texts.
    mutating func draw(
        _ visibility: ChatVisibility,
        of state: ChatViewState,
        in account: AccountName? = nil,
        day: String?,
        highlighting words: [String],
        from column: Int
    ) {
        drawHeading(of: state, in: account, day: day)
        draw(visibility.lines, from: visibility.emptyLines)
        if state.rows.isEmpty, state.canWrite, !state.hasEarlier, !state.isLoadingEarlier {
            draw("No messages yet: type one and press Enter", in: layout.main)
        }
        if state.isInvitation { drawInvitation(state) }
        let body = layout.main.withHeading.body
        if !words.isEmpty {
            let first = min(body.columns.lowerBound + column, body.columns.upperBound)
            highlight(words, in: CellArea(rows: body.rows, columns: first..<body.columns.upperBound))
        }
        moving = body
    }

    /// Draws who invites the user to what, and what can be done.
    private mutating func drawInvitation(_ state: ChatViewState) {
        let height = layout.main.withHeading.body.rows.count
        let encryption = state.encryption.map {
            $0 ? "It is encrypted." : "It is not encrypted, as far as the invitation says."
        }
        let keys = "j joins. d declines. i declines, and hears nothing of this person any more. Esc decides later."
        let texts = [
            state.stateText.map { (TerminalText.oneLine($0) + ".", theme.strong) },
            encryption.map { ($0, theme.plain) },
            (keys, theme.dim),
        ]
        let lines = texts.compactMap(\.self).flatMap { wrapped($0.0, $0.1, upTo: height) }
        draw(lines)
    }

    /// Draws a chat's name, its members, whether it is encrypted and muted, its topic if there is room, and at the right the connection's
    /// state or the day. If the line is too long, names are cut before the sign of encryption is.
    private mutating func drawHeading(of state: ChatViewState, in account: AccountName?, day: String?) {
        let area = layout.main
        guard let row = area.withHeading.heading else { return }
        let about: [(text: String, isName: Bool)?] = [
            state.part.title.map { ($0.lowercased(), false) },
            state.distinction.map { ("(\(TerminalText.oneLine($0)))", true) },
            account.map { ("as \(TerminalText.oneLine($0.rawValue))", true) },
            (state.subtitle ?? state.stateText).map { (TerminalText.oneLine($0), true) },
            state.encryption.map { ($0 ? "encrypted" : "not encrypted", false) },
            state.isFavourite ? ("favourite", false) : nil, state.notifications.text.map { ($0, false) },
        ]
        let title = (text: TerminalText.name(state.title), isName: true)
        let texts = Self.fitting([title] + about.compactMap(\.self), columns: area.columns.count)
        var line = StyledLine(
            spans: [Span(texts[0], theme.strong)] + texts.dropFirst().map { Span("  \($0)", theme.dim) }
        )
        // The status area has the whole sentence.
        let connection = state.status.map { TerminalText.oneLine(String($0.prefix { $0 != ":" && $0 != "," })) }
        let right = state.isLoadingEarlier ? "loading earlier messages" : connection
        let dayWidth = right == nil ? day.map { TerminalText.width($0) + 2 } ?? 0 : 0
        let room = area.columns.count - line.width - 2 - dayWidth
        if !state.topic.isEmpty, state.status == nil, !state.isLoadingEarlier, room >= Self.topicColumns {
            line.spans.append(
                Span("  " + TerminalText.fit(TerminalText.oneLine(state.topic), columns: room), theme.plain)
            )
        }
        grid.draw(line, row: row, within: area)
        guard let text = right ?? day else { return }
        let style = right == nil ? theme.dim : theme.notice
        grid.draw(text, row: row, rightOf: area.columns.lowerBound + line.width + 2, style, within: area)
    }

    /// Returns the parts of a title line, of which names are cut, the first of them first, until the line fits or all are short.
    private static func fitting(_ parts: [(text: String, isName: Bool)], columns: Int) -> [String] {
        var excess = parts.reduce(2 * (parts.count - 1)) { $0 + TerminalText.width($1.text) } - columns
        return parts.map { part in
            guard part.isName, excess > 0 else { return part.text }
            let width = TerminalText.width(part.text)
            let text = TerminalText.fit(part.text, columns: max(Self.nameColumns, width - excess))
            excess -= width - TerminalText.width(text)
            return text
        }
    }

    /// The columns of a name that are never cut.
    private static let nameColumns = 8

    /// The columns that a topic needs at least.
    private static let topicColumns = 8

    mutating func drawWelcome(_ lines: [StyledLine]) {
        heading("viperchat", in: layout.main)
        draw(lines)
    }

    /// Draws a text in place of missing rows.
    mutating func draw(_ text: String, in area: CellArea) {
        let body = area.withHeading.body
        guard let row = body.rows.first else { return }
        grid.draw(text, row: row, from: body.columns.lowerBound + 2, theme.dim, within: body)
    }

    mutating func highlight(_ words: [String], in area: CellArea) {
        grid.highlight(words, in: area, theme.found)
    }

    /// Draws the status area.
    ///
    /// - Parameters:
    ///   - notice: replaces the connection's state and the hints. News take one row, others as many as the layout has.
    ///   - connection: is cut if the layout has one row for it, and else replaces the hints.
    ///   - hints: the first one that fits is drawn.
    ///   - counts: are drawn at the right.
    mutating func drawStatus(_ notice: Notice?, connection: String?, hints: [String], counts: [String]) {
        guard let area = layout.status else { return }
        let row = area.rows.upperBound - 1
        let right = counts.joined(separator: ", ")
        let room = max(1, layout.columns - (right.isEmpty ? 0 : right.count + 2))
        var end = 0
        if let notice, notice.isNews {
            let text = TerminalText.fit(TerminalText.oneLine(notice.text), columns: room)
            end = grid.draw(text, row: row, theme.bar, within: area)
        } else if let notice = notice ?? (area.rows.count > 1 ? connection.map(Notice.init(connection:)) : nil) {
            for (row, line) in zip(area.rows, notice.rows(columns: layout.columns, upTo: area.rows.count)) {
                end = grid.draw(line.glyphs, row: row, column: line.column, style: theme.selected, within: area) + 2
            }
        } else {
            if let connection {
                let text = TerminalText.fit(TerminalText.oneLine(connection), columns: room)
                end = grid.draw(text, row: row, theme.selected, within: area) + 3
            }
            let hint = hints.first { TerminalText.width($0) <= room - end }
            if let hint = hint ?? (end == 0 ? hints.last : nil) {
                let text = TerminalText.fit(hint, columns: room)
                end = grid.draw(text, row: row, from: end, theme.dim, within: area)
            }
        }
        grid.draw(right, row: row, rightOf: end, theme.selected, within: area)
    }

    /// Draws the input field, scrolled to the cursor, and returns the frame.
    consuming func finish(prompt: String, _ buffer: EditBuffer) -> Frame {
        let area = layout.input
        let start = grid.draw(prompt, row: area.rows.lowerBound, theme.strong, within: area)
        let text = InputText(buffer.text, cursor: buffer.cursor, columns: layout.columns - start)
        let top = max(0, text.cursor.row - area.rows.count + 1)
        for (offset, glyphs) in text.rows.dropFirst(top).prefix(area.rows.count).enumerated() {
            grid.draw(glyphs, row: area.rows.lowerBound + offset, column: start, within: area)
        }
        let cursor = Frame.Position(
            row: area.rows.lowerBound + text.cursor.row - top,
            column: min(start + text.cursor.column, layout.columns - 1)
        )
        return Frame(grid: grid, cursor: cursor, moving: moving)
    }

    mutating func heading(_ text: String, in area: CellArea) {
        guard let row = area.withHeading.heading else { return }
        grid.draw(text, row: row, theme.strong, within: area)
    }

    mutating func draw(_ lines: [StyledLine], from first: Int = 0) {
        let area = layout.main.withHeading.body
        for (row, line) in zip(area.rows.dropFirst(first), lines) { grid.draw(line, row: row, within: area) }
    }

    /// Wraps a text to the main area, to a number of rows at most; an ellipsis marks omitted text.
    func wrapped(_ text: String, _ style: CellStyle, upTo limit: Int) -> [StyledLine] {
        StyledLine.wrap(text, columns: layout.main.columns.count, indent: 2, style: style, upTo: limit)
    }

    func choices(_ names: [String], selected: Int?) -> [StyledLine] {
        let room = max(1, min(TerminalText.nameColumns, layout.main.columns.count - 2))
        return names.enumerated().map { index, name in
            let isSelected = index == selected
            let text = (isSelected ? "> " : "  ") + TerminalText.name(name, columns: room)
            return StyledLine(spans: [Span(text, isSelected ? theme.bar : theme.plain)])
        }
    }
}
