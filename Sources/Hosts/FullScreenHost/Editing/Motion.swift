/// A way through a text, from the cursor on.
enum Motion: Hashable, Sendable, CaseIterable {
    case left, right
    /// To the beginning of a word, or to its end; words are letters and digits.
    case wordLeft, wordRight
    /// As `wordLeft`, for words that are told apart by white space alone.
    case blankLeft
    case lineStart, lineEnd
    case textStart, textEnd
}

extension EditBuffer {
    /// Where a motion leads, in bytes of UTF-8 from the beginning.
    ///
    /// It costs no more than the way, and the longest character on it, are long.
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
            // By bytes, which is faster: a newline is always a character of its own.
            let newline = text.utf8[..<start].lastIndex(of: UInt8(ascii: "\n"))
            return newline.map { text.utf8Offset($0) + 1 } ?? 0
        case .lineEnd: return text.utf8Offset(text.utf8[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex)
        case .textStart: return 0
        case .textEnd: return text.utf8.count
        }
    }

    /// Where the cursor gets to on the line above or below, at most so many columns from its beginning.
    ///
    /// - Returns: nil where there is no such line.
    func offset(onLine step: LineStep, column: Int, width: (Character) -> Int) -> Int? {
        var line = self
        switch step {
        case .up:
            line.moveQuietly(to: offset(after: .lineStart))
            guard line.cursor > 0 else { return nil }
            line.moveQuietly(to: line.cursor - 1)
            line.moveQuietly(to: line.offset(after: .lineStart))
        case .down:
            let end = offset(after: .lineEnd)
            guard end < text.utf8.count else { return nil }
            line.moveQuietly(to: end + 1)
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

    /// How far the cursor is from the beginning of its line.
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
