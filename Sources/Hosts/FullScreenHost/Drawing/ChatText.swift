import Chat
import ChatTypes
import Foundation
import HostKit
import RuntimeKit
import ScreenKit

/// A chat as lines: a block of lines for each row, made on demand.
struct ChatText {
    let state: ChatViewState
    let columns: Int
    let theme: Theme
    let environment: ChatEnvironment
    /// The selected message, which is reversed.
    let selected: MessageID?
    /// The columns of a message's parts.
    let places: MessagePlaces
    /// The words of a search, which a message that is too high for the screen is scrolled to.
    let words: [String]
    /// The messages with a reply or an edit that was begun.
    private let begun: Set<MessageID>
    /// The pictures of the messages; nil while they are hidden.
    let pictures: ChatPictures?

    /// - Parameters:
    ///   - longestName: the width of the longest name in a group.
    ///   - names: the user's choice of the names before messages.
    ///   - words: search words, as `searchWords` returns them.
    ///   - begun: the messages with a reply or an edit that was begun.
    ///   - pictures: the pictures of the messages; nil while they are hidden.
    init(
        state: ChatViewState,
        columns: Int,
        theme: Theme,
        environment: ChatEnvironment,
        selected: MessageID? = nil,
        longestName: Int? = nil,
        names: Settings.Names,
        words: [String] = [],
        begun: Set<MessageID> = [],
        pictures: ChatPictures? = nil
    ) {
        (self.state, self.columns, self.theme, self.environment) = (state, columns, theme, environment)
        (self.selected, self.words, self.begun, self.pictures) = (selected, words, begun, pictures)
        let isGroup = state.subtitle != nil
        let clock = state.rows.last.map { Self.clockWidth(environment.clockText(for: $0.date)) } ?? 0
        places = MessagePlaces(
            columns: columns,
            clock: clock,
            longestName: isGroup ? longestName : TerminalText.width(TerminalText.name(state.title)),
            names: names,
            // A chat that became one between two has messages of more people.
            isGroup: isGroup || state.rows.contains { $0.sender != nil }
        )
    }

    /// The lines of a row, with the rules above it.
    struct Block {
        let lines: [StyledLine]
        let ruleCount: Int

        var count: Int { lines.count }
    }

    /// Returns the lines of a row, with the rules above it.
    func block(_ index: Int) -> Block {
        let row = state.rows[index]
        let rules = rules(above: index)
        let lines = message(row, showsName: index == 0 || !rules.isEmpty || !row.hasAuthor(of: state.rows[index - 1]))
        return Block(
            lines: rules + (row.id == selected ? lines.map { $0.filled(with: theme.bar, columns: columns) } : lines),
            ruleCount: rules.count
        )
    }

    /// Returns the first line of a block with the most of the words; nil if none has one.
    func lineWithWords(in block: Block, of row: ChatViewState.Row) -> Int? {
        if words.isEmpty { return nil }
        // The message that it answers has a line above.
        let first = block.ruleCount + (row.answered == nil ? 0 : 1)
        let counts = block.lines.dropFirst(first).map { $0.count(of: words, from: places.text) }
        guard let most = counts.max(), most > 0 else { return nil }
        return counts.firstIndex(of: most).map { $0 + first }
    }

    /// Returns the rules above a row: for a new day, the first unread message, and a gap.
    ///
    /// Each kind has a line of its own, so that they differ without colours, too.
    private func rules(above index: Int) -> [StyledLine] {
        let row = state.rows[index]
        var lines: [StyledLine] = []
        if index == 0 || !isSameDay(row, state.rows[index - 1]) {
            lines.append(rule(environment.dayHeadingText(for: row.date), "─", theme.dim))
        }
        if row.id == state.firstUnread { lines.append(rule("New", "━", theme.divider)) }
        if row.followsGap, index > 0 {
            lines.append(rule("Messages are missing here; loading them", "╌", theme.notice))
        }
        return lines
    }

