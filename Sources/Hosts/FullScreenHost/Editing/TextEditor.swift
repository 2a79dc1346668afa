import ChatTypes

/// A text editor: a text, the kill ring, and the texts sent before.
///
/// Recalled texts that were changed and the draft they replaced are kept until the next text is sent.
struct TextEditor: Sendable {
    /// The last command, for commands that continue it.
    private enum Last: Sendable {
        case other
        /// With the newest entry of the ring: another editor may have cut since.
        case kill(String?)
        case yank(String, at: Int)
        case line(column: Int)
    }

    private(set) var buffer: EditBuffer
    /// Shared between editors by copying it from one to the other.
    var kills = KillRing()
    private(set) var sent = SentHistory()
    /// The completion under way; nil unless the last key was Tab.
    var completion: TabCompletion?
    private var last = Last.other
    private let width: @Sendable (Character) -> Int

    /// - Parameters:
    ///   - draft: the initial text, with the cursor behind it.
    ///   - limit: the maximum length, in bytes of UTF-8.
    ///   - hasLines: whether the text may have several lines.
    ///   - width: the number of columns of a character, so that the cursor stays in its column.
    init(
        _ draft: String = "",
        limit: Int = OutgoingMessage.textLimit,
        hasLines: Bool = true,
        width: @escaping @Sendable (Character) -> Int
    ) {
        buffer = EditBuffer(draft, limit: limit, hasLines: hasLines)
        self.width = width
    }

    /// The text being written, also while a sent text is recalled and not changed.
    var draft: String { sent.unsent(besides: buffer) ?? buffer.text }

    /// Empties the editor and returns its text, which can be recalled from now on.
    mutating func submit() -> String {
        let text = buffer.text
        sent.add(text)
        buffer = EditBuffer(limit: buffer.limit, hasLines: buffer.hasLines)
        (last, completion) = (.other, nil)
        return text
    }

    /// Performs a command, and ends a completion.
    ///
    /// - Throws: `TextTooLong`; nothing has changed then.
    mutating func perform(_ command: EditCommand) throws(TextTooLong) {
        let previous = last
        (last, completion) = (.other, nil)
        switch command {
        case .type(let text): try buffer.replace(buffer.cursorRange, with: text, as: .typing)
        case .paste(let text): try buffer.replace(buffer.cursorRange, with: text, as: .alone)
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
        case .replace(let text): try buffer.replace(0..<buffer.text.utf8.count, with: text, as: .alone)
        }
    }

    /// Replaces the text in `range`.
    ///
    /// - Parameter isContinuation: whether `range` is the text inserted by the last call; both are then undone together.
    /// - Throws: `TextTooLong`; nothing has changed then.
    mutating func replace(_ range: Range<Int>, with new: String, isContinuation: Bool) throws(TextTooLong) {
        if !isContinuation { buffer.move(to: buffer.cursor) }
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
        try replace(buffer.cursorRange, with: text, isContinuation: false)
        last = .yank(text, at: start)
    }

    private mutating func yankPrevious(after previous: Last) throws(TextTooLong) {
        guard case .yank(let yanked, let start) = previous, yanked == kills.text else { return }
        var others = kills
        others.rotate()
        guard let text = others.text else { return }
        try replace(start..<(start + yanked.utf8.count), with: text, isContinuation: true)
        (kills, last) = (others, .yank(text, at: start))
    }

    private mutating func transpose() throws(TextTooLong) {
        let lineStart = buffer.offset(after: .lineStart)
        var middle = buffer
        if buffer.offset(after: .lineEnd) == buffer.cursor { middle.setCursor(to: middle.offset(after: .left)) }
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
    /// The empty range at the cursor.
    var cursorRange: Range<Int> { cursor..<cursor }

    /// The range between the cursor and the end of a motion.
    func range(to motion: Motion) -> Range<Int> {
        let other = offset(after: motion)
        return min(other, cursor)..<max(other, cursor)
    }
}

/// A command of the text editor.
enum EditCommand: Hashable, Sendable {
    /// Inserts typed text; words are undone one by one.
    case type(String)
    /// Inserts text that is undone as one.
    case paste(String)
    case move(Motion)
    /// Deletes the text between the cursor and the end of the motion.
    case delete(Motion)
    /// Deletes text that `yank` inserts again. At either end of a line, deletes the line break there.
    case kill(Motion)
    /// Inserts the text killed last.
    case yank
    /// Directly after a yank: replaces its text with the one killed before.
    case yankPrevious
    /// Swaps the two characters around the cursor, or before it at the end of a line.
    case transpose
    /// Moves to the line above, or from the first line to the text sent before.
    case up
    /// Moves to the line below, or from the last line to the text sent next, and finally to the draft.
    case down
    case undo, redo
    /// Replaces everything; this is undone as one.
    case replace(String)

    /// Deletes everything.
    static let clear = replace("")
}
