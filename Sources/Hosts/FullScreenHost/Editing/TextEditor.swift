import ChatTypes

/// An input line: a text, what was cut, and what was sent before.
///
/// What was written is never lost: what was recalled and changed, and what was being written meanwhile, stay until something
/// is sent.
struct TextEditor: Sendable {
    /// What was done last, for a command that goes on with it.
    private enum Last: Sendable {
        case other
        /// With what the ring held then: another editor may have cut since.
        case kill(String?)
        case yank(String, at: Int)
        case line(column: Int)
    }

    private(set) var buffer: EditBuffer
    /// What was cut in one editor can be put in in another, by handing it over.
    var kills = KillRing()
    private(set) var sent = SentHistory()
    /// Nil unless the last key was Tab.
    var completion: TabCompletion?
    private var last = Last.other
    private let width: @Sendable (Character) -> Int

    /// - Parameters:
    ///   - draft: what stands there already; the cursor is behind it.
    ///   - limit: how many bytes of UTF-8 a text may have.
    ///   - hasLines: whether it may have several lines.
    ///   - width: how many columns a character takes, for the cursor to stay in its column.
    init(
        _ draft: String = "",
        limit: Int = OutgoingMessage.textLimit,
        hasLines: Bool = true,
        width: @escaping @Sendable (Character) -> Int
    ) {
        buffer = EditBuffer(draft, limit: limit, hasLines: hasLines)
        self.width = width
    }

    /// What is being written: a text that is only recalled is not.
    var draft: String { sent.unsent(besides: buffer) ?? buffer.text }

    /// Takes the text out for sending; from then on it can be recalled.
    mutating func submit() -> String {
        let text = buffer.text
        sent.add(text)
        buffer = EditBuffer(limit: buffer.limit, hasLines: buffer.hasLines)
        (last, completion) = (.other, nil)
        return text
    }

    /// Does it, and ends a completion.
    ///
    /// - Throws: when the text would get too long; then nothing has changed.
    mutating func perform(_ command: EditCommand) throws(TextTooLong) {
        let previous = last
        (last, completion) = (.other, nil)
        switch command {
        case .type(let text): try buffer.replace(buffer.here, with: text, as: .typing)
        case .paste(let text): try buffer.replace(buffer.here, with: text, as: .alone)
        case .move(let motion): buffer.move(to: buffer.offset(after: motion))
        case .delete(let motion): try delete(motion)
        case .kill(let motion): try kill(motion, after: previous)
        case .yank: try yank()
        case .yankPrevious: try yankPrevious(after: previous)
        case .transpose: try transpose()
        case .up: moveLine(.up, after: previous)
        case .down: moveLine(.down, after: previous)
        case .undo: buffer.undo()
        case .redo: buffer.redo()
        case .clear: try buffer.replace(0..<buffer.text.utf8.count, with: "", as: .alone)
        }
    }

    /// Puts another text in for what stands in `range`.
    ///
    /// - Parameter goesOn: whether it takes the place of what the last call put in, and is undone with it.
    /// - Throws: when the text would get too long; then nothing has changed.
    mutating func replace(_ range: Range<Int>, with new: String, goesOn: Bool) throws(TextTooLong) {
        if !goesOn { buffer.move(to: buffer.cursor) }
        try buffer.replace(range, with: new, as: .replacing)
        last = .other
    }

    private mutating func delete(_ motion: Motion) throws(TextTooLong) {
        let range = buffer.range(to: motion)
        let kind: UndoHistory.Kind
        switch motion {
        case .left: kind = .deletingLeft
        case .right: kind = .deletingRight
        default: kind = .alone
        }
        try buffer.replace(range, with: "", as: kind)
    }

    private mutating func kill(_ motion: Motion, after previous: Last) throws(TextTooLong) {
        var range = buffer.range(to: motion)
        if range.isEmpty, motion == .lineEnd { range = buffer.range(to: .right) }
        if range.isEmpty, motion == .lineStart { range = buffer.range(to: .left) }
        var side: KillRing.Side?
        if case .kill(let newest) = previous, newest == kills.text {
            side = range.lowerBound < buffer.cursor ? .left : .right
        }
        kills.add(String(buffer[range]), joiningAt: side)
        try buffer.replace(range, with: "", as: .alone)
        last = .kill(kills.text)
    }

    private mutating func yank() throws(TextTooLong) {
        guard let text = kills.text else { return }
        let start = buffer.cursor
        try replace(buffer.here, with: text, goesOn: false)
        last = .yank(text, at: start)
    }

    private mutating func yankPrevious(after previous: Last) throws(TextTooLong) {
        guard case .yank(let yanked, let start) = previous, yanked == kills.text else { return }
        var others = kills
        others.rotate()
        guard let text = others.text else { return }
        try replace(start..<(start + yanked.utf8.count), with: text, goesOn: true)
        (kills, last) = (others, .yank(text, at: start))
    }

    private mutating func transpose() throws(TextTooLong) {
        let lineStart = buffer.offset(after: .lineStart)
        var middle = buffer
        if buffer.offset(after: .lineEnd) == buffer.cursor { middle.moveQuietly(to: middle.offset(after: .left)) }
        let start = middle.offset(after: .left)
        let end = middle.offset(after: .right)
        guard lineStart < middle.cursor, middle.cursor < end else { return }
        let swapped = buffer[middle.cursor..<end] + buffer[start..<middle.cursor]
        try buffer.replace(start..<end, with: String(swapped), as: .alone)
    }

    private mutating func moveLine(_ step: LineStep, after previous: Last) {
        var column = buffer.column(width: width)
        if case .line(let wanted) = previous { column = wanted }
        if let offset = buffer.offset(onLine: step, column: column, width: width) {
            buffer.move(to: offset)
            last = .line(column: column)
        } else if let other = step == .up ? sent.older(than: buffer) : sent.newer(than: buffer) {
            buffer = other
        }
    }
}

extension EditBuffer {
    /// The cursor as a place where text can be put in.
    var here: Range<Int> { cursor..<cursor }

    /// What lies between the cursor and where a motion leads.
    func range(to motion: Motion) -> Range<Int> {
        let other = offset(after: motion)
        return min(other, cursor)..<max(other, cursor)
    }
}
