/// What a person typed into a search field, in FTS5's language.
struct SearchQuery {
    let words: [Substring]

    init(_ text: String) {
        // FTS5 takes NUL for the end of the expression.
        words = text.split { $0.isWhitespace || $0 == "\0" }
    }

    /// Every word must begin some word of the text; quoted, so that nothing typed is taken for an operator.
    var prefixExpression: String {
        words.map { "\(quoted($0))*" }.joined(separator: " ")
    }

    var isEmpty: Bool { words.isEmpty }

    private func quoted(_ word: Substring) -> String {
        "\"\(word.replacing("\"", with: "\"\""))\""
    }
}
