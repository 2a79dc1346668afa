/// A command line that cannot be followed, in one sentence for the person who typed it.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let message: String

    var description: String { message }

    /// Ends the sentence with the word that was probably meant, if there is one.
    init(_ message: String, didYouMean word: String? = nil) {
        self.message = message + (word.map { "; did you mean \($0)?" } ?? (message.hasSuffix(".") ? "" : "."))
    }
}

/// A word that was typed or received, within a sentence of ours: harmless on a terminal, and no longer than the sentence bears.
func quoted(_ text: String) -> String { "'\(short(text))'" }

/// The same without the quotation marks, for a name.
func short(_ text: String) -> String { TerminalText.fit(TerminalText.oneLine(text), columns: 60) }

/// A path within a sentence of ours: harmless, and of its end as much as the sentence bears, for there the file is named.
func shownPath(_ path: String) -> String {
    let limit = 200
    let safe = TerminalText.oneLine(path)
    return safe.count <= limit ? safe : "…" + safe.suffix(limit)
}
