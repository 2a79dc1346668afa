import Testing

@testable import FullScreenHost

@Suite struct TextEditorTests {
    @Test(
        arguments: [
            ("ab|c", [.move(.left)], "a|bc"), ("|abc", [.move(.left)], "|abc"),
            ("ab|c", [.move(.right), .move(.right)], "abc|"),
            ("one two| three", [.move(.wordLeft)], "one |two three"), ("one, |two", [.move(.wordLeft)], "|one, two"),
            ("  |", [.move(.wordLeft)], "|  "), ("o|ne two", [.move(.wordRight)], "one| two"),
            ("one| -- two, three", [.move(.wordRight)], "one -- two|, three"), ("one|!", [.move(.wordRight)], "one!|"),
            ("one http://a.b/c|", [.move(.blankLeft)], "one |http://a.b/c"),
            ("a\nb c|d\ne", [.move(.lineStart)], "a\n|b cd\ne"),
            ("a\nb c|d\ne", [.move(.lineEnd)], "a\nb cd|\ne"), ("a\n|\nb", [.move(.lineStart)], "a\n|\nb"),
            ("a\nb|\nc", [.move(.textStart)], "|a\nb\nc"), ("a\nb|\nc", [.move(.textEnd)], "a\nb\nc|"),
            ("naïve été| x", [.move(.wordLeft)], "naïve |été x"),
        ] as [(String, [EditCommand], String)]
    )
    func `motions move the cursor`(from: String, commands: [EditCommand], to: String) throws {
        var editor = try editor(from)
        try editor.perform(commands)
        #expect(editor.marked == to)
    }

    @Test(
        arguments: [
            ("ab|c", [.type("x")], "abx|c"), ("a|b", [.paste("x\ny")], "ax\ny|b"), ("ab|c", [.delete(.left)], "a|c"),
            ("ab|c", [.delete(.right)], "ab|"), ("|a", [.delete(.left)], "|a"), ("a|", [.delete(.right)], "a|"),
            ("a\n|b", [.delete(.left)], "a|b"), ("one two|", [.kill(.wordLeft)], "one |"),
            ("|one two", [.kill(.wordRight)], "| two"),
            ("a b.c-d| e", [.kill(.blankLeft)], "a | e"), ("a\nb|c\nd", [.kill(.lineEnd)], "a\nb|\nd"),
            ("a\nb|\nd", [.kill(.lineEnd)], "a\nb|d"), ("a\nbc|\nd", [.kill(.lineStart)], "a\n|\nd"),
            ("a\n|b", [.kill(.lineStart)], "a|b"), ("|", [.kill(.lineEnd)], "|"), ("ab|c", [.transpose], "acb|"),
            ("abc|", [.transpose], "acb|"), ("|abc", [.transpose], "|abc"), ("a|", [.transpose], "a|"),
            ("|", [.transpose], "|"),
            ("a\n|bc", [.transpose], "a\n|bc"), ("a\nbc|\nd", [.transpose], "a\ncb|\nd"), ("日|a", [.transpose], "a日|"),
            ("a\n|\nb", [.transpose], "a\n|\nb"), ("a\nb|", [.transpose], "a\nb|"), ("a|b\n", [.clear], "|"),
            ("a|b", [.type("\u{1B}"), .type("\r")], "a␛\n|b"),
        ] as [(String, [EditCommand], String)]
    )
    func `commands change the text`(from: String, commands: [EditCommand], to: String) throws {
        var editor = try editor(from)
        try editor.perform(commands)
        #expect(editor.marked == to)
    }

    @Test(arguments: [
        "日", "é", "e\u{301}", "👩‍👩‍👧‍👦", "👍🏽", "❤️", "🇩🇪", "한", "\u{1112}\u{1161}\u{11AB}", "क\u{94D}ष",
        "a\u{301}\u{302}\u{303}",
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    ])
    func `a grapheme cluster is passed and deleted as one`(character: String) throws {
        var editor = try editor("x|\(character)y")
        try editor.perform(.move(.right))
        #expect(editor.marked.bytes == "x\(character)|y".bytes)
        try editor.perform(.move(.left))
        #expect(editor.marked.bytes == "x|\(character)y".bytes)
        try editor.perform(.delete(.right))
        #expect(editor.marked == "x|y")
        // Scalar by scalar, as a terminal sends it.
        try editor.type(character)
        #expect(editor.marked.bytes == "x\(character)|y".bytes)
        try editor.perform(.delete(.left))
        #expect(editor.marked == "x|y")
    }

    @Test func `an insertion that joins characters leaves the cursor behind the cluster`() throws {
        var joined = try editor("👩|👧x")
        try joined.perform(.type("\u{200D}"))
        #expect(joined.marked.bytes == "👩\u{200D}👧|x".bytes)
        var flags = try editor("x|🇪🇫y")
        try flags.perform(.type("🇩"))
        #expect(flags.marked.bytes == "x🇩🇪|🇫y".bytes)
        var accent = try editor("a\n|b")
        try accent.perform([.type("\u{301}"), .move(.left), .delete(.left)])
        #expect(accent.marked.bytes == "a\u{301}|b".bytes)
    }

    @Test(
        arguments: [
            ("abcd\nab|cd", [.up], "ab|cd\nabcd"), ("ab|cd\nabcd", [.down], "abcd\nab|cd"),
            ("abcd|\na\nabcd", [.down], "abcd\na|\nabcd"),
            ("abcd|\na\nabcd", [.down, .down], "abcd\na\nabcd|"),
            ("abcd|\na\nabcd", [.down, .move(.left), .down], "abcd\na\n|abcd"),
            ("日本|語\nabcdef", [.down], "日本語\nabcd|ef"), ("日本語\nabc|def", [.up], "日|本語\nabcdef"),
            ("a\n\nb|", [.up], "a\n|\nb"),
            ("a\n\nb|", [.up, .up], "a|\n\nb"), ("\n|", [.up], "|\n"), ("|\n", [.down], "\n|"),
            ("a\nb|", [.down], "a\nb|"), ("a|\nb", [.up], "a|\nb"),
        ] as [(String, [EditCommand], String)]
    )
    func `up and down keep the cursor's column`(from: String, commands: [EditCommand], to: String) throws {
        var editor = try editor(from)
        try editor.perform(commands)
        #expect(editor.marked == to)
    }

    @Test func `a one-line editor joins lines with spaces`() throws {
        var field = try editor("a|b", hasLines: false)
        try field.perform([.paste("1\r\n2\n"), .type("\n"), .up, .down])
        #expect(field.marked == "a1 2  |b")
        #expect(TextEditor("a\nb", hasLines: false, width: testWidth).buffer.text == "a b")
    }

    @Test func `an initial text loses its control characters`() {
        #expect(TextEditor("a\u{1B}[2J\r\nb", width: testWidth).marked == "a␛[2J\nb|")
    }
}

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
    /// Compares bytes, since Swift's strings compare by canonical equivalence.
    var bytes: [UInt8] { Array(utf8) }
}
