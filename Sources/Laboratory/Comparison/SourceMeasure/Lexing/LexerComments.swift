extension Lexer {
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
