/// A text being edited, with its cursor and undo history.
///
/// The text has no control characters except tabs and, if it may have several lines, LF. The cursor is between two grapheme
/// clusters, so that wide, combining and joined characters are passed and deleted as one.
struct EditBuffer: Sendable {
    private(set) var text: String
    /// The offset of the cursor, in bytes of UTF-8.
    private(set) var cursor: Int
    /// The maximum length, in bytes of UTF-8.
    let limit: Int
    let hasLines: Bool
    private var history = UndoHistory()

    /// - Parameters:
    ///   - text: the initial text, with the cursor behind it. A text over the limit is kept, but can only get shorter.
    ///   - limit: the maximum length, in bytes of UTF-8.
    ///   - hasLines: whether the text may have several lines; otherwise lines are joined with spaces.
    init(_ text: String = "", limit: Int, hasLines: Bool = true) {
        (self.limit, self.hasLines) = (limit, hasLines)
        self.text = Self.plain(text, hasLines: hasLines)
        cursor = self.text.utf8.count
    }

    var isEmpty: Bool { text.isEmpty }

    /// The text between two offsets, in bytes of UTF-8.
    subscript(range: Range<Int>) -> Substring {
        text[text.utf8Index(range.lowerBound)..<text.utf8Index(range.upperBound)]
    }

    /// Moves the cursor; the next edit begins an undo step of its own.
    mutating func move(to offset: Int) {
        history.endGroup()
        setCursor(to: offset)
    }

    /// Moves the cursor within an undo step.
    mutating func setCursor(to offset: Int) {
        cursor = text.characterBoundary(from: offset)
    }

    /// Replaces the text in `range`, and moves the cursor behind the new text.
    ///
    /// - Throws: `TextTooLong`; nothing has changed then.
    mutating func replace(_ range: Range<Int>, with new: String, as kind: UndoHistory.Kind) throws(TextTooLong) {
        let edit = UndoHistory.Edit(
            offset: range.lowerBound,
            removed: String(self[range]),
            inserted: Self.plain(new, hasLines: hasLines),
            cursorBefore: cursor
        )
        let bytes = text.utf8.count + edit.growth
        guard edit.growth <= 0 || bytes <= limit else { throw TextTooLong(bytes: bytes, limit: limit) }
        if edit.isEmpty { return setCursor(to: range.upperBound) }
        apply(edit)
        history.record(edit, as: kind)
    }

    /// - Returns: false if there is nothing to undo.
    @discardableResult
    mutating func undo() -> Bool {
        guard let edit = history.undo() else { return false }
        apply(edit.inverse)
        cursor = text.characterBoundary(from: edit.cursorBefore)
        return true
    }

    /// - Returns: false if there is nothing to redo.
    @discardableResult
    mutating func redo() -> Bool {
        guard let edit = history.redo() else { return false }
        apply(edit)
        return true
    }

    private mutating func apply(_ edit: UndoHistory.Edit) {
        let start = text.utf8Index(edit.offset)
        let end = text.utf8Index(edit.offset + edit.removed.utf8.count)
        // By scalars: an inserted one may have joined the character beside it.
        text.unicodeScalars.replaceSubrange(start..<end, with: edit.inserted.unicodeScalars)
        setCursor(to: edit.offset + edit.inserted.utf8.count)
    }

    private static func plain(_ text: String, hasLines: Bool) -> String {
        let plain = PlainText.plain(text)
        guard !hasLines else { return plain }
        return String(String.UnicodeScalarView(plain.unicodeScalars.map { $0 == "\n" ? " " : $0 }))
    }
}

extension String {
    /// The first boundary between characters at or behind `offset`.
    fileprivate func characterBoundary(from offset: Int) -> Int {
        guard offset > 0, offset < utf8.count else { return max(0, min(offset, utf8.count)) }
        let index = utf8Index(offset)
        return index.samePosition(in: self) == nil ? utf8Offset(self.index(after: index)) : offset
    }
}

/// A movement of the cursor.
enum Motion: Hashable, Sendable, CaseIterable {
    case left, right
    /// To the beginning or end of a word; words consist of letters and digits.
    case wordLeft, wordRight
    /// To the beginning of a word; words are separated by white space alone.
    case blankLeft
    case lineStart, lineEnd
    case textStart, textEnd
}

extension EditBuffer {
    /// Returns the offset where a motion ends, in bytes of UTF-8.
    ///
    /// The cost is linear in the length of the motion and of the longest character on it.
    func offset(after motion: Motion) -> Int {
        let start = text.utf8Index(cursor)
        switch motion {
        case .left: return start == text.startIndex ? 0 : text.utf8Offset(text.index(before: start))
        case .right: return start == text.endIndex ? cursor : text.utf8Offset(text.index(after: start))
        case .wordLeft: return offset(leftFrom: start, to: \.isInWord)
        case .blankLeft: return offset(leftFrom: start) { !$0.isWhitespace }
        case .wordRight:
            let word = text[start...].firstIndex(where: \.isInWord) ?? text.endIndex
            return text.utf8Offset(text[word...].firstIndex { !$0.isInWord } ?? text.endIndex)
        case .lineStart:
            // Bytes are faster; a newline is always a character of its own.
            let newline = text.utf8[..<start].lastIndex(of: UInt8(ascii: "\n"))
            return newline.map { text.utf8Offset($0) + 1 } ?? 0
        case .lineEnd: return text.utf8Offset(text.utf8[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex)
        case .textStart: return 0
        case .textEnd: return text.utf8.count
        }
    }

    /// Returns the offset on the line above or below, at most so many columns from its beginning.
    ///
    /// - Returns: nil if there is no such line.
    func offset(onLine step: LineStep, column: Int, width: (Character) -> Int) -> Int? {
        var line = self
        switch step {
        case .up:
            line.setCursor(to: offset(after: .lineStart))
            guard line.cursor > 0 else { return nil }
            line.setCursor(to: line.cursor - 1)
            line.setCursor(to: line.offset(after: .lineStart))
        case .down:
            let end = offset(after: .lineEnd)
            guard end < text.utf8.count else { return nil }
            line.setCursor(to: end + 1)
        }
        var index = text.utf8Index(line.cursor)
        var left = column
        while index < text.endIndex, text[index] != "\n" {
            left -= width(text[index])
            if left < 0 { break }
            index = text.index(after: index)
        }
        return text.utf8Offset(index)
    }

    /// The cursor's column in its line.
    func column(width: (Character) -> Int) -> Int {
        text[text.utf8Index(offset(after: .lineStart))..<text.utf8Index(cursor)].reduce(0) { $0 + width($1) }
    }

    private func offset(leftFrom start: String.Index, to isWanted: (Character) -> Bool) -> Int {
        guard let last = text[..<start].lastIndex(where: isWanted) else { return 0 }
        let before = text[..<last].lastIndex { !isWanted($0) }
        return before.map { text.utf8Offset(text.index(after: $0)) } ?? 0
    }
}

enum LineStep: Sendable {
    case up, down
}

extension Character {
    fileprivate var isInWord: Bool { isLetter || isNumber }
}

extension String {
    func utf8Index(_ offset: Int) -> String.Index { utf8.index(utf8.startIndex, offsetBy: offset) }
    func utf8Offset(_ index: String.Index) -> Int { utf8.distance(from: utf8.startIndex, to: index) }
}
