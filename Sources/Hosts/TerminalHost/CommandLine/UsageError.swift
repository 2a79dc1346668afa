/// A command line that cannot be followed, in one sentence for the person who typed it.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let message: String

    var description: String { message }

    /// Ends the sentence with the word that was probably meant, if there is one.
    init(_ message: String, didYouMean word: String? = nil) {
        self.message = message + (word.map { "; did you mean \($0)?" } ?? (message.hasSuffix(".") ? "" : "."))
    }
}

/// Somebody's words within a sentence of ours: harmless on a terminal, and no longer than the sentence bears.
func quoted(_ text: String) -> String {
    "'\(TerminalText.fit(TerminalText.safe(text), columns: 60))'"
}
