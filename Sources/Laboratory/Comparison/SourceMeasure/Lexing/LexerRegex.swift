extension Lexer {
    /// Returns the end of `#/.../#`: on the same line, unless only white space follows the opening.
    func endOfRegex(hashes: Int) -> Int {
        var index = position + hashes + 1
        let endOfFirstLine = endOfLine(from: index)
        let isMultiline = source[index..<endOfFirstLine].allSatisfy(\.isPerlSpace)
        while index < source.count, isMultiline || !source[index].isNewline {
            if source[index] == .backslash, index + 1 < source.count, !source[index + 1].isNewline {
                index += 2
            } else if source[index] == .slash, hasHashes(hashes, at: index + 1) {
                return index + 1 + hashes
            } else {
                index += 1
            }
        }
        return index
    }

    /// Reads a regular expression between plain slashes.
    mutating func bareRegex() -> Token? {
        guard mayOpenRegex, let first = byte(1), !first.isPerlSpace, first != .slash else { return nil }
        var depth = 0
        var index = position + 1
        while index < source.count, !source[index].isNewline {
            switch source[index] {
            case .backslash: index += 1
            case .open: depth += 1
            case .close:
                depth -= 1
                if depth < 0 { return nil }
            case .slash:
                guard depth == 0, !source[index - 1].isPerlSpace else { return nil }
                return emit(.regex, end: index + 1)
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Reads a line comment without its line end, or a block comment with the blocks nested in it.
    mutating func comment() -> Token? {
        switch byte(1) {
        case .slash: return emit(.comment, end: endOfLine(from: position))
        case .star: return emit(.comment, end: endOfBlock())
        default: return nil
        }
    }

    private func endOfBlock() -> Int {
        var depth = 1
        var index = position + 2
        while index + 1 < source.count {
            if source[index] == .star, source[index + 1] == .slash {
                index += 2
                depth -= 1
                if depth == 0 { return index }
            } else if source[index] == .slash, source[index + 1] == .star {
                index += 2
                depth += 1
            } else {
                index += 1
            }
        }
        return source.count
    }
}