    /// Returns the line about the message that a row answers, above it.
    private func answered(_ row: ChatViewState.Row) -> [StyledLine] {
        guard let message = row.answered else { return [] }
        let text = AnsweredLine(message, contact: state.title).line(columns: max(1, places.end - places.text))
        return [StyledLine(indent: places.text, spans: [Span(text, theme.dim)])]
    }

    private func message(_ row: ChatViewState.Row, showsName: Bool) -> [StyledLine] {
        if row.event != nil { return event(row) }
        var lines = wrapped(text(of: row), after: StyledLine(spans: opening(of: row, showsName: showsName)))
        lines += pictureLines(of: row)
        let below = StyledLine(indent: places.text, spans: [])
        if let poll = row.poll {
            lines += PollLine(poll).lines.flatMap { wrap($0, after: below, style: theme.plain) }
        }
        if let reactions = ReactionLine(row.reactions).counts {
            lines += wrap(reactions, after: below, style: theme.dim)
        }
        if let thread = row.thread {
            let text = ThreadLine(thread, contact: state.title).line(columns: max(1, places.end - places.text))
            let style = thread.unreadCount > 0 ? theme.notice : theme.dim
            lines.append(StyledLine(indent: places.text, spans: [Span(text, style)]))
        }
        return answered(row) + lines + problems(of: row).flatMap { wrap($0, after: below, style: theme.problem) }
    }

    /// A dim line without a name, which no message can look like.
    private func event(_ row: ChatViewState.Row) -> [StyledLine] {
        let opening = StyledLine(spans: Array(opening(of: row, showsName: false).prefix(places.time > 0 ? 2 : 1)))
        let text = "    \(TerminalText.oneLine(row.text))"
        return StyledLine.wrap(text, columns: places.end, after: opening, indent: places.text, style: theme.dim)
    }

    /// The time, the name and the delivery state before a text.
    private func opening(of row: ChatViewState.Row, showsName: Bool) -> [Span] {
        var spans: [Span] = []
        if places.time > 0 {
            let time = environment.clockText(for: row.date)
            let pad = String(repeating: " ", count: max(0, places.time - TerminalText.width(time)))
            spans.append(Span("\(pad)\(time) ", theme.dim))
        }
        let author = row.sender ?? state.title
        let isOwnEmote = row.author == .me && FormattedText(row.text, row.spans).isEmote
        let isShown = places.name > 0 && (showsName || isOwnEmote)
        let name = isShown ? TerminalText.name(author, of: row.author, columns: places.name) : ""
        spans.append(Span(String(repeating: " ", count: max(0, places.name - TerminalText.width(name)))))
        if !name.isEmpty {
            let shown = TerminalText.fit(name, columns: places.name)
            spans.append(Span(shown, row.author == .me ? theme.mine : theme.author(author)))
        }
        let (mark, style) = row.mark(theme)
        spans.append(Span(" \(TerminalText.pad(mark, columns: 2)) ", style))
        return spans
    }

    private func text(of row: ChatViewState.Row) -> MessageText {
        var text = MessageText(row, theme: theme, isSelected: row.id == selected)
        if FormattedText(row.text, row.spans).isEmote {
            let author = row.sender ?? state.title
            let name = TerminalText.name(author, of: row.author, columns: MessagePlaces.nameLimit)
            // The user's own has "You" before it, with which the verb does not agree.
            let said = row.author == .me ? [] : [(name, theme.author(author)), (" ", theme.plain)]
            text.insert([("* ", theme.dim)] + said)
        }
        if let file = row.file {
            text.appendLine(line(of: file), theme.plain)
        } else if let attachment = row.attachment {
            text.appendLine("[\(TerminalText.oneLine(attachment))]", theme.plain)
        }
        if row.isEdited { text.append("(edited)", theme.dim) }
        if row.isPinned { text.append("(pinned)", theme.dim) }
        if begun.contains(row.id) { text.append("✎", theme.notice) }
        return text
    }

