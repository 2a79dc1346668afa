import Testing

@testable import FullScreenHost

@Suite struct UndoTests {
    @Test func `typing is undone word by word`() throws {
        var editor = try editor("|")
        try editor.type("one two,  three")
        var seen: [String] = []
        for _ in 0..<4 {
            try editor.perform(.undo)
            seen.append(editor.marked)
        }
        #expect(seen == ["one two,  |", "one |", "|", "|"])
        for _ in 0..<4 {
            try editor.perform(.redo)
            seen.append(editor.marked)
        }
        #expect(seen.suffix(4) == ["one |", "one two,  |", "one two,  three|", "one two,  three|"])
    }

    @Test(
        arguments: [
            ("|", [.paste("a b\nc d"), .undo], "|"), ("abc|", [.delete(.left), .delete(.left), .undo], "abc|"),
            ("|abc", [.delete(.right), .delete(.right), .undo], "|abc"),
            ("abc|", [.delete(.left), .delete(.right), .undo], "abc|"),
            ("ab|cd", [.delete(.left), .delete(.right), .undo], "a|cd"),
            ("abc|", [.type("d"), .move(.left), .move(.right), .type("e"), .undo], "abcd|"),
            ("abc|", [.type("d"), .move(.left), .type("e"), .undo], "abc|d"), ("ab|c", [.clear, .undo], "ab|c"),
            ("abc|", [.delete(.left), .move(.right), .delete(.left), .undo], "ab|"),
            ("a b|", [.transpose, .undo], "a b|"),
            ("a|", [.type("b"), .undo, .type("c"), .redo], "ac|"),
            ("a|", [.type("b"), .undo, .undo, .redo, .redo], "ab|"),
            ("a|", [.type("b"), .undo, .redo, .type("c"), .undo], "ab|"),
            ("a b|", [.kill(.wordLeft), .kill(.wordLeft), .undo], "a |"),
        ] as [(String, [EditCommand], String)]
    )
    func `each command is undone in one step`(from: String, commands: [EditCommand], to: String) throws {
        var editor = try editor(from)
        try editor.perform(commands)
        #expect(editor.marked == to)
    }

    @Test func `an edit after an undo begins another step`() throws {
        var editor = try editor("|")
        try editor.perform([.type("a"), .move(.left), .move(.right), .type("b"), .undo, .type("c"), .undo])
        #expect(editor.marked == "a|")
    }

    @Test(arguments: [EditCommand.delete(.left), .delete(.right)])
    func `a deletion beside a newly joined character is a step of its own`(command: EditCommand) throws {
        // Without the newline, the accent joins the letter; the cursor is behind both.
        var editor = try editor("a\n|b")
        try editor.perform([.type("\u{301}"), .move(.left)])
        if command == .delete(.right) { try editor.perform(.move(.left)) }
        let start = editor.buffer.text
        try editor.perform([command, command])
        #expect(editor.buffer.text.bytes == (command == .delete(.left) ? "b" : "a\u{301}").bytes)
        try editor.perform(.undo)
        #expect(editor.buffer.text.bytes == "a\u{301}b".bytes)
        try editor.perform(.undo)
        #expect(editor.buffer.text.bytes == start.bytes)
    }

    @Test func `only a replacement of the last insertion is undone with it`() {
        var history = UndoHistory()
        for (offset, removed, inserted) in [(0, "", "ab"), (0, "ab", "c"), (0, "x", "d"), (1, "d", "e")] {
            let edit = UndoHistory.Edit(offset: offset, removed: removed, inserted: inserted, cursorBefore: 0)
            history.record(edit, as: .replacing)
        }
        var undone: [String] = []
        while let edit = history.undo() { undone.append(edit.inserted) }
        #expect(undone == ["e", "d", "c"])
    }

    @Test func `typing in a script without spaces is undone in parts`() throws {
        var editor = try editor("|")
        try editor.type(String(repeating: "字", count: 50))
        try editor.perform(.undo)
        #expect(editor.buffer.text.count == 40)
    }

    @Test func `the oldest steps are dropped over the byte limit`() throws {
        var editor = try editor("|", limit: 100_000)
        let piece = String(repeating: "x", count: 50_000)
        for _ in 0..<30 { try editor.perform([.paste(piece), .clear]) }
        var count = 0
        var buffer = editor.buffer
        while buffer.undo() { count += 1 }
        #expect((15...21).contains(count))
        while buffer.redo() { count -= 1 }
        #expect(count == 0)
        #expect(buffer.text.isEmpty)
    }

    @Test func `undone steps that can no longer be redone free their bytes`() throws {
        var editor = try editor("|", limit: 100_000)
        let piece = String(repeating: "x", count: 50_000)
        for _ in 0..<30 { try editor.perform([.paste(piece), .undo]) }
        try editor.perform([.paste("a"), .paste("b"), .undo, .undo])
        #expect(editor.buffer.isEmpty)
    }

    @Test func `the last step is kept at any size`() throws {
        var editor = try editor("|", limit: UndoHistory.byteLimit * 2)
        try editor.perform(.paste(String(repeating: "x", count: UndoHistory.byteLimit + 1)))
        try editor.perform(.undo)
        #expect(editor.buffer.isEmpty)
    }
}
