import Testing

@testable import FullScreenHost

/// An editor on a text in which `|` is the cursor.
func editor(_ marked: String, limit: Int = 1000, hasLines: Bool = true) throws -> TextEditor {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var editor = TextEditor(parts.joined(), limit: limit, hasLines: hasLines, width: testWidth)
    guard parts.count > 1 else { return editor }
    try editor.perform(.move(.textStart))
    while editor.buffer.cursor < parts[0].utf8.count { try editor.perform(.move(.right)) }
    return editor
}

extension TextEditor {
    /// The text with `|` where the cursor is.
    var marked: String {
        let text = Array(buffer.text.utf8)
        return String(decoding: text[..<buffer.cursor] + Array("|".utf8) + text[buffer.cursor...], as: UTF8.self)
    }

    mutating func perform(_ commands: [EditCommand]) throws {
        for command in commands { try perform(command) }
    }

    mutating func type(_ text: String) throws {
        for scalar in text.unicodeScalars { try perform(.type(String(scalar))) }
    }
}

extension String {
    /// Bytes, since to the language different ones can be the same text.
    var bytes: [UInt8] { Array(utf8) }
}
