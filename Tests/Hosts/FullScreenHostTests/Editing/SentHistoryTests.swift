import Testing

@testable import FullScreenHost

@Suite struct SentHistoryTests {
    private func editorAfterSending(_ texts: String...) throws -> TextEditor {
        var editor = try editor("|")
        for text in texts {
            try editor.perform(.paste(text))
            #expect(editor.submit() == text)
            #expect(editor.marked == "|")
        }
        return editor
    }

    @Test func `up recalls sent texts, and down returns to the draft`() throws {
        var editor = try editorAfterSending("one", "two")
        try editor.type("thr")
        try editor.perform(.move(.left))
        var seen: [String] = []
        for command in [.up, .up, .up, .down, .down, .down] as [EditCommand] {
            try editor.perform(command)
            seen.append(editor.marked)
        }
        #expect(seen == ["two|", "one|", "one|", "two|", "th|r", "th|r"])
        try editor.perform(.undo)
        #expect(editor.marked == "|")
    }

    @Test func `up passes all lines before it recalls another text`() throws {
        var editor = try editorAfterSending("one", "a\nb")
        try editor.perform(.up)
        #expect(editor.marked == "a\nb|")
        try editor.perform(.up)
        #expect(editor.marked == "a|\nb")
        try editor.perform(.up)
        #expect(editor.marked == "one|")
        try editor.perform([.down, .down])
        #expect(editor.marked == "a\nb|")
        try editor.perform(.down)
        #expect(editor.marked == "|")
    }

    @Test func `changes to a recalled text are kept until a text is sent`() throws {
        var editor = try editorAfterSending("one", "two")
        try editor.perform([.up, .type("!"), .up, .down])
        #expect(editor.marked == "two!|")
        try editor.perform([.undo, .redo, .clear, .down, .up])
        #expect(editor.marked == "|")
        try editor.perform(.undo)
        #expect(editor.submit() == "two!")
        try editor.perform([.up, .up])
        #expect(editor.marked == "two|")
    }

    @Test func `blank and repeated texts are not added`() throws {
        var editor = try editorAfterSending("one", "one", " \n ", "", "two", "one")
        #expect(editor.sent.texts == ["one", "two", "one"])
        try editor.perform([.up, .up, .up, .up])
        #expect(editor.marked == "one|")
    }

    @Test func `the oldest text is dropped over the limit`() {
        var sent = SentHistory()
        for number in 0...SentHistory.limit { sent.add("\(number)") }
        #expect(sent.texts.count == SentHistory.limit)
        #expect(sent.texts.first == "1")
        let buffer = EditBuffer(limit: 10)
        let newest = sent.older(than: buffer)
        #expect(newest?.text == "\(SentHistory.limit)")
    }

    @Test func `sending ends a yank and a kill`() throws {
        var editor = try editor("a b|")
        try editor.perform(.kill(.wordLeft))
        _ = editor.submit()
        try editor.perform([.type("c"), .kill(.wordLeft), .yank])
        #expect(editor.marked == "c|")
    }
}
