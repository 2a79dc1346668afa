/// The tokens of a file without comments, with look-ahead and look-behind for reading declarations.
///
/// Positions may be out of bounds; there is no token there.
package struct CodeTokens {
    /// The length limit for lists of parameters and attributes: no real program exceeds it, and it bounds the cost.
    static let longestList = 128
    private static let longestName = 256

    package let tokens: [Token]
    private let lexer: Lexer

    /// Reads the tokens in one pass. Cost: linear in the source.
    package init(of source: [UInt8]) {
        lexer = Lexer(source)
        tokens = lexer.filter { $0.kind != .comment }
    }

    /// Returns the text of the token at a position, cut off at 256 bytes.
    package func text(at position: Int) -> String {
        let range = tokens[position].range
        return String(decoding: lexer.source[range.prefix(Self.longestName)], as: UTF8.self)
    }

    /// Whether the token at a position may appear between a type's name and its body.
    func continuesDeclaration(at position: Int) -> Bool {
        symbol(at: position).map("{:<".utf8.contains) ?? isWord("where", at: position)
    }

    /// Whether the token at a position is a member after a dot; `...name` is the end of a range instead.
    package func followsDot(_ position: Int) -> Bool {
        symbol(at: position - 1) == UInt8(ascii: ".") && symbol(at: position - 2) != UInt8(ascii: ".")
    }

    package func name(at position: Int) -> String? {
        guard tokens.indices.contains(position), tokens[position].kind == .identifier else { return nil }
        return text(at: position)
    }

    package func symbol(at position: Int) -> UInt8? {
        guard tokens.indices.contains(position), tokens[position].kind == .punctuation else { return nil }
        return lexer.source[tokens[position].range.lowerBound]
    }

    package func isWord(_ word: String, at position: Int) -> Bool {
        tokens.indices.contains(position) && text(at: position) == word
    }

    /// Whether the token at a position is the part of a string before an interpolation, whose end is a parenthesis.
    func opensInterpolation(at position: Int) -> Bool {
        guard tokens[position].kind == .string else { return false }
        let bytes = lexer.source[tokens[position].range]
        return bytes.last == .open && bytes.dropLast().last.map { $0 == .backslash || $0 == .hash } == true
    }

    /// Whether there is a line break between the token at a position and the one before it.
    package func beginsLine(_ position: Int) -> Bool {
        guard position > 0, tokens.indices.contains(position) else { return true }
        return lexer.source[tokens[position - 1].range.upperBound..<tokens[position].range.lowerBound]
            .contains(where: \.isNewline)
    }
}
