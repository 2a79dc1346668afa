/// The literals of regular expressions: `/a/`, and `#/a/#`, which may have several lines.
extension Lexer {
    /// Reads `/a/` where an expression may begin.
    ///
    /// As in Swift, the literal ends on its line, neither begins nor ends with a space, and has its parentheses in pairs.
    mutating func regularExpression() -> Token? {
        guard position >= unclosed.line, beginsExpression, let first = byte(1), !first.isPerlSpace else { return nil }
        var (index, depth, isInClass) = (position + 1, 0, false)
        while index < source.count, !source[index].isNewline {
            switch source[index] {
            case .slash: return depth == 0 && !source[index - 1].isPerlSpace ? emit(.string, end: index + 1) : nil
            case .backslash where source[(index + 1)...].first?.isNewline == false: index += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case .open where !isInClass: depth += 1
            case .close where !isInClass:
                guard depth > 0 else { return nil }
                depth -= 1
            default: break
            }
            index += 1
        }
        unclosed.line = index
        return nil
    }

    /// Reads `#/a/#` with its number of hashes; it has several lines if one ends after the opening slash.
    mutating func extendedRegularExpression(hashes: Int) -> Token? {
        var index = position + hashes + 1
        let isMultiline = source[index...].first?.isNewline ?? false
        guard isMultiline ? hashes < unclosed.hashes : position >= unclosed.line else { return nil }
        while index < source.count, isMultiline || !source[index].isNewline {
            if source[index] == .slash, hasHashes(hashes, at: index + 1) {
                return emit(.string, end: index + 1 + hashes)
            }
            index += source[index] == .backslash ? 2 : 1
        }
        if isMultiline { unclosed.hashes = hashes } else { unclosed.line = index }
        return nil
    }

    /// Whether an expression may begin at the position, so that a slash there is no operator.
    private var beginsExpression: Bool {
        guard let previous else { return true }
        let (end, last) = (previous.range.upperBound, source[previous.range.upperBound - 1])
        if previous.kind == .punctuation, end == position, "=+-*%<>&|^~!?./".utf8.contains(last) { return false }
        if source[end..<position].contains(where: \.isNewline) { return true }
        switch previous.kind {
        case .identifier, .number, .string: return false
        case .keyword: return !["self", "Self", "super", "nil", "true", "false", "Any"].contains(text(previous))
        case .punctuation: return !")]}".utf8.contains(last)
        case .comment: return true
        }
    }
}
