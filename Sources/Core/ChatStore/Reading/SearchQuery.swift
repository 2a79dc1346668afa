import ChatTypes

/// What a person typed into a search field, in FTS5's language, as much of it as is looked for.
struct SearchQuery {
    let words: [Substring]

    init(_ text: String) {
        // A single character may have any number of bytes.
        let text = String(text.prefix(Limits.searchCharacters)).cut(toBytes: Limits.searchBytes)
        // FTS5 takes NUL for the end of the expression.
        words = Array(text.split { $0.isWhitespace || $0 == "\0" }.prefix(Limits.searchWords))
    }

    /// Every word must begin some word of the text; quoted, so that nothing typed is taken for an operator.
    var prefixExpression: String {
        words.map { "\(quoted($0))*" }.joined(separator: " ")
    }

    var isEmpty: Bool { words.isEmpty }

    /// Scalar by scalar: with a mark behind it, a quote is part of another character, and still ends the word for FTS5.
    private func quoted(_ word: Substring) -> String {
        let scalars = word.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"\(String(String.UnicodeScalarView(scalars)))\""
    }
}
