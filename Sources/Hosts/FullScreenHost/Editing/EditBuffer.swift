/// A text that is being written, its cursor, and how to take back what was done to it.
///
/// The text holds no controls but tabs and, where it may have several lines, LF. The cursor stands between two characters as
/// a person counts them, so wide, combining and joined ones are passed and deleted as one.
struct EditBuffer: Sendable {
    private(set) var text: String
    /// In bytes of UTF-8 from the beginning.
    private(set) var cursor: Int
    /// In bytes of UTF-8.
    let limit: Int
    let hasLines: Bool
    private var history = UndoHistory()

    /// - Parameters:
    ///   - text: what stands there already, with the cursor behind it. One over the limit is kept, but can only get shorter.
    ///   - limit: how many bytes of UTF-8 may be written.
    ///   - hasLines: whether a text may have several lines; if not, they are joined with spaces.
    init(_ text: String = "", limit: Int, hasLines: Bool = true) {
        (self.limit, self.hasLines) = (limit, hasLines)
        self.text = Self.plain(text, hasLines: hasLines)
        cursor = self.text.utf8.count
    }

    var isEmpty: Bool { text.isEmpty }

    /// The text between two places, in bytes of UTF-8.
    subscript(range: Range<Int>) -> Substring {
        text[text.utf8Index(range.lowerBound)..<text.utf8Index(range.upperBound)]
    }

    mutating func move(to offset: Int) {
        history.endGroup()
        moveQuietly(to: offset)
    }

    /// Leaves what can be undone in one step as it is.
    mutating func moveQuietly(to offset: Int) {
        cursor = text.characterBoundary(from: offset)
    }

    /// Puts a text in place of what stands in `range`, and the cursor behind it.
    ///
    /// - Throws: when the text would get longer than it may; then nothing has changed.
    mutating func replace(_ range: Range<Int>, with new: String, as kind: UndoHistory.Kind) throws(TextTooLong) {
        let edit = UndoHistory.Edit(
            offset: range.lowerBound,
            removed: String(self[range]),
            inserted: Self.plain(new, hasLines: hasLines),
            cursorBefore: cursor
        )
        let bytes = text.utf8.count + edit.growth
        guard edit.growth <= 0 || bytes <= limit else { throw TextTooLong(bytes: bytes, limit: limit) }
        if edit.isEmpty { return moveQuietly(to: range.upperBound) }
        apply(edit)
        history.record(edit, as: kind)
    }

    /// - Returns: whether there was anything to undo.
    @discardableResult
    mutating func undo() -> Bool {
        guard let edit = history.undo() else { return false }
        apply(edit.inverse)
        cursor = text.characterBoundary(from: edit.cursorBefore)
        return true
    }

    /// - Returns: whether there was anything to do again.
    @discardableResult
    mutating func redo() -> Bool {
        guard let edit = history.redo() else { return false }
        apply(edit)
        return true
    }

    private mutating func apply(_ edit: UndoHistory.Edit) {
        let start = text.utf8Index(edit.offset)
        let end = text.utf8Index(edit.offset + edit.removed.utf8.count)
        // By scalars: what is put in may have become part of a character beside it.
        text.unicodeScalars.replaceSubrange(start..<end, with: edit.inserted.unicodeScalars)
        moveQuietly(to: edit.offset + edit.inserted.utf8.count)
    }

    private static func plain(_ text: String, hasLines: Bool) -> String {
        let plain = PlainText.plain(text)
        guard !hasLines else { return plain }
        return String(String.UnicodeScalarView(plain.unicodeScalars.map { $0 == "\n" ? " " : $0 }))
    }
}

extension String {
    /// The first place at or behind `offset` that no character stretches over.
    fileprivate func characterBoundary(from offset: Int) -> Int {
        guard offset > 0, offset < utf8.count else { return max(0, min(offset, utf8.count)) }
        let index = utf8Index(offset)
        return index.samePosition(in: self) == nil ? utf8Offset(self.index(after: index)) : offset
    }
}
