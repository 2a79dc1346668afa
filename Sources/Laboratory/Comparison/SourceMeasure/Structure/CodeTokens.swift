/// A file's tokens without its comments, with the looks ahead and behind that reading declarations needs.
///
/// Positions may lie outside: nothing stands there.
struct CodeTokens {
    /// Longer lists of parameters are no program's, and would only cost time.
    private static let longestList = 128

    let tokens: [Token]
    private let lexer: Lexer

    init(of source: [UInt8]) {
        lexer = Lexer(source)
        tokens = lexer.filter { $0.kind != .comment }
    }

    func text(at position: Int) -> String { lexer.text(tokens[position]) }

    /// The word right after a `#`.
    func directive(at position: Int) -> String? {
        guard tokens.indices.contains(position + 1),
            tokens[position + 1].range.lowerBound == tokens[position].range.upperBound
        else { return nil }
        return text(at: position + 1)
    }

    /// Whether what stands there may come between a type's name and its body.
    func continuesDeclaration(at position: Int) -> Bool {
        symbol(at: position).map("{:<".utf8.contains) ?? isWord("where", at: position)
    }

    /// `.name` belongs to what stands before the dot; `...name` is a range's end.
    func followsDot(_ position: Int) -> Bool {
        symbol(at: position - 1) == UInt8(ascii: ".") && symbol(at: position - 2) != UInt8(ascii: ".")
    }

    func name(at position: Int) -> String? {
        guard tokens.indices.contains(position), tokens[position].kind == .identifier else { return nil }
        return text(at: position)
    }

    func symbol(at position: Int) -> UInt8? {
        guard tokens.indices.contains(position), tokens[position].kind == .punctuation else { return nil }
        return lexer.source[tokens[position].range.lowerBound]
    }

    private func isWord(_ word: String, at position: Int) -> Bool {
        tokens.indices.contains(position) && text(at: position) == word
    }

    /// The names declared between angle brackets.
    func genericParameters(at start: Int) -> Set<String> {
        guard symbol(at: start) == UInt8(ascii: "<") else { return [] }
        var names: Set<String> = []
        var depth = 0
        for position in start..<min(tokens.count, start + Self.longestList) {
            switch symbol(at: position) {
            case UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">") where symbol(at: position - 1) != UInt8(ascii: "-"):
                depth -= 1
                if depth == 0 { return names }
            case UInt8(ascii: "{"), UInt8(ascii: "}"): return []
            default: break
            }
            guard depth == 1, symbol(at: position).map("<,".utf8.contains) == true else { continue }
            let first = position + 1
            let isPrefixed = isWord("each", at: first) || isWord("let", at: first)
            if let parameter = name(at: isPrefixed ? first + 1 : first) { names.insert(parameter) }
        }
        return []
    }
}