    /// Wraps each line of a text, with the marks at its left on all of its rows.
    private func wrapped(_ text: MessageText, after opening: StyledLine) -> [StyledLine] {
        var lines: [StyledLine] = []
        for line in text.lines.isEmpty ? [MessageText.Line()] : text.lines {
            let margin = line.margin.map { Span($0.text, $0.style) }
            var first = lines.isEmpty ? opening : StyledLine(indent: places.text, spans: [])
            first.spans += margin + (line.bullet.isEmpty ? [] : [Span(line.bullet, theme.dim)])
            let rest = margin + (line.bullet.isEmpty ? [] : [Span(line.rest)])
            let indent = places.text + rest.reduce(0) { $0 + $1.width }
            let rows = StyledLine.wrap(line.pieces, columns: places.end, after: first, indent: indent)
            lines.append(rows[0])
            // On a narrow screen there is no room for the marks.
            lines += rows.dropFirst().map {
                $0.indent == indent && !rest.isEmpty ? StyledLine(indent: places.text, spans: rest + $0.spans) : $0
            }
        }
        return lines
    }

    /// A file as one line, with its size and progress; a long name is cut.
    private func line(of file: ChatViewState.File) -> String {
        var detail = ", \(TerminalText.oneLine(environment.sizeText(for: file.byteCount)))"
        if let progress = file.progress, !file.hasFailed { detail += ", \(TerminalText.oneLine(progress))" }
        let room = max(1, places.end - places.text - TerminalText.width(detail) - 2)
        return "[\(TerminalText.fit(TerminalText.oneLine(file.name), columns: room))\(detail)]"
    }

    private func problems(of row: ChatViewState.Row) -> [String] {
        var problems: [String] = []
        if let file = row.file, file.hasFailed, let reason = file.progress {
            problems.append("Not transferred: \(TerminalText.oneLine(reason))")
        }
        if case .failed(let reason) = row.delivery {
            problems.append("Not sent: \(TerminalText.oneLine(reason)); /resend tries again")
        }
        if let reason = row.editFailure { problems.append("Not edited: \(TerminalText.oneLine(reason))") }
        return problems
    }

    private func wrap(_ text: String, after opening: StyledLine, style: CellStyle) -> [StyledLine] {
        StyledLine.wrap(text, columns: places.end, after: opening, indent: places.text, style: style)
    }

    private func rule(_ text: String, _ line: String, _ style: CellStyle) -> StyledLine {
        let text = TerminalText.fit("\(line)\(line) \(text) ", columns: columns)
        let rest = max(0, columns - TerminalText.width(text))
        return StyledLine(spans: [Span(text + String(repeating: line, count: rest), style)])
    }

    private func isSameDay(_ row: ChatViewState.Row, _ other: ChatViewState.Row) -> Bool {
        environment.calendar.isDate(row.date, inSameDayAs: other.date)
    }

    /// The width that times are given: all times of a language with "am" and "pm" get the same.
    private static func clockWidth(_ time: String) -> Int {
        let width = TerminalText.width(time)
        return width > 5 ? max(8, width) : 5
    }
}

extension ChatViewState.Row {
    /// The sign in the gutter: a doubt about the sender, a mention, or the delivery state.
    fileprivate func mark(_ theme: Theme) -> (String, CellStyle) {
        if senderWarning != nil {
            return ((mentionsMe ? "@" : String(tick.prefix(1))) + SenderWarning.sign, theme.sign(of: senderWarning))
        }
        return mentionsMe ? ("@", theme.unread) : (tick, hasFailed ? theme.problem : theme.dim)
    }

    fileprivate func hasAuthor(of other: Self) -> Bool {
        author == other.author && sender == other.sender && other.event == nil
    }
}

extension ChatViewState.File {
    fileprivate var hasFailed: Bool { if case .failed = transfer { true } else { false } }
}
