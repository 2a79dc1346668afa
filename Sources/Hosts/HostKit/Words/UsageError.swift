/// The reason why a command line is invalid, in one sentence for the user.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let message: String

    package var description: String { message }

    /// Creates an error that also suggests a word, if there is one.
    package init(_ message: String, didYouMean word: String? = nil) {
        self.message = message + (word.map { "; did you mean \($0)?" } ?? (message.hasSuffix(".") ? "" : "."))
    }
}

/// Quotes a text from outside within a sentence: safe on a terminal, and of limited length.
package func quoted(_ text: String) -> String { "'\(short(text))'" }

/// Does the same without quotation marks, for a name.
package func short(_ text: String) -> String { TerminalText.fit(TerminalText.oneLine(text), columns: 60) }

/// Returns a path for a sentence: safe on a terminal, and if it is long, its end only.
package func shownPath(_ path: String) -> String {
    let limit = 200
    let safe = TerminalText.oneLine(path)
    return safe.count <= limit ? safe : "…" + safe.suffix(limit)
}
