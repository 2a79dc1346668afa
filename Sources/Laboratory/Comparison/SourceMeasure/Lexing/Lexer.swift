/// A lexer that splits Swift source into tokens, in one pass, without recursion and without failing on any input.
///
/// The code of an interpolation becomes separate tokens. A literal that is not closed ends with its line if Swift
/// requires it to close there, otherwise with the source. A regular expression is a literal, like a string.
struct Lexer: IteratorProtocol, Sequence {
    /// A context that surrounds the current position; outside of all contexts is plain code.
    enum Context {
        case string(StringDelimiter)
        case interpolation(depth: Int)
    }

    let source: [UInt8]
    var position = 0
    var contexts: [Context] = []
    private(set) var previous: Token?
    /// The place before which no regular expression closes on its line, and the hashes with which none closes at all: each
    /// line is searched once.
    var unclosed = (line: 0, hashes: Int.max)

    init(_ source: [UInt8]) {
        self.source = source
        if source.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        // A shebang has no tokens.
        if byte(0) == .hash, byte(1) == UInt8(ascii: "!") { position = endOfLine(from: position) }
    }

    mutating func next() -> Token? {
        if case .string(let delimiter)? = contexts.last { return emit(.string, end: endOfPart(of: delimiter)) }
        skipSpace()
        guard let first = byte(0) else { return nil }
        if first.startsIdentifier { return word() }
        if first.isDigit { return emit(.number, end: endOfNumber()) }
        switch first {
        case .quote, .hash: return quoted() ?? punctuation()
        case .slash: return comment() ?? regularExpression() ?? punctuation()
        case .backtick: return escapedName() ?? punctuation()
        default: return punctuation()
        }
    }

    /// Returns the text of a token, with invalid UTF-8 replaced.
    func text(_ token: Token) -> String { String(decoding: source[token.range], as: UTF8.self) }

    /// Returns the byte at a distance ahead of the position, or nil beyond the end.
    func byte(_ ahead: Int) -> UInt8? {
        let index = position + ahead
        return index < source.count ? source[index] : nil
    }

    func endOfLine(from start: Int) -> Int {
        var index = start
        while index < source.count, !source[index].isNewline { index += 1 }
        return index
    }

    mutating func emit(_ kind: Token.Kind, end: Int) -> Token {
        let token = Token(kind: kind, range: position..<end)
        position = end
        if kind != .comment { previous = token }
        return token
    }

    private mutating func skipSpace() {
        while position < source.count, source[position].isPerlSpace || source[position] == 0 { position += 1 }
    }

    private mutating func word() -> Token {
        var end = position + 1
        while end < source.count, source[end].continuesIdentifier { end += 1 }
        guard let previous, previous.kind == .punctuation, source[previous.range.lowerBound] == UInt8(ascii: ".") else {
            let text = String(decoding: source[position..<end], as: UTF8.self)
            return emit(Token.keywords.contains(text) ? .keyword : .identifier, end: end)
        }
        return emit(.identifier, end: end)
    }

    private func endOfNumber() -> Int {
        var end = position + 1
        while end < source.count {
            let isFraction = source[end] == UInt8(ascii: ".") && end + 1 < source.count && source[end + 1].isDigit
            guard isFraction || source[end].continuesIdentifier else { break }
            end += 1
        }
        return end
    }

    private mutating func escapedName() -> Token? {
        var end = position + 1
        while end < source.count, !source[end].isNewline, source[end] != .backtick { end += 1 }
        guard end < source.count, source[end] == .backtick else { return nil }
        position += 1
        let token = emit(.identifier, end: end)
        position = end + 1
        return token
    }

    private mutating func punctuation() -> Token {
        let first = source[position]
        if case .interpolation(let depth)? = contexts.last {
            switch first {
            case .open: contexts[contexts.count - 1] = .interpolation(depth: depth + 1)
            case .close where depth > 1: contexts[contexts.count - 1] = .interpolation(depth: depth - 1)
            case .close: contexts.removeLast()
            default: break
            }
        }
        return emit(.punctuation, end: position + 1)
    }
}
